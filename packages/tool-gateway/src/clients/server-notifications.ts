import type { JsonObject } from '@modegate/json';
import type { Connections, ConnectionsEvent } from '@modegate/mcp-host/connections';
import type { AccessContext } from '../decisions/access-context.ts';
import { mayRead } from '../decisions/judge.ts';
import type { AddedClient } from './gateway-client.ts';
import type { Subscriptions } from './subscriptions.ts';

/** A notification of a server on its way to one client. */
export interface ServerNotification {
  readonly connectionId: string;
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject;
  /** Of an updated resource: whether the client follows this very one, and not only others of the server. */
  readonly isFollowed: boolean;
}

interface Targets {
  readonly clients: ReadonlyMap<string, AddedClient>;
  readonly subscriptions: Subscriptions;
  readonly access: (connectionId: string) => AccessContext;
}

// Lists and progress are handled where they arise; anything else that a server says is about itself.
const PASSED = new Set(['notifications/message', 'notifications/elicitation/complete']);

/** Delivers a server's notification to the clients whose mode lets them see the server, that of a resource to those who follow it. */
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

// MCP 2025-11-25, server/resources, Subscriptions: what is updated may be a part of what was subscribed to.
function deliverUpdate(
  update: Pick<ServerNotification, 'server' | 'method' | 'params'>,
  { clients, subscriptions, access }: Targets,
  deliver: (notification: ServerNotification) => void,
): void {
  const { server, params } = update;
  if (typeof params.uri !== 'string') return;
  for (const connectionId of clients.keys()) {
    const follows = subscriptions.follows(server, params.uri, connectionId);
    if (follows === undefined || !mayRead(access(connectionId), server)) continue;
    deliver({ ...update, connectionId, isFollowed: follows === 'exactly' });
  }
}

/** The level of log lines that servers are asked for. */
export interface ServerLogLevel {
  /** Asks every server that logs for lines of a level and above; undefined asks none from now on. */
  set(level: string | undefined): void;
  /** Asks a server that has come back. */
  renew(server: string): void;
}

/** Starts without a level, which asks no server. */
export function createServerLogLevel(connections: Connections): ServerLogLevel {
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
    set: (level) => {
      wanted = level;
      ask();
    },
    renew: ask,
  };
}
