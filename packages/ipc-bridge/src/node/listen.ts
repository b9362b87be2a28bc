import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { IPCModule } from 'node-ipc';
import type { ByteChannel } from '../channel.ts';
import { createRawEndpoint } from './raw-endpoint.ts';
import { createSocketChannel, type SocketChannel } from './socket-channel.ts';

/** A listening server. */
export interface SocketListener {
  /** The TCP port, if any. */
  readonly port: number | undefined;
  /** Closes the server and all connections. */
  close(): Promise<void>;
}

/**
 * Target to listen on: a path (on Windows the bare name of a pipe), or a host and a port, where 0 means any free port.
 */
export type ListenTarget = { readonly path: string } | { readonly host: string; readonly port: number };

/** Listens on a target and reports every new connection; fails with the operating system's error. */
export async function listenOnSocket(
  target: ListenTarget,
  onChannel: (channel: ByteChannel) => void,
): Promise<SocketListener> {
  const { server } = createServer(target);
  const channels = new Map<Socket, SocketChannel>();
  server.on('connect', (socket) => {
    const channel = createSocketChannel(socket);
    channels.set(socket, channel);
    socket.once('close', () => channels.delete(socket));
    onChannel(channel);
  });
  server.on('data', (bytes, socket) => channels.get(socket)?.receive(bytes));
  const net = await start(server);
  const bound = net.address();
  return {
    port: isAddressInfo(bound) ? bound.port : undefined,
    close: async () => {
      const ends = [net, ...channels.keys()].map(closed);
      for (const channel of channels.values()) channel.close();
      net.close();
      await Promise.all(ends);
      server.stop();
    },
  };
}

function closed(emitter: NetServer | Socket): Promise<void> {
  return new Promise((resolve) => {
    emitter.once('close', () => resolve());
  });
}

function createServer(target: ListenTarget): IPCModule {
  const endpoint = createRawEndpoint();
  if ('path' in target) endpoint.serve(target.path);
  else {
    endpoint.serveNet(target.host, target.port === 0 ? 1 : target.port);
    // node-ipc treats port 0 as missing but accepts it as a string; the system then chooses a port.
    if (target.port === 0) endpoint.server.port = '0';
  }
  return endpoint;
}

// node-ipc mixes a server's errors with those of its connections, so its net server is used directly.
function start(server: IPCModule['server']): Promise<NetServer> {
  return new Promise((resolve, reject) => {
    server.start();
    const net = server.server;
    if (net === false) throw new Error('node-ipc did not create a server.');
    net.on('error', reject);
    server.on('start', () => resolve(net));
  });
}

function isAddressInfo(bound: AddressInfo | string | null): bound is AddressInfo {
  return typeof bound === 'object' && bound !== null;
}
