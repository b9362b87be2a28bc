import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpLimits } from './http-limits.ts';

/** The open connections of an HTTP server, bounded in number. */
export type ConnectionPool = ReturnType<typeof createConnectionPool>;

interface Connections {
  /** Idle connections, in the order in which they became idle. */
  readonly idle: Set<Socket>;
  readonly busy: Map<Socket, number>;
}

/**
 * Limits the connections of each principal, and the connections without a principal. At the limit, the owner's
 * connection that has been idle the longest is closed, so that idle connections do not lock anyone out. A connection is
 * also considered idle while a request is arriving, which may take as long as the sender likes.
 */
export function createConnectionPool(
  http: Server,
  limits: Pick<HttpLimits, 'maxConnections' | 'maxConnectionsEach' | 'maxPrincipals'>,
  onTurnedAway: () => void = () => undefined,
) {
  const ofNobody = noConnections();
  const byPrincipal = new Map<string, Connections>();
  const owners = new WeakMap<Socket, string>();
  const of = (socket: Socket): Connections => byPrincipal.get(owners.get(socket) ?? '') ?? ofNobody;
  const leave = (socket: Socket): void => {
    const { idle, busy } = of(socket);
    idle.delete(socket);
    busy.delete(socket);
    const owner = owners.get(socket);
    if (owner !== undefined && idle.size + busy.size === 0) byPrincipal.delete(owner);
  };
  const move = (socket: Socket, principalId: string, to: Connections): void => {
    const requests = of(socket).busy.get(socket);
    leave(socket);
    owners.set(socket, principalId);
    byPrincipal.set(principalId, to);
    if (requests === undefined) to.idle.add(socket);
    else to.busy.set(socket, requests);
  };
  http.on('connection', (socket: Socket) => {
    if (sizeOf(ofNobody) >= limits.maxConnections && !endOldest(ofNobody)) {
      onTurnedAway();
      return rejectConnection(socket);
    }
    ofNobody.idle.add(socket);
    socket.once('close', () => leave(socket));
  });
  return {
    get size() {
      return [ofNobody, ...byPrincipal.values()].reduce((sum, connections) => sum + sizeOf(connections), 0);
    },
    /**
     * Assigns a connection to the principal who sent a request. Returns false if the connection should close after the
     * response: either the principal's connections are all in use, or there are too many principals.
     */
    claim: (socket: Socket, principalId: string) => {
      if (socket.destroyed || owners.get(socket) === principalId) return true;
      const own = byPrincipal.get(principalId);
      if (own === undefined && byPrincipal.size >= limits.maxPrincipals) return false;
      const mayBeKept = own === undefined || sizeOf(own) < limits.maxConnectionsEach || endOldest(own);
      move(socket, principalId, byPrincipal.get(principalId) ?? own ?? noConnections());
      return mayBeKept;
    },
    /**
     * Called when a complete request has arrived; until the request is answered, the connection is not closed to make
     * room for another connection.
     */
    markBusy: (socket: Socket) => {
      const { idle, busy } = of(socket);
      idle.delete(socket);
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
    },
    release: (socket: Socket) => {
      const { idle, busy } = of(socket);
      const requests = (busy.get(socket) ?? 0) - 1;
      if (requests > 0) return void busy.set(socket, requests);
      if (busy.delete(socket) && !socket.destroyed) idle.add(socket);
    },
  };
}

function noConnections(): Connections {
  return { idle: new Set(), busy: new Map() };
}

function sizeOf({ idle, busy }: Connections): number {
  return idle.size + busy.size;
}

function endOldest({ idle }: Connections): boolean {
  const [oldest] = idle;
  if (oldest === undefined) return false;
  idle.delete(oldest);
  oldest.destroy();
  return true;
}

function rejectConnection(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.end(
    'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    () => socket.destroy(),
  );
}
