import type { AgentName } from './agent-names.ts';

/** A call that an agent is about to make, in the vocabulary of the policy. */
export interface AgentCall {
  readonly agent: AgentName;
  /** The tool, as the agent calls it. */
  readonly tool: string;
  /** The agent's working folder, absolute. Relative paths of the call begin there. */
  readonly cwd: string;
  /** The agent's own id of the session. */
  readonly session: string | undefined;
  /** The agent or subagent that makes the call, where its name is known. */
  readonly caller: string | undefined;
  /** The arguments. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Server and tool of an MCP call, where the agent names them apart. */
  readonly mcp: { readonly server: string; readonly tool: string | undefined } | undefined;
  /** The names of the MCP servers that the agent itself knows, whether they are configured for Modegate or not. Empty where it tells none. */
  readonly servers: readonly string[];
  /** What the call does, as far as the agent's own tools go; every part must be allowed. Empty for a tool that is not among them. */
  readonly parts: readonly CallPart[];
}

/** One thing that a call does: a tool of the policy's catalogue, with all that it touches. */
export interface CallPart {
  /** The catalogue's tool. */
  readonly tool: string;
  /** Every path, as the call writes it; undefined for a tool that names none. */
  readonly paths: readonly string[] | undefined;
  /** Further arguments that the policy looks at. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The MCP server whose resources are read. Absent where the call does not say whose they are. */
  readonly server?: string | undefined;
  /** Whether the agent takes another file where the named one is missing: for every path, or for relative ones alone. Default: it does not. */
  readonly replacesMissing?: 'always' | 'relative';
  /** True for a search that follows links in its folders, or may. Default: it does not. */
  readonly followsLinks?: true;
}
