import type { JsonObject } from '@modegate/json';

/** The agents whose hooks run a command before each call of a tool. */
export const commandAgents = ['claude-code', 'codex', 'copilot', 'cursor', 'gemini', 'qwen'] as const;

/** One of the agents whose hooks run a command. */
export type CommandAgent = (typeof commandAgents)[number];

/** The agents that load a plugin, which is asked in their own process. */
export const pluginAgents = ['cline', 'kilo', 'opencode'] as const;

/** One of the agents that load a plugin. */
export type PluginAgent = (typeof pluginAgents)[number];

/** Every agent whose calls can be judged. */
export const agentNames = [...commandAgents, ...pluginAgents] as const;

/** One of these agents. */
export type AgentName = (typeof agentNames)[number];

/** What a tool of an agent is to the policy. */
export interface ToolMapping {
  /** The catalogue's tool that it is judged as. */
  readonly tool: string;
  /** Further keys of its input that hold a path, beside all that speak of one. */
  readonly paths?: readonly string[];
  /** The key of a pattern of file names, which narrows a search below a folder. */
  readonly narrowedBy?: string;
  /** Keys of patterns that may lead to other folders, such as `../**`. */
  readonly globs?: readonly string[];
  /** The key that names an MCP server, for tools that read what servers offer. */
  readonly server?: string;
  /** Whether a command may hold a patch, which the agent then applies itself. */
  readonly mayPatch?: boolean;
}

/** What a payload says, in one shape for every agent. */
export interface PayloadFields {
  readonly event: unknown;
  readonly tool: unknown;
  readonly input: unknown;
  readonly cwd: unknown;
  readonly session: unknown;
  /** The agent or subagent that makes the call, where its name is known. */
  readonly caller: unknown;
  /** Server and tool of an MCP call, where the agent names them apart. */
  readonly mcp?: { readonly server: unknown; readonly tool?: unknown };
}

/** One agent: its payloads, tools and names of MCP tools. */
export interface Adapter {
  readonly agent: AgentName;
  /** The events before a call; undefined means payloads that name none. */
  readonly events: readonly (string | undefined)[];
  readonly readFields: (payload: JsonObject) => PayloadFields;
  /** Every tool of the agent itself, by its name. */
  readonly tools: Readonly<Record<string, ToolMapping>>;
  /** What the names of a server's tools begin with. */
  readonly prefixOf: (server: string) => string;
  /** What the names of all MCP tools begin with; undefined where they begin with the server. */
  readonly mcpPrefix: string | undefined;
  /** What the agent makes of the name of an MCP tool. Wildcards stay. */
  readonly renameTool: (tool: string) => string;
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

/** A table of tools that are judged alike. */
export function alike(mapping: ToolMapping | string, names: string): Readonly<Record<string, ToolMapping>> {
  const one = typeof mapping === 'string' ? { tool: mapping } : mapping;
  return Object.fromEntries(names.split(' ').map((name) => [name, one]));
}

/** Tools that touch nothing but the agent's own plans, questions and lists are judged as one that every mode has. */
export const harmless = 'update_todo_list';
