import { cline } from '../agents/cline.ts';
import type { WaysOff } from './way-off.ts';

const waiting = `await new Promise((resolve) => setTimeout(resolve, 6000));
export default { name: 'waiting', manifest: { capabilities: ['hooks'] }, hooks: {} };
`;
const [waits] = [{ '.cline/plugins/a-waits.js': waiting }];

/** Cline CLI. */
export const clineWays: WaysOff = {
  agent: cline,
  ways: [
    { what: 'in a subfolder', start: 'subfolder', seen: { project: 'off', global: 'holds' } },
    { what: 'H4: --worktree', flags: () => ['--worktree'], seen: { project: 'off', global: 'holds' } },
    { what: 'H5: a plugin that takes 6 s to load', files: waits, seen: { project: 'off', global: 'off' } },
    {
      what: 'H5: … and a longer limit',
      files: waits,
      env: () => ({ CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' }),
      seen: { project: 'holds', global: 'holds' },
    },
  ],
};
