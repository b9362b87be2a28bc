import type { AgentCircumstances } from '../agent-answer.ts';
import type { OpencodeRules } from './agent-rules.ts';
import { builtInRules, type PermissionRule } from './rules.ts';

/**
 * @internal Returns the rules that the session adds: a run with no user present cannot ask questions, and a subagent
 * gets neither a task list nor subagents unless a rule mentions them.
 */
export function sessionRules(
  { mode, rules, subagentDepth, primaryTools }: OpencodeRules,
  { headless, calledBy }: AgentCircumstances,
  asking: readonly string[] = ['question', 'plan_enter', 'plan_exit'],
): readonly PermissionRule[] {
  const isNamed = (key: string) => rules.some((rule) => rule.key === key);
  const ofSubagent = [
    ...(isNamed('todowrite') ? [] : ['todowrite']),
    ...(isNamed('task') && subagentDepth > 1 ? [] : ['task']),
    ...primaryTools,
  ];
  const denied = [
    ...(headless === true ? asking : []),
    ...(mode === 'subagent' || calledBy !== undefined ? ofSubagent : []),
  ];
  return denied.flatMap((key) => builtInRules({ [key]: 'deny' }));
}
