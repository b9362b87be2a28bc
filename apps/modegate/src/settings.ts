import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type CheckSettings,
  type CheckSettingsFlags,
  findProject,
  type ProjectFolders,
  resolveCheckSettings,
} from '@modegate/policy-check/node';
import { readTextFile } from '@modegate/text-files';
import { type LiveFlags, type LiveSettings, readLive } from './project/live/live-settings.ts';

/** Flags about the project and its check; unset ones come from the file, then from the defaults. */
export interface SettingsFlags extends LiveFlags, CheckSettingsFlags {
  readonly projectRoot?: string;
  readonly global?: boolean;
  readonly globalConfigDir?: string;
  readonly inventory?: string;
}

/** All resolved settings; paths are absolute. */
export interface Settings extends CheckSettings {
  /** Folder of the user's own modes and servers; undefined if not used. */
  readonly globalConfigDir: string | undefined;
  readonly inventoryFile: string | undefined;
  /** Undefined if no server is started, which is the default. */
  readonly live: LiveSettings | undefined;
}

/**
 * Resolves the settings of the project that contains a path.
 *
 * @param read - Reads the configuration file. Default: as saved.
 *
 * @throws {AppError} exit code 2 if the path or configuration file does not exist, or a value or flag is invalid.
 */
export async function resolveSettings(flags: SettingsFlags, path = '.', read = readTextFile): Promise<Settings> {
  const place = flags.projectRoot === undefined ? findProject(path) : projectFoldersAt(flags.projectRoot);
  return {
    ...(await resolveCheckSettings(place, flags, { read })),
    globalConfigDir: wantedGlobalFolder(flags),
    inventoryFile: flags.inventory === undefined ? undefined : resolve(flags.inventory),
    live: readLive(flags, join(stateDir(flags), 'trusted-servers.json')),
  };
}

/** Flags about the user's own files. */
export interface GlobalFlags {
  readonly global?: boolean | undefined;
  readonly globalConfigDir?: string | undefined;
}

/** Folder of the user's own modes and servers; undefined if not requested. */
export function wantedGlobalFolder(flags: GlobalFlags): string | undefined {
  return flags.global === true || flags.globalConfigDir !== undefined ? globalFolder(flags) : undefined;
}

function globalFolder({ globalConfigDir }: GlobalFlags): string {
  return resolve(globalConfigDir ?? (process.env.ROO_CONFIG_DIR || join(homedir(), '.roo-code')));
}

/** Default state folder of modes-server. */
export function stateDir(flags: GlobalFlags = {}): string {
  return resolve(process.env.MODEGATE_STATE_DIR || join(globalFolder(flags), 'modegate'));
}

/**
 * Finds the project in a named folder.
 *
 * @throws {AppError} exit code 2 if the folder does not exist.
 */
export function projectFoldersAt(folder: string): ProjectFolders {
  const { repository } = findProject(folder);
  return { root: resolve(folder), repository };
}
