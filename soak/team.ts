import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { askHeap, heapProbe } from './ask-heap.ts';
import { type Answer, type Message, readAnswer } from './client.ts';

/** A server over HTTP with two principals: ann, who works, and mallory, who has the least token and means harm. */
export interface Team {
  readonly pid: number;
  readonly url: string;
  readonly tokens: Readonly<Record<Principal, string>>;
  readonly connect: (who: Principal) => Promise<HttpClient>;
  heapMiB(): Promise<number>;
  end(): Promise<number | string>;
}

/** The principals of a team. */
export type Principal = 'ann' | 'mallory';

/** One client over HTTP. */
export interface HttpClient {
  /** The status of the answer, and its text as it came. */
  post(body: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Rejects when the answer is no answer of a tool. */
  call(name: string, args: object): Promise<Answer>;
}

const modes: Readonly<Record<Principal, string>> = { ann: 'worker,docs', mallory: 'docs' };

/** Makes the tokens and starts the server. */
export async function startTeam(command: readonly string[], logFile: string, env: NodeJS.ProcessEnv): Promise<Team> {
  const [program = '', ...flags] = command;
  const token = (who: Principal) =>
    execFileSync(process.execPath, [program, ...flags, 'token', 'add', who, '--modes', modes[who]], {
      env,
      stdio: 'pipe',
    })
      .toString()
      .trim();
  const tokens: Readonly<Record<Principal, string>> = { ann: token('ann'), mallory: token('mallory') };
  const child = spawn(process.execPath, [...heapProbe, ...command, 'serve', '--http', '127.0.0.1:0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | string);
  const url = await findUrl(child, logFile);
  return {
    pid: child.pid as number,
    url,
    tokens,
    connect: (who) => connectTeam(url, tokens[who]),
    heapMiB: () => askHeap(child),
    end: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The server says on stderr where it listens. */
function findUrl(child: ChildProcess, logFile: string): Promise<string> {
  const { stderr } = child;
  if (stderr === null) throw new Error('The server has no stderr.');
  stderr.pipe(createWriteStream(logFile));
  return new Promise((resolve, reject) => {
    createInterface({ input: stderr }).on('line', (line) => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('close', () => reject(new Error(`The server of the team did not start; see ${logFile}.`)));
  });
}

/** Opens a session with a token. */
export async function connectTeam(url: string, token: string): Promise<HttpClient> {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const post = async (body: string) => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    const session = answer.headers.get('mcp-session-id');
    if (session !== null) headers['Mcp-Session-Id'] ??= session;
    return { status: answer.status, text: await answer.text() };
  };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'soak', version: '1' } };
  await post(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }));
  let lastId = 0;
  return {
    post,
    call: async (name, args) => {
      const start = performance.now();
      const body = { jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params: { name, arguments: args } };
      const { status, text } = await post(JSON.stringify(body));
      const ms = performance.now() - start;
      if (status !== 200) throw new Error(`HTTP status ${status}: ${text.slice(0, 200)}`);
      return readAnswer(readMessage(text), ms);
    },
  };
}

/** JSON, or the last event of a stream. */
function readMessage(text: string): Message {
  return JSON.parse(
    text
      .split('\n')
      .findLast((line) => line.startsWith('data: '))
      ?.slice(6) ?? text,
  );
}
