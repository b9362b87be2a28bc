import { type ConnectionContext, LOG_LEVELS, type LogLevel, type ProtocolServer } from '@modegate/mcp-protocol';
import type { ClientNotification } from '@modegate/tool-gateway';

/** Passes the notifications of other servers on, log lines only to clients that asked for their level. */
export interface ClientNotifications {
  pass(notification: ClientNotification): void;
  /** Keeps the level that a client asked for. */
  setLevel(connection: ConnectionContext): void;
  forget(connectionId: string): void;
}

/** What {@link createClientNotifications} needs. */
export interface ClientNotificationsOptions {
  readonly server: () => ProtocolServer;
  /** Told the most talkative level that any client asked for when that is another one; undefined when none has asked. */
  readonly onLevel: (level: LogLevel | undefined) => void;
}

/** Creates a passer to the clients of a server. */
export function createClientNotifications({ server, onLevel }: ClientNotificationsOptions): ClientNotifications {
  const levels = new Map<string, number>();
  let lowest: LogLevel | undefined;
  const settle = (): void => {
    const before = lowest;
    lowest = LOG_LEVELS[Math.min(...levels.values())];
    if (lowest !== before) onLevel(lowest);
  };
  return {
    pass: ({ connectionId, method, params, isFollowed }) => {
      // One resource that is updated over and over is one notification, unless it says more than that.
      if (isFollowed && Object.keys(params).length === 1 && typeof params.uri === 'string') {
        server().notifyResourceUpdated(params.uri, connectionId);
        return;
      }
      const wanted = levels.get(connectionId);
      const level = LOG_LEVELS.indexOf(params.level as LogLevel);
      if (method === 'notifications/message' && (wanted === undefined || level < wanted)) return;
      server().notify(method, params, connectionId);
    },
    setLevel: ({ connectionId, logLevel = 'info' }) => {
      levels.set(connectionId, LOG_LEVELS.indexOf(logLevel));
      settle();
    },
    forget: (connectionId) => {
      if (levels.delete(connectionId)) settle();
    },
  };
}
