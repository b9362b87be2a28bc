import type { AgentName } from './agent-names.ts';

/** A call that an agent is about to make, described in the policy's terms. */
export interface AgentCall {
  readonly agent: AgentName;
  /** Name by which the agent calls the tool. */
  readonly tool: string;
  /** Absolute path of the agent's working folder. Relative paths in the call are resolved against it. */
  readonly cwd: string;
  /** The agent's own session id. */
  readonly session: string | undefined;
  /** The agent or subagent that makes the call, if its name is known. */
  readonly caller: string | undefined;
  /** Name or path of the shell in the agent's own settings, if the agent reports it. */
  readonly shell?: string | undefined;
  /** The arguments of the call. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The server and tool of an MCP call, if the agent specifies them separately. */
  readonly mcp: { readonly server: string; readonly tool: string | undefined } | undefined;
  /**
   * The names of the MCP servers that the agent itself knows, configured for Modegate or not. Empty if the agent
   * reports none.
   */
  readonly servers: readonly string[];
  /**
   * The actions of the call, for the agent's own tools; all of these actions must be allowed. Empty for other tools.
   */
  readonly parts: readonly CallPart[];
}

/** One action of a call: a tool from the policy's catalogue, with everything that the tool touches. */
export interface CallPart {
  /** The tool's name in the catalogue. */
  readonly tool: string;
  /** Every path, as written in the call; undefined for a tool that does not take paths. */
  readonly paths: readonly string[] | undefined;
  /** Further arguments that the policy examines: for a command, `command` and `cwd` as written in the call. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Name or path of the shell that runs the command. Default: the agent's shell. */
  readonly shell?: string | undefined;
  /** True if it is unknown which commands the tool runs. Default: it runs the commands in `params`. */
  readonly isOpaque?: true;
  /** The MCP server whose resources are read. Absent if the call does not specify one. */
  readonly server?: string | undefined;
  /**
   * Set if the agent uses another file when the specified file is missing: for every path, or only for relative paths.
   * Default: it never does so.
   */
  readonly replacesMissing?: 'always' | 'relative';
  /**
   * True for a search that follows, or may follow, symbolic links in the folders it searches. Default: it does not
   * follow links.
   */
  readonly followsLinks?: true;
}
