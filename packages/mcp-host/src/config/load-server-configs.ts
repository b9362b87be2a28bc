import { isAbsolute, resolve } from 'node:path';
import { clientFilePath } from './client-files.ts';
import { configFileKind, sourceOfKind } from './config-file-kind.ts';
import type { ConfigProblem } from './config-problem.ts';
import { type ConfigTextReading, loadConfigText } from './load-config-text.ts';
import { mergeServers } from './merge-servers.ts';
import { readServers } from './read-server-config.ts';
import type { ConfigFileKind, ConfigSource, ServerEntry } from './server-entry.ts';

/** A file to read, when the usual ones are not wanted. */
export interface ServerConfigFile {
  readonly file: string;
  readonly kind?: ConfigFileKind | undefined;
  readonly source?: ConfigSource | undefined;
}

/** Where to look for server configurations. */
export interface LoadServerConfigsOptions {
  readonly projectRoot: string;
  /** The folder of a Roo-family client's global settings, or its parent. Absent: no global file is read. */
  readonly globalConfigDir?: string | undefined;
  /** Absent: Claude Desktop's file is not read. */
  readonly homeDir?: string | undefined;
  /** Used to find Claude Desktop's file. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Default: the platform of the process. */
  readonly platform?: NodeJS.Platform | undefined;
  /** These files and no others, highest precedence first; relative ones stand under `projectRoot`. */
  readonly files?: readonly (string | ServerConfigFile)[] | undefined;
}

/** One file that was looked for. */
export interface LoadedConfigFile {
  readonly file: string;
  readonly kind: ConfigFileKind;
  readonly source: ConfigSource;
  /** `unreadable`: there, or asked for by name, but not understood. Nothing in it is known, so a caller must fail closed. */
  readonly state: 'read' | 'missing' | 'unreadable';
}

/** Every server of a project, by precedence. */
export interface LoadedServerConfigs {
  /** One entry for each name, the one of highest precedence; disabled and invalid ones included. */
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
  /** In order of precedence, highest first. */
  readonly files: readonly LoadedConfigFile[];
  /** True when any file is `unreadable`. */
  readonly unreadable: boolean;
}

/**
 * Reads the server configurations of a project. Precedence: `.roo/mcp.json`, then the global `mcp_settings.json`
 * (`settings/` first), then `.mcp.json`, `.vscode/mcp.json`, `.cursor/mcp.json`, `.kilocode/mcp.json`, `.bob/mcp.json`,
 * then Claude Desktop. Never rejects for what a file holds; files that do not exist are no problem unless asked for by name.
 */
export async function loadServerConfigs(options: LoadServerConfigsOptions): Promise<LoadedServerConfigs> {
  const asked = options.files !== undefined;
  const wanted = (options.files?.map(asFile) ?? usualFiles(options)).map((file) => located(file, options.projectRoot));
  const readings = await Promise.all(wanted.map(async (file) => read(file, await loadConfigText(file.file), asked)));
  const merged = mergeServers(readings.map(({ servers }) => servers));
  return {
    servers: merged.servers,
    problems: [...readings.flatMap(({ problems }) => problems), ...merged.problems],
    files: readings.map(({ file }) => file),
    unreadable: readings.some(({ file }) => file.state === 'unreadable'),
  };
}

const OTHER_PROJECT_FILES = [
  '.mcp.json',
  '.vscode/mcp.json',
  '.cursor/mcp.json',
  '.kilocode/mcp.json',
  '.bob/mcp.json',
];

function usualFiles(options: LoadServerConfigsOptions): readonly ServerConfigFile[] {
  const { globalConfigDir, homeDir, env = {}, platform = process.platform } = options;
  const global = (globalConfigDir === undefined ? [] : ['settings/mcp_settings.json', 'mcp_settings.json']).map(
    (name): ServerConfigFile => ({ file: resolve(globalConfigDir ?? '', name), kind: 'roo', source: 'global' }),
  );
  const desktop =
    homeDir === undefined ? undefined : clientFilePath('claude-desktop', 'global', { platform, env, homeDir });
  return [
    { file: '.roo/mcp.json', kind: 'roo', source: 'project' },
    ...global,
    ...OTHER_PROJECT_FILES.map((file): ServerConfigFile => ({ file, source: 'project' })),
    ...(desktop === undefined ? [] : [{ file: desktop, kind: 'claude-desktop', source: 'global' } as const]),
  ];
}

function asFile(file: string | ServerConfigFile): ServerConfigFile {
  return typeof file === 'string' ? { file } : file;
}

type LocatedFile = Omit<LoadedConfigFile, 'state'>;

function located(
  { file, kind = configFileKind(file), source = sourceOfKind(kind, file) }: ServerConfigFile,
  projectRoot: string,
): LocatedFile {
  return { file: isAbsolute(file) ? file : resolve(projectRoot, file), kind, source };
}

function read(
  file: LocatedFile,
  reading: ConfigTextReading,
  asked: boolean,
): {
  readonly file: LoadedConfigFile;
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
} {
  if (reading.state === 'read') {
    const { servers, problems, unreadable } = readServers(reading.text, file);
    return { file: { ...file, state: unreadable ? 'unreadable' : 'read' }, servers, problems };
  }
  if (reading.state === 'missing' && !asked) return { file: { ...file, state: 'missing' }, servers: [], problems: [] };
  return { file: { ...file, state: 'unreadable' }, servers: [], problems: [fileProblem(file.file, reading)] };
}

function fileProblem(file: string, reading: Exclude<ConfigTextReading, { readonly state: 'read' }>): ConfigProblem {
  const code = reading.state === 'missing' ? 'FILE_MISSING' : reading.code;
  const reason = reading.state === 'missing' ? 'it does not exist' : reading.reason;
  const message = `The server configuration ${file} was not used: ${reason}.`;
  return { code, severity: 'error', message, file, pointer: '', line: 1, column: 1 };
}
