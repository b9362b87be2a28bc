import { type Suggestions, suggestRestrictions } from '@modegate/policy-check';
import { printable, printableJson } from '@modegate/policy-check/reporters';
import { print, remark } from '@modegate/program-shell';
import { saveMode } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printableYaml } from '../printable-yaml.ts';
import { type CircumstanceFlags, readCircumstances } from '../project/circumstances.ts';
import { exitCodeWithout, missedBy, refuseToWrite } from '../project/live/unanswered.ts';
import { type LoadedProject, loadReadableProject } from '../project/load-project.ts';
import { refuseUnknownMode } from '../refuse-unknown-mode.ts';
import { styled } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';

/** Flags of `modegate suggest`. */
export interface SuggestFlags extends SettingsFlags, CircumstanceFlags {
  readonly mode?: readonly string[];
  readonly format?: 'yaml' | 'json';
  readonly write?: boolean;
}

/** Suggests restrictions that leave each mode what it seems to need; with `write` it saves them in the project's modes. */
export async function runSuggest(flags: SuggestFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReadableProject(settings);
  const slugs = project.policy.modes.map(({ config }) => config.slug);
  for (const mode of flags.mode ?? []) refuseUnknownMode(mode, slugs);
  const circumstances = readCircumstances(flags);
  const found = suggestRestrictions(project.policy, {
    inventory: project.inventory,
    circumstances,
    modes: flags.mode,
  });
  if (project.inventory === undefined)
    remark('The tools of the servers are not known. Suggestions are more precise with --inventory, --live or a lock.');
  if (flags.format === 'json') print(printableJson({ version: 1, ...found }, 2));
  else printSuggestions(found);
  const missed = missedBy(project, { modes: flags.mode, circumstances });
  if (flags.write === true) {
    refuseToWrite('The suggestions were', missed);
    await writeSuggestions(found, project);
  }
  return exitCodeWithout(missed, exitCodes.clean);
}

function printSuggestions({ suggestions, skipped }: Suggestions): void {
  for (const { mode, restrictions, reasons, removes } of suggestions) {
    print(styled('heading', `# ${printable(mode)}`));
    for (const reason of reasons) print(styled('faint', `# ${printable(reason)}`));
    const names = removes.map(({ server, tool }) => (tool === undefined ? server : `${server}/${tool}`));
    if (names.length > 0) print(styled('faint', printable(`# It would lose: ${names.join(', ')}`)));
    print(printableYaml({ mcpRestrictions: restrictions }));
  }
  for (const { mode, reason } of skipped) print(styled('faint', printable(`# ${mode}: ${reason}`)));
}

async function writeSuggestions({ suggestions }: Suggestions, { policy, paths, root }: LoadedProject): Promise<void> {
  for (const { mode: slug, restrictions } of suggestions) {
    const mode = policy.modes.find(({ config }) => config.slug === slug);
    const path = mode?.source === 'project' && mode.file !== undefined ? paths.get(mode.file) : undefined;
    if (mode === undefined || path === undefined) {
      remark(printable(`Mode '${slug}' does not come from this project, so it was left unchanged.`));
      continue;
    }
    await saveMode({ file: path, within: root, mode: { ...mode.config, mcpRestrictions: restrictions } });
    remark(printable(`Wrote the restrictions of '${slug}' to ${mode.file}`));
  }
}
