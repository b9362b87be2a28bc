import { AppError, print } from '@modegate/cli-kit';
import { type MigrationNote, migrateModes } from '@modegate/policy-check';
import { escapeControls } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { loadReadableProject } from '../project/load-project.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import type { migrationTargets } from './choices.ts';
import { replaceTexts } from './write-text.ts';

/** Flags for `modegate migrate`. */
interface MigrateFlags extends SettingsFlags {
  readonly to: (typeof migrationTargets)[number];
  readonly write?: boolean;
  readonly strict?: boolean;
}

/**
 * Moves the lists of allowed servers to the other field. Returns 1 if information would be lost and `strict` is set.
 */
export async function runMigrate({ to, write = false, strict = false, ...flags }: MigrateFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const { sources, paths } = await loadReadableProject(settings);
  const own = sources.flatMap(({ what, layer, file, text }) =>
    what === 'modes' && layer === 'project' && text !== undefined ? [{ file, text }] : [],
  );
  if (own.length === 0) throw new AppError(`There is no modes file in ${settings.place.root}.`);
  const done = own.map(({ file, text }) => ({ file, before: text, ...migrateModes(text, { to, file }) }));
  for (const { file, changes, losses } of done) {
    for (const note of changes) print(describeNote(file, note));
    for (const note of losses) print(`${styledAs('warning', 'stays')} ${describeNote(file, note)}`);
  }
  const isLost = done.some(({ losses }) => losses.length > 0);
  const changed = done.filter(({ isChanged }) => isChanged);
  if (strict && isLost)
    print(styledAs('error', 'Nothing was written, because the other field cannot express everything.'));
  else if (write) {
    const texts = changed.map(({ file, before, text }) => ({ path: paths.get(file) ?? file, before, text }));
    await replaceTexts(texts, settings.place);
    for (const { file } of changed) print(`Wrote ${escapeControls(file)}`);
  } else if (changed.length > 0) print(styledAs('faint', 'Nothing was written. Add --write to change the file.'));
  else print(styledAs('faint', 'Nothing to move.'));
  return strict && isLost ? exitCodes.findings : exitCodes.clean;
}

function describeNote(file: string, { line, message }: MigrationNote): string {
  return escapeControls(`${file}${line === undefined ? '' : `:${line}`} ${message}`);
}
