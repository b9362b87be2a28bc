import { applyFixes, check, type Finding } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

const fix = (text: string, isUnsafeAllowed = false) => {
  const files = { '.roomodes': text };
  const { findings } = check(exampleWorkspace(files), { preset: 'audit' });
  return applyFixes(files, findings, { isUnsafeAllowed }).files['.roomodes'];
};

const yaml = (groups: string, extra = '') =>
  `customModes:\n  - slug: a # the first\n    name: A\n    roleDefinition: x\n${extra}    groups:\n${groups}`;
const json = (groups: string, extra = '') =>
  `{ "customModes": [{ "slug": "a", "name": "A", "roleDefinition": "x", ${extra}"groups": ${groups} }] }`;

describe('fixes that change only what they concern', () => {
  test.each<[string, string, string]>([
    [
      'a group listed twice, in a block',
      yaml('      - read # r\n      - mcp\n      - read # again\n'),
      yaml('      - read # r\n      - mcp\n'),
    ],
    [
      'with carriage returns',
      yaml('      - read\n      - read\n').replaceAll('\n', '\r\n'),
      yaml('      - read\n').replaceAll('\n', '\r\n'),
    ],
    ['in brackets', json('["read", "mcp", "read"]'), json('["read", "mcp"]')],
    ['three times', json('["read", "read", "read", "mcp"]'), json('["read", "mcp"]')],
    ['on lines of their own, in brackets', json('[\n  "read",\n  "read"\n]'), json('[\n  "read"\n]')],
    [
      'a misspelt key',
      yaml('      - read\n', '    "whentouse": now\n'),
      yaml('      - read\n', '    "whenToUse": now\n'),
    ],
    [
      'a misspelt limit',
      yaml("      - [edit, { fileRegexp: '^a$' }]\n"),
      yaml("      - [edit, { fileRegex: '^a$' }]\n"),
    ],
    [
      'a misplaced limit',
      yaml('      - read\n      - edit\n', '    fileRegex: \\.md$\n'),
      yaml("      - read\n      - [edit, { fileRegex: '\\.md$' }]\n"),
    ],
    [
      'a misplaced limit in JSON',
      json('["edit"]', '"fileRegex": "\\\\.md$", '),
      json('[["edit", { "fileRegex": "\\\\.md$" }]]'),
    ],
    [
      'a glob',
      yaml("      - [edit, { fileRegex: 'docs/**/*.md' }]\n"),
      yaml("      - [edit, { fileRegex: '^docs/(?:.*/)?[^/]*\\.md$' }]\n"),
    ],
    [
      'doubled backslashes',
      yaml("      - [edit, { fileRegex: '^a\\\\.md$' }]\n"),
      yaml("      - [edit, { fileRegex: '^a\\.md$' }]\n"),
    ],
    [
      'an open end in double quotes',
      json('[["edit", { "fileRegex": "^a\\\\.md" }]]'),
      json('[["edit", { "fileRegex": "^a\\\\.md$" }]]'),
    ],
    [
      'an open end in a group',
      yaml('      - - edit\n        - fileRegex: ^(a\\.md|b/.*\\.txt)\n'),
      yaml('      - - edit\n        - fileRegex: ^(a\\.md$|b/.*\\.txt$)\n'),
    ],
    [
      'a bare dot',
      yaml('      - - edit\n        - fileRegex: ^a.md$\n'),
      yaml('      - - edit\n        - fileRegex: ^a\\.md$\n'),
    ],
    [
      'invisible characters',
      yaml('      - read\n', '    whenToUse: n\u200Bow\n'),
      yaml('      - read\n', '    whenToUse: now\n'),
    ],
  ])('a fix for %s changes nothing else', (_, before, after) => {
    expect(fix(before)).toBe(after);
  });

  test('fixes leave alone what only the author can decide', () => {
    const text = yaml("      - [edit, { fileRegex: '^a$' }]\n      - [edit, { fileRegex: '^b$' }]\n");
    expect(fix(text, true)).toBe(text);
  });

  test('a fix that changes the meaning is applied only if that is allowed', () => {
    const text = yaml('      - read\n      - browser\n');
    expect(fix(text)).toBe(text);
    expect(fix(text, true)).toBe(yaml('      - read\n'));
  });

  test('a suppressed finding is not fixed', () => {
    const text = yaml('      - read\n', '    whentouse: now # modegate-ignore M003: mine\n');
    expect(fix(text)).toBe(text);
  });
});

describe('conflicting fixes', () => {
  const [finding] = check(exampleWorkspace({ '.roomodes': yaml('      - read\n      - read\n') })).findings;
  const withEdit = (start: number, end: number, text: string): Finding => ({
    ...(finding as Finding),
    fix: { description: '', isSafe: true, edits: [{ file: 'a', start, end, text }] },
  });

  test('the first of two overlapping fixes is applied', () => {
    const { files, applied, skipped } = applyFixes({ a: '- abc\n' }, [withEdit(2, 4, 'X'), withEdit(3, 5, 'Y')]);
    expect([files.a, applied.length, skipped.length]).toEqual(['- Xc\n', 1, 1]);
  });

  test('a fix that would break its file is left out', () => {
    const text = yaml('      - read\n');
    const name = text.indexOf('name: A') + 'name: '.length;
    const { files, skipped } = applyFixes({ a: text }, [withEdit(0, 1, '{'), withEdit(name, name + 1, 'B')]);
    expect(files.a).toBe(text.replace('name: A', 'name: B'));
    expect(skipped).toHaveLength(1);
  });
});
