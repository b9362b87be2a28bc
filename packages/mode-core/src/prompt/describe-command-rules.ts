import { type ListedCommandRule, listCommandRules } from '../commands/list-command-rules.ts';
import type { Policy } from '../policy/policy.ts';
import { printable } from '../show.ts';

/** @internal Describes the command rules of a mode as lines for a prompt; empty if the mode has no such rules. */
export function describeCommandRules(policy: Policy, mode: string): readonly string[] {
  const lines = listCommandRules(policy, mode).flatMap(({ closedBy, rules, conditions }) => {
    const of = (list: ListedCommandRule['list']) => rules.filter((rule) => rule.list === list);
    const asked = of('askCommands');
    return [
      ...conditions.map(({ words }) => `commands only ${words}`),
      ...(closedBy === undefined ? [] : describeList('only these commands', [...of('allowedCommands'), ...asked])),
      ...describeList("with a person's consent", asked),
      ...describeList('never', of('disallowedCommands')),
    ];
  });
  if (lines.length === 0) return [];
  return [...new Set(lines)].map((line) => `  - ${line}`);
}

// Keeps the prompt short: longer lists were not written with a prompt in mind.
const maxRules = 50;

function describeList(title: string, rules: readonly ListedCommandRule[]): readonly string[] {
  if (rules.length === 0) return [];
  const named = rules
    .slice(0, maxRules)
    .map(({ command, words }) => `\`${printable(command)}\`${words === undefined ? '' : ` (${words})`}`);
  const rest = rules.length - named.length;
  return [`${title}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}
