import type { Connections, ConnectionsEvent } from '@modegate/mcp-host/connections';
import type { ClientNotification } from './gateway.ts';
import type { JsonObject } from './json-object.ts';
import type { GatewayClient } from './relay.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What {@link takeNotification} needs to find those whom a notification concerns. */
export interface NotificationTargets {
  readonly clients: ReadonlyMap<string, GatewayClient>;
  readonly subscriptions: Subscriptions;
  /** Whether the client's mode lets it use anything of the server. */
  readonly maySee: (connectionId: string, server: string) => boolean;
  /** Whether the client's mode lets it use the server's resources. */
  readonly mayRead: (connectionId: string, server: string) => boolean;
  readonly pass: (notification: ClientNotification) => void;
}

// Lists and progress are handled where they arise; anything else that a server says is about itself.
const PASSED = new Set(['notifications/message', 'notifications/elicitation/complete']);

/** Passes a notification on to the clients whose mode lets them see the server, that of a resource to those who follow it. */
export function takeNotification(
  { server, method, params }: Extract<ConnectionsEvent, { readonly type: 'notification' }>,
  targets: NotificationTargets,
): void {
  if (method === 'notifications/resources/updated') passUpdate({ server, method, params }, targets);
  if (!PASSED.has(method)) return;
  const { clients, maySee, pass } = targets;
  for (const connectionId of clients.keys()) {
    if (maySee(connectionId, server)) pass({ connectionId, server, method, params, isFollowed: false });
  }
}

// MCP 2025-11-25, server/resources, Subscriptions: what is updated may be a part of what was subscribed to.
function passUpdate(
  update: { readonly server: string; readonly method: string; readonly params: JsonObject },
  { clients, subscriptions, mayRead, pass }: NotificationTargets,
): void {
  const { server, params } = update;
  if (typeof params.uri !== 'string') return;
  for (const connectionId of clients.keys()) {
    const follows = subscriptions.follows(server, params.uri, connectionId);
    if (follows === undefined || !mayRead(connectionId, server)) continue;
    pass({ ...update, connectionId, isFollowed: follows === 'exactly' });
  }
}

/** Asks every upstream that logs, or one of them, for lines of a level and above. */
export function passLogLevel(connections: Connections, level: string, only?: string): void {
  for (const { name, state } of connections.servers) {
    if (only !== undefined && name !== only) continue;
    if (state.status === 'connected' && state.capabilities.logging !== undefined)
      connections.request(name, 'logging/setLevel', { level }).catch(() => undefined);
  }
}
