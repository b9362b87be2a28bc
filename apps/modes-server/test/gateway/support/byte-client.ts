import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { startScript } from '@modegate/cli-kit/testing';
import { builtServer } from '../../support/built-server.ts';
import type { Message } from '../../support/wire-client.ts';
import { createPlace, gatewayArgs } from './gateway.ts';
import type { ServerEntry } from './upstreams.ts';

/** A client for answers of many megabytes, which it puts together as bytes. */
export interface ByteClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly request: (method: string, params?: object) => Promise<Message>;
}

/** Starts the built server in front of upstreams and shakes hands. */
export async function openByteClient(
  servers: Readonly<Record<string, ServerEntry>>,
  flags: readonly string[],
): Promise<ByteClient> {
  const place = createPlace();
  const where = { cwd: place.project, home: place.home };
  const child = startScript(builtServer, gatewayArgs({ servers, flags }, place), where);
  child.stderr.resume();
  const answers = new Map<number, (message: Message) => void>();
  readLines(child, (message) => answers.get(message.id)?.(message));
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let lastId = 0;
  const request = (method: string, params: object = {}) =>
    new Promise<Message>((resolve) => {
      answers.set(++lastId, resolve);
      write({ id: lastId, method, params });
    });
  const clientInfo = { name: 'bytes', version: '1' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  write({ method: 'notifications/initialized' });
  return { child, request };
}

function readLines(child: ChildProcessWithoutNullStreams, take: (message: Message) => void): void {
  let parts: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      take(JSON.parse(Buffer.concat([...parts, rest.subarray(0, end)]).toString()));
      parts = [];
      rest = rest.subarray(end + 1);
    }
    parts.push(rest);
  });
}
