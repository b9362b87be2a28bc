import type { Connections, UpstreamServer } from '@modegate/mcp-host/connections';
import { createSharedSubscriptions, type SharedSubscriptions } from './shared-subscriptions.ts';

/** The connections that several gateways share, and what they follow on them. */
export interface SharedConnections {
  readonly connections: Connections;
  readonly subscriptions: SharedSubscriptions;
}

/** Makes connections fit to be joined to those of several gateways. */
export function shareConnections(connections: Connections): SharedConnections {
  return { connections, subscriptions: createSharedSubscriptions(connections) };
}

/**
 * The connections that a gateway has to itself, together with those that it shares. It uses both, changes and ends only its own, and what
 * it follows on a shared server is followed as long as any gateway does.
 */
export function joinConnections(
  own: Connections,
  { connections: shared, subscriptions }: SharedConnections,
): Connections {
  const followed = subscriptions.open();
  const listServers = joinServers(own, shared);
  const isShared = (server: string): boolean => shared.servers.some(({ name }) => name === server);
  const of = (server: string): Connections => (isShared(server) ? shared : own);
  return {
    get servers() {
      return listServers();
    },
    acquire: (client) => {
      const leases = [own.acquire(client), shared.acquire(client)];
      return { release: async () => void (await Promise.all(leases.map((lease) => lease.release()))) };
    },
    settled: async (...waiting) => void (await Promise.all([own.settled(...waiting), shared.settled(...waiting)])),
    update: own.update,
    request: (...[server, method, params, options]) =>
      isShared(server)
        ? (followed.answer(server, method, params) ?? shared.request(server, method, params, options))
        : own.request(server, method, params, options),
    refreshStaleLists: () => {
      own.refreshStaleLists();
      shared.refreshStaleLists();
    },
    notify: (server, ...said) => of(server).notify(server, ...said),
    onEvent: (listener) => {
      const stops = [own.onEvent(listener), shared.onEvent(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    restart: (server) => of(server).restart(server),
    close: async (options) => {
      followed.close();
      await own.close(options);
    },
  };
}

/** The same array while neither has changed, as callers compare. */
function joinServers(own: Connections, shared: Connections): () => readonly UpstreamServer[] {
  let known: { readonly own: unknown; readonly shared: unknown; readonly all: readonly UpstreamServer[] } | undefined;
  return () => {
    const [mine, common] = [own.servers, shared.servers];
    if (known?.own !== mine || known.shared !== common) {
      const all = [...mine, ...common].sort((one, other) => (one.name < other.name ? -1 : 1));
      known = { own: mine, shared: common, all };
    }
    return known.all;
  };
}
