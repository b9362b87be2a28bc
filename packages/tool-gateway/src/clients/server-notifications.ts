import type { JsonObject } from '@modegate/json';
import type { Connections, ConnectionsEvent } from '@modegate/mcp-host/connections';
import type { AccessContext } from '../decisions/access-context.ts';
import { mayFollow } from '../decisions/judge.ts';
import type { AddedClient } from './gateway-client.ts';
import type { Subscriptions } from './subscriptions.ts';

/** A server's notification for one client. */
export interface ServerNotification {
  readonly connectionId: string;
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject;
  /** True if the notification is about an updated resource and the client has subscribed to exactly that resource. */
  readonly isFollowed: boolean;
}

interface Targets {
  readonly clients: ReadonlyMap<string, AddedClient>;
  readonly subscriptions: Subscriptions;
  readonly access: (connectionId: string) => AccessContext;
}

// Lists and progress are handled elsewhere; all other notifications concern only the server.
const PASSED = new Set(['notifications/message', 'notifications/elicitation/complete']);

/** Delivers a server's notification to the clients that can see the server or, for a resource, to its subscribers. */
export function notifyClients(
  { server, method, params }: Extract<ConnectionsEvent, { readonly type: 'notification' }>,
  targets: Targets,
  deliver: (notification: ServerNotification) => void,
): void {
  if (method === 'notifications/resources/updated') deliverUpdate({ server, method, params }, targets, deliver);
  if (!PASSED.has(method)) return;
  for (const { connectionId, maySee } of targets.clients.values()) {
    if (maySee(server)) deliver({ connectionId, server, method, params, isFollowed: false });
  }
}

// MCP 2025-11-25, server/resources, Subscriptions: the updated resource may be part of the subscribed one.
function deliverUpdate(
  update: Pick<ServerNotification, 'server' | 'method' | 'params'>,
  { clients, subscriptions, access }: Targets,
  deliver: (notification: ServerNotification) => void,
): void {
  const { server, params } = update;
  if (typeof params.uri !== 'string') return;
  for (const connectionId of clients.keys()) {
    const follows = subscriptions.follows(server, params.uri, connectionId);
    if (follows === undefined || !mayFollow(access(connectionId), server)) continue;
    deliver({ ...update, connectionId, isFollowed: follows === 'exactly' });
  }
}

/** Creates the state for the minimum log level requested from servers; initially, no level is set. */
export function createServerLogLevel(connections: Connections) {
  let wanted: string | undefined;
  const ask = (only?: string): void => {
    if (wanted === undefined) return;
    for (const { name, state } of connections.servers) {
      if (only !== undefined && name !== only) continue;
      if (state.status === 'connected' && state.capabilities.logging !== undefined)
        connections.request(name, 'logging/setLevel', { level: wanted }).catch(() => undefined);
    }
  };
  return {
    /** Requests a minimum level from every server that logs; after a call with undefined, makes no requests. */
    set: (level: string | undefined): void => {
      wanted = level;
      ask();
    },
    /** Requests the level again after a server has reconnected. */
    renew: (server: string): void => ask(server),
  };
}
