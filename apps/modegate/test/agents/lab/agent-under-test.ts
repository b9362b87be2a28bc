import type { AgentName } from '@modegate/agent-hooks';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';

/** Where an agent runs. Every path is absolute. */
export interface Place {
  readonly project: string;
  readonly home: string;
  /** What starts the MCP server, named `serverName`. */
  readonly server: { readonly command: string; readonly args: readonly string[] };
}

/** The server's name has a hyphen and an underscore, because agents differ in what they make of them. */
export const serverName = 'git-hub_x';

/** One agent, beside what `liveAgents` says of it: its settings, and how the scripted model calls its tools. */
export interface AgentUnderTest {
  /** As `modegate hook install --client` calls it. */
  readonly client: AgentName;
  /** By paths relative to the project. */
  readonly projectFiles: (place: Place) => Readonly<Record<string, string>>;
  /** By paths relative to the home folder. */
  readonly homeFiles: (place: Place) => Readonly<Record<string, string>>;
  /** Flags that let it use all tools without asking. */
  readonly flags: readonly string[];
  /** Whether a call is refused too when the hook gives no answer until the agent's own limit. Default: it runs. */
  readonly refusesInTheEnd?: boolean;
  readonly shell: (command: string) => ToolUse;
  readonly mcp: (tool: string) => ToolUse;
  /** Starts the subagent `notes` and waits for it; undefined where the agent tells its hooks no name of one. */
  readonly subagent: ((prompt: string) => readonly ToolUse[]) | undefined;
}
