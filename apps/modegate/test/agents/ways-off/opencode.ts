import { opencode } from '../agents/opencode.ts';
import type { WaysOff } from './way-off.ts';

const onlyProject = { project: 'holds', global: 'off' } as const;
const onlyGlobal = { project: 'off', global: 'holds' } as const;
const off = { project: 'off', global: 'off' } as const;
const both = { project: 'holds', global: 'holds' } as const;

/** opencode. */
export const opencodeWays: WaysOff = {
  agent: opencode,
  managed: { from: '.config/opencode/plugins/modegate.js', to: 'opencode/plugins/modegate.js' },
  ways: [
    { what: 'H3: in a worktree', start: 'worktree', seen: onlyGlobal },
    { what: 'in a worktree that has the hook', start: 'worktree-with-hook', seen: { project: 'holds' } },
    { what: '--pure', flags: () => ['--pure'], seen: off },
    { what: 'OPENCODE_PURE', env: () => ({ OPENCODE_PURE: '1' }), seen: { global: 'off' } },
    {
      what: 'OPENCODE_DISABLE_PROJECT_CONFIG',
      env: () => ({ OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
      seen: onlyGlobal,
    },
    { what: 'XDG_CONFIG_HOME', env: ({ home }) => ({ XDG_CONFIG_HOME: `${home}/elsewhere` }), seen: onlyProject },
    ...['{ "mcp": {,', '{ "mcp": 3 }'].map((text) => ({
      what: `H12: opencode.json is ${text}`,
      files: { 'opencode.json': text },
      seen: both,
    })),
    {
      what: 'another plugin that throws while it is loaded',
      files: { '.opencode/plugins/a-throws.js': 'throw new Error("x");' },
      seen: { project: 'holds' },
    },
    {
      what: 'another plugin that throws when it is started',
      files: { '.opencode/plugins/a-throws.js': 'export const A = async () => { throw new Error("x"); };' },
      seen: { project: 'holds' },
    },
  ],
};
