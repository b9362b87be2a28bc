import { decide, type Policy } from '@modegate/mode-core';
import type { Workspace } from '@modegate/policy-check';
import { describeCommandRule } from '@modegate/shell-commands';
import { describeJudgedCall } from './describe-judged-call.ts';
import { inlineCode } from './inline-code.ts';

type CommandEntry = ReturnType<Workspace['commandEntries']>[number];

/** Describes as Markdown what a rule for commands matches, with examples and the decision on each. */
export function describeCommandEntry({ mode, list, text }: CommandEntry, policy: Policy): string {
  const title = `${inlineCode(text)} in ${inlineCode(list)} of mode ${inlineCode(mode.slug)}`;
  const description = describeCommandRule(text, list);
  if (description.fault !== undefined) return `${title}\n\nThis rule ${inlineCode(description.fault)}.`;
  const { words, matches, others } = description;
  const examples = matches.map((command) => describeJudgedCall(command, decideCommand(policy, mode.slug, command)));
  return [
    title,
    `Matches ${inlineCode(words)}. In bash, with an unknown time and place:`,
    examples.join('\n'),
    others.length === 0 ? '' : `Does not match: ${others.map(inlineCode).join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function decideCommand(policy: Policy, mode: string, command: string) {
  return decide(policy, { mode, tool: 'execute_command', params: { command }, shell: 'bash' });
}
