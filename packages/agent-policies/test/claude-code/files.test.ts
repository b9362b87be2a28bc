import { describe, expect, test } from 'vitest';
import { ask, effect, permissions, project, read, risks, type Texts } from './support.ts';

const good = { permissions: { deny: ['Bash(ls *)'] } };

/** Returns codes and places of the problems, `code line:column`. */
function problems(texts: Texts): readonly string[] {
  return read(texts).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

/** Returns rules and places of the risks and of the related places. */
function idle(texts: Texts): readonly string[] {
  return risks(texts).flatMap(({ rule, line, column, related }) =>
    [{ line, column }, ...related].map((place) => `${rule} ${place.line}:${place.column}`),
  );
}

describe('a settings file that Claude Code ignores', () => {
  test.each([
    ['a comment', '// c\n{ "permissions": { "deny": ["Bash(ls *)"] } }', '1:1'],
    ['a comma after the last value', '{\n  "permissions": {\n    "deny": ["Bash(ls *)"],\n  }\n}', '4:3'],
    ['an early end', '{ "permissions": { "deny": ["Bash(ls *)"]', '1:42'],
    ['a wrong type', '{\n  "permissions": {\n    "deny": ["Bash(ls *)"],\n    "allow": "Bash" } }', '4:14'],
    ['an unknown mode', '{ "permissions": { "deny": ["Bash(ls *)"],\n "defaultMode": "bogus" } }', '2:17'],
    ['a number for a mode', '{ "permissions": { "deny": ["Bash(ls *)"], "defaultMode": 7 } }', '1:59'],
    ['a string for env', '{ "env": "x", "permissions": { "deny": ["Bash(ls *)"] } }', '1:10'],
    [
      'a wrong value of a rare key',
      '{ "permissions": { "deny": ["Bash(ls *)"] },\n"worktree": { "sparsePaths": "x" } }',
      '2:13',
    ],
    [
      'a source of plugins that is not known',
      '{ "extraKnownMarketplaces": { "a": { "source": { "source": "x" } } } }',
      '1:29',
    ],
    [
      'a hook with a wrong value',
      '{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "x", "once": 1 }] }] } }',
      '1:12',
    ],
    ['a list', '[]', '1:1'],
    ['nothing', '', '1:1'],
  ])('Claude Code ignores a settings file with this content: %s', (_, text, place) => {
    const files = { '.claude/settings.json': text };
    expect(problems(files)).toEqual([`CLAUDE_SETTINGS_DROPPED ${place}`]);
    expect(read(files).problems[0]).toMatchObject({ severity: 'error', file: '.claude/settings.json' });
    expect(read(files).read).toEqual([{ file: '.claude/settings.json', contents: 'dropped' }]);
    expect(effect(files, 'ls src')).toBe('allow');
  });

  test('an ignored settings file does not affect the other files', () => {
    const files = {
      '.claude/settings.json': '{,}',
      '.claude/settings.local.json': { permissions: { deny: ['Bash(pwd)'] } },
    };
    expect(effect(files, 'pwd')).toBe('deny');
  });
});

describe('a settings file that Claude Code keeps', () => {
  test.each([
    ['unknown keys', { ...good, nonsense: true }],
    ['a byte order mark', `\uFEFF${JSON.stringify(good)}`],
  ])('Claude Code keeps a settings file with this content: %s', (_, text) => {
    expect(problems({ '.claude/settings.json': text })).toEqual([]);
    expect(effect({ '.claude/settings.json': text }, 'ls src')).toBe('deny');
  });

  test('keys that Claude Code ignores are reported with their place', () => {
    const files = {
      '.claude/settings.json':
        '{"permissions": {"deny": ["Bash(ls *)"],\n"read": {}},\n"deny": [], "defaultMode": "plan"}',
    };
    expect(problems(files)).toEqual(['CLAUDE_KEY_IGNORED 3:9', 'CLAUDE_KEY_IGNORED 3:28', 'CLAUDE_KEY_IGNORED 2:9']);
    expect(effect(files, 'ls src')).toBe('deny');
  });

  test('invalid rules have no effect, and are reported with their place', () => {
    const files = {
      '.claude/settings.json':
        '{"permissions": {"deny": ["Bash(ls *)", 5, "Bash(pwd", "", "Bash()",\n"Nope(x)", "bash"]}}',
    };
    expect(problems(files)).toEqual(['CLAUDE_RULE_IGNORED 1:41']);
    expect(idle(files)).toEqual([
      'rule-does-nothing 1:44',
      'rule-does-nothing 1:1',
      'rule-does-nothing 1:60',
      'unknown-tool-name 2:1',
      'unknown-tool-name 2:12',
    ]);
    expect(effect(files, 'ls src')).toBe('deny');
    expect(effect(files, 'pwd')).toBe('allow');
  });

  test('a mode that a project may not set is reported', () => {
    expect(problems(permissions({ defaultMode: 'bypassPermissions' }))).toEqual(['CLAUDE_MODE_IGNORED 3:20']);
  });

  test('an answer names its rule, its file and its line, and the rules without effect', () => {
    const files = permissions({ allow: ['Bash(git *)'], deny: ['Bash(git push *)'] });
    expect(ask(files, 'git push')).toEqual({
      effect: 'deny',
      by: [{ rule: 'Bash(git push *)', effect: 'deny', file: '.claude/settings.json', line: 7 }],
      shadowed: [{ rule: 'Bash(git *)', effect: 'allow', file: '.claude/settings.json', line: 4 }],
      because: "The rule 'Bash(git push *)' (.claude/settings.json:7) denies the call.",
    });
  });
});

describe('several settings files', () => {
  const files = {
    '.claude/settings.json': { permissions: { allow: ['Bash(zz *)', 'Bash(qq *)'] } },
    '.claude/settings.local.json': { permissions: { allow: ['Bash(rr *)'], deny: ['Bash(zz *)'] } },
    '~/.claude/settings.json': { permissions: { allow: ['Bash(uu *)', 'Bash(vv *)'], deny: ['Bash(qq *)'] } },
  };
  const circumstances = { flags: '--disallowedTools Bash(vv *)' };

  test.each([
    ['zz a', 'deny'],
    ['qq a', 'deny'],
    ['rr a', 'allow'],
    ['uu a', 'allow'],
    ['vv a', 'deny'],
    ['xx a', 'ask'],
  ])('rule lists of several files are joined, and a denial anywhere counts: %s is %s', (call, expected) => {
    expect(effect(files, call, { circumstances })).toBe(expected);
  });

  test('managed settings are applied', () => {
    const managed = { '/etc/claude-code/managed-settings.json': good };
    expect(effect(managed, 'ls src')).toBe('deny');
  });
});

describe('trust of a folder', () => {
  const files = permissions({
    allow: ['Bash(zz *)'],
    deny: ['Bash(ls *)'],
    ask: ['Bash(pwd)'],
    defaultMode: 'acceptEdits',
    additionalDirectories: ['../other'],
  });

  test.each([
    ['zz a', 'allow', 'ask'],
    ['pwd', 'ask', 'ask'],
    ['ls src', 'deny', 'deny'],
    ['Read ../other/o.txt', 'allow', 'ask'],
    ['Write n.txt', 'allow', 'allow'],
  ])('%s is %s in a trusted folder and %s in an untrusted one', (call, trusted, untrusted) => {
    expect(effect(files, call)).toBe(trusted);
    for (const trust of ['untrusted', 'none'] as const)
      expect(effect(files, call, { circumstances: { trust } })).toBe(untrusted);
  });

  test('an answer explains what trust would change', () => {
    const answer = ask(files, 'zz a', { circumstances: { trust: 'untrusted' } });
    expect(answer.because).toContain('The folder is not trusted; in a trusted folder, the answer is allow.');
    expect(answer.shadowed.map(({ rule }) => rule)).toEqual(['Bash(zz *)']);
  });

  test('a refusal of trust is read from the home folder', () => {
    const refused = { projects: { [project]: { hasTrustDialogAccepted: false } } };
    expect(effect({ ...files, '~/.claude.json': refused }, 'zz a')).toBe('ask');
  });
});

describe('start folders', () => {
  const root = {
    '.claude/settings.json': good,
    '.claude/settings.local.json': { permissions: { deny: ['Bash(pwd)'] } },
  };
  const circumstances = { cwd: `${project}/sub` };

  test('a start in a subfolder ignores the root settings, except for the local ones', () => {
    expect(effect(root, 'ls src', { circumstances })).toBe('allow');
    expect(effect(root, 'pwd', { circumstances })).toBe('deny');
  });

  test('a subfolder with settings has its own profile', () => {
    const files = {
      ...root,
      'sub/.claude/settings.json': { permissions: { allow: ['Bash(zz *)'], deny: ['Edit(/src/**)'] } },
    };
    expect(read(files).profiles.map(({ name, folder }) => [name, folder])).toEqual([
      ['claude-code', undefined],
      ['sub:claude-code', 'sub'],
    ]);
    expect(effect(files, 'zz a')).toBe('ask');
    expect(effect(files, 'zz a', { profile: 'sub:claude-code' })).toBe('allow');
    expect(effect(files, 'zz a', { circumstances })).toBe('allow');
    expect(effect(files, 'Write sub/src/a', { profile: 'sub:claude-code' })).toBe('deny');
    expect(effect(files, 'ls src', { profile: 'sub:claude-code' })).toBe('allow');
  });

  test('local settings of a subfolder are joined with those of the root', () => {
    const files = {
      '.claude/settings.local.json': { permissions: { deny: ['Bash(zz b)'] } },
      'sub/.claude/settings.local.json': { permissions: { allow: ['Bash(zz *)'] } },
    };
    expect(effect(files, 'zz a', { circumstances })).toBe('allow');
    expect(effect(files, 'zz b', { circumstances })).toBe('deny');
    expect(effect(files, 'qq a', { circumstances })).toBe('ask');
  });

  test('added folders are readable without a question, and writable with one', () => {
    const files = permissions({ additionalDirectories: ['../other'] });
    for (const call of ['Read ../other/o.txt', 'cat ../other/o.txt', 'cd ../other'])
      expect(effect(files, call)).toBe('allow');
    expect(effect(files, 'Write ../other/n.txt')).toBe('ask');
    expect(effect(files, 'Write ../other/n.txt', { circumstances: { permissionMode: 'acceptEdits' } })).toBe('allow');
    expect(effect({}, 'Read ../other/o.txt', { circumstances: { flags: '--add-dir ../other' } })).toBe('allow');
  });
});

describe('command-line flags', () => {
  test.each([
    ['--allowedTools "Bash(zz *)" Edit', 'zz a', 'allow'],
    ['--allowed-tools=Bash(zz:*),Read -p hello', 'zz a', 'allow'],
    ['--disallowedTools Bash', 'ls', 'not offered'],
    ['--tools Read', 'ls', 'not offered'],
    ['--tools "Bash,Read"', 'ls', 'allow'],
    ['--dangerously-skip-permissions', 'zz', 'allow'],
    [`--settings '{"permissions":{"deny":["Bash(ls *)"]}}'`, 'ls a', 'deny'],
    [`--settings '{"permissions":{"deny":["Bash(ls *)"]},}'`, 'ls a', 'allow'],
    ['--setting-sources user', 'zz a', 'ask'],
    ['--model opus -p', 'zz a', 'allow'],
    ['--bare', 'zz a', 'unknown'],
    ['--bare', 'ls', 'allow'],
    ['--settings other.json', 'zz a', 'unknown'],
  ])('the flags %s make %s %s', (flags, call, expected) => {
    expect(effect(permissions({ allow: ['Bash(zz a)'] }), call, { circumstances: { flags } })).toBe(expected);
  });
});

describe('MCP servers', () => {
  const server = { '.mcp.json': { mcpServers: { srv: { command: 'x' } } } };

  test.each([
    [['mcp__srv'], 'allow'],
    [['mcp__srv__*'], 'allow'],
    [['mcp__srv__create_*'], 'allow'],
    [['mcp__srv__*_issue'], 'allow'],
    [['mcp__*'], 'ask'],
    [['mcp__sr*'], 'ask'],
    [['mcp__srv__'], 'ask'],
    [['mcp__SRV'], 'ask'],
    [['mcp__srv__create_issue(*)'], 'ask'],
    [['mcp__srv(create_issue)'], 'ask'],
    [['*'], 'ask'],
  ])('the allow rules %j decide an MCP tool as %s', (allow, expected) => {
    expect(effect(permissions({ allow }, server), 'mcp__srv__create_issue')).toBe(expected);
  });

  test.each([
    ['mcp__srv', 'not offered'],
    ['mcp__*', 'not offered'],
    ['mcp__sr*', 'not offered'],
    ['*', 'not offered'],
    ['mcp__srv__create_issue', 'not offered'],
    ['mcp__srv__create_issue(*)', 'allow'],
    ['mcp__srv__', 'allow'],
    ['mcp__SRV', 'allow'],
  ])('the deny rule %s with an allow rule for the server decides an MCP tool as %s', (rule, expected) => {
    expect(effect(permissions({ allow: ['mcp__srv'], deny: [rule] }, server), 'mcp__srv__create_issue')).toBe(expected);
  });

  test('a disabled server has no tools', () => {
    const files = {
      ...server,
      '.claude/settings.json': { disabledMcpjsonServers: ['srv'], permissions: { allow: ['mcp__srv'] } },
    };
    expect(effect(files, 'mcp__srv__create_issue')).toBe('not offered');
  });

  test('a broken .mcp.json is reported', () => {
    expect(problems({ '.mcp.json': '{"mcpServers": {},}' })).toEqual(['CLAUDE_SERVERS_DROPPED 1:19']);
  });
});

describe('the sandbox of Claude Code', () => {
  const files = (sandbox: unknown) => ({
    '.claude/settings.json': { sandbox, permissions: { deny: ['Bash(qq *)'], ask: ['Bash(kk *)'] } },
  });
  const within = { read: 'all', write: [project], network: false, mayAsk: true };

  test('the sandbox confines commands, which then run without a question', () => {
    expect(ask(files({ enabled: true }), 'zz')).toMatchObject({ effect: 'allow', within });
    expect(ask(files({ enabled: true }), 'ls')).toMatchObject({ effect: 'allow', within });
    expect(ask(files({ enabled: true }), 'kk a')).toMatchObject({ effect: 'ask', within });
    expect(effect(files({ enabled: true }), 'qq a')).toBe('deny');
    expect(ask(files({ enabled: true }), 'Write a').within).toBeUndefined();
  });

  test('the sandbox settings are read', () => {
    expect(ask(files({ enabled: true, autoAllowBashIfSandboxed: false }), 'zz')).toMatchObject({
      effect: 'ask',
      within,
    });
    expect(ask(files({ enabled: true, allowUnsandboxedCommands: false }), 'zz').within?.mayAsk).toBe(false);
    expect(ask(files({ enabled: true, excludedCommands: ['docker *'] }), 'docker run x')).toMatchObject({
      effect: 'ask',
    });
    expect(ask(files({ enabled: false }), 'zz').within).toBeUndefined();
    expect(ask(files({ enabled: true }), 'zz', { circumstances: { platform: 'win32' } }).within).toBeUndefined();
  });
});
