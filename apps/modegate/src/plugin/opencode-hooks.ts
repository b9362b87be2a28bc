import type { PluginAgent } from '@modegate/agent-hooks';
import { isJsonObject } from '@modegate/json';
import { askJudge } from './ask-judge.ts';
import { createSessionAgents } from './session-agents.ts';

/**
 * Creates the hooks with which a plugin for opencode or Kilo evaluates each call. A hook refuses a call by throwing an
 * error with a message that the model reads.
 */
export function createHooks(agent: PluginAgent, { directory }: { readonly directory: string }) {
  const agents = createSessionAgents();
  let config: unknown;
  return {
    // Stored by reference, because plugins loaded later may add servers to the settings.
    config: async (merged: unknown) => {
      config = merged;
    },
    'chat.message': async (input: unknown) => agents.note(input),
    'chat.params': async (input: unknown) => agents.note(input),
    'tool.execute.before': async (input: { readonly sessionID: string }, output: unknown) => {
      const known = {
        agent: agents.of(input),
        servers: listServers(config),
        shell: isJsonObject(config) ? config.shell : undefined,
      };
      const payload = { event: 'tool.execute.before', input, output, directory, ...known };
      const reason = await askJudge(agent, payload);
      if (reason !== undefined) throw new Error(reason);
    },
  };
}

/** Returns the names of the MCP servers in the agent's settings. */
function listServers(config: unknown): readonly string[] | undefined {
  const servers = isJsonObject(config) ? config.mcp : undefined;
  return isJsonObject(servers) ? Object.keys(servers) : undefined;
}
