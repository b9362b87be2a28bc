import { codex } from '../agents/codex.ts';
import { byteOrderMark, comment, trailingComma, withKeys } from './faults.ts';
import type { Change, WaysOff } from './way-off.ts';

const [project, user] = ['.codex/hooks.json', '~/.codex/hooks.json'] as const;
const [projectConfig, userConfig, requirements] = [
  '.codex/config.toml',
  '~/.codex/config.toml',
  '~/etc/codex/requirements.toml',
] as const;
const everywhere = { project: 'holds', global: 'holds', managed: 'holds' } as const;
const off = { project: 'off', global: 'off', managed: 'off' } as const;
const noHooks = '[features]\nhooks = false\n';

/** An entry of `hooks.json` as the requirements of a machine have it. */
function toRequirements(text: string): string {
  const [{ matcher, hooks }] = JSON.parse(text).hooks.PreToolUse;
  return `[hooks]
managed_dir = "/etc/codex/hooks"
[[hooks.PreToolUse]]
${matcher === undefined ? '' : `matcher = ${JSON.stringify(matcher)}\n`}[[hooks.PreToolUse.hooks]]
type = "command"
command = ${JSON.stringify(hooks[0].command)}
timeout = ${hooks[0].timeout}
`;
}

const untrusted: Change = (text) => text.replaceAll('trust_level = "trusted"', 'trust_level = "untrusted"');
const unknownHook: Change = (text) => text.replaceAll('trusted_hash', 'other_hash');

/** Codex. */
export const codexWays: WaysOff = {
  agent: codex,
  managed: { from: '.codex/hooks.json', to: 'codex/requirements.toml', change: toRequirements },
  ways: [
    { what: 'in a subfolder', start: 'subfolder', seen: everywhere },
    { what: 'in a worktree without .codex', start: 'worktree', seen: { project: 'off', global: 'holds' } },
    {
      what: 'in a worktree with another file in .codex',
      start: 'worktree',
      files: { '~/worktree/.codex/config.toml': '' },
      seen: { project: 'holds' },
    },
    { what: 'in a worktree with the hook', start: 'worktree-with-hook', seen: { project: 'holds' } },
    { what: '--worktree', flags: () => ['--worktree'], seen: { project: 'off', global: 'holds' } },
    { what: '-C with a subfolder', flags: () => ['-C', 'docs'], seen: { project: 'holds', global: 'holds' } },
    {
      what: 'elsewhere, with -C',
      start: 'elsewhere',
      flags: ({ project: folder }) => ['-C', folder],
      seen: { project: 'holds', global: 'holds' },
    },
    {
      what: 'elsewhere, with --add-dir',
      start: 'elsewhere',
      flags: ({ project: folder }) => ['--add-dir', folder],
      seen: { project: 'off', global: 'off' },
    },
    { what: '--disable hooks', flags: () => ['--disable', 'hooks'], seen: off },
    {
      what: '-c features.codex_hooks=false',
      flags: () => ['-c', 'features.codex_hooks=false'],
      seen: { project: 'off' },
    },
    { what: 'features.hooks of the project', files: { [projectConfig]: noHooks }, seen: off },
    { what: 'features.hooks of the user', files: { [userConfig]: (text) => `${text}\n${noHooks}` }, seen: off },
    {
      what: '--disable hooks against the requirements of the machine',
      flags: () => ['--disable', 'hooks'],
      files: { [requirements]: (text) => `${text}\n[features]\nhooks = true\n` },
      seen: { managed: 'holds' },
    },
    {
      what: '--ignore-user-config',
      flags: () => ['--ignore-user-config'],
      seen: { project: 'off', global: 'off', managed: 'holds' },
    },
    {
      what: 'a project without trust',
      files: { [userConfig]: untrusted },
      seen: { project: 'off', global: 'holds', managed: 'holds' },
    },
    {
      what: 'a hook without trust',
      files: { [userConfig]: unknownHook },
      seen: { project: 'off', global: 'off' },
    },
    ...[comment, trailingComma, byteOrderMark, withKeys({ env: 'x' })].map((fault, index) => ({
      what: `H12: fault ${index + 1} in the file of the hook`,
      files: { [project]: fault, [user]: fault },
      seen: { project: 'off', global: 'off' } as const,
    })),
    ...[projectConfig, userConfig].map((file) => ({
      what: `a fault in ${file}`,
      files: { [file]: (text: string) => `${text}\na = = b\n` },
      seen: { project: 'no start', global: 'no start' } as const,
    })),
  ],
};
