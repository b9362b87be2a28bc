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

/**
 * Command-line options that specify what to examine and how to evaluate it; omitted values come from the configuration
 * file, then from the defaults.
 */
export interface SettingsFlags extends LiveFlags, CheckSettingsFlags {
  readonly projectRoot?: string;
  readonly global?: boolean;
  readonly globalConfigDir?: string;
  readonly inventory?: string;
}

/** Settings that determine what is examined and how it is evaluated; paths are absolute. */
export interface Settings extends CheckSettings {
  /** Folder that contains the user's own modes and servers; undefined if they are ignored. */
  readonly globalConfigDir: string | undefined;
  readonly inventoryFile: string | undefined;
  /** Settings for starting servers; undefined if no server is started, which is the default. */
  readonly live: LiveSettings | undefined;
}

/**
 * Resolves the settings of the project around a path.
 *
 * @param read - Reads the configuration file. Default: reads the saved file.
 *
 * @throws {AppError} exit code 2, when the path or the configuration file does not exist, or when a flag or one of the
 * file's values is not usable.
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

/** Flags that select the user's own files. */
export interface GlobalFlags {
  readonly global?: boolean | undefined;
  readonly globalConfigDir?: string | undefined;
}

/** Returns the folder that contains the user's own modes and servers; undefined if they were not requested. */
export function wantedGlobalFolder(flags: GlobalFlags): string | undefined {
  return flags.global === true || flags.globalConfigDir !== undefined ? globalFolder(flags) : undefined;
}

function globalFolder({ globalConfigDir }: GlobalFlags): string {
  return resolve(globalConfigDir ?? (process.env.ROO_CONFIG_DIR || join(homedir(), '.roo-code')));
}

/** Returns the folder in which modes-server stores its state, unless its own flags or file specify another folder. */
export function stateDir(flags: GlobalFlags = {}): string {
  return resolve(process.env.MODEGATE_STATE_DIR || join(globalFolder(flags), 'modegate'));
}

/**
 * Returns the project in a given folder.
 *
 * @throws {AppError} exit code 2 when the folder does not exist.
 */
export function projectFoldersAt(folder: string): ProjectFolders {
  const { repository } = findProject(folder);
  return { root: resolve(folder), repository };
}
