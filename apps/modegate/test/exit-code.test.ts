import { type CheckResult, rules } from '@modegate/policy-check';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../src/commands/check.ts';

const clean: CheckResult = {
  findings: [],
  counts: { error: 0, warning: 0, info: 0, suppressed: 0 },
  rules,
  failures: [],
};

test('a rule that failed is an internal error even without findings or with --exit-zero', () => {
  const [rule] = rules;
  if (rule === undefined) throw new Error('there are no rules');
  const failed = { ...clean, failures: [{ rule, message: 'out of cheese' }] };
  expect(exitCodeOf(clean, {}, false)).toBe(0);
  expect(exitCodeOf(failed, {}, false)).toBe(3);
  expect(exitCodeOf(failed, {}, true)).toBe(3);
});
