import type { AgentEffect } from '@modegate/agent-policies';
import { listFirst } from '../../list-words.ts';
import type { RuleCall, RuleUse } from '../../profiles/rule-uses.ts';
import { inlineCode } from './inline-code.ts';

/**
 * Describes in Markdown what a rule of an agent's own permissions does: examples, profiles, and the rules that override
 * it.
 */
export function describePermissionRule({ rule, decided, overruled }: RuleUse): string {
  const profiles = [...new Set([...decided, ...overruled].map(({ profile }) => profile))];
  const deciding = examples(decided).map(describeCall);
  const others = examples(overruled).map((call) => {
    const by = call.answer.by.map(nameRule).join(', ');
    return `${describeCall(call)}${by === '' ? '' : `, by ${by}`}`;
  });
  return [
    `${inlineCode(rule.rule)} in ${listFirst(profiles.map(inlineCode), 5)}`,
    deciding.length === 0
      ? 'This rule does not decide any of the calls that were tried.'
      : `It decides, for example:\n\n${deciding.join('\n')}`,
    ...(others.length === 0
      ? []
      : [`The rule matches the following calls but does not decide them:\n\n${others.join('\n')}`]),
  ].join('\n\n');
}

const maxExamples = 3;

/** Returns the shortest calls with distinct text. */
function examples(calls: readonly RuleCall[]): readonly RuleCall[] {
  const byText = new Map(calls.toReversed().map((call) => [`${call.tool} ${call.text}`, call]));
  return [...byText.values()].toSorted((a, b) => a.text.length - b.text.length).slice(0, maxExamples);
}

function describeCall({ tool, text, answer: { effect } }: RuleCall): string {
  const [sign, word] = outcomes[effect];
  return `- ${sign} ${inlineCode(tool)}${text === '' ? '' : ` ${inlineCode(text)}`} ${word}`;
}

function nameRule({ rule, file, line }: RuleUse['rule']): string {
  return file === undefined ? rule : `${inlineCode(rule)} (${line === undefined ? file : `${file}:${line}`})`;
}

const outcomes: Readonly<Record<AgentEffect, readonly [sign: string, word: string]>> = {
  allow: ['✓', 'is allowed'],
  ask: ['!', 'asks a person'],
  deny: ['✗', 'is denied'],
  'not offered': ['✗', 'is not offered'],
  unknown: ['?', 'is not settled'],
};
