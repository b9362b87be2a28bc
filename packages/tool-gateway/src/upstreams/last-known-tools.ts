import type { Connections, UpstreamServer } from '@modegate/mcp-host/connections';
import { groupTools, type UpstreamTool } from '../catalogue/upstream-tool.ts';

/** The tools of servers that are away for the moment, such as one that crashed and is started again. */
export interface LastKnownTools {
  /** Takes the tools that are offered now; those of a server that is away stay as they were. */
  remember(tools: readonly UpstreamTool[]): void;
  find(exposedName: string): UpstreamTool | undefined;
}

/** Remembers, for each server, the tools that it offered last. */
export function createLastKnownTools(connections: Connections): LastKnownTools {
  let known: ReadonlyMap<string, readonly UpstreamTool[]> = new Map();
  return {
    remember: (tools) => {
      const offered = groupTools(tools, ({ server }) => server);
      known = new Map(
        connections.servers.map((server) => {
          const { name } = server;
          return [name, (isPending(server) ? known.get(name) : offered.get(name)) ?? []];
        }),
      );
    },
    find: (exposedName) => {
      const tools = connections.servers.filter(isPending).flatMap(({ name }) => known.get(name) ?? []);
      return tools.find((tool) => tool.exposedName === exposedName);
    },
  };
}

/** The servers that have not said yet what they offer, and may at any moment. */
export function listConnecting(servers: readonly UpstreamServer[]): readonly UpstreamServer[] {
  return servers.filter((server) => server.state.status !== 'disconnected' && isPending(server));
}

/** A sentence that names servers, at most twenty; empty when there are none. */
export function listNames(what: string, servers: readonly UpstreamServer[]): string {
  if (servers.length === 0) return '';
  const more = servers.length > 20 ? ` and ${servers.length - 20} more` : '';
  const names = servers.slice(0, 20).map(({ name }) => name.slice(0, 100));
  return ` ${what}: ${names.join(', ')}${more}.`;
}

/** Whether a server has not said what it offers since it was started, and will. */
export function isPending({ state, complete, tools, errors }: UpstreamServer): boolean {
  if (state.status !== 'connected') return state.status !== 'disabled';
  // One whose list could not be read has a remark about it.
  return (
    !complete.tools && tools.length === 0 && !errors.some(({ at, level }) => level !== 'info' && at >= state.since)
  );
}
