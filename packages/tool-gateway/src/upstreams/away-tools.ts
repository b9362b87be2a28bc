import type { Connections, UpstreamServer } from '@modegate/mcp-host/connections';
import { groupTools, type UpstreamTool } from '../catalogue/upstream-tool.ts';

/** The tools of servers that are away for the moment, such as one that crashed and is started again. */
export interface AwayTools {
  /** Takes the tools that are offered now; those of a server that is away stay as they were. */
  remember(tools: readonly UpstreamTool[]): void;
  find(exposedName: string): UpstreamTool | undefined;
}

/** Remembers, for each server, the tools that it offered last. */
export function createAwayTools(connections: Connections): AwayTools {
  let known: ReadonlyMap<string, readonly UpstreamTool[]> = new Map();
  return {
    remember: (tools) => {
      const offered = groupTools(tools, ({ server }) => server);
      known = new Map(
        connections.servers.map((server) => {
          const { name } = server;
          return [name, (isAway(server) ? known.get(name) : offered.get(name)) ?? []];
        }),
      );
    },
    find: (exposedName) => {
      const tools = connections.servers.filter(isAway).flatMap(({ name }) => known.get(name) ?? []);
      return tools.find((tool) => tool.exposedName === exposedName);
    },
  };
}

/** Whether a server has not said what it offers since it was started, and will. */
export function isAway({ state, complete, tools }: UpstreamServer): boolean {
  if (state.status === 'connected') return !complete.tools && tools.length === 0;
  return state.status !== 'disabled';
}
