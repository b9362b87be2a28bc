import { formatAddress, type IpcAddress } from '../address.ts';
import { IpcError } from '../ipc-error.ts';
import type { AgentServer } from '../server/server.ts';
import { invalidAddress, pipeName } from './connect-targets.ts';
import { listenOnSocket, type SocketListener } from './listen.ts';
import { prepareSocketFile } from './socket-file.ts';

/** Options of {@link serveAgent}: the address and the server. */
export interface ServeAgentOptions {
  /** Address to listen on; TCP port 0 means any free port. */
  readonly address: IpcAddress;
  /**
   * Server to use: one created by `createAgentServer`, or the server of a fake agent. {@link ServedAgent.close} closes
   * it too.
   */
  readonly server: AgentServer;
  /**
   * Permits a host that other machines can reach. The protocol has neither a password nor encryption. Default false.
   */
  readonly allowRemote?: boolean;
}

/** A listening agent server. */
export interface ServedAgent {
  /** Actual address, including the chosen port. */
  readonly address: IpcAddress;
  readonly server: AgentServer;
  /**
   * Closes all connections, stops listening and removes the socket file, unless the file now belongs to another server.
   */
  close(): Promise<void>;
}

/**
 * Serves an agent on a socket file (mode 0600), a Windows pipe or a TCP port. A socket file that has no listener is
 * replaced; a socket file that a server is using, or any other file, is left unchanged.
 * @throws {IpcError} ADDRESS_IN_USE; ADDRESS_INVALID if this system cannot listen there.
 */
export async function serveAgent(options: ServeAgentOptions): Promise<ServedAgent> {
  const { address, server } = options;
  const listening =
    address.kind === 'tcp' ? await listenOnPort(options, address) : await listenOnPath(options, address);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    server.close();
    await listening.close();
  };
  return {
    address: listening.address,
    server,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

type ActiveListener = Pick<ServedAgent, 'address' | 'close'>;

type TcpAddress = Extract<IpcAddress, { readonly kind: 'tcp' }>;

async function listenOnPort(
  { server, allowRemote = false }: ServeAgentOptions,
  address: TcpAddress,
): Promise<ActiveListener> {
  const host = address.host.toLowerCase() === 'localhost' ? '127.0.0.1' : address.host;
  // node-ipc interprets these two hosts as a request for UDP.
  if (/^udp[46]$/i.test(host)) throw invalidAddress(address, 'no host has this name');
  if (!allowRemote && !isLoopback(host)) {
    throw invalidAddress(
      address,
      'other machines can reach this host, and anyone who connects can drive the agent without a password; use localhost, or set allowRemote',
    );
  }
  const { port, close } = await listenOnSocket({ host, port: address.port }, server.accept).catch(explain(address));
  return { address: { kind: 'tcp', host, port: port ?? address.port }, close };
}

async function listenOnPath(
  { server }: ServeAgentOptions,
  address: Exclude<IpcAddress, TcpAddress>,
): Promise<ActiveListener> {
  if (process.platform === 'win32' || address.kind === 'pipe') return listenOnPipe(server, address);
  const file = await prepareSocketFile(address);
  let listener: SocketListener | undefined;
  try {
    listener = await listenOnSocket({ path: file.privatePath }, server.accept).catch(explain(address));
    await file.publish();
  } catch (error) {
    await listener?.close();
    throw error;
  } finally {
    await file.discard();
  }
  const { close } = listener;
  return {
    address,
    close: async () => {
      await file.remove();
      await close();
    },
  };
}

async function listenOnPipe(server: AgentServer, address: Exclude<IpcAddress, TcpAddress>): Promise<ActiveListener> {
  if (process.platform !== 'win32') {
    throw invalidAddress(address, 'named pipes exist only on Windows; write the path of a socket file');
  }
  const { close } = await listenOnSocket({ path: pipeName(address) }, server.accept).catch(explain(address));
  return { address, close };
}

function explain(address: IpcAddress): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const text = formatAddress(address);
    if (code !== 'EADDRINUSE')
      throw invalidAddress(address, `the system does not allow listening there (${code})`, error);
    throw new IpcError(
      'ADDRESS_IN_USE',
      `${text} is in use: another server is listening there. Stop it, or choose another address.`,
      {
        data: { address: text },
        cause: error,
      },
    );
  };
}

function isLoopback(host: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(host) || host === '::1' || /^::ffff:127\./i.test(host);
}
