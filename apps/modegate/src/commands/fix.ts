import { isAbsolute } from 'node:path';
import { applyFixes } from '@modegate/policy-check';
import { printable } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { print, styled } from '../print.ts';
import type { LoadedProject } from '../project/load-project.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { checkProject } from './check-project.ts';
import { replaceText } from './write-text.ts';

/** Flags of `modegate fix`. */
export interface FixFlags extends SettingsFlags {
  readonly dryRun?: boolean;
  readonly unsafe?: boolean;
}

/** Each pass may uncover what the next one repairs; more than this would be two rules that undo each other. */
const maxPasses = 10;

/** Repairs what can be repaired. Files of the user are left alone. Returns 1 when a dry run would change something. */
export async function runFix(
  path: string | undefined,
  { dryRun = false, unsafe = false, ...flags }: FixFlags,
): Promise<ExitCode> {
  const settings = await resolveSettings(flags, path);
  let total = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    const { project, result } = await checkProject(settings);
    const before = textsOf(project);
    const own = result.findings.filter(({ fix }) => fix?.edits.every(({ file }) => before[file] !== undefined));
    const { files, applied } = applyFixes(before, own, { isUnsafeAllowed: unsafe });
    if (applied.length === 0) break;
    for (const { location, rule, fix } of applied)
      print(printable(`${location.file}:${location.line}:${location.column}: ${rule} ${fix?.description ?? ''}`));
    total += applied.length;
    if (dryRun) break;
    for (const [file, text] of Object.entries(files))
      if (text !== before[file])
        await replaceText({ path: project.paths.get(file) ?? file, before: before[file] ?? '', text }, settings.place);
  }
  const what = `${total} ${total === 1 ? 'finding' : 'findings'}`;
  print(styled(total > 0 ? 'success' : 'faint', dryRun ? `${what} would be fixed` : `${what} fixed`));
  return dryRun && total > 0 ? exitCodes.findings : exitCodes.clean;
}

/** The files of the project itself. */
function textsOf({ sources }: LoadedProject): Readonly<Record<string, string>> {
  const own = sources.filter(({ layer, path }) => layer === 'project' && !isAbsolute(path));
  return Object.fromEntries(own.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text]])));
}
