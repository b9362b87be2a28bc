import type { profileExpectations } from './check-profile-entry.ts';
import type { ProfileTestCase } from './policy-test-case.ts';

/** An agent's decision on the call in a case. */
export interface ProfileTestAnswer {
  readonly effect: (typeof profileExpectations)[number];
  /** Rules that determined the decision. */
  readonly by: readonly { readonly rule: string; readonly file?: string; readonly line?: number }[];
  readonly because: string;
}

/** Result of one case about a profile. */
export interface ProfileTestResult {
  readonly test: ProfileTestCase;
  readonly passed: boolean;
  /** States the expected and the actual decision, and the rule on which the actual decision is based. */
  readonly message: string;
}

/** Compares the decision on a case with its expectation. A tool that is not offered also satisfies `deny`. */
export function judgeProfileTest(test: ProfileTestCase, answer: ProfileTestAnswer): ProfileTestResult {
  const { effect, because } = answer;
  const rules = answer.by.map(describeRule);
  const by = rules.length === 0 ? '' : ` by ${rules.join(', ')}`;
  const actual = `${words[effect]}${by}. ${because}`;
  if (!isMet(test.expect, effect))
    return { test, passed: false, message: `Expected: ${words[test.expect]}. Actual: ${actual}` };
  const isBy = test.by === undefined || answer.by.some((rule) => rule.rule === test.by || placeOf(rule) === test.by);
  if (isBy) return { test, passed: true, message: actual };
  return { test, passed: false, message: `Expected '${test.by}' to decide. Actual: ${actual}` };
}

const words: Readonly<Record<ProfileTestCase['expect'], string>> = {
  allow: 'allowed',
  ask: 'asks a person',
  deny: 'denied',
  'not offered': 'not offered',
  unknown: 'unknown',
};

function isMet(expected: ProfileTestCase['expect'], effect: ProfileTestAnswer['effect']): boolean {
  return effect === expected || (expected === 'deny' && effect === 'not offered');
}

function describeRule(rule: ProfileTestAnswer['by'][number]): string {
  const place = placeOf(rule);
  return place === undefined ? rule.rule : `'${rule.rule}' (${place})`;
}

function placeOf({ file, line }: ProfileTestAnswer['by'][number]): string | undefined {
  return file === undefined || line === undefined ? file : `${file}:${line}`;
}
