import type { Connections } from '@modegate/mcp-host/connections';

/** Which clients follow which resources of which servers, so that an upstream is asked once and told when the last one stops. */
export interface Subscriptions {
  /** Notes that a client follows a resource. */
  add(server: string, uri: string, connectionId: string): void;
  /** Notes that a client no longer does; true when it was the last one. */
  remove(server: string, uri: string, connectionId: string): boolean;
  /** Stops everything that a client followed. */
  removeClient(connectionId: string): void;
  /** Follows again what was followed on a server that has come back. */
  renew(server: string): void;
}

/** Creates an empty list. */
export function createSubscriptions(connections: Connections): Subscriptions {
  const followers = new Map<string, Map<string, Set<string>>>();
  const ask = (server: string, method: 'resources/subscribe' | 'resources/unsubscribe', uri: string): void => {
    // Nobody waits for it: a server that is gone has forgotten the subscription anyway.
    connections.request(server, method, { uri }).catch(() => undefined);
  };
  const remove = (server: string, uri: string, connectionId: string): boolean => {
    const uris = followers.get(server);
    const ids = uris?.get(uri);
    if (uris === undefined || ids === undefined || !ids.delete(connectionId) || ids.size > 0) return false;
    uris.delete(uri);
    if (uris.size === 0) followers.delete(server);
    return true;
  };
  return {
    add: (server, uri, connectionId) => {
      const uris = followers.get(server) ?? new Map<string, Set<string>>();
      followers.set(server, uris);
      uris.set(uri, (uris.get(uri) ?? new Set()).add(connectionId));
    },
    remove,
    removeClient: (connectionId) => {
      for (const [server, uris] of [...followers]) {
        for (const uri of [...uris.keys()]) {
          if (remove(server, uri, connectionId)) ask(server, 'resources/unsubscribe', uri);
        }
      }
    },
    renew: (server) => {
      for (const uri of followers.get(server)?.keys() ?? []) ask(server, 'resources/subscribe', uri);
    },
  };
}
