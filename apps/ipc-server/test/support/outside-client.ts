import { createFolder, environment } from '@modegate/cli-kit/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll } from 'vitest';
import { builtServer } from './built-server.ts';

/** The shape differs by tool; the tests say what they expect of it. */
export type Facts = ReturnType<typeof JSON.parse>;

/** The built server in a process of its own, driven by a client that shares no code with it. */
export interface OutsideClient {
  readonly client: Client;
  /** The process of the server. */
  readonly pid: number;
  /** Every event that was pushed. */
  readonly pushed: readonly Facts[];
  /** What the server wrote to stderr. */
  readonly stderr: () => string;
  /** Calls a tool; returns its facts, those of a failure under `error`. */
  call(name: string, args?: Record<string, unknown>): Promise<Facts>;
  /** Polls until the events of a queue hold what is looked for; returns all of them. */
  pollUntil(tool: string, holds: (events: readonly Facts[]) => boolean, args?: object): Promise<readonly Facts[]>;
  close(): Promise<void>;
}

const open = new Set<OutsideClient>();

afterAll(async () => {
  await Promise.all([...open].map((each) => each.close()));
});

/** Starts the built server with these arguments, and nothing of the user's own environment. */
export async function connectOutside(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<OutsideClient> {
  const folder = createFolder();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtServer, ...args],
    cwd: folder,
    env: environment({ cwd: folder, home: folder, env }),
    stderr: 'pipe',
  });
  const pushed: Facts[] = [];
  const stderr: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => void stderr.push(chunk.toString('utf8')));
  const client = new Client({ name: 'outside', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  client.fallbackNotificationHandler = async ({ method, params }) => {
    if (method === 'notifications/rooIpcEventReceived') pushed.push(params);
  };
  await client.connect(transport);
  // So that results are held to the schemas of the tools.
  await client.listTools();
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Facts> =>
    (await client.callTool({ name, arguments: given })).structuredContent;
  const outside: OutsideClient = {
    client,
    pid: transport.pid ?? 0,
    pushed,
    stderr: () => stderr.join(''),
    call,
    pollUntil: async (tool, holds, more = {}) => {
      const all: Facts[] = [];
      while (!holds(all)) {
        const { events } = await call(tool, { limit: 50, wait_ms: 20_000, ...more });
        if (events.length === 0) throw new Error(`Nothing more came after ${JSON.stringify(all.slice(-5))}`);
        all.push(...events);
      }
      return all;
    },
    close: async () => {
      open.delete(outside);
      await client.close();
    },
  };
  open.add(outside);
  return outside;
}
