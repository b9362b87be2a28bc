import { IpcError } from './ipc-error.ts';

/**
 * Address of an agent: the path of a Unix socket, the name of a Windows pipe (without `\\.\pipe\`), or a TCP host and
 * port.
 */
export type IpcAddress =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'pipe'; readonly name: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number };

/**
 * Reads an address: `/run/agent.sock`, `unix:./agent.sock`, `\\.\pipe\agent`, `pipe:agent`, `localhost:7800`,
 * `tcp://[::1]:7800`, or just `7800` for that port on `localhost`. A path refers to a socket file or, on Windows, is
 * used as the name of a pipe.
 * @throws {IpcError} ADDRESS_INVALID when the text is none of these.
 */
export function parseAddress(text: string): IpcAddress {
  const trimmed = text.trim();
  if (trimmed === '') throw invalid(text, 'it is empty');
  if (trimmed.includes('\0')) throw invalid(text, 'it contains a NUL character');
  const scheme = /^(unix|pipe|tcp):([\s\S]*)$/i.exec(trimmed);
  if (scheme !== null) return parseScheme(text, { scheme: scheme[1] ?? '', rest: scheme[2] ?? '' });
  const pipe = pipeName(trimmed);
  if (pipe !== undefined) return readPipe(text, pipe);
  if (/^[A-Za-z]:[\\/]/.test(trimmed)) return { kind: 'socket', path: trimmed };
  if (/^\d+$/.test(trimmed)) return { kind: 'tcp', host: 'localhost', port: readPort(text, trimmed) };
  if (/^\[[^\]]*\]:\d+$|^[^:/\\]*:\d+$/.test(trimmed)) return readTcp(text, trimmed);
  if (/[/\\]/.test(trimmed)) return readPath(text, trimmed);
  throw invalid(text, 'it is not a path, a pipe or host:port');
}

/**
 * Formats an address as `unix:…`, `pipe:…` or `tcp://host:port`, which {@link parseAddress} converts back to the same
 * address.
 */
export function formatAddress(address: IpcAddress): string {
  switch (address.kind) {
    case 'socket':
      return `unix:${address.path}`;
    case 'pipe':
      return `pipe:${address.name}`;
    case 'tcp':
      return `tcp://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
  }
}

function parseScheme(text: string, { scheme, rest }: { readonly scheme: string; readonly rest: string }): IpcAddress {
  switch (scheme.toLowerCase()) {
    case 'unix':
      return readPath(text, rest);
    case 'pipe':
      return readPipe(text, pipeName(rest) ?? rest);
    default:
      return readTcp(text, rest.replace(/^\/\//, '').replace(/\/$/, ''));
  }
}

function readPath(text: string, path: string): IpcAddress {
  if (path === '') throw invalid(text, 'the path is missing');
  if (path.startsWith('~')) throw invalid(text, "'~' means the home folder only in a shell; write the full path");
  return { kind: 'socket', path: path.replace(/^\/{2,}/, '/') };
}

function readPipe(text: string, name: string): IpcAddress {
  if (name === '') throw invalid(text, 'the name of the pipe is missing');
  return { kind: 'pipe', name };
}

// Returns the part after \\.\pipe\, with either kind of slash; undefined if the text does not start with this prefix.
function pipeName(text: string): string | undefined {
  return /^[\\/]{2}[.?][\\/]pipe[\\/]([\s\S]*)$/i.exec(text)?.[1];
}

function readTcp(text: string, hostAndPort: string): IpcAddress {
  const parts = /^(?:\[([0-9A-Fa-f:.%\w]+)\]|([^\s:/\\@[\]]+)):(\d+)$/.exec(hostAndPort);
  const host = parts?.[1] ?? parts?.[2];
  if (parts === null || host === undefined) throw invalid(text, 'host:port was expected');
  return { kind: 'tcp', host, port: readPort(text, parts[3] ?? '') };
}

function readPort(text: string, digits: string): number {
  const port = Number(digits);
  if (port > 65_535) throw invalid(text, 'a port is a number from 1 to 65535');
  return port;
}

function invalid(text: string, reason: string): IpcError<'ADDRESS_INVALID'> {
  const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  return new IpcError(
    'ADDRESS_INVALID',
    `'${shown}' is not the address of an agent: ${reason}. Write a path such as /tmp/agent.sock, a pipe such as pipe:agent, or a port such as localhost:7800.`,
    { data: { address: shown, reason } },
  );
}
