import type { ConnectionContext, Implementation, ProtocolServer } from '@modegate/mcp-protocol';

/** Receives notifications when clients connect and disconnect. */
export interface ClientListener {
  readonly onEnter: (context: ConnectionContext) => void;
  readonly onLeave: (connectionId: string) => void;
}

const ANYBODY: Implementation = { name: 'anybody', version: '' };

/**
 * Tracks a server's clients. A client that initialises again on the same connection is treated as a new client without
 * any state, since a bridge may use one process for several clients in turn. Clients without a session identify
 * themselves in each request; together, they are treated as one client without state.
 */
export function createConnectedClients(
  server: Pick<ProtocolServer, 'connections'>,
  { onEnter, onLeave }: ClientListener,
) {
  // Each time a client introduces itself, the introduction is a new object.
  const introduced = new Map<string, Implementation>();
  const leave = (connectionId: string): void => {
    if (introduced.delete(connectionId)) onLeave(connectionId);
  };
  return {
    /** Registers a client that has sent a request; returns false if the client has disconnected. */
    enter: ({ connectionId, client, isStateless }: ConnectionContext): boolean => {
      const known = introduced.get(connectionId);
      if (known !== undefined && known === (isStateless ? ANYBODY : client)) return true;
      // The request may be older than the current introduction, and the connection may be closed.
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
