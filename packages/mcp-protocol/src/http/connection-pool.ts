import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of an HTTP server, bounded in number. */
export interface ConnectionPool {
  readonly size: number;
  /** A request of this connection has arrived in full; until its answer is out the connection makes room for no other. */
  occupy(socket: Socket): void;
  release(socket: Socket): void;
}

/**
 * Bounds the connections of a server. One too many ends the one that has been idle for longest, so that idle ones lock no one
 * out; a connection is idle too while a request arrives on it, since that may take as long as its sender likes.
 */
export function createConnectionPool(
  http: Server,
  maxConnections: number,
  onTurnedAway: () => void = () => undefined,
): ConnectionPool {
  // In the order in which they became idle.
  const idle = new Set<Socket>();
  const busy = new Map<Socket, number>();
  http.on('connection', (socket: Socket) => {
    if (idle.size + busy.size >= maxConnections && !endOldest(idle)) {
      onTurnedAway();
      return turnAway(socket);
    }
    idle.add(socket);
    socket.once('close', () => {
      idle.delete(socket);
      busy.delete(socket);
    });
  });
  return {
    get size() {
      return idle.size + busy.size;
    },
    occupy: (socket) => {
      idle.delete(socket);
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
    },
    release: (socket) => {
      const requests = (busy.get(socket) ?? 0) - 1;
      if (requests > 0) return void busy.set(socket, requests);
      if (busy.delete(socket) && !socket.destroyed) idle.add(socket);
    },
  };
}

function endOldest(idle: Set<Socket>): boolean {
  const [oldest] = idle;
  if (oldest === undefined) return false;
  idle.delete(oldest);
  oldest.destroy();
  return true;
}

function turnAway(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.end(
    'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    () => socket.destroy(),
  );
}
