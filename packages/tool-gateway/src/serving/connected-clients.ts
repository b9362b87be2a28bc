import type { ConnectionContext, Implementation, ProtocolServer } from '@modegate/mcp-protocol';

/** Which clients have introduced themselves and are still there. */
export interface ConnectedClients {
  /** Takes note of a client that asks for something; false when it has gone already. */
  enter(context: Pick<ConnectionContext, 'connectionId' | 'client' | 'isStateless'>): boolean;
  leave(connectionId: string): void;
}

/** Hears of clients that come and go. */
export interface ClientListener {
  readonly onEnter: (context: ConnectionContext) => void;
  readonly onLeave: (connectionId: string) => void;
}

const ANYBODY: Implementation = { name: 'anybody', version: '' };

/**
 * Follows the clients of a server. One that introduces itself again on the same connection is another client, as behind a
 * bridge that hands one process to one client after the other: it inherits nothing from the one before. Clients without a session introduce
 * themselves in each request; together they are one, that nothing is kept for.
 */
export function createConnectedClients(
  server: Pick<ProtocolServer, 'connections'>,
  { onEnter, onLeave }: ClientListener,
): ConnectedClients {
  // Each introduction is an object of its own.
  const introduced = new Map<string, Implementation>();
  const leave = (connectionId: string): void => {
    if (introduced.delete(connectionId)) onLeave(connectionId);
  };
  return {
    enter: ({ connectionId, client, isStateless }) => {
      const known = introduced.get(connectionId);
      if (known !== undefined && known === (isStateless ? ANYBODY : client)) return true;
      // The request may be older than the present introduction, and the connection may be gone.
      const context = server.connections.find((each) => each.connectionId === connectionId);
      const present = context?.isStateless === true ? ANYBODY : context?.client;
      if (context === undefined || present === undefined) return false;
      if (known === present) return true;
      leave(connectionId);
      introduced.set(connectionId, present);
      onEnter(context);
      return true;
    },
    leave,
  };
}
