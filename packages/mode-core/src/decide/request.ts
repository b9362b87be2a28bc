import type { Circumstances } from '../circumstances/circumstances.ts';

/** The identity of an MCP call: always the pair, never a wire name. */
export interface McpIdentity {
  readonly server: string;
  /** Absent for a resource. */
  readonly tool?: string | undefined;
}

/** What is at a path, with links followed: a folder, anything else that counts as a file, or nothing. */
export type PathKind = 'file' | 'folder' | 'missing';

/** One call that an agent wants to make. */
export interface ToolRequest extends Circumstances {
  /** Slug of the mode the call is made in. */
  readonly mode: string;
  /** Name of the tool as called: a static tool, an alias, or an MCP wire name (then give `mcp`). */
  readonly tool: string;
  /** Server and tool of an MCP call; for `use_mcp_tool` and `access_mcp_resource` it may be left to `params`. */
  readonly mcp?: McpIdentity | undefined;
  /** The arguments that will be executed, not a summary of them: every path among them counts. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /**
   * What is known of the paths in `params`, each as it is written there; `listCallPaths` lists those that need it. Of a path without a
   * kind it is not known whether it is a file or a folder, so a tool that takes both is refused unless both are allowed.
   */
  readonly pathKinds?: Readonly<Record<string, PathKind>> | undefined;
}
