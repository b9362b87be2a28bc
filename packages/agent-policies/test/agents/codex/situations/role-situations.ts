import { type CodexSituation, escalated, patch, run, touch, userConfig } from '../situation.ts';
import { serverCall, serverConfig } from './server-situations.ts';

const head = 'name = "r"\ndescription = "d"\ndeveloper_instructions = "i"\n';

/** Contents of a role's file, and the user's settings. */
const files: readonly (readonly [role: string, user: string])[] = [
  [head, ''],
  [`${head}sandbox_mode = "read-only"`, ''],
  [`${head}sandbox_mode = "danger-full-access"`, 'sandbox_mode = "read-only"'],
  [`${head}approval_policy = "never"`, ''],
  [`${head}approval_policy = "on-request"`, 'approval_policy = "never"'],
  [`${head}default_permissions = ":read-only"`, ''],
  [`${head}[features]\nshell_tool = false`, ''],
  [`${head}[features]\nshell_tool = true`, '[features]\nshell_tool = false'],
  [`${head}${serverConfig('git-hub_x', 'default_tools_approval_mode = "approve"')}`, serverConfig('git-hub_x', '')],
  [`${head}unknown = 1`, ''],
  [`${head}tools = ["read"]`, ''],
  [`${head}sandbox_mode = "readonly"`, ''],
  [head.replace('name = "r"\n', ''), ''],
  [head.replace('description = "d"\n', ''), ''],
  [head.replace('"i"', '" "'), ''],
  [head.replace('"r"', '" r "'), ''],
  [`${head}nickname_candidates = ["a/b"]`, ''],
];

const calls = [touch('a1'), run('rm -rf zz'), touch('b1', escalated), patch('Add ../p1.md'), serverCall('plain')];

const declared = (text: string) => ({ '.codex/config.toml': `[agents.r]\n${text}` });

/** Subagents: the existence of a role, and the parts of its file that count. */
export const roleSituations: readonly CodexSituation[] = [
  ...files.map(([role, user], index) => ({
    name: `role ${index}: ${role.startsWith(head) ? role.slice(head.length).split('\n')[0] : role.replaceAll('\n', '; ')}`,
    files: { ...userConfig(user), '.codex/agents/team/x.toml': role },
    role: 'r',
    calls,
  })),
  {
    name: 'role of the user',
    files: { ...userConfig(''), '~/.codex/agents/x.toml': head },
    role: 'r',
    calls: [touch('a1')],
  },
  {
    name: 'role of a project without trust',
    files: { ...userConfig('', 'untrusted'), '.codex/agents/x.toml': head },
    role: 'r',
    calls: [touch('a1')],
  },
  {
    name: 'role without a file',
    files: { ...userConfig(''), ...declared('description = "d"') },
    role: 'r',
    calls: [touch('a1')],
  },
  {
    name: 'role without a description',
    files: { ...userConfig(''), ...declared('') },
    role: 'r',
    calls: [touch('a1')],
  },
  {
    name: 'role whose file has another name',
    files: {
      ...userConfig(''),
      ...declared('description = "d"\nconfig_file = "agents/x.toml"'),
      '.codex/agents/x.toml': 'name = "other"',
    },
    role: 'r',
    calls: [touch('a1')],
  },
];
