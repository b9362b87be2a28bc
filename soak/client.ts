import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { askHeap, heapProbe } from './ask-heap.ts';

/** A parsed answer of the server. */
export type Message = ReturnType<typeof JSON.parse>;

/** What came of a tool call: its result or its error, and how long it took. */
export interface Answer {
  readonly text: string;
  readonly facts: Message;
  readonly isError: boolean;
  readonly ms: number;
}

/** One modes-server over stdio. */
export interface Client {
  readonly pid: number;
  request(method: string, params?: object): Promise<Message>;
  call(name: string, args: object): Promise<Answer>;
  /** Ends stdin; resolves with the exit code, or the signal that ended the process. */
  end(): Promise<number | string>;
  kill(): void;
  /** The heap after a collection. */
  heapMiB(): Promise<number>;
}

/** How long an answer may take before the run counts it as lost. */
const answerMs = 60_000;

/** Starts a server and shakes hands; its log goes into a file. */
export async function startClient(
  command: readonly string[],
  logFile: string,
  env: NodeJS.ProcessEnv,
): Promise<Client> {
  const child = spawn(process.execPath, [...heapProbe, ...command], { env, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
  if (child.stdin === null || child.stdout === null || child.stderr === null)
    throw new Error('The server has no pipes.');
  const { stdin, stdout } = child;
  child.stderr.pipe(createWriteStream(logFile));
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | string);
  const waiting = readAnswers(stdout);
  let lastId = 0;
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method: string, params: object = {}) => {
    const id = ++lastId;
    send({ id, method, params });
    return new Promise<Message>((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`no answer to ${method} ${JSON.stringify(params).slice(0, 200)} within ${answerMs} ms`));
      }, answerMs);
      waiting.set(id, (message) => {
        clearTimeout(giveUp);
        resolve(message);
      });
    });
  };
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'soak', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    pid: child.pid as number,
    request,
    call: async (name, args) => {
      const start = performance.now();
      return readAnswer(await request('tools/call', { name, arguments: args }), performance.now() - start);
    },
    end: () => {
      stdin.end();
      return ended;
    },
    kill: () => void child.kill('SIGKILL'),
    heapMiB: () => askHeap(child),
  };
}

function readAnswers(stdout: NodeJS.ReadableStream) {
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    const message: Message = JSON.parse(line);
    if (message.method !== undefined) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  return waiting;
}

/** What came of a call that took so long. */
export function readAnswer({ result, error }: Message, ms: number): Answer {
  if (error !== undefined) return { text: error.message, facts: error.data, isError: true, ms };
  const text = (result.content as readonly Message[]).map((block) => block.text ?? '').join('\n');
  return { text, facts: result.structuredContent, isError: result.isError === true, ms };
}
