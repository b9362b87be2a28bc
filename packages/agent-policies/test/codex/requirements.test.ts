import { describe, expect, test } from 'vitest';
import { ask, project, trusted } from './support.ts';

const path = '/etc/codex/requirements.toml';
const required = (text: string, user = '') => ({ '~/.codex/config.toml': `${user}\n${trusted}`, [path]: text });
const rules = (text: string) => `[rules]\nprefix_rules = [{ pattern = ${text} }]`;

describe('machine requirements of Codex', () => {
  test.each([
    ['allowed_sandbox_modes = ["read-only"]', '', []],
    ['allowed_sandbox_modes = ["read-only", "workspace-write"]', 'sandbox_mode = "danger-full-access"', []],
    ['allowed_sandbox_modes = ["read-only", "workspace-write"]', '', [project, '/tmp', '$TMPDIR']],
    ['default_permissions = ":read-only"\nallowed_permission_profiles = { ":read-only" = true }', '', []],
    [
      'allowed_permission_profiles = { ":read-only" = true, ":workspace" = true }',
      'sandbox_mode = "danger-full-access"',
      [project, '/tmp', '$TMPDIR'],
    ],
  ])('the requirements replace the sandbox: %j', (text, user, write) => {
    expect(ask('ls', { files: required(text, user) }).within?.write).toEqual(write);
  });

  test.each([
    ['["on-request"]', 'never', 'ask'],
    ['["never", "on-request"]', 'on-request', 'ask'],
    ['["never"]', 'on-request', 'deny'],
    ['["on-failure"]', 'on-request', 'ask'],
  ])('required approval policies %s turn "%s" into %s', (allowed, policy, effect) => {
    const files = required(`allowed_approval_policies = ${allowed}`, `approval_policy = "${policy}"`);
    expect(ask('rm -rf x', { files }).effect).toBe(effect);
  });

  test('the required policy "untrusted" makes every command a question', () => {
    const files = required('allowed_approval_policies = ["untrusted"]');
    expect(ask('ls', { files })).toMatchObject({ effect: 'ask', by: [{}, { file: path, line: 1 }] });
  });

  test('rules in the requirements apply even if the rules of a file cannot be loaded', () => {
    const text = rules('[{ token = "echo" }, { any_of = ["a", "b"] }], decision = "forbidden", justification = "no"');
    const files = { ...required(text), '.codex/rules/a.rules': 'prefix_rule(["x"], "deny")' };
    expect(ask('echo b c', { files })).toMatchObject({
      effect: 'deny',
      because: expect.stringContaining('"no"'),
      by: [{ rule: 'prefix_rule(["echo",["a","b"]], "forbidden")', file: path, line: 2 }],
    });
    expect(ask('echo c', { files }).effect).toBe('allow');
  });

  test('the requirements set features and restrict servers', () => {
    expect(ask('ls', { files: required('[features]\nshell_tool = false') }).effect).toBe('not offered');
    const server = '[mcp_servers.a]\ncommand = "x"\ndefault_tools_approval_mode = "approve"';
    const effect = (text: string) =>
      ask({ tool: 'mcp__a__t', arguments: {} }, { files: required(text, server) }).effect;
    expect(effect('')).toBe('allow');
    expect(effect('[mcp_servers]')).toBe('not offered');
    expect(effect('[mcp_servers.a]\nidentity = { command = "y" }')).toBe('not offered');
    expect(effect('[mcp_servers.a]\nidentity = { command = "x" }')).toBe('allow');
  });

  test.each([
    'allowed_sandbox_modes = ["workspace-write"]',
    'allowed_sandbox_modes = ["bad"]',
    'allowed_approval_policies = []',
    'allowed_permission_profiles = { ":read-only" = true }',
    'default_permissions = ":read-only"',
    rules('["echo"], decision = "forbidden"'),
    rules('[{ token = "echo" }], decision = "allow"'),
    'a =',
  ])('the requirements keep Codex from starting: %j', (text) => {
    expect(ask('ls', { files: required(text) })).toMatchObject({
      effect: 'deny',
      by: [{ file: path }],
      because: expect.stringContaining('does not start'),
    });
  });

  test.each([
    ['[permissions.filesystem]\ndeny_read = ["/secret"]', ''],
    ['allowed_sandbox_modes = ["read-only"]', 'default_permissions = "p"\n[permissions.p]\nextends = ":workspace"'],
  ])('the requirements make unobserved cases unknown: %j', (text, user) => {
    expect(ask('ls', { files: required(text, user) }).effect).toBe('unknown');
  });

  test('an answer of codex exec is unknown if the requirements forbid its policy of never asking', () => {
    const files = required('allowed_approval_policies = ["on-request"]');
    expect(ask('ls', { files, circumstances: { headless: true } }).effect).toBe('unknown');
  });

  test('the requirements are read only from /etc', () => {
    const text = 'allowed_sandbox_modes = ["read-only"]';
    for (const name of ['~/.codex/requirements.toml', '.codex/requirements.toml'])
      expect(ask('ls', { files: { [name]: text } }).within?.write).not.toEqual([]);
  });
});

test('settings of the machine rank below those of the user, and managed settings above flags', () => {
  const write = (name: string, flags: string) =>
    ask('ls', { files: { [`/etc/codex/${name}`]: 'sandbox_mode = "read-only"' }, circumstances: { flags } }).within
      ?.write;
  expect(write('config.toml', '')).toEqual([]);
  expect(write('config.toml', '-s workspace-write')).not.toEqual([]);
  expect(write('managed_config.toml', '-s workspace-write')).toEqual([]);
});
