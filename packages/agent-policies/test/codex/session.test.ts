import { codexPolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, codexFiles, home, project, trusted } from './support.ts';

const config = (text: string) => ({ '~/.codex/config.toml': `${text}\n${trusted}` });

describe('starts of Codex', () => {
  test.each([
    ['sandbox_mode = "readonly"', 1],
    ['\napproval_policy = "untrusted"', 2],
    ['approval_policy = { granular = { rules = true } }', 1],
    ['sandbox_mode = ', 1],
    ['default_permissions = "p"', 1],
    ['default_permissions = ":nothing"', 1],
    ['\n[permissions.p.filesystem]\n":root" = "read"', 2],
    ['default_permissions = "p"\n[permissions.p]\nextends = ":danger-full-access"', 3],
    ['default_permissions = "p"\n[permissions.p]\nextends = "q"\n[permissions.q]\nextends = "p"', 5],
    ['default_permissions = "p"\n[permissions.p.filesystem]\n"docs" = "write"', 3],
    ['default_permissions = "p"\n[permissions.p.filesystem]\n"/docs" = "all"', 3],
    ['default_permissions = "p"\n[permissions.p.filesystem.":workspace_roots"]\n"*.md" = "write"', 3],
    ['default_permissions = "p"\n[permissions.p.filesystem.":workspace_roots"]\n"../x" = "write"', 3],
    ['default_permissions = "p"\n[permissions.p.filesystem.":root"]\n"x" = "write"', 3],
    ['default_permissions = ":read-only"\n[permissions.":x".filesystem]\n":root" = "read"', 2],
    ['default_permissions = ":read-only"\n[permissions.q.filesystem]\n"/x" = "all"', 3],
    ['approvals_reviewer = "x"', 1],
    ['[mcp_servers.a]\ndisabled_tools = "x"', 2],
    ['profile = "x"', 1],
    ['[mcp_servers.a]\ndefault_tools_approval_mode = "always"', 2],
    ['[sandbox_workspace_write]\nnetwork_access = "yes"', 2],
    ['approval_policy = { granular = { rules = true, sandbox_approval = true, mcp_elicitations = true }, x = 1 }', 1],
    ['web_search = "off"', 1],
    ['personality = 1', 1],
    ['[features]\nshell_tool = "no"', 2],
    ['[features]\nmulti_agent_v2 = 1', 2],
    ['[history]\nmax_bytes = "x"', 2],
    ['[agents]\nmax_threads = 1.5', 2],
    ['[[hooks]]\nevent = "SessionStart"', 1],
    ['[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "x"', 1],
    ['[mcp_servers.a]\ncommand = "x"\nargs = [1]', 3],
    ['[mcp_servers.a]\ncommand = "x"\nstartup_timeout_sec = "x"', 3],
    ['[mcp_servers.a]\ncommand = "x"\nurl = "y"', 3],
    ['[mcp_servers.a]\nurl = "x"\nbearer_token = "y"', 3],
    [
      'default_permissions = "p"\n[permissions.p]\nextends = ":read-only"\n[permissions.p.filesystem.":workspace_roots"]\n"" = "write"',
      5,
    ],
  ])('a start of Codex fails for %j', (text, line) => {
    for (const name of ['~/.codex/config.toml', '.codex/config.toml']) {
      if (text.startsWith('profile') && name.startsWith('.')) continue;
      const answer = ask('ls', { files: { [name]: text } });
      expect(answer).toMatchObject({
        effect: 'deny',
        by: [{ file: name, line }],
        because: expect.stringContaining('does not start'),
      });
    }
  });

  test.each([
    'aproval_policy = "x"',
    'approval_policy = "on-failure"',
    'sandbox_mode = { read-only = {} }',
    'approval_policy = { never = {} }',
    '[profiles.x]\nmodel = "y"',
    '[features]\nmulti_agent_v2 = { enabled = true }',
    '[mcp_servers.a]\ncommand = "x"\nautoApprove = 1',
  ])('a start of Codex does not fail for %j', (text) => {
    expect(ask('ls', { files: config(text) }).effect).toBe('allow');
  });

  test('a start of Codex does not fail for keys that it ignores in a project file', () => {
    const text = 'notify = 1\nprofile = "x"\nmodel_provider = 1\notel = 1';
    expect(ask('ls', { files: { '.codex/config.toml': text } }).effect).toBe('allow');
    expect(ask('ls', { files: config('notify = 1') }).effect).toBe('deny');
  });

  test.each(['--no-such-flag', '--full-auto', '-s', '-s all', 'exec -a never'])(
    'a start of Codex fails for the flags %s',
    (flags) => {
      expect(ask('ls', { circumstances: { flags } })).toMatchObject({
        effect: 'deny',
        by: [{ file: 'the command line' }],
      });
    },
  );

  test('a start of Codex with --strict-config fails for an unknown key', () => {
    const circumstances = { flags: '--strict-config' };
    expect(ask('ls', { files: config('aproval_policy = "x"'), circumstances }).effect).toBe('deny');
    expect(ask('ls', { files: config('approval_policy = "never"'), circumstances }).effect).toBe('allow');
  });

  test('a start that fails is part of the profile, with line and column', () => {
    const { home: _home, ...files } = codexFiles({ '.codex/config.toml': '# x\nsandbox_mode = "all"\n' });
    const { profiles, problems } = codexPolicies.readProfiles({ ...files, home: undefined });
    expect(profiles).toMatchObject([
      { name: 'codex', doesNotStart: { code: 'CODEX_DOES_NOT_START', line: 2, column: 1 } },
    ]);
    expect(problems).toHaveLength(1);
  });

  test('a start fails for a project server without command and url, unless the user configures one', () => {
    const project = { '.codex/config.toml': '[mcp_servers.a]\nenabled = false\n' };
    expect(ask('ls', { files: project })).toMatchObject({
      effect: 'deny',
      by: [{ file: '.codex/config.toml', line: 1 }],
    });
    expect(ask('ls', { files: { ...project, ...config('[mcp_servers.a]\ncommand = "x"') } }).effect).toBe('allow');
    const { profiles, problems } = codexPolicies.readProfiles({ ...codexFiles(project), home: undefined });
    expect(profiles[0]?.doesNotStart).toBe(undefined);
    expect(problems).toMatchObject([{ code: 'CODEX_SERVER_WITHOUT_START', severity: 'warning', line: 1 }]);
  });

  test('a start with an old profile fails, and with an unknown profile name it does not', () => {
    const circumstances = { flags: '-p x' };
    expect(ask('ls', { files: config('[profiles.x]\nmodel = "y"'), circumstances }).effect).toBe('deny');
    expect(ask('ls', { files: config(''), circumstances }).effect).toBe('allow');
    const files = { ...config(''), '~/.codex/x.config.toml': 'sandbox_mode = "read-only"' };
    expect(ask('ls', { files, circumstances }).within?.write).toEqual([]);
    expect(ask('ls', { files }).within?.write).not.toEqual([]);
  });
});

describe('the Codex sandbox', () => {
  test('the sandbox of the higher layer counts, in either form', () => {
    const files = (user: string, own: string) => ({ ...config(user), '.codex/config.toml': own });
    const write = (user: string, own: string, flags = '') =>
      ask('ls', { files: files(user, own), circumstances: { flags } }).within?.write;
    expect(write('sandbox_mode = "danger-full-access"', 'default_permissions = ":read-only"')).toEqual([]);
    expect(write('default_permissions = ":read-only"', 'sandbox_mode = "danger-full-access"')).toBeUndefined();
    expect(write('sandbox_mode = "danger-full-access"\ndefault_permissions = ":read-only"', '')).toEqual([]);
    expect(write('', 'sandbox_mode = "danger-full-access"', '-s read-only')).toEqual([]);
    expect(write('', '', '--sandbox=danger-full-access')).toBeUndefined();
    expect(write('', '', '-c sandbox_mode=read-only')).toEqual([]);
  });

  test('the workspace-write sandbox has roots, network and temporary folders', () => {
    const text =
      'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["/data"]\nnetwork_access = true\nexclude_slash_tmp = true\nexclude_tmpdir_env_var = true';
    expect(ask('ls', { files: config(text) }).within).toMatchObject({
      read: 'all',
      write: [project, '/data'],
      network: true,
      mayAsk: true,
      readOnly: expect.arrayContaining([`${project}/.git`, '/data/.codex']),
    });
  });

  test('the sandbox has roots relative to its file', () => {
    const files = { '~/.codex/config.toml': `${trusted}[sandbox_workspace_write]\nwritable_roots = ["rel", "~/x"]` };
    expect(ask('ls', { files }).within?.write).toEqual([project, `${home}/.codex/rel`, `${home}/x`, '/tmp', '$TMPDIR']);
  });

  test('the sandbox setting is checked after the layers are merged, without -s', () => {
    const files = { ...config('sandbox_mode = "bad"'), '.codex/config.toml': 'sandbox_mode = "read-only"' };
    expect(ask('ls', { files }).effect).toBe('allow');
    const own = { '.codex/config.toml': 'sandbox_mode = "bad"' };
    expect(ask('ls', { files: own, circumstances: { flags: '-s read-only' } }).effect).toBe('deny');
  });

  test('the sandbox of a start folder covers that folder', () => {
    const answer = ask('ls', { circumstances: { cwd: `${project}/apps/web`, flags: '--add-dir ../api' } });
    expect(answer.within?.write).toEqual([`${project}/apps/web`, `${project}/apps/api`, '/tmp', '$TMPDIR']);
  });

  test('a sandbox without read access to the root starts nothing', () => {
    const profile = (entry: string) => config(`default_permissions = "p"\n[permissions.p.filesystem]\n${entry}`);
    expect(ask('ls', { files: profile('":minimal" = "read"') }).effect).toBe('deny');
    expect(ask('ls', { files: profile('"/usr" = "read"') }).effect).toBe('unknown');
    expect(ask('ls', { files: profile('":root" = "read"\n":project" = "write"') }).effect).toBe('allow');
  });
});

describe('undecidable cases of Codex', () => {
  test.each([
    [{ flags: '--approve-for-me' }, 'a model'],
    [{ flags: "-s 'x" }, 'quote'],
    [{ permissionMode: 'plan' }, '"plan"'],
    [{ platform: 'win32' as const }, 'Windows'],
  ])('an answer of Codex is unknown with %j', (circumstances, because) => {
    expect(ask('ls', { circumstances })).toMatchObject({
      effect: 'unknown',
      because: expect.stringContaining(because),
    });
  });

  test('an unrecorded tool of Codex needs a question, and is unknown for another version', () => {
    expect(ask({ tool: 'new_tool', arguments: {} }).effect).toBe('ask');
    expect(ask({ tool: 'new_tool', arguments: {} }, { circumstances: { version: '0.200.0' } }).effect).toBe('unknown');
  });
});
