import { type CodexSituation, patch, run, touch, userConfig } from '../situation.ts';
import { serverCall, serverConfig } from './server-situations.ts';

const calls = [touch('a1'), touch('../a2'), run('rm -rf zz'), run('echo hi'), patch('Add ../p1.md')];
const required = '/etc/codex/requirements.toml';
const rules = (text: string) => `[rules]\nprefix_rules = [{ pattern = ${text} }]`;

/** Requirements of an administrator, and the user's settings. */
const requirements: readonly (readonly [text: string, user: string])[] = [
  ['allowed_sandbox_modes = ["read-only"]', ''],
  ['allowed_sandbox_modes = ["read-only", "workspace-write"]', 'sandbox_mode = "danger-full-access"'],
  ['allowed_sandbox_modes = ["read-only", "workspace-write"]', ''],
  ['allowed_sandbox_modes = ["workspace-write"]', ''],
  ['allowed_sandbox_modes = ["bad"]', ''],
  ['allowed_approval_policies = ["on-request"]', 'approval_policy = "never"'],
  ['allowed_approval_policies = ["never"]', ''],
  ['allowed_approval_policies = ["untrusted", "on-request"]', 'approval_policy = "never"'],
  ['allowed_approval_policies = ["on-failure"]', ''],
  ['allowed_approval_policies = []', ''],
  ['allowed_permission_profiles = { ":read-only" = true, ":workspace" = true }', 'sandbox_mode = "danger-full-access"'],
  ['default_permissions = ":read-only"\nallowed_permission_profiles = { ":read-only" = true }', ''],
  ['default_permissions = ":read-only"', ''],
  [rules('[{ token = "echo" }], decision = "forbidden", justification = "j"'), ''],
  [rules('[{ any_of = ["touch", "cat"] }], decision = "prompt"'), ''],
  [rules('[{ token = "echo" }, { token = "x" }], decision = "forbidden"'), ''],
  [rules('[{ token = "echo" }], decision = "allow"'), ''],
  [rules('["echo"], decision = "forbidden"'), ''],
  ['[features]\nshell_tool = false', '[features]\nshell_tool = true'],
  ['unknown = 1', ''],
  ['a =', ''],
];

/** Files of the machine, and files of the same names elsewhere. */
const others: readonly (readonly [path: string, text: string])[] = [
  ['/etc/codex/config.toml', 'sandbox_mode = "read-only"\napproval_policy = "never"'],
  ['/etc/codex/config.toml', 'a ='],
  ['/etc/codex/managed_config.toml', 'sandbox_mode = "read-only"\napproval_policy = "never"'],
  ['/etc/codex/rules/a.rules', 'prefix_rule(["echo"], "forbidden")'],
  ['~/.codex/requirements.toml', 'allowed_sandbox_modes = ["read-only"]'],
  ['~/.codex/managed_config.toml', 'sandbox_mode = "read-only"'],
  ['.codex/requirements.toml', 'allowed_sandbox_modes = ["read-only"]'],
];

const server = serverConfig('git-hub_x', 'default_tools_approval_mode = "approve"');

/** Settings that an administrator prescribes for a machine. */
export const machineSituations: readonly CodexSituation[] = [
  ...requirements.map(([text, user]) => ({
    name: `requirements ${text} | ${user}`.replaceAll('\n', '; '),
    files: { ...userConfig(user), [required]: text },
    calls,
  })),
  ...others.map(([path, text]) => ({
    name: `${path} ${text.replaceAll('\n', '; ')}`,
    files: { ...userConfig('approval_policy = "on-request"'), [path]: text },
    calls,
  })),
  {
    name: 'requirements with a rule beside a broken file',
    files: {
      ...userConfig(''),
      [required]: rules('[{ token = "echo" }], decision = "forbidden"'),
      '~/.codex/rules/a.rules': 'prefix_rule(["touch"], "deny")',
    },
    calls,
  },
  ...[
    '',
    '[mcp_servers.other]\nidentity = { command = "x" }',
    `[mcp_servers."git-hub_x"]\nidentity = { command = ${JSON.stringify(process.execPath)} }`,
  ].map((text, index) => ({
    name: `requirements with servers ${index}`,
    files: { ...userConfig(server), [required]: `[mcp_servers]\n${text}` },
    calls: [serverCall('plain')],
  })),
];
