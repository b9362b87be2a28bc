import type { AgentCircumstances } from '../agent-answer.ts';
import type { OpencodeRules } from '../opencode/agent-rules.ts';
import { builtInRules, judgeText, type PermissionRule } from '../opencode/rules.ts';
import { sessionRules } from '../opencode/session-rules.ts';
import { toolNamePart } from '../opencode/tools.ts';

/**
 * Permissions for which a subagent inherits deny rules from the agent that calls it; commands and reads are not
 * included.
 */
const inherited = 'edit task notebook_edit notebook_execute write agent_manager repo_clone'.split(' ');

/**
 * @internal Returns the rules that a Kilo session adds: those for a run with no user present, and those for a subagent.
 */
export function inheritedRules(own: OpencodeRules, circumstances: AgentCircumstances): readonly PermissionRule[] {
  const session = sessionRules(own, circumstances, ['question', 'suggest', 'plan_enter', 'plan_exit']);
  const { calledBy } = circumstances;
  if (own.mode !== 'subagent' && calledBy === undefined) return session;
  const caller = calledBy === undefined ? undefined : own.family.get(calledBy === 'build' ? 'code' : calledBy);
  return [
    ...session,
    ...builtInRules({ question: 'deny', suggest: 'deny' }),
    ...(caller === undefined ? [] : denialsOf(caller.rules, [...own.servers.keys()])),
  ];
}

function denialsOf(rules: readonly PermissionRule[], servers: readonly string[]): readonly PermissionRule[] {
  const prefixes = servers.map((name) => `${toolNamePart(name)}_`);
  const own = rules.filter(
    ({ key, action }) =>
      action === 'deny' && (inherited.includes(key) || prefixes.some((prefix) => key.startsWith(prefix))),
  );
  const whole = inherited.flatMap((permission) => {
    const { effects, by } = judgeText(rules, { permission, text: '*', ignoreCase: false });
    const [rule] = by;
    const isDenied = effects.size === 1 && effects.has('deny') && rule !== undefined;
    return isDenied ? [{ ...rule, key: permission, pattern: '*' }] : [];
  });
  return [...own, ...whole];
}
