import { kilo } from '../agents/kilo.ts';
import type { WaysOff } from './way-off.ts';

/** Kilo. */
export const kiloWays: WaysOff = {
  agent: kilo,
  managed: { from: '.config/kilo/plugin/modegate.js', to: 'kilo/plugin/modegate.js' },
  ways: [
    { what: 'in a worktree', start: 'worktree', seen: { project: 'off', global: 'holds' } },
    { what: 'in a worktree that has the hook', start: 'worktree-with-hook', seen: { project: 'holds' } },
    { what: '--pure', flags: () => ['--pure'], seen: { global: 'off' } },
    {
      what: 'KILO_DISABLE_PROJECT_CONFIG',
      env: () => ({ KILO_DISABLE_PROJECT_CONFIG: '1' }),
      seen: { project: 'off', global: 'holds' },
    },
    ...['{ "mcp": {,', '{ "mcp": 3 }'].map((text) => ({
      what: `H12: kilo.json is ${text}`,
      files: { 'kilo.json': text },
      seen: { project: 'holds' } as const,
    })),
    {
      what: 'another plugin that throws while it is loaded',
      files: { '.kilo/plugin/a-throws.js': 'throw new Error("x");' },
      seen: { project: 'holds' },
    },
  ],
};
