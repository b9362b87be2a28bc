import { resolve } from 'node:path';
import { AppError, print, printError, printText } from '@modegate/cli-kit';
import { formatRule } from '@modegate/mode-core';
import { type ExportedRule, type ExportTarget, exportMode, type ModeExport } from '@modegate/policy-check/export';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { readTextFile } from '@modegate/text-files';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { exitCodeWithout, findUnreachable } from '../project/live/unreachable-servers.ts';
import { loadReadableProject } from '../project/load-project.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { writeText } from './write-text.ts';

/** Flags for `modegate export`. */
interface ExportFlags extends SettingsFlags {
  readonly to: ExportTarget;
  readonly mode: string;
  readonly allowLoss?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/**
 * Writes a mode as another agent's permission file, and reports the outcome for each rule. The file goes to stdout and
 * the report to stderr; with `--output`, the report goes to stdout. Returns 1 and writes nothing if the file would
 * permit too many actions.
 */
export async function runExport(flags: ExportFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReadableProject(settings);
  const { policy, inventory, unanswered } = project;
  const { root, repository } = settings.place;
  const exported = exportMode(policy, { target: flags.to, mode: flags.mode, inventory, root });
  const open = exported.rules.filter(({ outcome }) => outcome === 'not-expressible');
  const isWritten = open.length === 0 || flags.allowLoss === true;
  if (isWritten && flags.output !== undefined)
    await writeNew({ ...flags, output: flags.output }, exported.text, repository);
  if (flags.json === true) print(escapedJson({ version: 1, isWritten, ...exported }, 2));
  else tell(exported, flags, isWritten);
  if (!isWritten) return exitCodes.findings;
  return exitCodeWithout(findUnreachable({ policy, unanswered }, { modes: [flags.mode] }), exitCodes.clean);
}

/**
 * A settings file may contain more than permissions, so an existing one is replaced only if a flag explicitly requests
 * it.
 */
async function writeNew(
  { output, force }: { readonly output: string; readonly force?: boolean },
  text: string,
  repository: string,
): Promise<void> {
  const file = resolve(output);
  const existing = await readTextFile(file);
  const isSame = existing.state === 'read' && existing.text === text;
  if (existing.state !== 'missing' && !isSame && force !== true)
    throw new AppError(
      `${output} already exists and may contain more than permissions. Merge them by hand, or use --force to replace the file.`,
    );
  await writeText(file, text, { repository });
}

function tell(exported: ModeExport, { output, to, mode }: ExportFlags, isWritten: boolean): void {
  if (isWritten && output === undefined) printText(exported.text);
  const say = isWritten && output !== undefined ? print : printError;
  for (const rule of exported.rules) for (const line of describe(rule)) say(escapeControls(line));
  const counted = outcomes.map((outcome) => `${count(exported, outcome)} ${words[outcome]}`).join(', ');
  say(`${mode} for ${to}: ${counted}.`);
  if (!isWritten)
    say(
      'Nothing was written: the rules marked ✗ would not be enforced. Use --allow-loss to write the file without them.',
    );
  else if (output === undefined) say(`The file belongs in ${escapeControls(exported.file)}`);
  else say(`Wrote ${escapeControls(output)}. ${to} looks for it at ${escapeControls(exported.file)}.`);
}

const outcomes = ['exact', 'narrower', 'not-expressible'] as const;
const words = { exact: 'exact', narrower: 'narrower', 'not-expressible': 'not expressible' } as const;
const signs = { exact: '=', narrower: '<', 'not-expressible': '✗' } as const;

function count({ rules }: ModeExport, outcome: ExportedRule['outcome']): number {
  return rules.filter((rule) => rule.outcome === outcome).length;
}

function describe({ subject, outcome, by, reason }: ExportedRule): readonly string[] {
  const line = `${signs[outcome]} ${words[outcome].padEnd(15)} ${subject}`;
  return reason === undefined ? [line] : [`${line}: ${reason}`, `  ${formatRule(by)}`];
}
