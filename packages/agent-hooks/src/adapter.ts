import type { AgentTools } from '@modegate/agent-tools';
import type { JsonObject } from '@modegate/json';
import type { AgentName, CommandAgent } from './agent-names.ts';

/** Fields of a payload, in one form for every agent. */
export interface PayloadFields {
  readonly event: unknown;
  readonly tool: unknown;
  readonly input: unknown;
  readonly cwd: unknown;
  readonly session: unknown;
  /** The agent or subagent that makes the call, if its name is known. */
  readonly caller: unknown;
  /** Names of the MCP servers in the agent's own settings, if the payload has them. */
  readonly servers?: unknown;
  /** Server and tool of an MCP call, if the agent names them separately. */
  readonly mcp?: { readonly server: unknown; readonly tool?: unknown };
}

/** One agent: its payloads, tools and names of MCP tools. */
export interface Adapter {
  readonly agent: AgentName;
  /** Events before a call; undefined stands for payloads that name none. */
  readonly events: readonly (string | undefined)[];
  readonly readFields: (payload: JsonObject) => PayloadFields;
  /** Every built-in tool of the agent. */
  readonly tools: AgentTools;
  /**
   * Other paths that the agent's tools may read a path as; called for the path as written and for the absolute path.
   * Default: none.
   */
  readonly spellings?: (path: string) => readonly string[];
  /** Plan files that the agent's own tools write, by their paths in the user's home folder. Default: none. */
  readonly plans?: RegExp;
  /** Prefix of the tool names of a server. */
  readonly prefixOf: (server: string) => string;
  /** Other possible prefixes. Default: none. */
  readonly otherPrefixesOf?: (server: string) => readonly string[];
  /** Prefix of all MCP tool names; undefined if they begin with the server. */
  readonly mcpPrefix: string | undefined;
  /** Converts the name of an MCP tool to the agent's spelling. Wildcards stay. */
  readonly renameTool: (tool: string) => string;
  /**
   * Every name that a tool of a server may get, depending on the other tools. Default: the prefix and the tool's name.
   */
  readonly wireNames?: (server: string, tool: string) => readonly string[];
  /** Suffix of names that were shortened, usually a hash of the whole. Default: no names are shortened this way. */
  readonly lost?: RegExp;
  /** Length from which a name may be cut without a distinguishing hash. Default: names are never cut this way. */
  readonly cutAt?: number;
  /** True if the caller's name is followed by `-` and the id of a call. */
  readonly callerHasSuffix?: boolean;
}

/** An agent that starts a command and reads its answer; plugins answer in their own form. */
export interface CommandAdapter extends Adapter {
  readonly agent: CommandAgent;
  /** Builds the object to print, with exit code 0, to refuse a call and tell the model why. */
  readonly deny: (reason: string) => unknown;
  /** Object to print if there is no objection. Default: nothing. */
  readonly noObjection?: unknown;
}

/** Reads a payload with Claude Code's keys, which several agents share. */
export function readSnakeCase(payload: JsonObject): PayloadFields {
  return {
    event: payload.hook_event_name,
    tool: payload.tool_name,
    input: payload.tool_input,
    cwd: payload.cwd,
    session: payload.session_id,
    caller: payload.agent_type,
  };
}

/** Builds a refusal in Claude Code's form, which several agents read. */
export function denyNested(reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
}

/** Replaces characters that a model API rejects in tool names. */
export function replaceOthers(name: string): string {
  return name.replaceAll(/[^\w*?-]/g, '_');
}
