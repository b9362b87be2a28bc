import { print, printError } from '@modegate/cli-kit';
import { type Suggestions, suggestRestrictions } from '@modegate/policy-check';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printableYaml } from '../printable-yaml.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { exitCodeWithout, findUnreachable, refuseToWrite } from '../project/live/unreachable-servers.ts';
import { type LoadedProject, loadReadableProject } from '../project/load-project.ts';
import { refuseUnknownMode } from '../refuse-unknown-mode.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { saveSuggestion } from './save-suggestion.ts';

/** Flags for `modegate suggest`. */
export interface SuggestFlags extends SettingsFlags, CircumstanceFlags {
  readonly mode?: readonly string[];
  readonly format?: 'yaml' | 'json';
  readonly write?: boolean;
  /** Audit log. If set, command rules are suggested based on this file instead. */
  readonly auditLog?: string;
}

/**
 * Suggests restrictions that leave each mode everything it seems to need; with `write`, saves the restrictions to the
 * project's modes.
 */
export async function runSuggest(flags: SuggestFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReadableProject(settings);
  for (const mode of flags.mode ?? []) refuseUnknownMode(mode, project.policy);
  const circumstances = readCircumstanceFlags(flags);
  const found = suggestRestrictions(project.policy, { inventory: project.inventory, circumstances, modes: flags.mode });
  if (project.inventory === undefined)
    printError(
      'The tools of the servers are not known. Suggestions are more precise with --inventory, --live or a lock.',
    );
  if (flags.format === 'json') print(escapedJson({ version: 1, ...found }, 2));
  else printSuggestions(found);
  const missed = findUnreachable(project, { modes: flags.mode, circumstances });
  if (flags.write === true) {
    refuseToWrite('The suggestions were', missed);
    await writeSuggestions(found, project);
  }
  return exitCodeWithout(missed, exitCodes.clean);
}

function printSuggestions({ suggestions, skipped }: Suggestions): void {
  for (const { mode, restrictions, reasons, removes } of suggestions) {
    print(styledAs('heading', `# ${escapeControls(mode)}`));
    for (const reason of reasons) print(styledAs('faint', `# ${escapeControls(reason)}`));
    const names = removes.map(({ server, tool }) => (tool === undefined ? server : `${server}/${tool}`));
    if (names.length > 0) print(styledAs('faint', escapeControls(`# It would lose: ${names.join(', ')}`)));
    print(printableYaml({ mcpRestrictions: restrictions }));
  }
  for (const { mode, reason } of skipped) print(styledAs('faint', escapeControls(`# ${mode}: ${reason}`)));
}

async function writeSuggestions({ suggestions }: Suggestions, project: LoadedProject): Promise<void> {
  for (const { mode, restrictions } of suggestions)
    await saveSuggestion(project, mode, { mcpRestrictions: restrictions });
}
