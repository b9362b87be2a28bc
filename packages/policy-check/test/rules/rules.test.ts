import { applyFixes, check, type Example, type Finding, type Rule, rules } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

/** Each rule with each of its pairs of examples. */
const cases = rules.flatMap((rule) => [rule, ...(rule.more ?? []).map((pair) => ({ ...rule, ...pair }))]);

describe.each(cases)('$id $name $title', (rule) => {
  test('the bad example triggers the rule and no other rule that runs by default', () => {
    const findings = findingsOf(rule, rule.bad);
    expect(findings.length).toBeGreaterThan(0);
    expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([rule.id]));
  });

  test('the good example does not trigger the rule', () => {
    expect(findingsOf(rule, rule.good).filter((finding) => finding.rule === rule.id)).toEqual([]);
  });

  test('the findings name their place, in words for people', () => {
    for (const { location, message } of findingsOf(rule, rule.bad)) {
      const lines = (rule.bad.files[location.file] ?? '').split('\n');
      expect(location.line).toBeGreaterThan(0);
      expect(location.endLine).toBeLessThanOrEqual(lines.length);
      expect(location.column).toBeGreaterThan(0);
      expect(location.column).toBeLessThanOrEqual((lines[location.line - 1]?.length ?? 0) + 1);
      expect(message).toMatch(/^\S.*\S$/s);
    }
  });

  test.runIf(rule.isFixable)('the bad example has a fix, and the fix removes the finding', () => {
    const before = findingsOf(rule, rule.bad);
    expect(before.some(({ fix }) => fix !== undefined)).toBe(true);
    const fixed = applyFixes(rule.bad.files, before, { isUnsafeAllowed: true });
    const after = findingsOf(rule, { files: fixed.files });
    expect(after.filter((finding) => finding.rule === rule.id && finding.fix !== undefined)).toEqual([]);
    expect(after.length).toBeLessThan(before.length);
  });
});

describe('the list of rules', () => {
  test('the list has every id and every name once', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });

  test('the list uses one naming style for rules', () => {
    for (const { id, name, summary, reason } of rules) {
      expect(id).toMatch(/^M\d{3}$/);
      expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(summary).toMatch(/^[A-Z`].*\.$/);
      expect(reason).toMatch(/^[A-Z`].*\.$/s);
    }
  });
});

function findingsOf(rule: Rule, { files }: Pick<Example, 'files'>): readonly Finding[] {
  const result = check(exampleWorkspace(files), { rules: { [rule.id]: 'on' } });
  expect(result.failures).toEqual([]);
  return result.findings;
}
