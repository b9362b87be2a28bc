import { expandPath } from '@modegate/program-shell';
import type { InstalledServer, InstallFlags } from '@modegate/program-shell/install';
import { checkMode } from '../modes/check-mode.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import { resolveSettings, type SettingsFlags } from '../settings/settings.ts';
import { version } from '../version.ts';

/** How `install` adds this server to a client's file. */
export const installedServer: InstalledServer<InstallFlags & SettingsFlags> = {
  packageName: '@modegate/modes-server',
  version,
  entryName: 'modegate',
  projectRoot: process.env.ROO_PROJECT_ROOT,
  ownArguments: projectArguments,
  ownOptions: ['--project-root'],
  pathOptions: ['--config', '--global-config-dir', '--servers', '--state-dir', '--log-file', '--audit-log'],
  check: async (flags) => {
    // The client starts the server without this shell's variables; only where the files are is taken from them.
    const { ROO_PROJECT_ROOT, ROO_CONFIG_DIR } = process.env;
    const settings = resolveSettings(flags, { ROO_PROJECT_ROOT, ROO_CONFIG_DIR });
    if (settings.mode !== undefined) checkMode((await readSettingsProject(settings)).policy, settings.mode);
  },
};

// The client's own variable, for it to replace.
const workspaceFolder = `\${workspaceFolder}`;

/** Clients of an editor start servers in the project folder or can name it; a client without one must be told where the project is. */
function projectArguments(flags: InstallFlags): readonly string[] {
  if (flags.projectRoot !== undefined) return ['--project-root', expandPath(flags.projectRoot)];
  if (['vscode', 'cursor', 'roo', 'zoo'].includes(flags.client)) return ['--project-root', workspaceFolder];
  return flags.client === 'claude-code' ? [] : ['--project-root', expandPath('.')];
}
