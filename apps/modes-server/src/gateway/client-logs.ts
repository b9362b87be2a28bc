import { type ConnectionContext, LOG_LEVELS, type LogLevel, type ProtocolServer } from '@modegate/mcp-protocol';
import type { ClientNotification } from '@modegate/tool-gateway';

/** Passes the notifications of other servers on, log lines only to clients that asked for their level. */
export interface ClientLogs {
  pass(notification: ClientNotification): void;
  /** Keeps the level that a client asked for, and returns the most talkative that any client has. */
  setLevel(connection: ConnectionContext): LogLevel;
  forget(connectionId: string): void;
}

/** Creates a passer to the clients of a server. */
export function createClientLogs(server: () => ProtocolServer): ClientLogs {
  const levels = new Map<string, number>();
  return {
    pass: ({ connectionId, method, params }) => {
      if (method === 'notifications/resources/updated') {
        if (typeof params.uri === 'string') server().notifyResourceUpdated(params.uri, connectionId);
        return;
      }
      const wanted = levels.get(connectionId);
      const level = LOG_LEVELS.indexOf(params.level as LogLevel);
      if (method === 'notifications/message' && (wanted === undefined || level < wanted)) return;
      server().notify(method, params, connectionId);
    },
    setLevel: ({ connectionId, logLevel = 'info' }) => {
      levels.set(connectionId, LOG_LEVELS.indexOf(logLevel));
      return LOG_LEVELS[Math.min(...levels.values())] ?? logLevel;
    },
    forget: (connectionId) => {
      levels.delete(connectionId);
    },
  };
}
