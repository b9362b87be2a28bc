import { type Decision, decide } from '@modegate/mode-core';
import { analyseProbe, anyWord } from '../commands/command-probes.ts';
import { listCommandSets } from '../commands/command-sets.ts';
import { appliesTo } from '../commands/compare-entries.ts';
import { decidedRow, type ModeQuestions } from './mcp-row.ts';
import { listCircumstanceReferences } from './mode-rules.ts';
import type { PermissionCondition, PermissionRow, PermissionSubject } from './permission-row.ts';

/** Returns the row of a command, or of all commands that no rule names. It is asked about in bash. */
export function commandRow(
  subject: Extract<PermissionSubject, { readonly kind: 'command' | 'other-commands' }>,
  asked: ModeQuestions,
): PermissionRow {
  const command = subject.kind === 'command' ? subject.command : anyWord;
  const decision = askCommand(asked, command);
  if (isLimitedByFiles(asked, command, decision))
    return { mode: asked.mode, subject, state: 'limited', by: decision.by, conditions: [{ kind: 'command-files' }] };
  return decidedRow(subject, decision, { asked, conditions: listConditions(asked, command) });
}

function askCommand({ policy, mode, circumstances }: ModeQuestions, command: string): Decision {
  return decide(policy, { ...circumstances, mode, tool: 'execute_command', params: { command }, shell: 'bash' });
}

/** True if a command is refused only because of the file that {@link anyWord} stands for. */
function isLimitedByFiles(asked: ModeQuestions, command: string, decision: Decision): boolean {
  if (!isOfFiles(decision) || !command.endsWith(` ${anyWord}`)) return false;
  return !isOfFiles(askCommand(asked, command.slice(0, -anyWord.length - 1)));
}

function isOfFiles(decision: Decision): boolean {
  return !decision.allowed && (decision.kind === 'file' || decision.code === 'COMMAND_FILE_UNKNOWN');
}

/** Circumstances on which the commands of a mode, and the entries that apply to a command, depend. */
function listConditions({ policy, mode }: ModeQuestions, command: string): readonly PermissionCondition[] {
  const { programs } = analyseProbe(command);
  return listCommandSets(policy, mode).flatMap(({ conditions, entries }) => [
    ...listCircumstanceReferences('commands', conditions),
    ...entries
      .filter((entry) => entry.isConditional && programs.some((program) => appliesTo(entry, program)))
      .flatMap((entry) => listCircumstanceReferences(entry.list, entry.conditions)),
  ]);
}
