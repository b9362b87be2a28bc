import type { TypedCommand } from './answers.ts';
import { type CallExplanation, explainCall } from './explain-call.ts';
import { type CompiledDraft, requestOf } from './mode-draft.ts';

/** Decides on a command as the draft would, part by part. The usual shell is the project's, or bash if it is not known. */
export function explainDraftCommand(
  { policy, opened, slug }: CompiledDraft,
  { command, shell }: TypedCommand,
): CallExplanation {
  const { project } = opened;
  const usual = project.shell ?? 'bash';
  const call = { mode: slug, tool: 'execute_command', params: { command }, shell: shell === '' ? usual : shell };
  return explainCall(policy, requestOf(project, call));
}
