import { stat } from 'node:fs/promises';
import type { IpcAddress } from '../address.ts';
import type { ByteChannel } from '../channel.ts';
import { isIpcError } from '../ipc-error.ts';
import { connectFailure, unfitSocket } from './connect-failure.ts';
import type { ConnectTarget } from './connect-targets.ts';
import { createRawEndpoint } from './raw-endpoint.ts';
import { createSocketChannel } from './socket-channel.ts';

/** Options for opening a connection. */
export interface OpenOptions {
  readonly address: IpcAddress;
  readonly targets: readonly ConnectTarget[];
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly trustedOwner: number | undefined;
}

/**
 * Opens a connection to the first target that accepts one.
 * @throws {IpcError} CONNECT_FAILED with the failure of the first target.
 */
export async function openChannel(options: OpenOptions): Promise<ByteChannel> {
  const { address, targets, trustedOwner } = options;
  let failure: unknown;
  for (const target of targets) {
    try {
      if (address.kind === 'socket' && target.path === address.path) await checkSocket(address, trustedOwner);
      return await openTarget(target, options);
    } catch (error) {
      failure ??= error;
      if (options.signal.aborted) break;
    }
  }
  throw isIpcError(failure) ? failure : connectFailure(address, failure);
}

/** Opens a connection; fails with the operating system's error. */
export function openTarget(
  target: ConnectTarget,
  options: { readonly signal?: AbortSignal; readonly timeoutMs: number },
): Promise<ByteChannel> {
  const { signal, timeoutMs } = options;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const endpoint = createRawEndpoint();
    if (target.path === undefined) endpoint.connectToNet('agent', target.host, target.port);
    else endpoint.connectTo('agent', target.path);
    const client = endpoint.of.agent;
    if (client === undefined) throw new Error('node-ipc did not create a client.');
    const { socket } = client;

    let failure: Error | undefined;
    const giveUp = (error: Error) => {
      failure ??= error;
      socket.destroy();
    };
    const onAbort = (): void => giveUp(Object.assign(new Error('The attempt was abandoned.'), { code: 'ECANCELED' }));
    const timer = setTimeout(
      () => giveUp(Object.assign(new Error(`Could not connect within ${timeoutMs} ms.`), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    client.on('error', (error) => {
      failure ??= error;
    });
    client.on('destroy', () => {
      settle();
      endpoint.disconnect('agent');
      reject(failure ?? new Error('The connection was closed immediately.'));
    });
    client.on('connect', () => {
      settle();
      const channel = createSocketChannel(socket);
      client.on('data', channel.receive);
      resolve(channel);
    });
  });
}

// Anyone may create a socket in /tmp and receive everything sent to it, including configuration and keys.
async function checkSocket(
  address: Extract<IpcAddress, { kind: 'socket' }>,
  trustedOwner: number | undefined,
): Promise<void> {
  const own = process.getuid?.();
  if (own === undefined) return;
  const file = await stat(address.path);
  if (file.isFile() || file.isDirectory()) {
    throw unfitSocket(address, 'the file there is not a socket. Correct the address.');
  }
  if ([own, 0, trustedOwner].includes(file.uid)) return;
  throw unfitSocket(
    address,
    `the socket belongs to user ${file.uid}, but this process runs as user ${own}. The socket was not used, because it may be a trap. If you trust that user, set trustedOwner (ipc-server: --socket-owner ${file.uid}).`,
  );
}
