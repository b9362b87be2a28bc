import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A message of the app server: a request, a notification or a reply. */
export interface ServerMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** A running `codex app-server`, reached over its standard streams. */
export interface AppServer {
  /** Resolves with the reply; a rejection has `error`. */
  readonly request: (method: string, params: object) => Promise<ServerMessage>;
  /** Resolves with the next notification that matches. */
  readonly waitFor: (fits: (message: ServerMessage) => boolean) => Promise<ServerMessage>;
  readonly close: () => void;
}

/** Options of startAppServer. */
export interface AppServerStart {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Answers a question from the server. */
  readonly onQuestion: (method: string, params: Readonly<Record<string, unknown>>) => object;
}

/** Starts the server and greets it. When the server ends, every pending wait ends with an error. */
export async function startAppServer({ command, cwd, env, onQuestion }: AppServerStart): Promise<AppServer> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let faults = '';
  let ended: ServerMessage | undefined;
  child.stderr.on('data', (chunk) => (faults += String(chunk)));
  child.stdin.on('error', () => undefined);
  let waiting: {
    readonly fits: (message: ServerMessage) => boolean;
    readonly done: (message: ServerMessage) => void;
  }[] = [];
  const settle = (message: ServerMessage) => {
    const [found] = waiting.filter(({ fits }) => fits(message));
    waiting = waiting.filter((one) => one !== found);
    found?.done(message);
  };
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as ServerMessage;
    if (message.method !== undefined && message.id !== undefined)
      send({ id: message.id, result: onQuestion(message.method, message.params ?? {}) });
    else settle(message);
  });
  const waitFor = (fits: (message: ServerMessage) => boolean) =>
    new Promise<ServerMessage>((done) => (ended === undefined ? waiting.push({ fits, done }) : done(ended)));
  child.once('close', () => {
    ended = { error: { message: `The server ended: ${faults.slice(-2000)}` } };
    for (const { done } of waiting) done(ended);
    waiting = [];
  });
  let last = 0;
  const request = (method: string, params: object) => {
    const id = ++last;
    send({ id, method, params });
    return waitFor((message) => message.id === id);
  };
  // Without this, the server does not accept a granular approval policy from a client.
  const capabilities = { experimentalApi: true };
  await request('initialize', { clientInfo: { name: 'modegate', version: '1' }, capabilities });
  send({ method: 'initialized' });
  return { request, waitFor, close: () => endGroup(child) };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}
