import { PassThrough } from 'node:stream';
import type { ProtocolServer } from '@modegate/mcp-protocol';
import { type ServeStdioOptions, type StdioServing, serveStdio } from '@modegate/mcp-protocol/stdio';

export type Message = Record<string, unknown> & { readonly id?: unknown };

/** The other end of a server on stdio: raw bytes in, parsed lines out. */
export interface StdioDriver {
  readonly serving: StdioServing;
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  /** Everything that the server wrote so far; fails when a line is not JSON. */
  readonly messages: readonly Message[];
  write(bytes: string | Uint8Array): void;
  send(...messages: readonly unknown[]): void;
  /** Resolves with the first message that fits, now or later. */
  find(fits: (message: Message) => boolean): Promise<Message>;
  /** Resolves with the answer to a request. */
  answer(id: string | number | null): Promise<Message>;
  initialize(): Promise<Message>;
}

/** Serves a server to a driver over a pair of pipes in memory. */
export async function driveStdio(server: ProtocolServer, options: ServeStdioOptions = {}): Promise<StdioDriver> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const messages: Message[] = [];
  const watchers = new Set<() => void>();
  const serving = await serveStdio(server, { stdin, stdout, ...options });
  let rest = '';
  stdout.setEncoding('utf8');
  stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) messages.push(JSON.parse(line) as Message);
    for (const check of watchers) check();
  });
  const find = (fits: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = messages.find(fits);
        if (found === undefined) return;
        watchers.delete(check);
        resolve(found);
      };
      watchers.add(check);
      check();
    });
  const driver: StdioDriver = {
    serving,
    stdin,
    stdout,
    messages,
    find,
    write: (bytes) => stdin.write(bytes),
    send: (...each) => stdin.write(each.map((message) => `${JSON.stringify(message)}\n`).join('')),
    answer: (id) => find((message) => message.id === id && !('method' in message)),
    initialize: () => {
      driver.send(INITIALIZE, { jsonrpc: '2.0', method: 'notifications/initialized' });
      return driver.answer('init');
    },
  };
  return driver;
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'driver', version: '1' } },
};

export function ping(id: string | number): object {
  return { jsonrpc: '2.0', id, method: 'ping' };
}

export function call(id: string | number, name: string, input: object = {}): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } };
}
