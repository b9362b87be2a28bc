import { claudeCode } from '../agents/claude-code.ts';
import { byteOrderMark, comment, cutOff, trailingComma, withKeys } from './faults.ts';
import type { WaysOff } from './way-off.ts';

const [shared, local, user] = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '~/.claude/settings.json',
] as const;
const managed = '~/etc/claude-code/managed-settings.json';
const noHooks = withKeys({ disableAllHooks: true });
const everywhere = { project: 'holds', global: 'holds', managed: 'holds' } as const;
const onlyManaged = { project: 'off', global: 'off', managed: 'holds' } as const;

/** Claude Code without MCP servers, whose file is named relative to the folder where it starts. */
export const claudeCodeWays: WaysOff = {
  agent: { ...claudeCode, flags: ['--allowedTools', 'Write,Bash'] },
  managed: { from: '.claude/settings.json', to: 'claude-code/managed-settings.json' },
  ways: [
    { what: 'in a subfolder', start: 'subfolder', seen: everywhere },
    { what: 'in a worktree', start: 'worktree', seen: { project: 'holds', global: 'holds' } },
    { what: '-w', flags: () => ['-w', 'own'], seen: everywhere },
    {
      what: 'elsewhere, with --add-dir',
      start: 'elsewhere',
      flags: ({ project }) => ['--add-dir', project],
      seen: { project: 'off', global: 'off' },
    },
    { what: '--bare', flags: () => ['--bare'], seen: onlyManaged },
    { what: 'CLAUDE_CODE_SIMPLE', env: () => ({ CLAUDE_CODE_SIMPLE: '1' }), seen: onlyManaged },
    { what: '--safe-mode', flags: () => ['--safe-mode'], seen: onlyManaged },
    { what: 'CLAUDE_CODE_SAFE_MODE', env: () => ({ CLAUDE_CODE_SAFE_MODE: '1' }), seen: onlyManaged },
    { what: '--restricted', flags: () => ['--restricted'], seen: onlyManaged },
    {
      what: 'A1: --setting-sources user',
      flags: () => ['--setting-sources', 'user'],
      seen: { project: 'off', global: 'holds' },
    },
    {
      what: '--setting-sources local',
      flags: () => ['--setting-sources', 'local'],
      seen: { project: 'holds', global: 'off' },
    },
    { what: '--setting-sources with nothing', flags: () => ['--setting-sources', ''], seen: onlyManaged },
    {
      what: 'A2: disableAllHooks by --settings',
      flags: () => ['--settings', '{"disableAllHooks":true}'],
      seen: onlyManaged,
    },
    ...[shared, local, user].map((file) => ({
      what: `A2: disableAllHooks in ${file}`,
      files: { [file]: noHooks },
      seen: onlyManaged,
    })),
    {
      what: 'disableAllHooks in the subfolder where it starts',
      start: 'subfolder',
      files: { 'docs/.claude/settings.json': noHooks },
      seen: { project: 'off', global: 'off' },
    },
    {
      what: 'allowManagedHooksOnly of the user',
      files: { [user]: withKeys({ allowManagedHooksOnly: true }) },
      seen: { project: 'holds', global: 'holds' },
    },
    ...[comment, trailingComma, cutOff, withKeys({ env: 'x' })].flatMap((fault, index) => [
      {
        what: `H12: fault ${index + 1} in ${local}`,
        files: { [local]: fault },
        seen: { project: 'off', global: 'holds' },
      } as const,
      {
        what: `H12: fault ${index + 1} in ${user}`,
        files: { [user]: fault },
        seen: { project: 'holds', global: 'off' },
      } as const,
    ]),
    {
      what: `H12: a comment in ${shared}, which has no hook`,
      files: { [shared]: comment },
      seen: { project: 'holds', global: 'holds' },
    },
    {
      what: 'a mark of the byte order',
      files: { [local]: byteOrderMark, [user]: byteOrderMark },
      seen: { project: 'holds', global: 'holds' },
    },
    { what: `a comment in the managed file`, files: { [managed]: comment }, seen: { managed: 'no start' } },
    {
      what: 'CLAUDE_CONFIG_DIR',
      env: ({ home }) => ({ CLAUDE_CONFIG_DIR: `${home}/other` }),
      seen: { project: 'holds', global: 'off', managed: 'holds' },
    },
  ],
};
