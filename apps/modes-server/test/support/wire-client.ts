import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { collectOutput, type RunEnvironment, startScript } from '@modegate/cli-kit/testing';
import { builtServer } from './built-server.ts';

/** A parsed line of the server; the tests say what they expect of it. */
export type Message = ReturnType<typeof JSON.parse>;

/** The built server in a process of its own, with nothing between the test and its pipes. */
export interface WireClient {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line that was JSON-RPC, in order. */
  readonly messages: readonly Message[];
  /** Everything on stdout that was not a line of JSON-RPC. */
  readonly strays: readonly string[];
  readonly stderr: () => string;
  /** Resolves with the exit code when the process has ended and its output is read. */
  readonly ended: Promise<number | string | null>;
  write(bytes: string | Uint8Array): void;
  send(...messages: readonly unknown[]): void;
  /** Sends a request under an id of its own; resolves with the whole answer. */
  request(method: string, params?: object): Promise<Message>;
  /** Calls a tool; resolves with the result. */
  call(name: string, args?: object): Promise<Message>;
  /** Resolves with the first message that fits, from the `after`-th on, received already or later. */
  find(fits: (message: Message) => boolean, after?: number): Promise<Message>;
  /** Ends stdin; resolves as `ended` does. */
  end(): Promise<number | string | null>;
}

/** Starts the built server and shakes hands. */
export async function connectWire(args: readonly string[], where: RunEnvironment): Promise<WireClient> {
  const client = startWire(args, where);
  await client.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'wire', version: '1' },
  });
  client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return client;
}

/** Starts the built server and says nothing. */
export function startWire(args: readonly string[], where: RunEnvironment): WireClient {
  // The servers of these projects are made up; what the gateway does has suites of its own.
  const env = { MODEGATE_GATEWAY_MODE: 'off', ...where.env };
  const child = startScript(builtServer, args, { ...where, env });
  const stderr = collectOutput(child.stderr);
  const received = readLines(child);
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => {
    received.finish();
    return signal ?? code ?? null;
  });
  let lastId = 0;
  const client: WireClient = {
    child,
    messages: received.messages,
    strays: received.strays,
    stderr,
    ended,
    write: (bytes) => void child.stdin.write(bytes),
    send: (...messages) => client.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    request: (method, params) => {
      const id = `wire-${++lastId}`;
      const answer = received.answer(id);
      client.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
      return Promise.race([answer, ended.then(() => ({ ended: stderr() }))]);
    },
    call: async (name, args = {}) => (await client.request('tools/call', { name, arguments: args })).result,
    find: received.find,
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
  return client;
}

function readLines(child: ChildProcessWithoutNullStreams) {
  const messages: Message[] = [];
  const strays: string[] = [];
  const answers = new Map<string, (message: Message) => void>();
  const watchers = new Set<() => void>();
  let rest = '';
  const takeLine = (line: string): void => {
    const message = parseJson(line);
    if (!isJsonRpc(message)) {
      strays.push(line);
      return;
    }
    messages.push(message);
    answers.get(message.id)?.(message);
    answers.delete(message.id);
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
    for (const check of watchers) check();
  });
  return {
    messages,
    strays,
    answer: (id: string) => new Promise<Message>((resolve) => answers.set(id, resolve)),
    find: (fits: (message: Message) => boolean, after = 0): Promise<Message> =>
      new Promise((resolve) => {
        let next = after;
        const check = (): void => {
          while (next < messages.length) {
            const message = messages[next++];
            if (!fits(message)) continue;
            watchers.delete(check);
            resolve(message);
            return;
          }
        };
        watchers.add(check);
        check();
      }),
    finish: () => {
      if (rest !== '') strays.push(rest);
    },
  };
}

function parseJson(line: string): Message {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whether a value is a request, a notification or an answer of JSON-RPC 2.0. */
function isJsonRpc(message: Message): boolean {
  if (message?.jsonrpc !== '2.0') return false;
  const isCall = typeof message.method === 'string';
  const isAnswer = 'id' in message && 'result' in message !== 'error' in message;
  return isCall !== isAnswer;
}
