import { isAbsolute, relative } from 'node:path';
import { AppError, expandPath } from '@modegate/cli-kit';
import type { AdoptFlags, AdoptingServer, InstalledServer, InstallFlags } from '@modegate/cli-kit/install';
import { gatewayBypassProblem } from '@modegate/project';
import { ownScripts } from '../gateway/connections-options.ts';
import { requireKnownMode } from '../modes/check-mode.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import { resolveSettings, type Settings } from '../settings/settings.ts';
import type { SettingsFlags } from '../settings/settings-reader.ts';
import { version } from '../version.ts';

type Flags = AdoptFlags & SettingsFlags;

/** The entry that `install` adds to a client's file, and that `adopt` substitutes for the client's other servers. */
export const installedServer: InstalledServer<Flags> & AdoptingServer<Flags> = {
  packageName: '@modegate/modes-server',
  version,
  entryName: 'modegate',
  projectRoot: process.env.ROO_PROJECT_ROOT,
  ownArguments: projectArguments,
  ownOptions: ['--project-root'],
  pathOptions:
    '--config --global-config-dir --servers --state-dir --session-storage --database-password-file --log-file --audit-log'.split(
      ' ',
    ),
  check,
  remarks,
  checkGateway: async (flags) => {
    if (settingsOf(flags).gateway.enabled === 'off')
      throw new AppError('With --gateway off, no other servers are offered, so none are moved. Remove --gateway off.');
    await check(flags);
  },
  stateDir: (flags) => settingsOf(flags).gateway.stateDir,
  serversArguments: (flags, file) => ['--servers', writtenPath(flags, file)],
  ownScripts: ownScripts(),
  review: async (flags, { plan, isAsking }) => {
    const { serversFile, present } = plan;
    const settings = settingsOf({ ...flags, servers: [serversFile] });
    const { reviewAdopted } = await import('./review-adopted.ts');
    await reviewAdopted(settings, { serversFile, present, isAsking });
  },
};

async function check(flags: Flags): Promise<void> {
  const settings = settingsOf(flags);
  if (settings.mode !== undefined) requireKnownMode((await readSettingsProject(settings)).policy, settings.mode);
}

/** Returns remarks about servers that the client also starts itself. */
async function remarks(flags: Flags): Promise<readonly string[]> {
  const settings = settingsOf(flags);
  const { findBypassedServers } = await import('./gateway-bypasses.ts');
  const found = await findBypassedServers(settings, await readSettingsProject(settings), flags.client);
  return found.map((one) => gatewayBypassProblem(one).message);
}

/** The client starts the server without this shell's variables; only variables that specify locations are copied. */
function settingsOf(flags: Flags): Settings {
  const { ROO_PROJECT_ROOT, ROO_CONFIG_DIR } = process.env;
  return resolveSettings(flags, { ROO_PROJECT_ROOT, ROO_CONFIG_DIR });
}

// A variable that the client itself replaces.
const workspaceFolder = `\${workspaceFolder}`;

/**
 * Some clients specify the project folder, and some start servers in it; for all other clients, the entry must specify
 * the folder.
 */
function projectArguments({ projectRoot, client }: InstallFlags): readonly string[] {
  if (projectRoot !== undefined) return ['--project-root', expandPath(projectRoot)];
  if (['vscode', 'cursor', 'roo', 'zoo'].includes(client)) return ['--project-root', workspaceFolder];
  return startingInProject.includes(client) ? [] : ['--project-root', expandPath('.')];
}

const startingInProject: readonly string[] = ['claude-code', 'codex', 'gemini', 'kilo', 'opencode', 'qwen'];

/**
 * Returns a path inside the project: if possible, in a form that also works for other users of the project; otherwise
 * as an absolute path.
 */
function writtenPath(flags: Flags, file: string): string {
  const [start] = projectArguments(flags).slice(1);
  const inside = relative(settingsOf(flags).projectRoot, file).replaceAll('\\', '/');
  if (inside.startsWith('..') || isAbsolute(inside)) return file;
  if (start === workspaceFolder) return `${workspaceFolder}/${inside}`;
  return start === undefined ? inside : file;
}
