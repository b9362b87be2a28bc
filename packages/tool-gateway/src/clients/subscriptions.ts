import type { Connections } from '@modegate/mcp-host/connections';
import type { AccessContext } from '../decisions/access-context.ts';
import { mayRead } from '../decisions/judge.ts';
import { isConnected } from '../upstreams/when-connected.ts';

/** Which clients follow which resources of which servers, so that an upstream is asked once and told when the last one stops. */
export interface Subscriptions {
  /** Notes that a client follows a resource; false when it did already. */
  add(server: string, uri: string, connectionId: string): boolean;
  /** Notes that a client no longer does; true when it was the last one. */
  remove(server: string, uri: string, connectionId: string): boolean;
  /** The servers on which a client follows a resource. */
  serversOf(uri: string, connectionId: string): readonly string[];
  /** Whether a client follows this resource of a server, or others, of which it may be a part. */
  follows(server: string, uri: string, connectionId: string): 'exactly' | 'others' | undefined;
  /** Stops everything that a client followed. */
  removeClient(connectionId: string): void;
  /** Follows again what was followed on a server that has come back, as far as a mode allows it. */
  renew(server: string): void;
  /** Follows what no mode allowed when its server came back, and one allows now. */
  catchUp(): void;
}

interface Followed {
  readonly followers: Set<string>;
  /** Whether the server knows of it. */
  isAsked: boolean;
}

/** Creates an empty list. `access` says what a client may read at this moment. */
export function createSubscriptions(
  connections: Connections,
  access: (connectionId: string) => AccessContext,
): Subscriptions {
  const all = new Map<string, Map<string, Followed>>();
  const behind = new Set<string>();
  const ask = (server: string, method: 'resources/subscribe' | 'resources/unsubscribe', uri: string): void => {
    // Not waited for: a server that is gone has forgotten the subscription anyway.
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
    // One that comes back later is asked then.
    if (!isConnected(connections, server)) return;
    for (const [uri, followed] of all.get(server) ?? []) {
      if (followed.isAsked) continue;
      followed.isAsked = [...followed.followers].some((connectionId) => mayRead(access(connectionId), server));
      if (followed.isAsked) ask(server, 'resources/subscribe', uri);
      else behind.add(server);
    }
  };
  return {
    add: (server, uri, connectionId) => {
      const uris = all.get(server) ?? new Map<string, Followed>();
      all.set(server, uris);
      const followed: Followed = uris.get(uri) ?? { followers: new Set(), isAsked: true };
      uris.set(uri, followed);
      // The caller asks the server for it.
      followed.isAsked = true;
      const isNew = !followed.followers.has(connectionId);
      followed.followers.add(connectionId);
      return isNew;
    },
    remove,
    serversOf: (uri, connectionId) =>
      [...all].flatMap(([server, uris]) => (uris.get(uri)?.followers.has(connectionId) === true ? [server] : [])),
    follows: (server, uri, connectionId) => {
      const uris = all.get(server);
      if (uris === undefined) return undefined;
      if (uris.get(uri)?.followers.has(connectionId) === true) return 'exactly';
      for (const { followers } of uris.values()) if (followers.has(connectionId)) return 'others';
      return undefined;
    },
    removeClient: (connectionId) => {
      for (const [server, uris] of all) {
        for (const uri of uris.keys()) {
          if (remove(server, uri, connectionId)) ask(server, 'resources/unsubscribe', uri);
        }
      }
    },
    renew: (server) => {
      for (const followed of all.get(server)?.values() ?? []) followed.isAsked = false;
      askOpen(server);
    },
    catchUp: () => {
      // Some of them stay behind.
      const servers = [...behind];
      for (const server of servers) askOpen(server);
    },
  };
}
