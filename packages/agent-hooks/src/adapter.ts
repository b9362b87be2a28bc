import type { AgentTools } from '@modegate/agent-tools';
import type { JsonObject } from '@modegate/json';
import type { AgentName, CommandAgent } from './agent-names.ts';

/** The content of a payload, in the same form for all agents. */
export interface PayloadFields {
  readonly event: unknown;
  readonly tool: unknown;
  readonly input: unknown;
  readonly cwd: unknown;
  readonly session: unknown;
  /** The agent or subagent that makes the call, if its name is known. */
  readonly caller: unknown;
  /** The names of the MCP servers that the agent itself knows, if the agent reports them. */
  readonly servers?: unknown;
  /** The shell in the agent's own settings, if the agent reports it. */
  readonly shell?: unknown;
  /** The server and tool of an MCP call, if the agent specifies them separately. */
  readonly mcp?: { readonly server: unknown; readonly tool?: unknown };
}

/** Describes one agent: its payloads, its tools, and the names that it gives to MCP tools. */
export interface Adapter {
  readonly agent: AgentName;
  /** The events that precede a call; undefined stands for payloads that do not specify an event. */
  readonly events: readonly (string | undefined)[];
  readonly readFields: (payload: JsonObject) => PayloadFields;
  /** All of the agent's own tools. */
  readonly tools: AgentTools;
  /**
   * Returns other paths that the agent's tools may use for a given path, in addition to the path as written or made
   * absolute. Default: none.
   */
  readonly spellings?: (path: string) => readonly string[];
  /**
   * The plan files that the agent's own tools write, as a pattern for their paths in the user's home folder. Default:
   * none.
   */
  readonly plans?: RegExp;
  /** Returns the prefix of the tool names for a server. */
  readonly prefixOf: (server: string) => string;
  /** Returns further possible prefixes. Default: none. */
  readonly otherPrefixesOf?: (server: string) => readonly string[];
  /** The common prefix of all MCP tool names; undefined if the names begin with the server's name. */
  readonly mcpPrefix: string | undefined;
  /** Converts the name of an MCP tool in the same way as the agent. Wildcards are preserved. */
  readonly renameTool: (tool: string) => string;
  /**
   * Returns every name that a server's tool may receive; the actual name may depend on the other tools. Default: the
   * prefix followed by the tool's name.
   */
  readonly wireNames?: (server: string, tool: string) => readonly string[];
  /**
   * Matches the end of a name from which a part has been removed, usually replaced by a hash of the whole name.
   * Default: no names are shortened in this way.
   */
  readonly lost?: RegExp;
  /**
   * Length in characters at or above which names may be cut off, without a hash to distinguish the shortened names.
   * Default: no names are cut off in this way.
   */
  readonly cutAt?: number;
  /** True if the caller's name is followed by `-` and the id of a call. */
  readonly callerHasSuffix?: boolean;
}

/** An agent that starts a command and reads the command's answer; plugins answer in their own form. */
export interface CommandAdapter extends Adapter {
  readonly agent: CommandAgent;
  /**
   * Returns the stdout content that, together with exit code 0, makes the agent refuse a call and report the reason to
   * the model.
   */
  readonly deny: (reason: string) => unknown;
  /**
   * Returns the stdout content that, with exit code 0, makes the agent ask a user, and refuse the call if nobody can
   * answer. Absent by default; in that case, the agent cannot ask in response to a hook, or would run the call or wait
   * forever.
   */
  readonly ask?: (reason: string) => unknown;
  /** The answer that allows a call. Default: nothing. */
  readonly noObjection?: unknown;
}

/** Reads a payload's fields using the keys of Claude Code, which several agents share. */
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

/** Returns the refusal in Claude Code's format, which several agents read. */
export function denyNested(reason: string): object {
  return decideNested('deny', reason);
}

/** Returns the question in Claude Code's format, which several agents read. */
export function askNested(reason: string): object {
  return decideNested('ask', reason);
}

function decideNested(permissionDecision: 'deny' | 'ask', reason: string): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: reason } };
}

/** Replaces characters that a model's API does not accept in a tool name. */
export function replaceOthers(name: string): string {
  return name.replaceAll(/[^\w*?-]/g, '_');
}
