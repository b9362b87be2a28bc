import { type CodexSituation, patch, run, touch, userConfig } from '../situation.ts';

const calls = [touch('a1'), touch('../a2'), run('rm -rf zz'), run('echo hi'), patch('Add p1.md')];
const rule = (word: string, decision: string) => `prefix_rule(["${word}"], "${decision}")`;
const granular = (rules: boolean, rest = '') => `approval_policy = { granular = { rules = ${rules}${rest} } }`;
const parts = ', sandbox_approval = false, mcp_elicitations = true';

/** Settings of the user and of the project about the same thing. */
const pairs: readonly (readonly [user: string, project: string])[] = [
  ['sandbox_mode = "read-only"', 'sandbox_mode = "danger-full-access"'],
  ['default_permissions = ":read-only"', 'sandbox_mode = "workspace-write"'],
  ['sandbox_mode = "danger-full-access"', 'default_permissions = ":read-only"'],
  ['approval_policy = "on-request"', 'approval_policy = "never"'],
  [granular(true, parts), granular(false)],
  ['[sandbox_workspace_write]\nwritable_roots = ["<project>/.."]', 'sandbox_mode = "workspace-write"'],
  ['[sandbox_workspace_write]\nwritable_roots = ["<project>/.."]', '[sandbox_workspace_write]\nwritable_roots = []'],
  [
    'default_permissions = "p"\n[permissions.p.filesystem]\n":root" = "read"',
    '[permissions.p.filesystem]\n":root" = "write"',
  ],
  ['default_permissions = "p"', '[permissions.p]\nextends = ":workspace"'],
  ['[permissions.p]\nextends = ":workspace"', 'default_permissions = "p"'],
  ['[permissions.p]\nextends = ":workspace"', ''],
  ['sandbox_mode = "bad"', 'sandbox_mode = "read-only"'],
  ['', '[projects."<project>"]\ntrust_level = "untrusted"'],
  ['[features]\nshell_tool = false', '[features]\nshell_tool = true'],
  ['', '[sandbox_workspace_write]\nwritable_roots = ["../.."]'],
  ['', 'profile = "x"\nnotify = 1\nsandbox_mode = "read-only"'],
  ['', 'sandbox_mode ='],
  ['', '[mcp_servers.x]\nenabled = false'],
  ['[mcp_servers.x]\ncommand = "/nosuch"', '[mcp_servers.x]\nenabled = false'],
];

const flags: readonly (readonly string[])[] = [
  ['-c', 'sandbox_mode=danger-full-access'],
  ['-c', 'default_permissions=":read-only"'],
  ['-c', 'sandbox_mode=bad'],
  ['-c', 'features.shell_tool=false'],
];

const levels = [undefined, 'trusted', 'untrusted'] as const;

function trustOf(folder: string, level: (typeof levels)[number]): string {
  return level === undefined ? '' : `[projects."${folder}"]\ntrust_level = "${level}"\n`;
}

/** Layers of settings and of rules, and the trust that each requires. */
export const layerSituations: readonly CodexSituation[] = [
  ...pairs.flatMap(([user, project]) =>
    ([undefined, 'trusted'] as const).map((trust) => ({
      name: `layers ${trust}: ${user} | ${project}`.replaceAll('\n', '; '),
      files: { ...userConfig(user, trust), '.codex/config.toml': project },
      calls,
    })),
  ),
  ...flags.map((words) => ({
    name: `flags ${words.join(' ')}`,
    files: {
      ...userConfig(''),
      '.codex/config.toml': 'sandbox_mode = "workspace-write"',
    },
    flags: words,
    calls,
  })),
  ...['workspace-write', 'read-only'].map((mode) => ({
    name: `who writes trusts: ${mode}`,
    files: { ...userConfig(`sandbox_mode = "${mode}"`, undefined), '.codex/rules/a.rules': rule('echo', 'forbidden') },
    calls,
  })),
  {
    name: 'strictest rule of all files',
    files: {
      ...userConfig(''),
      '~/.codex/rules/a.rules': rule('echo', 'allow'),
      '.codex/rules/a.rules': rule('echo', 'prompt'),
      '.codex/rules/sub/b.rules': rule('touch', 'forbidden'),
    },
    calls,
  },
  {
    name: 'one broken file of rules',
    files: {
      ...userConfig(''),
      '~/.codex/rules/a.rules': rule('echo', 'forbidden'),
      '.codex/rules/b.rules': rule('x', 'deny'),
    },
    calls,
  },
  ...levels.flatMap((ofProject) =>
    levels.flatMap((ofFolder) =>
      ['apps/web', 'apps'].map((cwd) => ({
        name: `start in ${cwd}, project ${ofProject}, folder ${ofFolder}`,
        files: {
          '~/.codex/config.toml': trustOf('<project>', ofProject) + trustOf('<project>/apps/web', ofFolder),
          '.codex/rules/a.rules': rule('echo', 'forbidden'),
          'apps/web/.codex/rules/b.rules': rule('cat', 'forbidden'),
          'apps/web/.codex/config.toml': 'sandbox_mode = "workspace-write"',
        },
        start: { cwd },
        calls: [touch('a1'), touch('../a2'), run('echo hi'), run('cat x')],
      })),
    ),
  ),
];
