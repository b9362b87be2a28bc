import type { Connections } from '@modegate/mcp-host/connections';
import type { AccessContext } from '../decisions/access-context.ts';
import { mayFollow } from '../decisions/judge.ts';
import { isConnected } from '../upstreams/when-connected.ts';

/**
 * The resource subscriptions of all clients. An upstream has one subscription per resource, which is cancelled when the
 * last client unsubscribes.
 */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

interface Followed {
  readonly followers: Set<string>;
  /** True if the subscription has been requested from the server. */
  isAsked: boolean;
}

/** Creates an empty set of subscriptions. `access` returns a client's current access. */
// oxlint-disable-next-line max-lines-per-function -- all operations share the two indexes of the subscriptions
export function createSubscriptions(connections: Connections, access: (connectionId: string) => AccessContext) {
  const all = new Map<string, Map<string, Followed>>();
  const behind = new Set<string>();
  const ask = (server: string, method: 'resources/subscribe' | 'resources/unsubscribe', uri: string): void => {
    // Not awaited: a disconnected server has lost the subscription anyway.
    connections.request(server, method, { uri }).catch(() => undefined);
  };
  const remove = (server: string, uri: string, connectionId: string): boolean => {
    const uris = all.get(server);
    const followed = uris?.get(uri);
    if (uris === undefined || !followed?.followers.delete(connectionId) || followed.followers.size > 0) return false;
    uris.delete(uri);
    if (uris.size === 0) all.delete(server);
    return true;
  };
  const askOpen = (server: string): void => {
    behind.delete(server);
    // A server that reconnects later receives the request at that point.
    if (!isConnected(connections, server)) return;
    for (const [uri, followed] of all.get(server) ?? []) {
      if (followed.isAsked) continue;
      followed.isAsked = [...followed.followers].some((connectionId) => mayFollow(access(connectionId), server));
      if (followed.isAsked) ask(server, 'resources/subscribe', uri);
      else behind.add(server);
    }
  };
  return {
    /** Adds a client's subscription; returns false if it already exists. */
    add: (server: string, uri: string, connectionId: string): boolean => {
      const uris = all.get(server) ?? new Map<string, Followed>();
      all.set(server, uris);
      const followed: Followed = uris.get(uri) ?? { followers: new Set(), isAsked: true };
      uris.set(uri, followed);
      // The caller sends the request to the server.
      followed.isAsked = true;
      const isNew = !followed.followers.has(connectionId);
      followed.followers.add(connectionId);
      return isNew;
    },
    /** Removes a client's subscription; returns true if it was the last one. */
    remove,
    /** Returns the servers on which a client has subscribed to a resource. */
    serversOf: (uri: string, connectionId: string): readonly string[] =>
      [...all].flatMap(([server, uris]) => (uris.get(uri)?.followers.has(connectionId) === true ? [server] : [])),
    /** True if a client has subscribed to this resource on a server, or to another resource that may contain it. */
    follows: (server: string, uri: string, connectionId: string): 'exactly' | 'others' | undefined => {
      const uris = all.get(server);
      if (uris === undefined) return undefined;
      if (uris.get(uri)?.followers.has(connectionId) === true) return 'exactly';
      for (const { followers } of uris.values()) if (followers.has(connectionId)) return 'others';
      return undefined;
    },
    /** Removes all subscriptions of a client. */
    removeClient: (connectionId: string): void => {
      for (const [server, uris] of all) {
        for (const uri of uris.keys()) {
          if (remove(server, uri, connectionId)) ask(server, 'resources/unsubscribe', uri);
        }
      }
    },
    /** Renews the subscriptions on a reconnected server, provided that the modes allow them. */
    renew: (server: string): void => {
      for (const followed of all.get(server)?.values() ?? []) followed.isAsked = false;
      askOpen(server);
    },
    /** Renews subscriptions that no mode allowed when the server reconnected but that a mode allows now. */
    catchUp: (): void => {
      // Iterates over a copy, because some servers remain in `behind`.
      const servers = [...behind];
      for (const server of servers) askOpen(server);
    },
  };
}
