import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Any JSON object, as it came over the pipe. */
export type Json = Record<string, unknown>;

/** Something that the client said. */
export interface Incoming {
  readonly id?: string | number;
  readonly method?: string;
  readonly params: Json;
  readonly result?: Json;
  readonly error?: Json;
}

/** Hands every line of stdin over as a message; the process ends with stdin, as the protocol asks. */
export function receive(take: (message: Incoming) => void): void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    record({ at: Date.now(), ...message });
    take({ params: {}, ...message });
  });
  lines.once('close', () => process.exit(0));
  process.stdout.on('error', () => process.exit(0));
}

/** Writes a message; false when the pipe is full. */
export function send(message: Json): boolean {
  return process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Answers a request; the id is missing only of notifications, which nobody answers. */
export function answer({ id }: Incoming, result: Json): void {
  send({ id, result });
}

/** Answers a request with a JSON-RPC error. */
export function refuse({ id }: Incoming, error: Json): void {
  send({ id, error });
}

/** The result of a tool that says one sentence. */
export function text(sentence: string, more: Json = {}): Json {
  return { content: [{ type: 'text', text: sentence }], ...more };
}

/** The answer to `initialize`: the client's own revision, and tools that may change. */
export function greeting(name: string, { params }: Incoming, capabilities: Json = {}): Json {
  return {
    protocolVersion: params.protocolVersion,
    capabilities: { tools: { listChanged: true }, ...capabilities },
    serverInfo: { name, version: '1.0.0' },
  };
}

/** Appends to the call log, the file that proves what has reached this server and what has not. */
export function record(entry: Json): void {
  const file = process.env.CALL_LOG;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}
