import type { JsonObject } from '@modegate/json';
import type { Connections } from '@modegate/mcp-host/connections';

/** Who follows which resources of shared servers: a server hears of an end only from the last one. */
export interface SharedSubscriptions {
  /** Opens the part of one gateway. */
  open(): FollowedResources;
}

/** What one gateway follows on shared servers. */
export interface FollowedResources {
  /** The answer to a request that others' subscriptions answer already; undefined where the server has to be asked. */
  answer(server: string, method: string, params: JsonObject | undefined): Promise<JsonObject> | undefined;
  /** Stops everything that it follows. */
  close(): void;
}

/** Starts without followers. */
export function createSharedSubscriptions(connections: Pick<Connections, 'request'>): SharedSubscriptions {
  const followers = new Map<string, Set<object>>();
  const leave = (key: string, who: object): boolean => {
    const all = followers.get(key);
    if (all?.delete(who) !== true || all.size > 0) return false;
    followers.delete(key);
    return true;
  };
  return {
    open: () => {
      const who = {};
      const own = new Map<string, readonly [server: string, uri: string]>();
      return {
        answer: (server, method, params) => {
          const uri = String(params?.uri);
          const key = JSON.stringify([server, uri]);
          if (method === 'resources/subscribe') {
            own.set(key, [server, uri]);
            followers.set(key, (followers.get(key) ?? new Set()).add(who));
            // Asked again each time: a server that has restarted has forgotten it.
            return undefined;
          }
          if (method !== 'resources/unsubscribe') return undefined;
          own.delete(key);
          return leave(key, who) || !followers.has(key) ? undefined : Promise.resolve({});
        },
        close: () => {
          for (const [key, [server, uri]] of own)
            if (leave(key, who)) connections.request(server, 'resources/unsubscribe', { uri }).catch(() => undefined);
          own.clear();
        },
      };
    },
  };
}
