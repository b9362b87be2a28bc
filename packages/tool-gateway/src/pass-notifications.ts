import type { Connections, ConnectionsEvent } from '@modegate/mcp-host/connections';
import type { ClientNotification } from './gateway.ts';
import type { GatewayClient } from './relay.ts';

/** What {@link takeNotification} needs to find those whom a notification concerns. */
export interface NotificationTargets {
  readonly clients: ReadonlyMap<string, GatewayClient>;
  readonly maySee: (connectionId: string, server: string) => boolean;
  readonly pass: (notification: ClientNotification) => void;
}

// Lists and progress are handled where they arise; anything else that a server says is about itself.
const PASSED = new Set([
  'notifications/message',
  'notifications/resources/updated',
  'notifications/elicitation/complete',
]);

/** Passes a notification on to the clients whose mode lets them see the server. */
export function takeNotification(
  { server, method, params }: Extract<ConnectionsEvent, { readonly type: 'notification' }>,
  { clients, maySee, pass }: NotificationTargets,
): void {
  if (!PASSED.has(method)) return;
  for (const connectionId of clients.keys()) {
    if (maySee(connectionId, server)) pass({ connectionId, server, method, params });
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
