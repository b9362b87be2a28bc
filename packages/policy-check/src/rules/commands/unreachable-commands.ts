import { type Decision, decide, type Refusal } from '@modegate/mode-core';
import { isOpenRule, probeRule } from '../../commands/command-probes.ts';
import { groupByProgram, hasSameWords, includesEntry } from '../../commands/compare-entries.ts';
import { removeItem } from '../../fixes/remove-text.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import { hasCommandRules } from '../../workspace/command-entries.ts';
import { relatedRule } from '../../workspace/decisions.ts';
import { groupPointer } from '../../workspace/mode-groups.ts';
import type { CommandRuleEntry, Workspace } from '../../workspace/workspace.ts';

/** Finds commands that occur in two of a mode's lists, one of which denies them. */
export function* findConflictingCommands(workspace: Workspace): Iterable<FoundProblem> {
  const denialsOf = groupDenials(workspace);
  for (const entry of workspace.commandEntries()) {
    const denial = denialsOf(entry).find((one) => hasSameWords(one, entry));
    if (denial === undefined) continue;
    const { mode, list, text, pointer } = entry;
    const message = `${shown(text)} is in both '${list}' and 'disallowedCommands' of mode '${mode.slug}'. The deny rule takes precedence. Remove one of the entries.`;
    const related = [{ message: 'The deny rule, which takes precedence.', location: mode.file.locate(denial.pointer) }];
    const edit = removeItem(mode.file, pointer);
    const fix = edit && { description: 'Remove the entry, which has no effect.', edits: [edit], isSafe: false };
    yield { message, location: mode.file.locate(pointer), related, fix, mode: mode.slug };
  }
}

/** Finds commands that one list allows, or allows after confirmation, although another rule refuses them. */
export function* findUnreachableCommands(workspace: Workspace): Iterable<FoundProblem> {
  yield* findWithoutGroup(workspace);
  const denialsOf = groupDenials(workspace);
  for (const entry of workspace.commandEntries()) {
    const { mode, list, text, pointer } = entry;
    if (groupPointer(mode, 'command') === undefined) continue;
    const refusal = findRefusal(workspace, entry);
    if (refusal === undefined || denialsOf(entry).some((one) => hasSameWords(one, entry))) continue;
    const verb = list === 'askCommands' ? 'asks about' : 'allows';
    const message = `'${list}' of mode '${mode.slug}' ${verb} ${shown(text)}, but the command is still refused: ${refusal.reason}`;
    const related = relatedRule(workspace, refusal.by, 'The rule that refuses the command.');
    yield { message, location: mode.file.locate(pointer), related, mode: mode.slug };
  }
}

/**
 * Returns the reason why every command that matches an entry is refused; undefined if some may run, or if this is
 * uncertain.
 */
function findRefusal({ policy }: Workspace, entry: CommandRuleEntry): Refusal | undefined {
  const { list, mode, rule } = entry;
  const [shortest, longer] = probeRule(entry);
  if (list === 'disallowedCommands' || shortest === undefined || longer === undefined) return undefined;
  const ask = (command: string): Decision =>
    decide(policy, { mode: mode.slug, tool: 'execute_command', params: { command }, shell: 'bash' });
  const decision = ask(shortest);
  if (decision.allowed) return undefined;
  if (decision.code === 'COMMAND_DISALLOWED') return decision;
  const isExact = list === 'allowedCommands' && !isOpenRule(rule.spellings[0] ?? []);
  if (decision.code === 'COMMAND_NOT_ALLOWED') return isExact ? decision : undefined;
  return isAboutFiles(decision) && (isExact || isAboutFiles(ask(longer))) ? decision : undefined;
}

function isAboutFiles(decision: Decision): boolean {
  if (decision.allowed) return false;
  const { kind, code } = decision;
  return kind === 'file' || code === 'COMMAND_FILE_UNKNOWN' || code === 'COMMAND_FILE_PROTECTED' || kind === 'group';
}

/** Returns a function that finds the deny rules that cover an entry, which therefore never applies. */
function groupDenials(workspace: Workspace): (entry: CommandRuleEntry) => readonly CommandRuleEntry[] {
  const denials = workspace
    .commandEntries()
    .filter(({ list, isConditional }) => list === 'disallowedCommands' && !isConditional);
  const byMode = new Map(
    [...Map.groupBy(denials, ({ mode }) => mode)].map(([mode, own]) => [mode, groupByProgram(own)]),
  );
  return (entry) =>
    entry.list === 'disallowedCommands'
      ? []
      : (byMode.get(entry.mode)?.(entry) ?? []).filter((denial) => includesEntry(denial, entry));
}

/** Finds command restrictions in modes that may not run commands, except modes that another mode extends. */
function* findWithoutGroup({ modes, policy }: Workspace): Iterable<FoundProblem> {
  const parents = new Set(policy.modes.flatMap(({ config }) => [config.commandRestrictions?.extends ?? []].flat()));
  for (const mode of modes.filter(hasCommandRules)) {
    if (groupPointer(mode, 'command') !== undefined || parents.has(mode.slug)) continue;
    const message = `Mode '${mode.slug}' does not have the group 'command', so its 'commandRestrictions' have no effect. Add the group, or remove the key.`;
    const location = mode.file.locateKey(`${mode.pointer}/commandRestrictions`);
    yield { message, location, mode: mode.slug, severity: 'warning' };
  }
}
