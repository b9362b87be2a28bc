import { cline } from '../agents/cline.ts';
import type { WaysOff } from './way-off.ts';

const waiting = `await new Promise((resolve) => setTimeout(resolve, 8000));
export default { name: 'waiting', manifest: { capabilities: ['hooks'] }, hooks: {} };
`;
const files = { '.cline/plugins/a-waits.js': waiting };
const switches = '~/.cline/data/settings/global-settings.json';
const ownLimit = () => ({ CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '4000' });
// So that a busy machine does not decide.
const env = () => ({ CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' });

/** Cline CLI. The start with Cline's own limit comes first, because the hub that stays may keep the one of the start before. */
export const clineWays: WaysOff = {
  agent: cline,
  ways: [
    { what: 'H5: a plugin that takes 8 s to load', files, env: ownLimit, seen: { project: 'off', global: 'off' } },
    { what: 'H5: a plugin that takes 8 s to load, with a longer limit', files, env, seen: { project: 'holds' } },
    { what: 'H4: --worktree', flags: () => ['--worktree'], env, seen: { project: 'off' } },
    {
      what: 'disabledPlugins of the user',
      files: {
        [switches]: (_, { project }) => JSON.stringify({ disabledPlugins: [`${project}/.cline/plugins/modegate.js`] }),
      },
      env,
      seen: { project: 'off' },
    },
  ],
};
