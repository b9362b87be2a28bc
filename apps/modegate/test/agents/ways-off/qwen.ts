import { qwen } from '../agents/qwen.ts';
import { trailingComma, withKeys } from './faults.ts';
import type { WaysOff } from './way-off.ts';

const [project, user, managed] = [
  '.qwen/settings.json',
  '~/.qwen/settings.json',
  '~/etc/qwen-code/settings.json',
] as const;
const noHooks = withKeys({ disableAllHooks: true });

/** Qwen Code. A run takes much of a core, so it has the fewest ways. */
export const qwenWays: WaysOff = {
  agent: qwen,
  managed: {
    from: '.qwen/settings.json',
    to: 'qwen-code/settings.json',
    change: (text) => JSON.stringify({ hooks: JSON.parse(text).hooks }),
  },
  ways: [
    { what: 'H3: in a subfolder', start: 'subfolder', seen: { project: 'off', global: 'holds', managed: 'holds' } },
    { what: '--worktree', flags: () => ['--worktree', 'own'], seen: { project: 'holds' } },
    { what: '--bare', flags: () => ['--bare'], seen: { project: 'off', managed: 'off' } },
    { what: '--safe-mode', flags: () => ['--safe-mode'], seen: { project: 'off', managed: 'off' } },
    {
      what: 'disableAllHooks of the project',
      files: { [project]: noHooks },
      seen: { global: 'off', managed: 'off' },
    },
    {
      what: 'disableAllHooks of the project against the managed one',
      files: { [project]: noHooks, [managed]: withKeys({ disableAllHooks: false }) },
      seen: { managed: 'holds' },
    },
    {
      what: `H12: a comma in ${project}`,
      files: { [project]: trailingComma },
      seen: { project: 'off', global: 'holds' },
    },
    { what: `H12: a comma in ${user}`, files: { [user]: trailingComma }, seen: { global: 'off' } },
  ],
};
