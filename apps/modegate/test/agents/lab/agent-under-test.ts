import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import type { TestedAgent } from './agent-start.ts';

/** Where an agent runs. Every path is absolute. */
export interface Place {
  readonly project: string;
  readonly home: string;
  /** The MCP servers by name, and what starts each. */
  readonly servers: Readonly<Record<string, ServerStart>>;
}

/** What starts an MCP server. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
}

/** The name of the only server in most runs. It has a hyphen and an underscore, because agents differ in what they make of them. */
export const serverName = 'git-hub_x';

/** One agent, beside what `agentStarts` says of it: its settings, and how the scripted model calls its tools. */
export interface AgentUnderTest {
  /** As `modegate hook install --client` calls it. */
  readonly client: TestedAgent;
  /** By paths relative to the project. */
  readonly projectFiles: (place: Place) => Readonly<Record<string, string>>;
  /** By paths relative to the home folder. */
  readonly homeFiles: (place: Place) => Readonly<Record<string, string>>;
  /** Settings that name the model, by paths relative to the home folder. Default: the environment does. */
  readonly modelFiles?: (modelUrl: string) => Readonly<Record<string, string>>;
  /** A plugin that keeps what plugins are given in files of a folder, by its path relative to the project; none for an agent with a command. */
  readonly recorder?: (notes: string) => Readonly<Record<string, string>>;
  /** Flags that let it use all tools without asking; `<home>` in them is the home folder. */
  readonly flags: readonly string[];
  /** Whether a call is refused too when the hook gives no answer until the agent's own limit. Default: it runs. */
  readonly refusesInTheEnd?: boolean;
  /** Whether a call runs when the whole command is killed before it has answered, the shell around the launcher included. Default: it is refused. */
  readonly runsWithoutAnswer?: boolean;
  readonly shell: (command: string) => ToolUse;
  readonly mcp: (tool: string) => ToolUse;
  /** Starts the subagent `notes` and waits for it; undefined where the agent tells its hooks no name of one. */
  readonly subagent: ((prompt: string) => readonly ToolUse[]) | undefined;
}
