import type { AgentName } from '@modegate/agent-hooks';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';

/** Where an agent runs. Every path is absolute. */
export interface Place {
  readonly project: string;
  readonly home: string;
  /** Of the scripted model, without a path. */
  readonly modelUrl: string;
  /** What starts the MCP server, named `serverName`. */
  readonly server: { readonly command: string; readonly args: readonly string[] };
}

/** The server's name has a hyphen and an underscore, because agents differ in what they make of them. */
export const serverName = 'git-hub_x';

/** One agent: how it is pointed at the scripted model, and how that model calls its tools. */
export interface AgentUnderTest {
  /** As `modegate hook install --client` calls it. */
  readonly client: AgentName;
  /** Its settings, by paths relative to the project. */
  readonly projectFiles: (place: Place) => Readonly<Record<string, string>>;
  /** Its settings, by paths relative to the home folder. */
  readonly homeFiles: (place: Place) => Readonly<Record<string, string>>;
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  readonly args: (prompt: string) => readonly string[];
  readonly write: (path: string, text: string) => ToolUse;
  readonly shell: (command: string) => ToolUse;
  readonly mcp: (tool: string) => ToolUse;
  /** Starts the subagent `notes` and waits for it; undefined where the agent tells its hooks no name of one. */
  readonly subagent: ((prompt: string) => readonly ToolUse[]) | undefined;
}
