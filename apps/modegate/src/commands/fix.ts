import { print } from '@modegate/cli-kit';
import type { Finding, GrantingFix } from '@modegate/policy-check';
import { escapeControls } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { countOf } from '../list-words.ts';
import { pathOfFile } from '../project/path-of-file.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { checkProject } from './check-project.ts';
import { changedTexts, describeGrants, type RepairFlags, type RepairPass, repairProject } from './repair-project.ts';
import { replaceTexts } from './write-text.ts';

/** Flags for `modegate fix`. */
interface FixFlags extends SettingsFlags, RepairFlags {
  readonly dryRun?: boolean;
}

/**
 * Applies the possible fixes, except those that would grant a permission and were not requested. Does not change the
 * user's files. Returns 1 if a dry run would change something.
 */
export async function runFix(path: string | undefined, { dryRun = false, ...flags }: FixFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags, path);
  const { count, left } = await repairProject(
    flags,
    () => checkProject(settings),
    async (pass) => {
      if (!dryRun) await writeFiles(pass);
      for (const finding of pass.applied) print(escapeControls(describeFix(finding)));
      return !dryRun;
    },
  );
  for (const granting of left) print(escapeControls(describeLeft(granting)));
  const what = countOf(count, 'finding');
  const rest =
    left.length === 0
      ? ''
      : `, ${left.length} not applied because they would grant permissions (use --allow-grants to apply them)`;
  print(styledAs(count > 0 ? 'success' : 'faint', `${what} ${dryRun ? 'would be fixed' : 'fixed'}${rest}`));
  return dryRun && count > 0 ? exitCodes.findings : exitCodes.clean;
}

async function writeFiles(pass: RepairPass): Promise<void> {
  const { before, checked } = pass;
  await replaceTexts(
    changedTexts(pass).map(([file, text]) => ({ path: pathOfFile(checked, file), before: before[file] ?? '', text })),
    checked.settings.place,
  );
}

function describeFix({ location, rule, fix }: Finding): string {
  return `${location.file}:${location.line}:${location.column}: ${rule} ${fix?.description ?? ''}`;
}

function describeLeft(granting: GrantingFix): string {
  return `${describeFix(granting.finding)} Not applied because it ${describeGrants(granting)}`;
}
