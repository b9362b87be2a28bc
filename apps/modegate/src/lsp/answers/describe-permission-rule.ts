import type { AgentEffect } from '@modegate/agent-policies';
import type { RuleCall, RuleUse } from '../../profiles/rule-uses.ts';
import { inlineCode } from './inline-code.ts';

/**
 * Describes in Markdown what a rule of an agent's own permissions does: examples, profiles, and the rules that override
 * it.
 */
export function describePermissionRule({ rule, decided, overruled }: RuleUse): string {
  const profiles = [...new Set([...decided, ...overruled].map(({ profile }) => profile))];
  const deciding = examples(decided).map(
    (call) => `- ${signs[call.answer.effect]} ${nameCall(call)} ${words[call.answer.effect]}`,
  );
  const others = examples(overruled).map((call) => {
    const by = call.answer.by.map((one) => nameRule(one)).join(', ');
    return `- ${signs[call.answer.effect]} ${nameCall(call)} ${words[call.answer.effect]}${by === '' ? '' : `, by ${by}`}`;
  });
  return [
    `${inlineCode(rule.rule)} in ${listProfiles(profiles)}`,
    deciding.length === 0
      ? 'This rule does not decide any of the calls that were tried.'
      : `It decides, for example:\n\n${deciding.join('\n')}`,
    ...(others.length === 0
      ? []
      : [`The rule matches the following calls but does not decide them:\n\n${others.join('\n')}`]),
  ].join('\n\n');
}

const maxExamples = 3;
const maxProfiles = 5;

/** Returns the shortest calls whose texts differ. */
function examples(calls: readonly RuleCall[]): readonly RuleCall[] {
  const byText = new Map(calls.toReversed().map((call) => [`${call.tool} ${call.text}`, call]));
  return [...byText.values()].toSorted((a, b) => a.text.length - b.text.length).slice(0, maxExamples);
}

function nameCall({ tool, text }: RuleCall): string {
  return text === '' ? inlineCode(tool) : `${inlineCode(tool)} ${inlineCode(text)}`;
}

function nameRule({ rule, file, line }: RuleUse['rule']): string {
  return file === undefined ? rule : `${inlineCode(rule)} (${line === undefined ? file : `${file}:${line}`})`;
}

function listProfiles(names: readonly string[]): string {
  const more = names.length - maxProfiles;
  return `${names.slice(0, maxProfiles).map(inlineCode).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const signs: Readonly<Record<AgentEffect, string>> = {
  allow: '✓',
  ask: '!',
  deny: '✗',
  'not offered': '✗',
  unknown: '?',
};

const words: Readonly<Record<AgentEffect, string>> = {
  allow: 'is allowed',
  ask: 'asks a person',
  deny: 'is denied',
  'not offered': 'is not offered',
  unknown: 'is not settled',
};
