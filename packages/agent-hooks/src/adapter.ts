import type { AgentTools } from '@modegate/agent-tools';
import type { JsonObject } from '@modegate/json';
import type { AgentName, CommandAgent } from './agent-names.ts';

/** What a payload says, in one shape for every agent. */
export interface PayloadFields {
  readonly event: unknown;
  readonly tool: unknown;
  readonly input: unknown;
  readonly cwd: unknown;
  readonly session: unknown;
  /** The agent or subagent that makes the call, where its name is known. */
  readonly caller: unknown;
  /** The names of the MCP servers that the agent itself knows, where it tells them. */
  readonly servers?: unknown;
  /** Server and tool of an MCP call, where the agent names them apart. */
  readonly mcp?: { readonly server: unknown; readonly tool?: unknown };
}

/** One agent: its payloads, tools and names of MCP tools. */
export interface Adapter {
  readonly agent: AgentName;
  /** The events before a call; undefined means payloads that name none. */
  readonly events: readonly (string | undefined)[];
  readonly readFields: (payload: JsonObject) => PayloadFields;
  /** Every tool of the agent itself. */
  readonly tools: AgentTools;
  /** What the agent's tools may take a path for, beside what it says; for a path as it is written, and for it made absolute. Default: nothing else. */
  readonly spellings?: (path: string) => readonly string[];
  /** The files that the agent's own tools write of their plans, by their paths in the user's home folder. Default: none. */
  readonly plans?: RegExp;
  /** What the names of a server's tools begin with. */
  readonly prefixOf: (server: string) => string;
  /** What else they may begin with. Default: nothing. */
  readonly otherPrefixesOf?: (server: string) => readonly string[];
  /** What the names of all MCP tools begin with; undefined where they begin with the server. */
  readonly mcpPrefix: string | undefined;
  /** What the agent makes of the name of an MCP tool. Wildcards stay. */
  readonly renameTool: (tool: string) => string;
  /** Every name that a tool of a server may get; which one may depend on the other tools. Default: the prefix and the name of the tool. */
  readonly wireNames?: (server: string, tool: string) => readonly string[];
  /** How a name ends that has lost a part, mostly for a hash of the whole. Default: none loses one so. */
  readonly lost?: RegExp;
  /** A name of this many characters or more may be cut, without a hash that tells it from others. Default: none is cut so. */
  readonly cutAt?: number;
  /** Whether the caller's name is followed by `-` and the id of a call. */
  readonly callerHasSuffix?: boolean;
}

/** An agent that starts a command and reads its answer. A plugin answers in its own words instead. */
export interface CommandAdapter extends Adapter {
  readonly agent: CommandAgent;
  /** What the agent has to read on stdout, with exit code 0, to refuse a call and to tell the model why. */
  readonly deny: (reason: string) => unknown;
  /** What it must receive where there is no objection. Default: nothing. */
  readonly noObjection?: unknown;
}

/** The fields of a payload with the keys of Claude Code, which several agents share. */
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

/** The refusal in the form of Claude Code, which several agents read. */
export function denyNested(reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
}

/** Replaces what a model's API does not take in the name of a tool. */
export function replaceOthers(name: string): string {
  return name.replaceAll(/[^\w*?-]/g, '_');
}
