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
  const { platform, env, homeDir, projectRoot } = environment;
  const index = Math.max(0, ['linux', 'darwin', 'win32'].indexOf(platform));
  const byPlatform = (...folders: readonly (string | undefined)[]): string | undefined => folders[index];
  const under = (folder: string | undefined, ...path: readonly string[]): string | undefined =>
    folder === undefined ? undefined : joinPath(platform, folder, path);
  // Folder defined by the XDG Base Directory Specification, which some programs use on every platform.
  const configuration = given(env.XDG_CONFIG_HOME) ?? under(homeDir, '.config');
  const applicationData = byPlatform(
    configuration,
    under(homeDir, 'Library', 'Application Support'),
    given(env.APPDATA) ?? under(homeDir, 'AppData', 'Roaming'),
  );
  const isWindows = platform === 'win32';
  const folders: Readonly<Record<ClientFileLocation['base'], string | undefined>> = {
    project: projectRoot,
    home: homeDir,
    configuration,
    'application-data': applicationData,
    'vscode-user': under(applicationData, 'Code', 'User'),
    'claude-config': given(env.CLAUDE_CONFIG_DIR) ?? homeDir,
    'claude-settings': given(env.CLAUDE_CONFIG_DIR) ?? under(homeDir, '.claude'),
    codex: given(env.CODEX_HOME) ?? under(homeDir, '.codex'),
    goose: isWindows ? under(applicationData, 'Block', 'goose', 'config') : under(configuration, 'goose'),
    zed: isWindows ? under(applicationData, 'Zed') : under(configuration, 'zed'),
    // Folders that contain an administrator's configuration for all users.
    'claude-managed': byPlatform(
      '/etc/claude-code',
      '/Library/Application Support/ClaudeCode',
      'C:\\Program Files\\ClaudeCode',
    ),
    'gemini-system': byPlatform(
      '/etc/gemini-cli',
      '/Library/Application Support/GeminiCli',
      'C:\\ProgramData\\gemini-cli',
    ),
    'qwen-system': byPlatform('/etc/qwen-code', '/Library/Application Support/QwenCode', 'C:\\ProgramData\\qwen-code'),
  };
  return folders[base];
}

function joinPath(platform: string, base: string, parts: readonly string[]): string {
  const isWindows = platform === 'win32';
  const separator = isWindows ? '\\' : '/';
  return [base.replace(isWindows ? /[\\/]+$/ : /\/+$/, ''), ...parts].join(separator);
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
