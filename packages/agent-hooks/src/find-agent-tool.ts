import { adapters } from './adapters.ts';
import { agentTitles } from './agent-names.ts';
import { catalogueTools } from './reading/read-parts.ts';

/** The catalogue tool that is used to evaluate calls to an agent's tool. */
export interface FoundAgentTool {
  /** The tool in mode-core's catalogue, such as `execute_command` for Claude Code's `Bash`. */
  readonly tool: string;
  /** Display names of the agents that use this name for the tool. */
  readonly agents: readonly string[];
}

/**
 * Returns the catalogue tools used to evaluate an agent's calls to a tool of this name: several if agents differ, none
 * if no agent has such a tool.
 */
export function findAgentTool(name: string): readonly FoundAgentTool[] {
  const agents = new Map<string, string[]>();
  for (const { agent, tools } of Object.values(adapters)) {
    const own = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (own === undefined) continue;
    const tool = catalogueTools[own.kind];
    agents.set(tool, [...(agents.get(tool) ?? []), agentTitles[agent]]);
  }
  return [...agents].map(([tool, owners]) => ({ tool, agents: owners }));
}
