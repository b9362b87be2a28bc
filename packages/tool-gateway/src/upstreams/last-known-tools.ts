import type { Connections, UpstreamServer } from '@modegate/mcp-host/connections';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';

/** Creates the record of the last known tools of disconnected servers, such as a server that restarts after a crash. */
export function createLastKnownTools(connections: Connections) {
  let known: ReadonlyMap<string, readonly UpstreamTool[]> = new Map();
  return {
    /** Updates the record; preserves the tools of disconnected servers. */
    remember: (tools: readonly UpstreamTool[]): void => {
      const offered = Map.groupBy(tools, ({ server }) => server);
      known = new Map(
        connections.servers.map((server) => {
          const { name } = server;
          return [name, (isPending(server) ? known.get(name) : offered.get(name)) ?? []];
        }),
      );
    },
    find: (exposedName: string): UpstreamTool | undefined => {
      const tools = connections.servers.filter(isPending).flatMap(({ name }) => known.get(name) ?? []);
      return tools.find((tool) => tool.exposedName === exposedName);
    },
  };
}

/** Returns the servers that are connecting and have not yet listed their items. */
export function listConnecting(servers: readonly UpstreamServer[]): readonly UpstreamServer[] {
  return servers.filter((server) => server.state.status !== 'disconnected' && isPending(server));
}

/** Returns a sentence with the names of servers, at most twenty; empty if there are no servers. */
export function listNames(what: string, servers: readonly UpstreamServer[]): string {
  if (servers.length === 0) return '';
  const more = servers.length > 20 ? ` and ${servers.length - 20} more` : '';
  const names = servers.slice(0, 20).map(({ name }) => name.slice(0, 100));
  return ` ${what}: ${names.join(', ')}${more}.`;
}

/** True if a server is starting and has not yet listed its items. */
export function isPending({ state, complete, tools, errors }: UpstreamServer): boolean {
  if (state.status !== 'connected') return state.status !== 'disabled';
  // A server whose list could not be read has an entry in `errors`.
  return (
    !complete.tools && tools.length === 0 && !errors.some(({ at, level }) => level !== 'info' && at >= state.since)
  );
}
