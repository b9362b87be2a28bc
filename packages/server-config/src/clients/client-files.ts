import type { ConfigFileKind, ConfigSource } from '../entries/server-entry.ts';
import type { ConfigFormatName } from '../formats/config-format.ts';
import {
  bareVariable,
  commandAndArgs,
  commandList,
  type EntryFormat,
  envVariable,
  gooseWords,
} from './entry-format.ts';

/** Clients whose files this package can find and edit. */
export type ClientName =
  | 'roo'
  | 'zoo'
  | 'claude-code'
  | 'claude-desktop'
  | 'vscode'
  | 'cursor'
  | 'kilo'
  | 'bob'
  | 'gemini'
  | 'qwen'
  | 'cline'
  | 'windsurf'
  | 'zed'
  | 'opencode'
  | 'codex'
  | 'goose';

/** Location and format of a client's server file. */
export interface ClientFile {
  /** Kind of the file, which determines how it is read. */
  readonly kind: ConfigFileKind;
  /** Key of the map from names to servers. */
  readonly rootKey: 'mcpServers' | 'servers' | 'context_servers' | 'mcp' | 'mcp_servers' | 'extensions';
  readonly format: ConfigFormatName;
  /** Format of an entry. */
  readonly words: EntryFormat;
  /** True if the client itself cannot start script commands such as `npx` on Windows. */
  readonly needsWindowsShell: boolean;
  /** Location for each of the client's scopes; the first scope is the default. */
  readonly scopes: Readonly<Partial<Record<ConfigSource, ClientFileLocation>>>;
  /**
   * Further files that the client reads and merges; the first file in a scope may be among them. If that first file is
   * missing, an existing file of the same name in any folder, with any extension, is written instead. Default: none.
   */
  readonly alsoReads?: Readonly<Partial<Record<ConfigSource, readonly ClientFileLocation[]>>>;
}

/** A base folder and a path relative to it. */
export interface ClientFileLocation {
  readonly base:
    | 'project'
    | 'home'
    | 'vscode-user'
    | 'application-data'
    | 'configuration'
    | 'claude-config'
    | 'claude-settings'
    | 'claude-managed'
    | 'gemini-system'
    | 'qwen-system'
    | 'codex'
    | 'goose'
    | 'zed';
  readonly path: readonly string[];
  /** Kind of the file, if it differs from the client's. */
  readonly kind?: ConfigFileKind;
  /** True if the servers belong to the project and are listed under `projects`. Default false. */
  readonly isForProject?: boolean;
}

/** A file in the project's folder. */
export const inProject = (...path: readonly string[]): ClientFileLocation => ({ base: 'project', path });

const inGlobalStorage = (extension: string): ClientFileLocation => ({
  base: 'vscode-user',
  path: ['globalStorage', extension, 'settings', 'mcp_settings.json'],
});

const inHome = (...path: readonly string[]): ClientFileLocation => ({ base: 'home', path });

const mcpServers = { format: 'json', rootKey: 'mcpServers', words: commandAndArgs, needsWindowsShell: false } as const;

const inRooFamily = {
  ...mcpServers,
  words: { ...commandAndArgs, remote: { type: 'streamable-http', url: 'url', variable: envVariable } },
} as const;

const inGeminiFamily = {
  ...mcpServers,
  words: { ...commandAndArgs, remote: { url: 'httpUrl', variable: bareVariable } },
} as const;

const inFolders = (
  base: ClientFileLocation['base'],
  folders: readonly (readonly string[])[],
  names: readonly string[],
): readonly ClientFileLocation[] =>
  folders.flatMap((folder) => names.map((name): ClientFileLocation => ({ base, path: [...folder, name] })));

const opencodeNames = ['opencode.json', 'opencode.jsonc'] as const;

const kiloNames = ['kilo.jsonc', 'kilo.json'] as const;

const inOpencodeFamily = { format: 'json', rootKey: 'mcp', words: commandList, needsWindowsShell: false } as const;

/**
 * Every client and its files.
 *
 * Zoo Code's extension is `ZooCodeOrganization.zoo-code`; VS Code stores an extension's data in a folder named after
 * the extension's lower-case id. Roo and Zoo can store their files elsewhere (`customStoragePath`), which is not
 * checked. The Linux path for Claude Desktop is the one used by its unofficial builds. The file for Cline is the one
 * used by its command line. The files for opencode 1.18.33 and Kilo 7.7.7 were observed with `debug config`; both
 * programs also search above the project's folder, which this package does not do. Claude Code 2.1.197 stores the
 * servers added with `claude mcp add` under `projects`, keyed by the root of the Git repository.
 */
export const clientFiles: Readonly<Record<ClientName, ClientFile>> = {
  roo: {
    ...inRooFamily,
    kind: 'roo',
    scopes: { project: inProject('.roo', 'mcp.json'), global: inGlobalStorage('rooveterinaryinc.roo-cline') },
  },
  zoo: {
    ...inRooFamily,
    kind: 'roo',
    scopes: { project: inProject('.roo', 'mcp.json'), global: inGlobalStorage('zoocodeorganization.zoo-code') },
  },
  'claude-code': {
    ...mcpServers,
    words: { ...commandAndArgs, type: 'stdio', remote: { type: 'http', url: 'url', variable: bareVariable } },
    needsWindowsShell: true,
    kind: 'claude-code',
    scopes: { project: inProject('.mcp.json'), global: { base: 'claude-config', path: ['.claude.json'] } },
    alsoReads: { project: [{ base: 'claude-config', path: ['.claude.json'], isForProject: true }] },
  },
  'claude-desktop': {
    ...mcpServers,
    needsWindowsShell: true,
    kind: 'claude-desktop',
    scopes: { global: { base: 'application-data', path: ['Claude', 'claude_desktop_config.json'] } },
  },
  vscode: {
    ...mcpServers,
    rootKey: 'servers',
    words: { ...commandAndArgs, type: 'stdio', remote: { type: 'http', url: 'url', variable: envVariable } },
    kind: 'vscode',
    scopes: { project: inProject('.vscode', 'mcp.json'), global: { base: 'vscode-user', path: ['mcp.json'] } },
  },
  cursor: {
    ...mcpServers,
    words: { ...commandAndArgs, remote: { url: 'url', variable: envVariable } },
    kind: 'cursor',
    scopes: { project: inProject('.cursor', 'mcp.json'), global: inHome('.cursor', 'mcp.json') },
  },
  kilo: {
    ...inOpencodeFamily,
    kind: 'kilo-config',
    scopes: {
      project: inProject('.kilo', 'kilo.jsonc'),
      global: { base: 'configuration', path: ['kilo', 'kilo.jsonc'] },
    },
    alsoReads: {
      project: [
        ...inFolders('project', [['.kilo'], [], ['.kilocode']], [...kiloNames, ...opencodeNames]),
        ...inFolders('project', [['.kilo'], ['.kilocode']], ['mcp.json']).map((place) => ({
          ...place,
          kind: 'kilo' as const,
        })),
      ],
      global: [
        ...inFolders('configuration', [['kilo']], [...kiloNames, ...opencodeNames, 'config.json']),
        ...inFolders('home', [['.kilo'], ['.kilocode']], [...kiloNames, ...opencodeNames]),
      ],
    },
  },
  bob: { ...mcpServers, kind: 'bob', scopes: { project: inProject('.bob', 'mcp.json') } },
  gemini: {
    ...inGeminiFamily,
    kind: 'gemini',
    scopes: { project: inProject('.gemini', 'settings.json'), global: inHome('.gemini', 'settings.json') },
  },
  qwen: {
    ...inGeminiFamily,
    kind: 'gemini',
    scopes: { project: inProject('.qwen', 'settings.json'), global: inHome('.qwen', 'settings.json') },
  },
  cline: {
    ...mcpServers,
    // The client does not substitute variables, so a token must be written by hand.
    words: { ...commandAndArgs, remote: { type: 'streamableHttp', url: 'url', variable: undefined } },
    kind: 'cline',
    scopes: { global: inHome('.cline', 'data', 'settings', 'cline_mcp_settings.json') },
  },
  windsurf: {
    ...mcpServers,
    words: { ...commandAndArgs, remote: { url: 'serverUrl', variable: envVariable } },
    kind: 'windsurf',
    scopes: { global: inHome('.codeium', 'windsurf', 'mcp_config.json') },
  },
  zed: {
    ...mcpServers,
    rootKey: 'context_servers',
    words: { ...commandAndArgs, remote: { url: 'url', variable: undefined } },
    kind: 'zed',
    scopes: {
      project: inProject('.zed', 'settings.json'),
      global: { base: 'zed', path: ['settings.json'] },
    },
  },
  opencode: {
    ...inOpencodeFamily,
    kind: 'opencode',
    scopes: {
      project: inProject('opencode.json'),
      global: { base: 'configuration', path: ['opencode', 'opencode.json'] },
    },
    alsoReads: {
      project: inFolders('project', [[], ['.opencode']], opencodeNames),
      global: [
        ...inFolders('configuration', [['opencode']], [...opencodeNames, 'config.json']),
        ...inFolders('home', [['.opencode']], opencodeNames),
      ],
    },
  },
  codex: {
    format: 'toml',
    rootKey: 'mcp_servers',
    words: { ...commandAndArgs, remote: { url: 'url', variable: 'bearer_token_env_var' } },
    needsWindowsShell: false,
    kind: 'codex',
    scopes: { project: inProject('.codex', 'config.toml'), global: { base: 'codex', path: ['config.toml'] } },
  },
  goose: {
    format: 'yaml',
    rootKey: 'extensions',
    words: gooseWords,
    needsWindowsShell: false,
    kind: 'goose',
    scopes: { global: { base: 'goose', path: ['config.yaml'] } },
  },
};

/** True if a string is the name of a client in {@link clientFiles}. */
export function isClientName(text: string): text is ClientName {
  return Object.hasOwn(clientFiles, text);
}

/** Returns a client's scopes, the default first. */
export function clientScopes(client: ClientName): readonly ConfigSource[] {
  const { scopes } = clientFiles[client];
  return (['project', 'global'] as const).filter((scope) => scopes[scope] !== undefined);
}
