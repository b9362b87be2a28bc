import { type AgentCircumstances, claudeCodePolicies } from '@modegate/agent-policies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { home, permissions, project, read } from './support.ts';

const effects = ['allow', 'ask', 'deny', 'not offered', 'unknown'];

const ruleParts = fc.constantFrom(
  'Bash',
  'Edit',
  'Read',
  'Write',
  'mcp__srv',
  'WebFetch',
  'Skill',
  '(',
  ')',
  '*',
  '**',
  '/',
  '//',
  '~/',
  ':',
  ' ',
  'zz',
  '..',
  '\\',
  '[',
  ']',
  '!',
  '?',
  'domain:',
  'a.b',
);
const rule = fc.array(ruleParts, { maxLength: 8 }).map((parts) => parts.join(''));
const commandParts = fc.constantFrom(
  'zz',
  'cat',
  '.env',
  ' ',
  '&&',
  '||',
  ';',
  '|',
  '&',
  '\n',
  '(',
  ')',
  '{',
  '}',
  '$(',
  '`',
  '"',
  "'",
  '\\',
  '>',
  '>>',
  '<',
  '<<E\n',
  'E',
  '$X',
  'X=1',
  'if',
  'then',
  'fi',
  'for',
  'in',
  'do',
  'done',
  'case',
  'esac',
  'timeout 5',
  'xargs',
  'env',
  'cd ..',
  '[[',
  ']]',
  '((',
  '))',
  '#',
  '*',
  '~',
);
const command = fc.array(commandParts, { maxLength: 14 }).map((parts) => parts.join(' '));
const circumstances: fc.Arbitrary<AgentCircumstances> = fc.record(
  {
    permissionMode: fc.constantFrom('default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions', 'x'),
    trust: fc.constantFrom('trusted', 'untrusted', 'none'),
    headless: fc.boolean(),
    cwd: fc.constantFrom(project, `${project}/sub`, '/', '..', ''),
    platform: fc.constantFrom('linux', 'darwin', 'win32'),
    version: fc.constantFrom('2.1.330', '3'),
    flags: fc.string({
      unit: fc.constantFrom('--tools', '--add-dir', ' ', '"', "'", 'Bash(', ')', '=', '--settings', '{', '}', '-'),
    }),
  },
  { requiredKeys: [] },
);

describe('arbitrary Claude Code files and calls', () => {
  test('arbitrary files are read without an exception', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `---\n${json}\n---\n`),
      fc.constant('['.repeat(50_000)),
    );
    const path = fc.constantFrom(
      '.claude/settings.json',
      '.claude/agents/a.md',
      '.claude/skills/a/SKILL.md',
      '.mcp.json',
      '~/.claude.json',
    );
    fc.assert(
      fc.property(fc.dictionary(path, text), (texts) => {
        for (const { line, column, message } of read(texts).problems) {
          expect(Math.min(line, column)).toBeGreaterThan(0);
          expect(message).toMatch(/\.$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('arbitrary calls are judged with a reason and without an exception', () => {
    const rules = fc.record({ allow: fc.array(rule), ask: fc.array(rule), deny: fc.array(rule) });
    const call = fc.oneof(
      command.map((text) => ({ tool: 'Bash', arguments: { command: text } })),
      fc.record({
        tool: fc.constantFrom(
          'Bash',
          'Read',
          'Write',
          'Edit',
          'NotebookEdit',
          'WebFetch',
          'Agent',
          'Skill',
          'mcp__srv__t',
          'toString',
          '',
        ),
        arguments: fc.dictionary(
          fc.constantFrom('command', 'file_path', 'url', 'skill', 'subagent_type', '__proto__'),
          fc.jsonValue(),
        ),
      }),
    );
    fc.assert(
      fc.property(rules, call, circumstances, (given, asked, around) => {
        const [profile] = read(permissions(given)).profiles;
        if (profile === undefined) throw new Error('There is no profile.');
        const answer = claudeCodePolicies.decideFor(profile, asked, around);
        expect(effects).toContain(answer.effect);
        expect(answer.because).not.toBe('');
        expect(answer.by.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test('an additional denial never allows more', () => {
    const order = (effect: string) => ({ allow: 3, unknown: 2, ask: 1 })[effect] ?? 0;
    fc.assert(
      fc.property(fc.array(rule), rule, command, (allow, denial, text) => {
        const [before, after] = [[], [denial]].map((deny) => {
          const [profile] = read(permissions({ allow, deny })).profiles;
          if (profile === undefined) throw new Error('There is no profile.');
          return claudeCodePolicies.decideFor(profile, { tool: 'Bash', arguments: { command: text } }).effect;
        });
        if (after !== 'unknown') expect(order(after ?? '')).toBeLessThanOrEqual(order(before ?? ''));
      }),
      { numRuns: 500 },
    );
  });

  test('long rules and calls are handled in limited time', () => {
    const stars = `${'a*'.repeat(3_000)}b`;
    const given = {
      deny: [
        `Bash(${stars})`,
        `Edit(${'**/'.repeat(2_000)}x)`,
        `Read(${stars})`,
        `mcp__${stars}`,
        `WebFetch(domain:${stars})`,
      ],
    };
    const [profile] = claudeCodePolicies.readProfiles({
      project,
      home,
      files: [{ path: `${project}/.claude/settings.json`, name: 's', text: JSON.stringify({ permissions: given }) }],
    }).profiles;
    if (profile === undefined) throw new Error('There is no profile.');
    const long = 'a'.repeat(20_000);
    for (const [tool, key] of [
      ['Bash', 'command'],
      ['Write', 'file_path'],
      ['WebFetch', 'url'],
    ] as const)
      for (const text of [long, `${'a/'.repeat(1_000)}a`, `${'( '.repeat(5_000)}`, `${'a;'.repeat(5_000)}`])
        expect(effects).toContain(claudeCodePolicies.decideFor(profile, { tool, arguments: { [key]: text } }).effect);
  });
});
