import { isJsonObject } from '@modegate/json';
import type { Connections } from '@modegate/mcp-host/connections';
import type { ClientNotification } from '@modegate/mcp-protocol';
import type { GatewayClient } from './gateway-client.ts';
import type { ServerQuestions } from './server-questions.ts';

/** A notification and its connection. */
type NotificationFromClient = Pick<ClientNotification, 'method' | 'params'> & {
  readonly context: Pick<ClientNotification['context'], 'connectionId'>;
};

/** The servers, the clients and the active questions. */
export interface NotificationTargets {
  readonly connections: Connections;
  readonly clients: ReadonlyMap<string, GatewayClient>;
  readonly questions: ServerQuestions;
}

/** Passes a client's notification on to servers: changed roots, or progress on an answer. */
export function notifyServers(
  { connections, clients, questions }: NotificationTargets,
  { method, params, context: { connectionId } }: NotificationFromClient,
): void {
  const client = clients.get(connectionId);
  if (client !== undefined && method === 'notifications/roots/list_changed') passRootsChanged(connections, client);
  if (method !== 'notifications/progress') return;
  const progress = questions.progressFor(connectionId, params);
  if (progress !== undefined) connections.notify(progress.server, method, progress.params).catch(() => undefined);
}

/** Notifies every connected server if the client has roots. */
function passRootsChanged(connections: Connections, { capabilities }: GatewayClient): void {
  if (!isJsonObject(capabilities.roots)) return;
  for (const { name, state } of connections.servers) {
    if (state.status === 'connected')
      connections.notify(name, 'notifications/roots/list_changed').catch(() => undefined);
  }
}
