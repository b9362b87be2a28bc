import { opencodeAgent as opencode } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, type Call, read, write } from './support.ts';

/** Permission from `opencode.json`, a call, and the answer of the default agent. */
const traps: readonly (readonly [string, Readonly<Record<string, unknown>> | string, Call, string])[] = [
  ['a star last takes the tool away', { bash: { 'npm *': 'allow', '*': 'deny' } }, 'npm test', 'not offered'],
  ['a star of all keys last defeats what stands before', { edit: 'deny', '*': 'allow' }, write('a.ts'), 'allow'],
  ['a denial of a command finds the command', { bash: { '*': 'allow', 'rm *': 'deny' } }, 'rm a', 'deny'],
  ['a wrapper evades it', { bash: { '*': 'allow', 'rm *': 'deny' } }, 'timeout 5 rm a', 'allow'],
  ['quotes evade it', { bash: { '*': 'allow', 'rm *': 'deny' } }, "'rm' a", 'allow'],
  ['a path evades it', { bash: { '*': 'allow', 'rm *': 'deny' } }, '/bin/rm a', 'allow'],
  ['a tab evades it', { bash: { '*': 'allow', 'rm *': 'deny' } }, 'rm\ta', 'allow'],
  ['an assignment evades it', { bash: { '*': 'allow', 'rm *': 'deny' } }, 'A=1 rm a', 'allow'],
  ['a substitution does not', { bash: { '*': 'allow', 'rm *': 'deny' } }, 'echo "$(rm a)"', 'deny'],
  ['a bare redirection is no command', { bash: { '*': 'deny', 'echo *': 'allow' }, edit: 'deny' }, '> a.ts', 'allow'],
  ['an allowed command writes', { bash: { '*': 'deny', 'echo *': 'allow' }, edit: 'deny' }, 'echo a > a.ts', 'allow'],
  ['a redirection counts for the first of a chain', { bash: { '*': 'allow', '*>*': 'deny' } }, 'ls > f && ls', 'deny'],
  ['and not for a later one', { bash: { '*': 'allow', '*>*': 'deny' } }, 'ls && ls > f', 'allow'],
  ['"write" is no key', { write: 'deny' }, write('a.ts'), 'allow'],
  ['a dot and a slash never match', { edit: { '*': 'deny', './docs/*': 'allow' } }, write('docs/a.md'), 'deny'],
  ['an absolute pattern never matches', { edit: { '*': 'deny', '<project>/*': 'allow' } }, write('a.md'), 'deny'],
  ['a star crosses folders', { edit: { '*': 'deny', '*.md': 'allow' } }, write('docs/deep/a.md'), 'allow'],
  ['a folder with a star too', { edit: { '*': 'deny', 'src/*': 'allow' } }, write('src/deep/a.ts'), 'allow'],
  ['reads are denied', { read: { '*': 'allow', 'secret*': 'deny' } }, read('secret.txt'), 'deny'],
  ['and the shell reads', { read: { '*': 'allow', 'secret*': 'deny' } }, 'cat secret.txt', 'allow'],
  [
    'the search pattern is tested',
    { grep: { '*': 'allow', hello: 'deny' } },
    { tool: 'grep', arguments: { pattern: 'hello', path: '<project>/a' } },
    'deny',
  ],
  [
    'and not the file',
    { grep: { '*': 'allow', '*.env': 'deny' } },
    { tool: 'grep', arguments: { pattern: 'x', path: '<project>/.env' } },
    'allow',
  ],
  ['a few programs are looked at outside', { external_directory: 'deny' }, 'cat /etc/hostname', 'deny'],
  ['and the others are not', { external_directory: 'deny' }, 'head /etc/hostname', 'allow'],
  ['a variable is not looked at', { external_directory: 'deny' }, 'cat "$HOME/a"', 'allow'],
  [
    'words after a redirection are not looked at',
    { external_directory: 'deny' },
    'cat 2>/dev/null /etc/hostname',
    'allow',
  ],
  ['the case of a key counts', { Bash: 'deny' }, 'ls', 'allow'],
  ['a key is a wildcard', { 'b*': { 'ls *': 'deny' } }, 'ls', 'deny'],
  ['"read": "allow" opens .env', { read: 'allow' }, read('.env'), 'allow'],
  ['without it, .env is asked', {}, read('.env'), 'ask'],
  ['a blank and a star also match without a tail', { bash: { 'git push *': 'deny' } }, 'git push', 'deny'],
  ['a star alone has no border', { bash: { 'git*': 'deny' } }, 'github', 'deny'],
  ['a pattern without a star is the whole text', { bash: { npm: 'deny' } }, 'npm test', 'allow'],
  ['a question mark is one character', { bash: { 'rm ?': 'deny' } }, 'rm ab', 'allow'],
  ['one string is for all', 'ask', write('a.ts'), 'ask'],
  ['a key that looks like a number comes first', { '*': 'allow', '1': 'deny' }, { tool: '1', arguments: {} }, 'allow'],
  [
    'a tool of a server has its own key',
    { 'git_*': 'deny', git_log: 'allow' },
    { tool: 'git_log', arguments: {} },
    'allow',
  ],
  ['a test is no command', { bash: { '*': 'deny', 'ls *': 'allow' } }, '[ -n x ] && [[ -f y ]]', 'allow'],
  ['a declaration is none', { bash: { '*': 'deny', 'ls *': 'allow' } }, 'export A=1', 'allow'],
  ['what it substitutes is one', { bash: { '*': 'deny', 'ls *': 'allow' } }, 'export A=$(id)', 'deny'],
  [
    'a here-document belongs to the text',
    { bash: { '*': 'allow', '*secret*': 'deny' } },
    "cat <<'E'\nsecret\nE",
    'deny',
  ],
  [
    'a patch is tested by its files',
    { edit: { '*': 'allow', 'src/*': 'deny' } },
    {
      tool: 'apply_patch',
      arguments: { patchText: '*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: b.ts\n*** End Patch' },
    },
    'deny',
  ],
  [
    'and not by the target of a move',
    { edit: { '*': 'allow', 'src/*': 'deny' } },
    {
      tool: 'apply_patch',
      arguments: { patchText: '*** Begin Patch\n*** Update File: b.ts\n*** Move to: src/a.ts\n*** End Patch' },
    },
    'allow',
  ],
  ['there is no tool "list"', {}, { tool: 'list', arguments: {} }, 'not offered'],
];

describe('opencode in the default agent', () => {
  test.each(traps)('opencode behaves as recorded: %s', (_, permission, call, effect) => {
    const files = { 'opencode.json': JSON.stringify({ permission }) };
    expect(ask(opencode, files, { profile: 'opencode/build', call }).effect).toBe(effect);
  });

  test('the plan agent of opencode cannot edit unless a global rule for edits allows it', () => {
    const plan = (permission: object) =>
      ask(
        opencode,
        { 'opencode.json': JSON.stringify({ permission }) },
        { profile: 'opencode/plan', call: write('a.ts') },
      );
    expect(plan({}).effect).toBe('deny');
    expect(plan({ edit: 'allow' }).effect).toBe('allow');
  });

  test('denials of an agent do not apply to the subagents that it starts', () => {
    const files = {
      'opencode.json': JSON.stringify({ agent: { lead: { permission: { bash: 'deny', edit: 'deny' } } } }),
    };
    const general = { profile: 'opencode/general', calledBy: 'lead' };
    expect(ask(opencode, files, { profile: 'opencode/lead', call: 'ls' }).effect).toBe('not offered');
    expect(ask(opencode, files, { ...general, call: 'ls' }).effect).toBe('allow');
    expect(ask(opencode, files, { ...general, call: write('a.ts') }).effect).toBe('allow');
    expect(
      ask(opencode, files, { ...general, call: { tool: 'task', arguments: { subagent_type: 'explore' } } }).effect,
    ).toBe('not offered');
  });

  test('a question without a person is a denial, and --auto answers it', () => {
    const files = { 'opencode.json': '{"permission":{"bash":"ask","edit":"deny"}}' };
    const effect = (circumstances: object, call: Call = 'ls') =>
      ask(opencode, files, { profile: 'opencode/build', call, ...circumstances }).effect;
    expect(effect({})).toBe('ask');
    expect(effect({ headless: true })).toBe('deny');
    expect(effect({ headless: true, flags: 'run --auto hello' })).toBe('allow');
    expect(effect({ flags: '--dangerously-skip-permissions' }, write('a'))).toBe('not offered');
    expect(effect({ headless: true }, { tool: 'question', arguments: {} })).toBe('not offered');
  });

  test('shell paths are relative to the start folder, and patterns to the repository', () => {
    const files = { 'opencode.json': '{"permission":{"edit":{"*":"deny","src/*":"allow"}}}' };
    const from = (call: Call) =>
      ask(opencode, files, { profile: 'opencode/build', call, cwd: '/home/u/p/project/apps' });
    expect(from({ tool: 'write', arguments: { filePath: 'src/a.ts', content: '' } }).effect).toBe('deny');
    expect(from('cat ../README.md').effect).toBe('allow');
    expect(from('cat ../../other').effect).toBe('ask');
  });

  test('an answer of opencode names the rules in order with file and line, and the rules without effect', () => {
    const files = {
      'opencode.json': '{\n  "permission": {\n    "bash": {\n      "rm *": "deny",\n      "*": "allow"\n    }\n  }\n}',
    };
    expect(ask(opencode, files, { profile: 'opencode/build', call: 'rm a' })).toEqual({
      effect: 'allow',
      by: [{ rule: 'bash: "*": allow', effect: 'allow', file: 'opencode.json', line: 5 }],
      shadowed: [{ rule: 'bash: "rm *": deny', effect: 'deny', file: 'opencode.json', line: 4 }],
      because: 'For "bash", the last matching rule, bash: "*": allow (opencode.json:5), decides.',
    });
  });

  test('uncertain facts make an answer unknown only if they matter', () => {
    const effect = (permission: object, call: Call) =>
      ask(opencode, { 'opencode.json': JSON.stringify({ permission }) }, { profile: 'opencode/build', call });
    expect(effect({ bash: { 'rm *': 'deny' } }, 'rm "a').effect).toBe('unknown');
    expect(effect({ bash: { 'rm *': 'deny' } }, 'rm "a').because).toContain('text that cannot be parsed');
    expect(effect({ bash: 'allow', external_directory: 'allow' }, 'rm "a').effect).toBe('allow');
    expect(effect({ external_directory: { '*': 'ask', '/srv/*': 'allow' } }, read('/srv')).effect).toBe('unknown');
    expect(effect({ external_directory: { '*': 'ask', '/srv/*': 'allow' } }, read('/srv/a')).effect).toBe('allow');
    expect(effect({ websearch: 'allow' }, { tool: 'websearch', arguments: { query: 'x' } }).effect).toBe('unknown');
    expect(effect({ websearch: 'deny' }, { tool: 'websearch', arguments: { query: 'x' } }).effect).toBe('not offered');
  });

  test('an answer for a version with other rules is unknown', () => {
    expect(ask(opencode, {}, { profile: 'opencode/build', call: 'ls', version: '2.0.1' }).effect).toBe('unknown');
    expect(ask(opencode, {}, { profile: 'opencode/build', call: 'ls', version: '1.19.0' }).effect).toBe('allow');
  });

  test('an answer on Windows is unknown, because the shell is unknown', () => {
    const files = { 'opencode.json': '{"permission":{"bash":{"*":"deny","git status *":"allow"}}}' };
    const windows = { profile: 'opencode/build', platform: 'win32' } as const;
    expect(ask(opencode, files, { ...windows, call: 'echo hi' }).effect).toBe('unknown');
    expect(
      ask(opencode, { 'opencode.json': '{"permission":{"EDIT":"deny"}}' }, { ...windows, call: write('a') }).effect,
    ).toBe('not offered');
  });
});
