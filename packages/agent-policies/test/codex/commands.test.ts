import { describe, expect, test } from 'vitest';
import { ask, project, trusted } from './support.ts';

const free = { flags: '-s danger-full-access -a on-request' };
const user = (rules: string, config = '') => ({
  '~/.codex/config.toml': `${config}\n${trusted}`,
  '~/.codex/rules/a.rules': rules,
});
const forbidsEcho = user('prefix_rule(pattern = ["echo"], decision = "forbidden", justification = "closed")');

describe('a rule that forbids echo', () => {
  test.each([
    'echo hi',
    'true && echo hi',
    'true || echo hi',
    'true; echo hi;',
    'true\n\necho hi\n',
    'true |\n echo hi',
    '/bin/echo hi',
    'echo a"b"\'c\'',
    'echo ""',
    'echo \\\n hi',
    'echo a\\\nb',
    'time echo hi; echo x',
    'echo a=b 2',
    // An escaped blank outside a word counts as a blank.
    'echo \\ hi',
    '\\ echo hi',
    'echo "a"\\ b',
    'echo hi \\\n\n',
  ])('a rule that forbids echo applies to %j', (cmd) => {
    expect(ask(cmd, { files: forbidsEcho, circumstances: free })).toMatchObject({
      effect: 'deny',
      because: expect.stringContaining('"closed"'),
      by: [{ file: '~/.codex/rules/a.rules', line: 1, effect: 'deny' }],
    });
  });

  test.each([
    'echo hi > y.txt',
    'echo hi 2>/dev/null',
    'echo $HOME',
    'echo "$HOME"',
    'echo "\\$x"',
    'A=1 echo hi',
    '(echo hi)',
    '{ echo hi; }',
    'true $(echo hi)',
    'echo `x`',
    'echo hi &',
    "'echo' hi",
    'ec"ho" hi',
    '\\echo hi',
    'echo hi # c',
    '! echo hi',
    'if true; then echo hi; fi',
    'echo <<E\nx\nE',
    'echo *.md',
    'echo a?',
    'echo ~',
    'echo {a,b}',
    'echo a\\ b',
    "echo $'hi'",
    'echo "x',
    'echo hi |& cat',
    'echo hi ;; x',
    'echo hi &&',
    'export A; echo hi',
    'echo\\ hi',
    'echo hi \\ ',
    'echo hi \\\n',
    'env echo hi',
    'command echo hi',
    "bash -c 'echo hi'",
  ])('a rule that forbids echo does not apply to %j', (cmd) => {
    expect(ask(cmd, { files: forbidsEcho, circumstances: free }).effect).toBe('allow');
  });
});

describe('rules for the shell', () => {
  test('a rule for the shell applies to lines that are not split', () => {
    const files = user('prefix_rule(["bash"], "forbidden")');
    expect(ask('echo hi > x', { files, circumstances: free }).effect).toBe('deny');
    expect(ask('echo hi', { files, circumstances: free }).effect).toBe('allow');
    expect(ask('bash -c ls', { files, circumstances: free }).effect).toBe('deny');
  });

  test('a rule that allows the shell lets lines leave the sandbox', () => {
    const files = user('prefix_rule(["bash"], "allow")');
    const answer = ask('echo hi > x', { files, circumstances: { flags: '-s read-only -a never' } });
    expect(answer).toMatchObject({ effect: 'allow', because: expect.stringContaining('outside the sandbox') });
    expect(answer.within).toBeUndefined();
  });

  test('a rule for the shell matches the shell that the call names', () => {
    const files = user('prefix_rule(["zsh", "-lc"], "prompt")');
    const call = { tool: 'exec_command', arguments: { cmd: 'echo $x', shell: '/bin/zsh' } };
    expect(ask(call, { files, circumstances: free }).effect).toBe('ask');
    expect(ask('echo $x', { files, circumstances: free }).effect).toBe('allow');
    expect(ask('echo $x', { files, circumstances: { ...free, platform: 'darwin' } }).effect).toBe('ask');
  });
});

test('a relative program is resolved from the start folder', () => {
  const files = user(`prefix_rule(["x"], "forbidden")\nhost_executable("x", ["${project}/x"])`);
  const call = (workdir: string) => ({ tool: 'exec_command', arguments: { cmd: './x', workdir } });
  expect(ask(call('/usr/bin'), { files, circumstances: free }).effect).toBe('deny');
  expect(ask('../x', { files, circumstances: free }).effect).toBe('allow');
});

describe('an allowed command', () => {
  const files = user('prefix_rule(["touch"])');

  test('an allowed command leaves the sandbox if every command of the line is allowed', () => {
    const never = { flags: '-s read-only -a never' };
    expect(ask('touch x', { files, circumstances: never }).within).toBeUndefined();
    expect(ask('touch x && ls', { files, circumstances: never }).within).toMatchObject({
      read: 'all',
      write: [],
      mayAsk: false,
    });
  });

  test('an allowed command stays in the sandbox of a profile that denies paths', () => {
    const config = 'default_permissions = "p"\n[permissions.p.filesystem]\n":root" = "read"\n"/secret" = "deny"';
    const answer = ask('touch x', { files: user('prefix_rule(["touch"])', config) });
    expect(answer).toMatchObject({ effect: 'allow', within: { denied: ['/secret'], write: [] } });
  });

  test('an allowed command is overridden by a stricter rule of any file', () => {
    const answer = ask('touch x', {
      files: { ...files, '.codex/rules/b.rules': 'prefix_rule(["touch"], "forbidden")' },
    });
    expect(answer).toMatchObject({
      effect: 'deny',
      by: [{ file: '.codex/rules/b.rules' }],
      shadowed: [{ effect: 'allow' }],
    });
  });
});

describe('questions of Codex', () => {
  const files = user('prefix_rule(["touch"], "prompt")');
  const granular = (rules: boolean, sandbox: boolean) => ({
    flags: `-c 'approval_policy={ granular = { rules = ${rules}, sandbox_approval = ${sandbox}, mcp_elicitations = true } }'`,
  });

  test.each([
    [{}, 'ask'],
    [{ flags: '-a never' }, 'deny'],
    [{ headless: true }, 'deny'],
    [{ flags: 'exec --json' }, 'deny'],
    [granular(true, false), 'ask'],
    [granular(false, true), 'deny'],
    [{ permissionMode: 'never' }, 'deny'],
  ])('a question of a rule with %j becomes %s', (circumstances, effect) => {
    expect(ask('touch x', { files, circumstances }).effect).toBe(effect);
  });

  test('a question that a model answers is unknown', () => {
    const config = { '~/.codex/config.toml': `approvals_reviewer = "auto_review"\n${trusted}` };
    expect(ask('touch x', { files: { ...files, ...config } }).effect).toBe('unknown');
  });

  test.each([
    ['-s read-only -a on-request', 'ask'],
    ['-s danger-full-access -a on-request', 'allow'],
    ['-s workspace-write -a never', 'deny'],
    ['-s danger-full-access -a never', 'deny'],
    ['-s danger-full-access -a untrusted', 'ask'],
    [granular(false, true).flags, 'ask'],
    [granular(true, false).flags, 'deny'],
  ])('a request to leave the sandbox with %s is %s', (flags, effect) => {
    const call = { tool: 'exec_command', arguments: { cmd: 'ls', sandbox_permissions: 'require_escalated' } };
    expect(ask(call, { circumstances: { flags } }).effect).toBe(effect);
  });

  test('a command that a rule allows needs no request to leave the sandbox', () => {
    const call = { tool: 'exec_command', arguments: { cmd: 'touch x', sandbox_permissions: 'require_escalated' } };
    const answer = ask(call, { files: user('prefix_rule(["touch"])'), circumstances: granular(false, true) });
    expect(answer).toMatchObject({ effect: 'allow' });
    expect(answer.within).toBeUndefined();
  });

  test.each(['with_additional_permissions', 'anything'])('a request for the permissions "%s" is an error', (wanted) => {
    const call = { tool: 'exec_command', arguments: { cmd: 'ls', sandbox_permissions: wanted } };
    expect(ask(call).effect).toBe('deny');
    const config = { '~/.codex/config.toml': `[features]\nexec_permission_approvals = true\n${trusted}` };
    expect(ask(call, { files: config }).effect).toBe(wanted === 'anything' ? 'deny' : 'unknown');
  });

  test('a forced rm needs a question under every granular policy', () => {
    expect(ask('rm -rf x', { circumstances: granular(false, false) }).effect).toBe('ask');
    expect(ask('rm -f x && touch y', { files, circumstances: granular(false, false) }).effect).toBe('deny');
  });

  test('a command stopped by the sandbox causes a question under a granular policy that lets Codex ask', () => {
    expect(ask('touch x ../y', { circumstances: granular(true, true) }).effect).toBe('ask');
    expect(ask('touch x', { circumstances: granular(true, true) }).effect).toBe('allow');
    expect(ask('touch ../y', { circumstances: granular(true, false) }).effect).toBe('allow');
    expect(ask('touch ../y').effect).toBe('allow');
  });
});

describe('a forced rm', () => {
  test.each([
    'rm -rf x',
    '/bin/rm -fr x',
    'rm -r -f x',
    'rm x --force',
    'sudo rm -rf x',
    'ls; rm -f x',
    'if true; then rm -rf x; fi',
    'for a in b; do rm -f "$a"; done',
    'echo "$(rm -rf x)"',
    'rm -rf "$X" > /dev/null',
    'bash -c "rm -rf x"',
    'env -i A=1 rm -f x',
    "sudo sh -c 'env rm -f x'",
    'trap "rm -f x" EXIT',
  ])('a forced rm is denied where nobody can be asked: %s', (cmd) => {
    expect(ask(cmd, { circumstances: { flags: '-s danger-full-access -a never' } }).effect).toBe('deny');
    expect(ask(cmd, { circumstances: free }).effect).toBe('ask');
  });

  test.each([
    'env -u X rm -f x',
    'sudo -n rm -f x',
    'command rm -f x',
    'xargs rm -f',
    "bash -xc 'rm -f x'",
    'rm -r x',
    'rm -- -f',
    'find . -delete',
    'git reset --hard',
    "echo 'rm -rf x'",
    'X=rm; $X -rf y',
  ])('a command that is not a forced rm is allowed: %s', (cmd) => {
    expect(ask(cmd, { circumstances: { flags: '-s danger-full-access -a never' } }).effect).toBe('allow');
  });

  test('a forced rm runs under a rule, and --yolo alone does not allow it', () => {
    const files = user('prefix_rule(["rm"], "allow")');
    expect(ask('rm -rf x', { files, circumstances: { flags: '--yolo' } }).effect).toBe('allow');
    expect(ask('rm -rf x', { circumstances: { flags: '--yolo' } }).effect).toBe('deny');
  });
});

test('one rules file that cannot be loaded disables all rules', () => {
  const files = { ...forbidsEcho, '.codex/rules/b.rules': 'prefix_rule(["x"], "deny")' };
  expect(ask('echo hi', { files }).effect).toBe('allow');
  expect(ask('echo hi', { files, circumstances: { trust: 'none' } }).effect).toBe('deny');
});

test('the flag --ignore-rules disables the rules', () => {
  expect(ask('echo hi', { files: forbidsEcho, circumstances: { flags: 'exec --ignore-rules' } }).effect).toBe('allow');
});

test('rules that cannot be interpreted make commands unknown, with their place', () => {
  const files = user('\nx = 1\n');
  expect(ask('ls', { files })).toMatchObject({ effect: 'unknown', by: [{ file: '~/.codex/rules/a.rules', line: 2 }] });
});

test('Codex loads only *.rules files directly in rules/', () => {
  const rule = 'prefix_rule(["echo"], "forbidden")';
  const files = { '.codex/rules/sub/a.rules': rule, '.codex/rules/a.codexpolicy': rule, '.codex/policy/a.rules': rule };
  expect(ask('echo hi', { files }).effect).toBe('allow');
});

test('a disabled shell tool is not offered', () => {
  const files = { '.codex/config.toml': '[features]\nshell_tool = false' };
  expect(ask('ls', { files })).toMatchObject({ effect: 'not offered', by: [{ file: '.codex/config.toml', line: 2 }] });
});

test('a writable root inside a protected folder makes the answer unknown', () => {
  const files = { '.codex/config.toml': '[sandbox_workspace_write]\nwritable_roots = ["D:/x"]' };
  expect(ask('ls', { files })).toMatchObject({ effect: 'unknown', because: expect.stringContaining('.codex/D:/x') });
  expect(ask('rm -rf x', { files }).effect).toBe('ask');
});
