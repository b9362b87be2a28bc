import type { ClientFileLocation, ClientName } from '../clients/client-files.ts';
import type { ConfigSource } from '../entries/server-entry.ts';

/** What the value of a key says of servers. */
export type LimitForm =
  /** A list of servers that are closed. */
  | 'closed-names'
  /** A list of the only servers that are open. */
  | 'open-names'
  /** The same, where the lists of all files count together, and the key `enableAllProjectMcpServers` opens all. */
  | 'approved-names'
  /** A list of objects that name closed servers by `serverName`, or by what they start or call. */
  | 'closed-entries'
  /** A list of rules, of which `mcp__server` and `mcp__server__tool` are about servers. */
  | 'mcp-rules'
  /** A list of tools, of which `mcp_server_tool` is one of a server. */
  | 'mcp-tools'
  /** A list of the only open tools, the built-in ones included. */
  | 'open-tools'
  /** A list of rules, of which `Mcp(server:tool)` is about servers. */
  | 'mcp-calls'
  /** A map of tools, of which `mcp:server:tool` is one of a server, to objects whose `default` decides. */
  | 'tool-defaults'
  /** A map of profiles, each with `context_servers` and `enable_all_context_servers`. */
  | 'profiles'
  /** What opencode and Kilo put together from their files. */
  | 'merged-rules';

/** A key by which a client limits servers outside of their entries. */
export interface LimitKey {
  /** The keys that lead to the value; `<project>` stands for the project's folder. */
  readonly path: readonly string[];
  readonly form: LimitForm;
  /** The only scope of whose servers it speaks. Default: of all. */
  readonly scope?: ConfigSource;
}

/** How a client limits servers. */
export interface ClientLimits {
  /** The client's keys in an entry, which are honoured wherever the entry is read. */
  readonly inEntry: readonly string[];
  /** Keys in the files of its servers and in `files`; a server that one of them limits is left where it is. */
  readonly elsewhere: readonly LimitKey[];
  /** Files besides those of its servers. */
  readonly files: readonly ClientFileLocation[];
  /** What is not known, or not looked at: a sentence. */
  readonly gap: string;
}

const at = (path: string, form: LimitForm, scope?: ConfigSource): LimitKey => ({
  path: path.split('.'),
  form,
  ...(scope === undefined ? {} : { scope }),
});

const inProject = (...path: readonly string[]): ClientFileLocation => ({ base: 'project', path });

const geminiKeys = [
  at('mcp.allowed', 'open-names'),
  at('mcp.excluded', 'closed-names'),
  at('allowMCPServers', 'open-names'),
  at('excludeMCPServers', 'closed-names'),
  at('tools.exclude', 'mcp-tools'),
];

const merged = (...agents: readonly string[]): readonly LimitKey[] =>
  ['tools', 'permission', 'mcp.<server>.enabled', ...agents].map((path) => at(path, 'merged-rules'));

const ofState = 'Approvals are kept in the state of the extension, not in a file.';

/**
 * How each client limits servers, as far as it is known: the only source of what `adopt` looks at and of the table in docs/gateway.md. Claude
 * Code 2.1.330, Gemini CLI 0.61.0 and Qwen Code 0.24.4 are from their code and from runs; Cursor and Zed are from their documents.
 */
export const limitsByClient: Readonly<Record<ClientName, ClientLimits>> = {
  roo: { inEntry: ['disabled', 'disabledTools'], elsewhere: [], files: [], gap: ofState },
  zoo: { inEntry: ['disabled', 'disabledTools'], elsewhere: [], files: [], gap: ofState },
  kilo: {
    inEntry: ['enabled'],
    elsewhere: merged('agent.<agent>.tools', 'agent.<agent>.permission'),
    files: [],
    gap: 'What variables, an organisation or the files of the system add is not looked at.',
  },
  bob: {
    inEntry: [],
    elsewhere: [],
    files: [],
    gap: 'No key of its own is known, in an entry or in `.bob/settings.json`.',
  },
  'claude-code': {
    inEntry: [],
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
    gap: 'Subagents, `managed-settings.d`, `allowedMcpServers` of an organisation and the command line are not looked at.',
  },
  'claude-desktop': { inEntry: [], elsewhere: [], files: [], gap: 'No key is known.' },
  vscode: {
    inEntry: [],
    elsewhere: [],
    files: [],
    gap: 'No key for servers is known. Custom agents (`tools`) and what a person chose in the window are not looked at.',
  },
  cursor: {
    inEntry: [],
    elsewhere: [at('permissions.deny', 'mcp-calls')],
    files: [inProject('.cursor', 'cli.json'), { base: 'home', path: ['.cursor', 'cli-config.json'] }],
    gap: 'By its documents, not from a run. What a person switched off in the window is not in a file.',
  },
  cline: {
    inEntry: ['disabled'],
    elsewhere: [],
    files: [],
    gap: 'No key elsewhere is known.',
  },
  codex: {
    inEntry: ['enabled', 'enabled_tools', 'disabled_tools', 'default_tools_approval_mode'],
    elsewhere: [],
    files: [],
    gap: '`adopt` does not move from TOML. Files of roles and requirements of an organisation are not looked at.',
  },
  gemini: {
    inEntry: ['includeTools', 'excludeTools'],
    elsewhere: [...geminiKeys, at('tools.core', 'open-tools'), at('tools.confirmationRequired', 'mcp-tools')],
    files: [
      { base: 'gemini-system', path: ['settings.json'] },
      { base: 'gemini-system', path: ['system-defaults.json'] },
    ],
    gap: 'Policies in TOML, extensions, subagents and the command line are not looked at.',
  },
  goose: {
    inEntry: ['enabled', 'available_tools'],
    elsewhere: [],
    files: [],
    gap: '`adopt` does not move from YAML. `permission.yaml` is not looked at.',
  },
  opencode: {
    inEntry: ['enabled'],
    elsewhere: merged('agent.<agent>.tools', 'agent.<agent>.permission'),
    files: [],
    gap: 'What variables, an organisation or the files of the system add is not looked at.',
  },
  qwen: {
    inEntry: ['includeTools', 'excludeTools'],
    elsewhere: [...geminiKeys, at('permissions.deny', 'mcp-rules'), at('permissions.ask', 'mcp-rules')],
    files: [
      { base: 'qwen-system', path: ['settings.json'] },
      { base: 'qwen-system', path: ['system-defaults.json'] },
    ],
    gap: 'Extensions, subagents and the command line are not looked at.',
  },
  windsurf: { inEntry: [], elsewhere: [], files: [], gap: 'No key is known from its documents.' },
  zed: {
    inEntry: [],
    elsewhere: [at('agent.tool_permissions.tools', 'tool-defaults'), at('agent.profiles', 'profiles')],
    files: [],
    gap: 'By its documents, not from a run.',
  },
};
