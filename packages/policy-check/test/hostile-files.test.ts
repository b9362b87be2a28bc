import { check, createWorkspace, type Finding, rules } from '@modegate/policy-check';
import { compileProject } from '@modegate/project';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace, placeOf } from './support/example-workspace.ts';

const checkText = (text: string): readonly Finding[] => {
  const project = compileProject({ modes: [placeOf('.roomodes', text)], servers: [] });
  const workspace = createWorkspace({ project, projectFiles: ['a'] });
  const result = check(workspace, { preset: 'audit' });
  expect(result.failures).toEqual([]);
  return result.findings;
};

describe('a file of any content', () => {
  test('a file of any content is checked without a crash', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => checkText(text).length >= 0));
  });

  test('a file of any JSON is checked without a crash', () => {
    const modes = fc.array(
      fc.record({
        slug: fc.anything(),
        name: fc.anything(),
        roleDefinition: fc.anything(),
        fileRegex: fc.anything(),
        'modegate-ignore': fc.anything(),
        groups: fc.oneof(fc.anything(), fc.array(fc.oneof(fc.constantFrom('read', 'edit', 'x'), fc.anything()))),
      }),
    );
    fc.assert(
      fc.property(modes, (customModes) => {
        const text = JSON.stringify({ customModes }, (_, value: unknown) => (typeof value === 'bigint' ? 1 : value));
        checkText(text);
      }),
    );
  });

  test('a file with any pattern is checked without a crash', () => {
    const pattern = fc.oneof(fc.string(), fc.stringMatching(/^[\^$.*+?()[\]{}|\\a/]{0,30}$/));
    fc.assert(
      fc.property(pattern, (fileRegex) => {
        const mode = { slug: 'a', name: 'A', roleDefinition: 'x', groups: [['edit', { fileRegex }]] };
        checkText(JSON.stringify({ customModes: [mode] }));
      }),
    );
  });
});

describe('time limits of a check', () => {
  // Each of these took more than a minute, or never ended, in a checker that does them carelessly.
  const withPattern = (fileRegex: string) =>
    JSON.stringify({
      customModes: [{ slug: 'a', name: 'A', roleDefinition: 'x', groups: [['edit', { fileRegex }]] }],
    });

  test.each<[string, string]>([
    ['a pattern that explodes', withPattern('^(((a+)+)+)+$')],
    ['nested counted repetitions', withPattern(`${'('.repeat(6)}a${'{1,20})'.repeat(6)}b`)],
    ['many loops', withPattern('(a|b|c)*(d|e)*'.repeat(100))],
    ['nested groups', withPattern(`${'('.repeat(190)}a${')*'.repeat(190)}b`)],
    [
      'nothing but invisible characters',
      withPattern('\u200B'.repeat(3000)).replace('"x"', `"${'\u200D'.repeat(200_000)}"`),
    ],
    ['nothing but suppressions', '# modegate-ignore M003: x\n'.repeat(20_000)],
    ['an open bracket again and again', `customModes: ${'['.repeat(100_000)}`],
  ])('a file with %s is checked in bounded time', (_, text) => {
    checkText(text);
  });

  test('two thousand modes with one suppression each are checked', () => {
    const modes = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        [
          `  - slug: mode-${index}`,
          `    name: Mode`,
          `    roleDefinition: You work.`,
          `    colour: green # modegate-ignore M003: ours`,
          `    groups: [read, read, browser, [edit, { fileRegex: '^a${index}/.*.md' }], mcp]`,
        ].join('\n'),
      ).join('\n');
    const text = `customModes:\n${modes(2000)}\n`;
    const workspace = exampleWorkspace({ '.roomodes': text });
    const ofFiles = rules.filter(({ id }) => /^M(?:00|01|05|07|083)/.test(id));
    expect(check(workspace, { preset: 'audit', ruleList: ofFiles }).counts.suppressed).toBe(2000);
  });
});
