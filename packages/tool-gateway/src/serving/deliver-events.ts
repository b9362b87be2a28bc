import { type ConnectionContext, LOG_LEVELS, type LogLevel, type ProtocolServer } from '@modegate/mcp-protocol';
import type { ServerNotification } from '../clients/server-notifications.ts';
import type { Gateway, GatewayEvent } from '../gateway.ts';

/**
 * Delivers the gateway's events to a server's clients. Delivers log lines by level, and requests from the servers the
 * lowest level that any client has requested.
 */
export function createEventDelivery(gateway: Pick<Gateway, 'setLogLevel'>, server: Notifier) {
  const levels = new Map<string, number>();
  let lowest: LogLevel | undefined;
  const settle = (): void => {
    const before = lowest;
    lowest = LOG_LEVELS[Math.min(...levels.values())];
    if (lowest !== before) gateway.setLogLevel(lowest);
  };
  return {
    deliver: (event: GatewayEvent): void => {
      if (event.type === 'list') announce(server, event);
      if (event.type === 'notification' && isWanted(event, levels.get(event.connectionId))) pass(server, event);
    },
    /** Stores the log level that a client requested. */
    setLevel: ({ connectionId, logLevel = 'info' }: ConnectionContext): void => {
      levels.set(connectionId, LOG_LEVELS.indexOf(logLevel));
      settle();
    },
    forget: (connectionId: string): void => {
      if (levels.delete(connectionId)) settle();
    },
  };
}

type Notifier = Omit<ProtocolServer, 'connect' | 'close'>;

function announce(server: Notifier, { list, connectionId }: Extract<GatewayEvent, { readonly type: 'list' }>): void {
  if (list === 'tools') server.notifyToolsChanged(connectionId);
  else if (list === 'resources') server.notifyResourcesChanged(connectionId);
  else server.notifyPromptsChanged(connectionId);
}

function isWanted({ method, params }: ServerNotification, wanted: number | undefined): boolean {
  if (method !== 'notifications/message') return true;
  // MCP 2025-11-25, logging: until a client sets a level, the server decides.
  return wanted === undefined || LOG_LEVELS.indexOf(params.level as LogLevel) >= wanted;
}

function pass(server: Notifier, { connectionId, method, params, isFollowed }: ServerNotification): void {
  // Repeated updates to the same resource are combined unless they contain additional members.
  if (isFollowed && Object.keys(params).length === 1 && typeof params.uri === 'string')
    server.notifyResourceUpdated(params.uri, connectionId);
  else server.notify(method, params, connectionId);
}
