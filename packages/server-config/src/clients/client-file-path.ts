import type { ConfigFileKind, ConfigSource } from '../entries/server-entry.ts';
import { type ClientFileLocation, type ClientName, clientFiles } from './client-files.ts';

/** Platform, environment and folders that determine the location of a client's file. */
export interface ClientEnvironment {
  /** As in `process.platform`: `win32`, `darwin`; anything else is treated as Linux. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir?: string | undefined;
  readonly projectRoot?: string | undefined;
}

/**
 * Returns the path of a client's file; a pure function that joins paths for the given platform.
 *
 * @returns The path, or `undefined` if the client lacks the scope or the environment lacks the folder.
 */
export function clientFilePath(
  client: ClientName,
  scope: ConfigSource,
  environment: ClientEnvironment,
): string | undefined {
  const place = clientFiles[client].scopes[scope];
  return place && pathOf(place, environment);
}

/** A file from which a client reads servers. */
export interface ClientLocation {
  readonly file: string;
  readonly kind: ConfigFileKind;
  /** Keys that lead to the map of servers, if they differ from the keys for the file's kind. */
  readonly keyPath?: readonly string[];
}

/**
 * Lists every file that a client reads in a scope, without duplicates, starting with {@link clientFilePath}. Pure
 * function.
 */
export function clientLocations(
  client: ClientName,
  scope: ConfigSource,
  environment: ClientEnvironment,
): readonly ClientLocation[] {
  const { kind, scopes, alsoReads = {}, rootKey } = clientFiles[client];
  const all = [scopes[scope] ?? [], alsoReads[scope] ?? []].flat();
  const places = all.flatMap((place): readonly ClientLocation[] => {
    const file = pathOf(place, environment);
    if (file === undefined) return [];
    if (place.isForProject !== true) return [{ file, kind: place.kind ?? kind }];
    const { projectRoot, platform } = environment;
    if (projectRoot === undefined) return [];
    const key = platform === 'win32' ? projectRoot.replaceAll('\\', '/') : projectRoot;
    return [{ file, kind, keyPath: ['projects', key, rootKey] }];
  });
  return [...new Map(places.map((place) => [place.file, place])).values()];
}

/** Returns the path of a file; undefined if the environment lacks its folder. */
export function pathOf({ base, path }: ClientFileLocation, environment: ClientEnvironment): string | undefined {
  const folder = baseFolder(base, environment);
  return folder === undefined ? undefined : joinPath(environment.platform, folder, path);
}

function baseFolder(base: ClientFileLocation['base'], environment: ClientEnvironment): string | undefined {
  const { env, homeDir, projectRoot } = environment;
  if (base === 'project') return projectRoot;
  if (base === 'home') return homeDir;
  if (base === 'claude-config') return given(env.CLAUDE_CONFIG_DIR) ?? homeDir;
  if (base === 'claude-settings') return given(env.CLAUDE_CONFIG_DIR) ?? inHome(environment, '.claude');
  if (base === 'claude-managed' || base === 'gemini-system' || base === 'qwen-system')
    return systemFolders[base][platformOf(environment)];
  if (base === 'codex') return given(env.CODEX_HOME) ?? inHome(environment, '.codex');
  if (base === 'configuration') return configurationFolder(environment);
  if (base === 'zed') return zedFolder(environment);
  if (base === 'goose') return gooseFolder(environment);
  const applicationData = applicationDataFolder(environment);
  if (base === 'application-data' || applicationData === undefined) return applicationData;
  return joinPath(environment.platform, applicationData, ['Code', 'User']);
}

/** Folders in which an administrator configures the client for all users. */
const systemFolders = {
  'claude-managed': {
    linux: '/etc/claude-code',
    darwin: '/Library/Application Support/ClaudeCode',
    win32: 'C:\\Program Files\\ClaudeCode',
  },
  'gemini-system': {
    linux: '/etc/gemini-cli',
    darwin: '/Library/Application Support/GeminiCli',
    win32: 'C:\\ProgramData\\gemini-cli',
  },
  'qwen-system': {
    linux: '/etc/qwen-code',
    darwin: '/Library/Application Support/QwenCode',
    win32: 'C:\\ProgramData\\qwen-code',
  },
} as const;

function platformOf({ platform }: ClientEnvironment): 'linux' | 'darwin' | 'win32' {
  return platform === 'win32' || platform === 'darwin' ? platform : 'linux';
}

function inHome({ homeDir, platform }: ClientEnvironment, folder: string): string | undefined {
  return homeDir === undefined ? undefined : joinPath(platform, homeDir, [folder]);
}

/** Returns the folder defined by the XDG Base Directory Specification, which some programs use on every platform. */
function configurationFolder({ platform, env, homeDir }: ClientEnvironment): string | undefined {
  return given(env.XDG_CONFIG_HOME) ?? (homeDir === undefined ? undefined : joinPath(platform, homeDir, ['.config']));
}

function zedFolder(environment: ClientEnvironment): string | undefined {
  const { platform } = environment;
  const isWindows = platform === 'win32';
  const base = isWindows ? applicationDataFolder(environment) : configurationFolder(environment);
  return base === undefined ? undefined : joinPath(platform, base, [isWindows ? 'Zed' : 'zed']);
}

function gooseFolder(environment: ClientEnvironment): string | undefined {
  const { platform } = environment;
  const isWindows = platform === 'win32';
  const base = isWindows ? applicationDataFolder(environment) : configurationFolder(environment);
  return base === undefined
    ? undefined
    : joinPath(platform, base, isWindows ? ['Block', 'goose', 'config'] : ['goose']);
}

function applicationDataFolder({ platform, env, homeDir }: ClientEnvironment): string | undefined {
  const under = (...path: readonly string[]): string | undefined =>
    homeDir === undefined ? undefined : joinPath(platform, homeDir, path);
  if (platform === 'win32') return given(env.APPDATA) ?? under('AppData', 'Roaming');
  if (platform === 'darwin') return under('Library', 'Application Support');
  return given(env.XDG_CONFIG_HOME) ?? under('.config');
}

function joinPath(platform: string, base: string, parts: readonly string[]): string {
  const isWindows = platform === 'win32';
  const separator = isWindows ? '\\' : '/';
  return [base.replace(isWindows ? /[\\/]+$/ : /\/+$/, ''), ...parts].join(separator);
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
