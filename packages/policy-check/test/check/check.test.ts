import { check, type Finding, type Rule, rules } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

const text = [
  'customModes:',
  '  - slug: reviewer',
  '    name: Reviewer',
  '    roleDefinition: You review changes.',
  '    "colour": green',
  '    groups: [read, browser, terminal]',
  '',
].join('\n');
const workspace = exampleWorkspace({ '.roomodes': text });

describe('a finding', () => {
  const find = (rule: string): Finding | undefined =>
    check(workspace, { preset: 'audit' }).findings.find((finding) => finding.rule === rule);

  test('a finding points at the key with its quotes', () => {
    expect(find('M003')?.location).toEqual({
      file: '.roomodes',
      pointer: '/customModes/0/colour',
      line: 5,
      column: 5,
      endLine: 5,
      endColumn: 13,
    });
  });

  test('a finding points at the value in a list', () => {
    expect(find('M008')?.location).toEqual({
      file: '.roomodes',
      pointer: '/customModes/0/groups/2',
      line: 6,
      column: 29,
      endLine: 6,
      endColumn: 37,
    });
  });

  test('a finding has the same place in JSON', () => {
    const json = `{\n  "customModes": [{\n    "slug": "a", "name": "A", "roleDefinition": "x",\n    "groups": ["read", ["edit", { "fileRegex": ".*" }]]\n  }]\n}\n`;
    const [found] = check(exampleWorkspace({ '.roomodes': json })).findings;
    expect(found?.location).toMatchObject({
      pointer: '/customModes/0/groups/1/1/fileRegex',
      line: 4,
      column: 48,
      endLine: 4,
      endColumn: 52,
    });
  });

  test('a finding counts columns after a byte order mark', () => {
    const marked = exampleWorkspace({ '.roomodes': `\uFEFFcolour: 1\n${text}` });
    expect(check(marked).findings.find(({ rule }) => rule === 'M003')?.location).toMatchObject({ line: 6, column: 5 });
  });

  test('findings come in reading order', () => {
    const { findings } = check(workspace, { preset: 'audit' });
    const lines = findings.map(({ location }) => location.line * 1000 + location.column);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  test('each finding has its own fingerprint', () => {
    const { findings } = check(workspace, { preset: 'audit' });
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length);
    expect(findings.every(({ fingerprint }) => /^[\da-f]{16}$/.test(fingerprint))).toBe(true);
  });
});

describe('the options of a check', () => {
  const ids = (options: Parameters<typeof check>[1]) => check(workspace, options).findings.map(({ rule }) => rule);

  test('a persona includes the rules of the personas before it', () => {
    expect(ids({})).not.toContain('M009');
    expect(ids({ preset: 'strict' })).toContain('M009');
    expect(ids({ preset: 'audit' })).toContain('M009');
  });

  test('the options switch a rule off or on, or change its severity, by id or by name', () => {
    expect(ids({ rules: { M008: 'off' } })).not.toContain('M008');
    expect(ids({ rules: { 'deprecated-group': 'on' } })).toContain('M009');
    const { findings } = check(workspace, { rules: { M008: 'info', M009: 'error' } });
    expect(findings.filter(({ rule }) => rule === 'M008' || rule === 'M009').map(({ severity }) => severity)).toEqual([
      'error',
      'info',
    ]);
  });

  test('a failed rule is reported and hides no findings of other rules', () => {
    const [first] = rules;
    const broken: Rule = {
      ...(first as Rule),
      id: 'M999',
      name: 'broken',
      check: () => {
        throw new Error('out of order');
      },
    };
    const result = check(workspace, { ruleList: [broken, ...rules] });
    expect(result.failures.map(({ rule, message }) => [rule.id, message])).toEqual([['M999', 'out of order']]);
    expect(result.counts.error).toBe(1);
  });
});

test('every problem that reading a modes file can report is covered by a rule or deliberately left out', () => {
  const strange = exampleWorkspace({ '.roomodes': 'customModes:\n  - 1\n  - slug: a\n    name: ""\n' });
  expect(check(strange).findings.map(({ rule }) => rule)).toEqual(['M002', 'M002', 'M002', 'M002']);
});

describe('a file that only Roo Code cannot read', () => {
  const yaml = 'customModes:\n  - slug: a\n    name: A\n    roleDefinition: "You say “hello”."\n    groups: []\n';
  const idsOf = (file: string, text: string) =>
    check(exampleWorkspace({ [file]: text })).findings.map(({ rule }) => rule);

  test('a file whose curly quotes end the text early in Roo Code is reported', () => {
    expect(idsOf('.roomodes', yaml)).toEqual(['M001']);
  });

  test('curly quotes in a block, or in JSON that is read again unchanged, are not reported', () => {
    expect(idsOf('.roomodes', yaml.replace('"You say “hello”."', '|\n      You say “hello”.'))).toEqual([]);
    const json = '{ "customModes": [{ "slug": "a", "name": "A", "roleDefinition": "“hello”", "groups": [] }] }';
    expect([idsOf('.roomodes', json), idsOf('custom_modes.json', json)]).toEqual([[], ['M001']]);
  });
});
