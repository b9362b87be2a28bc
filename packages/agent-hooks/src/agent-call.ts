import type { AgentName } from './agent-names.ts';

/** A call that an agent is about to make, in the terms of the policy. */
export interface AgentCall {
  readonly agent: AgentName;
  /** The tool, in the agent's spelling. */
  readonly tool: string;
  /** The agent's working folder, absolute; relative paths of the call start there. */
  readonly cwd: string;
  /** The agent's own session id. */
  readonly session: string | undefined;
  /** The agent or subagent that makes the call, if its name is known. */
  readonly caller: string | undefined;
  /** The arguments. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Server and tool of an MCP call, if the agent names them separately. */
  readonly mcp: { readonly server: string; readonly tool: string | undefined } | undefined;
  /**
   * Names of the MCP servers in the agent's own settings, configured for Modegate or not. Empty if the payload has
   * none.
   */
  readonly servers: readonly string[];
  /** Effects of the call, if it uses a built-in tool; every part must be allowed. Empty for any other tool. */
  readonly parts: readonly CallPart[];
}

/** One effect of a call: a tool of the policy's catalogue with everything it touches. */
export interface CallPart {
  /** Tool of the catalogue. */
  readonly tool: string;
  /** Every path, as written in the call; undefined for a tool without paths. */
  readonly paths: readonly string[] | undefined;
  /** Further arguments that the policy checks. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** MCP server whose resources are read. Absent if the call does not name it. */
  readonly server?: string | undefined;
  /** Which missing files the agent replaces by another file: all, or those with relative paths. Default: none. */
  readonly replacesMissing?: 'always' | 'relative';
  /** True for a search that may follow links in its folders. Default: it does not. */
  readonly followsLinks?: true;
}
