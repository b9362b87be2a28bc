import { type Decision, decide, needsConsent } from '@modegate/mode-core';
import { getGroupOptions } from '@modegate/mode-core/modes';
import { type FileAccess, quoteWord } from '@modegate/shell-commands';
import { analyseProbe, anyWord } from '../commands/command-probes.ts';
import { listCommandSets } from '../commands/command-sets.ts';
import { appliesTo } from '../commands/compare-entries.ts';
import { sampleOf } from '../regex/regex-sample.ts';
import { readRegexShape } from '../regex/regex-shape.ts';
import { decidedRow, type ModeQuestions } from './mcp-row.ts';
import { listCircumstanceReferences } from './mode-rules.ts';
import type { PermissionCondition, PermissionRow, PermissionSubject } from './permission-row.ts';

/** Returns the row for a command, or for all commands that no rule mentions. The command is evaluated as bash. */
export function commandRow(
  subject: Extract<PermissionSubject, { readonly kind: 'command' | 'other-commands' }>,
  asked: ModeQuestions,
): PermissionRow {
  const command = subject.kind === 'command' ? subject.command : anyWord;
  const decision = askCommand(asked, command);
  if (decision.allowed || decision.kind !== 'file' || !isOfAnyFile(asked, command))
    return decidedRow(subject, decision, { asked, conditions: listConditions(asked, command) });
  const conditions = [{ kind: 'command-files' } as const];
  const other = decideOnFile(asked, command) ?? decision;
  return { mode: asked.mode, subject, state: needsConsent(other) ? 'asks' : 'limited', by: other.by, conditions };
}

/**
 * Decides on a command in which {@link anyWord} is replaced with a file that the mode may access; returns undefined if
 * no such file is found.
 */
function decideOnFile(asked: ModeQuestions, command: string): Decision | undefined {
  const commands = listFiles(asked).map((file) => command.replaceAll(anyWord, () => quoteWord(file)));
  return commands.map((text) => askCommand(asked, text)).find((one) => one.allowed || needsConsent(one));
}

function askCommand({ policy, mode, circumstances }: ModeQuestions, command: string): Decision {
  return decide(policy, { ...circumstances, mode, tool: 'execute_command', params: { command }, shell: 'bash' });
}

/** True if the mode may access all files of a command except those that {@link anyWord} represents. */
function isOfAnyFile({ policy, mode }: ModeQuestions, command: string): boolean {
  const { files } = analyseProbe(command);
  const fixed = files.filter(({ path }) => path?.includes(anyWord) !== true);
  const mayAccess = ({ tool, path }: FileAccess) =>
    path !== undefined && decide(policy, { mode, tool, params: { path } }).allowed;
  return fixed.length < files.length && fixed.every(mayAccess);
}

/** Lists files that a mode is likely to be allowed to access. */
function listFiles({ groups }: ModeQuestions): readonly string[] {
  const patterns = groups.flatMap((group) => getGroupOptions(group)?.fileRegex ?? []);
  return patterns.flatMap((pattern) =>
    readRegexShape(pattern)
      .map((option) => sampleOf([option], pattern))
      .flatMap((sample) => [sample, `${sample}x`])
      .filter((path) => path !== ''),
  );
}

/** Lists the circumstances on which the commands of a mode, and the entries that apply to a command, depend. */
function listConditions({ policy, mode }: ModeQuestions, command: string): readonly PermissionCondition[] {
  const { programs } = analyseProbe(command);
  return listCommandSets(policy, mode).flatMap(({ conditions, entries }) => [
    ...listCircumstanceReferences('commands', conditions),
    ...entries
      .filter((entry) => entry.isConditional && programs.some((program) => appliesTo(entry, program)))
      .flatMap((entry) => listCircumstanceReferences(entry.list, entry.conditions)),
  ]);
}
