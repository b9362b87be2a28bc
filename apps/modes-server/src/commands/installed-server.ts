import { expandPath } from '@modegate/program-shell';
import type { InstalledServer, InstallFlags } from '@modegate/program-shell/install';
import { version } from '../version.ts';

/** What the command line says about an installation. */
interface Flags extends InstallFlags {
  readonly mode?: string;
}

/** How `install` adds this server to a client's file. */
export const installedServer: InstalledServer<Flags> = {
  packageName: '@modegate/modes-server',
  version,
  entryName: 'modegate',
  projectRoot: process.env.ROO_PROJECT_ROOT,
  serverArguments: (flags) => [...projectArguments(flags), ...(flags.mode === undefined ? [] : ['--mode', flags.mode])],
};

// The client's own variable, for it to replace.
const workspaceFolder = `\${workspaceFolder}`;

/** Clients of an editor start servers in the project folder or can name it; a client without one must be told where the project is. */
function projectArguments(flags: Flags): readonly string[] {
  if (flags.projectRoot !== undefined) return ['--project-root', expandPath(flags.projectRoot)];
  if (['vscode', 'cursor', 'roo', 'zoo'].includes(flags.client)) return ['--project-root', workspaceFolder];
  return flags.client === 'claude-code' ? [] : ['--project-root', expandPath('.')];
}
