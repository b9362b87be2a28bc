import type { Socket } from 'node:net';
import type { ByteChannel, ByteReceiver } from '../channel.ts';

/** A channel over a socket that node-ipc opened and reads. */
export interface SocketChannel extends ByteChannel {
  /** Delivers bytes that node-ipc read from the socket. */
  receive(bytes: Uint8Array): void;
}

// Time allowed for sending data written before `close`.
const CLOSE_GRACE_MS = 1_000;
const KEEP_ALIVE_MS = 30_000;

/** Creates a channel for an open socket. The socket is paused until the channel is started, so that nothing is lost. */
export function createSocketChannel(socket: Socket): SocketChannel {
  let receiver: ByteReceiver | undefined;
  let end: { readonly error: Error | undefined } | undefined;
  let error: Error | undefined;
  let paused = false;
  let closing = false;

  socket.pause();
  // Without keep-alive, the loss of a peer's machine is never detected; local sockets ignore this setting.
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.on('error', (cause) => {
    error ??= cause;
  });
  socket.once('close', () => {
    end = { error };
    receiver?.closed(error);
  });

  return {
    start: (target) => {
      receiver = target;
      if (end !== undefined) target.closed(end.error);
      else if (!paused) socket.resume();
    },
    receive: (bytes) => receiver?.data(bytes),
    // node-ipc's own `emit` cannot report when bytes were sent, so they are written to its socket.
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (failure) => (failure ? reject(failure) : resolve()));
      }),
    get bufferedBytes() {
      return socket.writableLength;
    },
    close: ({ discard = false } = {}) => {
      if (discard) socket.destroy();
      if (closing || socket.destroyed) return;
      closing = true;
      socket.destroySoon();
      const timer = setTimeout(() => socket.destroy(), CLOSE_GRACE_MS);
      socket.once('close', () => clearTimeout(timer));
    },
    pause: () => {
      paused = true;
      socket.pause();
    },
    resume: () => {
      paused = false;
      if (receiver !== undefined) socket.resume();
    },
  };
}
