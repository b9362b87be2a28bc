import type { Circumstances } from '../circumstances/circumstances.ts';
import type { CommandShell } from '../commands/command-analyser.ts';

/** Identity of an MCP call, which always consists of a server and a tool, never of a wire name. */
export interface McpIdentity {
  readonly server: string;
  /** Name of the tool; absent for a resource. */
  readonly tool?: string | undefined;
}

/** The path's kind after links are resolved. Anything that is not a folder is treated as a file. */
export type PathKind = 'file' | 'folder' | 'missing';

/** A call that an agent wants to make. */
export interface ToolRequest extends Circumstances {
  /** Slug of the mode in which the call is made. */
  readonly mode: string;
  /** Tool name used in the call: the name of a static tool, an alias, or an MCP wire name (for a wire name, also pass `mcp`). */
  readonly tool: string;
  /**
   * Server and tool of an MCP call. For `use_mcp_tool` and `access_mcp_resource`, `params` may contain them instead.
   */
  readonly mcp?: McpIdentity | undefined;
  /**
   * Complete arguments of the call, not a summary, because every path in them is checked. For `execute_command`:
   * `command`, and also `cwd` if the command does not run in the project's folder.
   */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Shell that runs the command in this call. Default: the policy's shell. */
  readonly shell?: CommandShell | undefined;
  /**
   * Kinds of the paths in `params`, keyed by the path as written; `listCallPaths` lists the paths to look up. A path
   * without a kind may be a file or a folder, so a tool that takes both needs permission for both.
   */
  readonly pathKinds?: Readonly<Record<string, PathKind>> | undefined;
}
