import { type ClientFileLocation, type ClientName, inProject } from '../clients/client-files.ts';
import type { ConfigSource } from '../entries/server-entry.ts';

/** Meaning of a key's value for servers. */
export type LimitForm =
  /** A list of blocked servers. */
  | 'closed-names'
  /** A list of the only allowed servers. */
  | 'open-names'
  /**
   * A list of the only allowed servers, merged over all files; the key `enableAllProjectMcpServers` allows all servers.
   */
  | 'approved-names'
  /** A list of objects that identify blocked servers by `serverName`, or by their command or address. */
  | 'closed-entries'
  /** A list of rules; `mcp__server` and `mcp__server__tool` concern servers. */
  | 'mcp-rules'
  /** A list of tools; `mcp_server_tool` is a tool that belongs to a server. */
  | 'mcp-tools'
  /** A list of the only allowed tools, including built-in ones. */
  | 'open-tools'
  /** A list of rules; `Mcp(server:tool)` concerns servers. */
  | 'mcp-calls'
  /** A map from tools, such as `mcp:server:tool`, to objects in which `default` determines the decision. */
  | 'tool-defaults'
  /** A map of profiles, each with `context_servers` and `enable_all_context_servers`. */
  | 'profiles'
  /** Rules that opencode and Kilo merge from their files. */
  | 'merged-rules';

/** A key, outside the server entries, that a client uses to restrict servers. */
export interface LimitKey {
  /** Keys that lead to the value; `<project>` represents the project's folder. */
  readonly path: readonly string[];
  readonly form: LimitForm;
  /** Scope of the servers that the key restricts. Default: all scopes. */
  readonly scope?: ConfigSource;
}

/** Mechanisms that a client uses to restrict servers. */
export interface ClientLimits {
  /** The client's keys in a server's entry, which are always honoured. */
  readonly inEntry: readonly string[];
  /**
   * Keys in the client's server files and in `files`. A server that is restricted by one of these keys is not moved.
   */
  readonly elsewhere: readonly LimitKey[];
  /** Files in addition to those that contain servers. */
  readonly files: readonly ClientFileLocation[];
  /** Restrictions that are unknown or not checked, as a sentence. */
  readonly gap: string;
}

const at = (path: string, form: LimitForm, scope?: ConfigSource): LimitKey => ({
  path: path.split('.'),
  form,
  ...(scope === undefined ? {} : { scope }),
});

const geminiKeys = [
  at('mcp.allowed', 'open-names'),
  at('mcp.excluded', 'closed-names'),
  at('allowMCPServers', 'open-names'),
  at('excludeMCPServers', 'closed-names'),
  at('tools.exclude', 'mcp-tools'),
];

const systemFiles = (base: 'gemini-system' | 'qwen-system'): readonly ClientFileLocation[] =>
  ['settings.json', 'system-defaults.json'].map((name) => ({ base, path: [name] }));

const none = { inEntry: [], elsewhere: [], files: [] };

const ofRoo: ClientLimits = {
  ...none,
  inEntry: ['disabled', 'disabledTools'],
  gap: 'Approvals are stored in the extension state, not in a file.',
};

const ofOpencode: ClientLimits = {
  ...none,
  inEntry: ['enabled'],
  elsewhere: ['tools', 'permission', 'mcp.<server>.enabled', 'agent.<agent>.tools', 'agent.<agent>.permission'].map(
    (path) => at(path, 'merged-rules'),
  ),
  gap: 'Settings from variables, an organisation or system files are not checked.',
};

/**
 * Known restrictions for each client: the only source for `adopt` and for the table in docs/gateway.md. Sources: code
 * and test runs for Claude Code 2.1.330, Gemini CLI 0.61.0 and Qwen Code 0.24.4; documentation for Cursor and Zed.
 */
export const limitsByClient: Readonly<Record<ClientName, ClientLimits>> = {
  roo: ofRoo,
  zoo: ofRoo,
  kilo: ofOpencode,
  bob: {
    ...none,
    gap: 'No restriction keys are known for this client, either in an entry or in `.bob/settings.json`.',
  },
  'claude-code': {
    ...none,
    elsewhere: [
      at('disabledMcpjsonServers', 'closed-names', 'project'),
      at('enabledMcpjsonServers', 'approved-names', 'project'),
      at('permissions.deny', 'mcp-rules'),
      at('permissions.ask', 'mcp-rules'),
      at('deniedMcpServers', 'closed-entries'),
      at('projects.<project>.disabledMcpServers', 'closed-names'),
      at('projects.<project>.disabledMcpjsonServers', 'closed-names', 'project'),
    ],
    files: [
      inProject('.claude', 'settings.json'),
      inProject('.claude', 'settings.local.json'),
      { base: 'claude-settings', path: ['settings.json'] },
      { base: 'claude-managed', path: ['managed-settings.json'] },
    ],
    gap: 'Subagents, `managed-settings.d`, organisation-wide `allowedMcpServers` and the command line are not checked.',
  },
  'claude-desktop': { ...none, gap: 'No restriction keys are known.' },
  vscode: {
    ...none,
    gap: 'No restriction keys for servers are known. Custom agents (`tools`) and choices made in the user interface are not checked.',
  },
  cursor: {
    ...none,
    elsewhere: [at('permissions.deny', 'mcp-calls')],
    files: [inProject('.cursor', 'cli.json'), { base: 'home', path: ['.cursor', 'cli-config.json'] }],
    gap: 'This is based on the documentation, not on a test. Items that a user switches off in the user interface are not stored in a file.',
  },
  cline: {
    ...none,
    inEntry: ['disabled'],
    gap: 'No restriction keys are known in any other place.',
  },
  codex: {
    ...none,
    inEntry: ['enabled', 'enabled_tools', 'disabled_tools', 'default_tools_approval_mode'],
    gap: '`adopt` cannot move servers out of TOML files. Role files and organisation requirements are not checked.',
  },
  gemini: {
    inEntry: ['includeTools', 'excludeTools'],
    elsewhere: [...geminiKeys, at('tools.core', 'open-tools'), at('tools.confirmationRequired', 'mcp-tools')],
    files: systemFiles('gemini-system'),
    gap: 'Policies in TOML, extensions, subagents and the command line are not checked.',
  },
  goose: {
    ...none,
    inEntry: ['enabled', 'available_tools'],
    gap: '`adopt` cannot move servers out of YAML files. `permission.yaml` is not checked.',
  },
  opencode: ofOpencode,
  qwen: {
    inEntry: ['includeTools', 'excludeTools'],
    elsewhere: [...geminiKeys, at('permissions.deny', 'mcp-rules'), at('permissions.ask', 'mcp-rules')],
    files: systemFiles('qwen-system'),
    gap: 'Extensions, subagents and the command line are not checked.',
  },
  windsurf: { ...none, gap: 'The documentation mentions no restriction keys.' },
  zed: {
    ...none,
    elsewhere: [at('agent.tool_permissions.tools', 'tool-defaults'), at('agent.profiles', 'profiles')],
    gap: 'This is based on the documentation, not on a test.',
  },
};
