import { copilot } from '../agents/copilot.ts';
import { withKeys } from './faults.ts';
import type { WaysOff } from './way-off.ts';

const config = '~/.copilot/config.json';
const onlyGlobal = { project: 'off', global: 'holds' } as const;
const off = { project: 'off', global: 'off' } as const;
const noHooks = withKeys({ disableAllHooks: true });

/** The files whose `disableAllHooks` switches off the hooks of both scopes. */
const silencing = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.github/copilot/settings.json',
  '.github/copilot/settings.local.json',
];

/** Copilot CLI. No file of the machine's owner for hooks is known. */
export const copilotWays: WaysOff = {
  agent: copilot,
  ways: [
    { what: 'in a subfolder', start: 'subfolder', seen: { project: 'holds', global: 'holds' } },
    { what: 'H4: in a worktree', start: 'worktree', seen: onlyGlobal },
    { what: 'H4: --worktree', flags: () => ['--worktree', 'own'], seen: onlyGlobal },
    { what: 'without trust', files: { [config]: '{}' }, seen: onlyGlobal },
    {
      what: 'H4: with trust for a subfolder alone',
      files: { [config]: '{}' },
      flags: () => ['-C', 'docs', '--trust-folder'],
      seen: onlyGlobal,
    },
    { what: '--trust-folder', files: { [config]: '{}' }, flags: () => ['--trust-folder'], seen: { project: 'holds' } },
    {
      what: 'elsewhere, with --add-dir',
      start: 'elsewhere',
      flags: ({ project: folder }) => ['--add-dir', folder],
      seen: off,
    },
    ...silencing.map((file) => ({ what: `H6: disableAllHooks in ${file}`, files: { [file]: noHooks }, seen: off })),
    ...[config, '~/.copilot/settings.json', '~/.claude/settings.json'].map((file) => ({
      what: `disableAllHooks in ${file}`,
      files: { [file]: noHooks },
      seen: { project: 'holds', global: 'holds' } as const,
    })),
    { what: 'COPILOT_HOME', env: ({ home }) => ({ COPILOT_HOME: `${home}/other` }), seen: off },
  ],
};
