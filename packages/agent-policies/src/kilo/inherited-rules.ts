import type { AgentCircumstances } from '../agent-answer.ts';
import type { OpencodeRules } from '../opencode/agent-rules.ts';
import { builtInRules, judgeText, type PermissionRule } from '../opencode/rules.ts';

/**
 * Permissions for which a subagent inherits deny rules from the agent that calls it; commands and reads are not
 * included.
 */
const inherited: readonly string[] = [
  'edit',
  'task',
  'notebook_edit',
  'notebook_execute',
  'write',
  'agent_manager',
  'repo_clone',
];

/**
 * @internal Returns the rules that a Kilo session adds: those for a run with no user present, and those for a subagent.
 */
export function inheritedRules(
  { mode, rules, family, servers, subagentDepth, primaryTools }: OpencodeRules,
  { headless, calledBy }: AgentCircumstances,
): readonly PermissionRule[] {
  const run =
    headless === true ? builtInRules({ question: 'deny', suggest: 'deny', plan_enter: 'deny', plan_exit: 'deny' }) : [];
  if (mode !== 'subagent' && calledBy === undefined) return run;
  const isNamed = (key: string) => rules.some((rule) => rule.key === key);
  const caller = calledBy === undefined ? undefined : family.get(calledBy === 'build' ? 'code' : calledBy);
  return [
    ...run,
    ...(isNamed('todowrite') ? [] : builtInRules({ todowrite: 'deny' })),
    ...(isNamed('task') && subagentDepth > 1 ? [] : builtInRules({ task: 'deny' })),
    ...primaryTools.flatMap((tool) => builtInRules({ [tool]: 'deny' })),
    ...builtInRules({ question: 'deny', suggest: 'deny' }),
    ...(caller === undefined ? [] : denialsOf(caller.rules, [...servers.keys()])),
  ];
}

function denialsOf(rules: readonly PermissionRule[], servers: readonly string[]): readonly PermissionRule[] {
  const prefixes = servers.map((name) => `${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_`);
  const own = rules.filter(
    ({ key, action }) =>
      action === 'deny' && (inherited.includes(key) || prefixes.some((prefix) => key.startsWith(prefix))),
  );
  const whole = inherited.flatMap((permission) => {
    const { effects, by } = judgeText(rules, { permission, text: '*', ignoreCase: false });
    const [rule] = by;
    return effects.size === 1 && effects.has('deny') && rule !== undefined
      ? [{ ...rule, key: permission, pattern: '*' }]
      : [];
  });
  return [...own, ...whole];
}
