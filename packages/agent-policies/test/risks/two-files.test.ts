import { permissionAgents } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';

const shared = '.claude/settings.json';
const local = '.claude/settings.local.json';
const first = 'opencode.json';
const second = '.opencode/opencode.json';

/** Severity and place of each rule that never decides, the place of the one that wins, and the message. */
function defeatedRules(agent: string, values: Readonly<Record<string, unknown>>) {
  const given = Object.entries(values).map(([name, value]) => ({
    path: `/p/${name}`,
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }));
  const files = { project: '/p', home: undefined, files: given };
  const { findRisks, readProfiles } = permissionAgents.find(({ name }) => name === agent) ?? {};
  return (readProfiles && findRisks?.(readProfiles(files), files))
    ?.filter(({ rule }) => rule === 'defeated-rule')
    .map(({ severity, file, line, related: [other], message }) => ({
      found: `${severity} ${file}:${line}`,
      by: `${other?.file}:${other?.line}`,
      message,
    }));
}

const bash = (rules: unknown) => ({ permission: { bash: rules } });
const mode = (defaultMode: string) => ({ permissions: { defaultMode } });

describe('contradictions between two files', () => {
  test.each([
    [
      'a list of Claude Code',
      'claude-code',
      { [shared]: { permissions: { deny: ['Bash(rm:*)'] } }, [local]: { permissions: { allow: ['Bash(rm:*)'] } } },
      { found: `warning ${local}:4`, by: `${shared}:4` },
      `'Bash(rm:*)' under 'deny' in ${shared} denies 'rm' first`,
    ],
    [
      'a mode of Claude Code',
      'claude-code',
      { [shared]: mode('plan'), [local]: mode('acceptEdits') },
      { found: `error ${shared}:3`, by: `${local}:3` },
      'Claude Code edits files without asking',
    ],
    [
      'a sandbox of Claude Code',
      'claude-code',
      { [shared]: { sandbox: { enabled: true } }, [local]: { sandbox: { enabled: false } } },
      { found: `warning ${shared}:2`, by: `${local}:2` },
      'Commands run without the sandbox',
    ],
    [
      'one pattern of opencode',
      'opencode',
      { [first]: bash({ 'git push *': 'deny' }), [second]: bash({ 'git push *': 'allow' }) },
      { found: `error ${first}:4`, by: `${second}:4` },
      "'git push x' runs without asking",
    ],
    [
      'a map of opencode and an action',
      'opencode',
      { [first]: bash({ 'git push *': 'deny' }), [second]: bash('allow') },
      { found: `error ${first}:4`, by: `${second}:3` },
      ".opencode/opencode.json also has the key 'bash', and",
    ],
    [
      'an action of opencode and a map',
      'opencode',
      { [first]: bash('deny'), [second]: bash({ 'npm test': 'allow' }) },
      { found: `error ${first}:3`, by: `${second}:4` },
      "'x' runs without asking",
    ],
    [
      'a wider pattern of opencode that comes later',
      'opencode',
      { [first]: bash({ 'git push *': 'deny' }), [second]: bash({ '*': 'allow' }) },
      { found: `error ${first}:4`, by: `${second}:4` },
      `'bash: "*": allow' in ${second} comes after it`,
    ],
    [
      'the files of Kilo and opencode, both of which Kilo reads',
      'kilo',
      { 'kilo.json': bash('deny'), [first]: bash('allow') },
      { found: 'error kilo.json:3', by: `${first}:3` },
      "Kilo uses 'bash: allow' from that file",
    ],
    [
      'rules of Codex',
      'codex',
      {
        '.codex/rules/a.rules': 'prefix_rule(pattern = ["terraform", "plan"], decision = "allow")',
        '.codex/rules/b.rules': 'prefix_rule(pattern = ["terraform"], decision = "prompt")',
      },
      { found: 'warning .codex/rules/a.rules:1', by: '.codex/rules/b.rules:1' },
      "'terraform' in .codex/rules/b.rules matches the same commands",
    ],
  ])('a contradiction between two files is reported: %s', (_, agent, values, place, message) => {
    expect(defeatedRules(agent, values)).toEqual([{ ...place, message: expect.stringContaining(message) }]);
  });

  test.each([
    ['the same rule twice', 'opencode', { [first]: bash({ 'rm *': 'deny' }), [second]: bash({ 'rm *': 'deny' }) }],
    [
      'a denial that two files have, and that a third rule defeats in each',
      'opencode',
      { [first]: bash({ 'rm *': 'deny' }), [second]: bash({ 'rm *': 'deny', 'rm x': 'allow' }) },
    ],
    ['other patterns', 'opencode', { [first]: bash({ 'rm *': 'deny' }), [second]: bash({ 'ls *': 'allow' }) }],
    ['a folder below', 'opencode', { [first]: bash('deny'), 'web/opencode.json': bash('allow') }],
    [
      'a file that Kilo leaves out',
      'kilo',
      { 'kilo.json': { permission: { bash: 'deny', edit: 7 } }, [first]: bash('allow') },
    ],
    ['a mode that lets less through', 'claude-code', { [shared]: mode('acceptEdits'), [local]: mode('plan') }],
    [
      'a sandbox that one file switches on',
      'claude-code',
      { [shared]: { sandbox: { enabled: true } }, [local]: { sandbox: { excludedCommands: ['git'] } } },
    ],
  ])('no contradiction between two files is reported: %s', (_, agent, values) => {
    expect(defeatedRules(agent, values)).toEqual([]);
  });
});
