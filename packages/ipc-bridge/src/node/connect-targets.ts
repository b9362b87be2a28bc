import { formatAddress, type IpcAddress } from '../address.ts';
import { IpcError } from '../ipc-error.ts';

/** A connection target in the operating system's terms. */
export type ConnectTarget =
  | { readonly path: string; readonly host?: never; readonly port?: never }
  | { readonly host: string; readonly port: number; readonly path?: never };

/** Maximum length of a socket path: macOS allows 103 bytes, Linux 107, and older versions of Node truncate silently. */
export const MAX_PATH_BYTES = 103;

/**
 * Returns the targets for an address, in the order in which they should be tried.
 * @throws {IpcError} ADDRESS_INVALID for an address that is not usable on this system.
 */
export function connectTargets(address: IpcAddress, platform: string): readonly ConnectTarget[] {
  if (address.kind === 'tcp') {
    // node-ipc would interpret port 0 as its own default port.
    if (address.port === 0) throw invalidAddress(address, 'port 0 means any free port, which only a server can use');
    return tcpTargets(address);
  }
  if (platform === 'win32') return pipePaths(address).map((path) => ({ path }));
  return [{ path: socketPath(address) }];
}

/**
 * Returns the path of a socket file.
 * @throws {IpcError} ADDRESS_INVALID for a pipe, and for a path that is too long.
 */
export function socketPath(address: Exclude<IpcAddress, { readonly kind: 'tcp' }>): string {
  if (address.kind === 'pipe') {
    throw invalidAddress(address, 'named pipes exist only on Windows; write the path of a socket file');
  }
  const bytes = Buffer.byteLength(address.path);
  if (bytes <= MAX_PATH_BYTES) return address.path;
  throw invalidAddress(
    address,
    `its path is ${bytes} bytes long, but a socket path can be at most ${MAX_PATH_BYTES} bytes long`,
  );
}

/**
 * Returns the name under which node-ipc registers a pipe on Windows: one leading slash is dropped, and the others
 * become hyphens.
 */
export function pipeName(address: Exclude<IpcAddress, { readonly kind: 'tcp' }>): string {
  const name = address.kind === 'pipe' ? address.name : address.path;
  return name.replace(/^\//, '').replaceAll('/', '-');
}

/** Creates the error for an address that cannot be used here. */
export function invalidAddress(address: IpcAddress, reason: string, cause?: unknown): IpcError<'ADDRESS_INVALID'> {
  const text = formatAddress(address);
  return new IpcError('ADDRESS_INVALID', `'${text}' cannot be used: ${reason}.`, {
    data: { address: text, reason },
    cause,
  });
}

// If an agent is given a name that starts with \\.\pipe\, the agent doubles the prefix, and Windows reads the result as
// \\.\pipe\pipe\.
function pipePaths(address: Exclude<IpcAddress, { readonly kind: 'tcp' }>): readonly string[] {
  const name = pipeName(address);
  return [`\\\\.\\pipe\\${name}`, `\\\\.\\pipe\\pipe\\${name}`];
}

// An agent on "localhost" listens on the address that the system resolves first.
function tcpTargets({ host, port }: Extract<IpcAddress, { readonly kind: 'tcp' }>): readonly ConnectTarget[] {
  const hosts = host.toLowerCase() === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  return hosts.map((each) => ({ host: each, port }));
}
