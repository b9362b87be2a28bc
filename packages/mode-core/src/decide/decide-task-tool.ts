import { allow, type Decision, defaultRule } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import { decide } from './decide.ts';

/** The tools of the agent that begin, move and end a task. */
export type TaskTool = 'switch_mode' | 'new_task' | 'attempt_completion';

/**
 * Decides on an operation on a task as on the agent's tool of the same meaning, but for this: a task whose mode has gone or is broken may
 * still leave it and end. It may not begin another.
 */
export function decideTaskTool(
  policy: Policy,
  { mode, tool }: { readonly mode: string; readonly tool: TaskTool },
): Decision {
  const decision = decide(policy, { mode, tool });
  if (decision.allowed || decision.kind !== 'mode' || tool === 'new_task') return decision;
  return allow(defaultRule('always-available', mode));
}
