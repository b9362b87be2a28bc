import type { ConfigFileKind, ConfigSource } from '../entries/server-entry.ts';

/** The clients whose files this package can find and edit. */
export type ClientName = 'roo' | 'zoo' | 'claude-code' | 'claude-desktop' | 'vscode' | 'cursor' | 'kilo' | 'bob';

/** The surroundings of a client, which decide where its file is: the platform, the environment and the folders of the process. */
export interface ClientSurroundings {
  /** As `process.platform` names it: `win32`, `darwin`; anything else counts as Linux. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir?: string | undefined;
  readonly projectRoot?: string | undefined;
}

/** Where a client keeps its servers and how it writes them. */
export interface ClientFile {
  /** How the file is read. */
  readonly kind: ConfigFileKind;
  /** The key that maps names to servers. */
  readonly rootKey: 'mcpServers' | 'servers';
  /** Whether an entry names its type, `"type": "stdio"`. */
  readonly statesType: boolean;
  /** Whether the client cannot start script commands such as `npx` on Windows by itself. */
  readonly needsWindowsShell: boolean;
  /** How the client writes a server that it reaches by a URL; undefined when its file takes none. */
  readonly remote: RemoteForm | undefined;
  /** The folder and name in each scope that the client has; the first scope is its default. */
  readonly scopes: Readonly<Partial<Record<ConfigSource, ClientFilePlace>>>;
}

/** How a client writes a server that it reaches by a URL. */
export interface RemoteForm {
  /** What its `type` is; undefined where the URL says it all. */
  readonly type: 'http' | 'streamable-http' | undefined;
  /** What comes before the name in a variable of the environment: `env:` for `${env:NAME}`. */
  readonly variablePrefix: '' | 'env:';
}

/** A base folder and the path under it. */
export interface ClientFilePlace {
  readonly base: 'project' | 'home' | 'vscode-user' | 'application-data' | 'claude-config';
  readonly path: readonly string[];
}

const inProject = (...path: readonly string[]): ClientFilePlace => ({ base: 'project', path });

const inGlobalStorage = (extension: string): ClientFilePlace => ({
  base: 'vscode-user',
  path: ['globalStorage', extension, 'settings', 'mcp_settings.json'],
});

const ofRooFamily: RemoteForm = { type: 'streamable-http', variablePrefix: 'env:' };

const mcpServers = { rootKey: 'mcpServers', statesType: false, needsWindowsShell: false, remote: undefined } as const;

/**
 * Every client and its files.
 *
 * Zoo Code's extension is `ZooCodeOrganization.zoo-code`; VS Code keeps the storage of an extension in a folder named
 * after its id in lower case. Roo and Zoo can be set to store elsewhere (`customStoragePath`), which is not looked up.
 * The Linux path of Claude Desktop is that of its unofficial builds.
 */
export const clientFiles: Readonly<Record<ClientName, ClientFile>> = {
  roo: {
    ...mcpServers,
    remote: ofRooFamily,
    kind: 'roo',
    scopes: { project: inProject('.roo', 'mcp.json'), global: inGlobalStorage('rooveterinaryinc.roo-cline') },
  },
  zoo: {
    ...mcpServers,
    remote: ofRooFamily,
    kind: 'roo',
    scopes: { project: inProject('.roo', 'mcp.json'), global: inGlobalStorage('zoocodeorganization.zoo-code') },
  },
  'claude-code': {
    rootKey: 'mcpServers',
    statesType: true,
    needsWindowsShell: true,
    remote: { type: 'http', variablePrefix: '' },
    kind: 'claude-code',
    scopes: { project: inProject('.mcp.json'), global: { base: 'claude-config', path: ['.claude.json'] } },
  },
  'claude-desktop': {
    ...mcpServers,
    needsWindowsShell: true,
    kind: 'claude-desktop',
    scopes: { global: { base: 'application-data', path: ['Claude', 'claude_desktop_config.json'] } },
  },
  vscode: {
    rootKey: 'servers',
    statesType: true,
    needsWindowsShell: false,
    remote: { type: 'http', variablePrefix: 'env:' },
    kind: 'vscode',
    scopes: { project: inProject('.vscode', 'mcp.json'), global: { base: 'vscode-user', path: ['mcp.json'] } },
  },
  cursor: {
    ...mcpServers,
    remote: { type: undefined, variablePrefix: 'env:' },
    kind: 'cursor',
    scopes: { project: inProject('.cursor', 'mcp.json'), global: { base: 'home', path: ['.cursor', 'mcp.json'] } },
  },
  kilo: { ...mcpServers, remote: ofRooFamily, kind: 'kilo', scopes: { project: inProject('.kilocode', 'mcp.json') } },
  bob: { ...mcpServers, kind: 'bob', scopes: { project: inProject('.bob', 'mcp.json') } },
};

/** Whether a text names a client of {@link clientFiles}. */
export function isClientName(text: string): text is ClientName {
  return Object.hasOwn(clientFiles, text);
}

/** The scopes that a client has, its default first. */
export function clientScopes(client: ClientName): readonly ConfigSource[] {
  const { scopes } = clientFiles[client];
  return (['project', 'global'] as const).filter((scope) => scopes[scope] !== undefined);
}

/**
 * The path of a client's file. Pure: joins as the given platform does, whatever the platform of the process.
 *
 * @returns The path, or `undefined` when the client lacks the scope or the surroundings lack the folder it depends on.
 */
export function clientFilePath(
  client: ClientName,
  scope: ConfigSource,
  surroundings: ClientSurroundings,
): string | undefined {
  const place = clientFiles[client].scopes[scope];
  if (place === undefined) return undefined;
  const base = baseFolder(place.base, surroundings);
  return base === undefined ? undefined : joinPath(surroundings.platform, base, place.path);
}

function baseFolder(base: ClientFilePlace['base'], surroundings: ClientSurroundings): string | undefined {
  const { env, homeDir, projectRoot } = surroundings;
  if (base === 'project') return projectRoot;
  if (base === 'home') return homeDir;
  if (base === 'claude-config') return given(env.CLAUDE_CONFIG_DIR) ?? homeDir;
  const applicationData = applicationDataFolder(surroundings);
  if (base === 'application-data' || applicationData === undefined) return applicationData;
  return joinPath(surroundings.platform, applicationData, ['Code', 'User']);
}

function applicationDataFolder({ platform, env, homeDir }: ClientSurroundings): string | undefined {
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
