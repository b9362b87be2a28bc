import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { createMCPClient } from '@ai-sdk/mcp';
import { createFolder, environment, installedScript, runScript } from '@modegate/program-shell/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OAuthServer } from '../../../../packages/mcp-host/test/support/oauth-server.ts';
import { startLogin } from '../logins/support.ts';
import { builtServer } from '../support/built-server.ts';
import { connectAiSdk, connectOlder, type Launch } from '../support/outside-client.ts';
import { createPlace, gatewayArgs } from './support/gateway.ts';
import { protect } from './support/protected-server.ts';
import type { ServerEntry } from './support/upstreams.ts';

const sdkServer = fileURLToPath(new URL('../../../../packages/mcp-host/test/support/sdk-server.mjs', import.meta.url));
const filesystem = installedScript('@modelcontextprotocol/server-filesystem', 'mcp-server-filesystem');
const files = createFolder({ 'over the eras.txt': 'Hello.' });
const inspector = installedScript('@modelcontextprotocol/inspector', 'mcp-inspector');
const everything = installedScript('@modelcontextprotocol/server-everything', 'mcp-server-everything');
const processes: ChildProcess[] = [];
const protectedServers: OAuthServer[] = [];

interface TableServer {
  readonly entry: () => Promise<ServerEntry>;
  readonly version: string;
  /** A tool with an argument for which it says something about the eras. */
  readonly echo: readonly [tool: string, argument: string, value: string];
  /** Whether it has tools that ask for a name, and that add a tool. */
  readonly asks: boolean;
  /** Whether it wants a login. Default false. */
  readonly isProtected?: boolean;
}

const TEXT = 'over the eras';
const legacy = { version: '2025-11-25', asks: false } as const;
const echoMessage = { ...legacy, echo: ['echo', 'message', TEXT] } as const;
const sdk = { version: '2026-07-28', asks: true, echo: ['echo', 'text', TEXT] } as const;
const remote = (url: string): ServerEntry => ({ type: 'streamable-http', url }) as never;

/** The servers of the table, and what they are to speak. */
const servers: Readonly<Record<string, TableServer>> = {
  'server-everything over stdio': {
    ...echoMessage,
    entry: async () => ({ command: process.execPath, args: [everything, 'stdio'] }),
  },
  'server-everything over HTTP': { ...echoMessage, entry: async () => remote(await legacyUrl()) },
  'server-filesystem over stdio': {
    ...legacy,
    entry: async () => ({ command: process.execPath, args: [filesystem, files] }),
    echo: ['list_directory', 'path', files],
  },
  ...Object.fromEntries(
    (['dual', 'modern'] as const).flatMap((era): readonly [string, TableServer][] => [
      [
        `a ${era} server over stdio`,
        { ...sdk, entry: async () => ({ command: process.execPath, args: [sdkServer, 'stdio', era] }) },
      ],
      [`a ${era} server over HTTP`, { ...sdk, entry: async () => remote(await sdkUrl(era)) }],
    ]),
  ),
  'a legacy server behind OAuth': {
    ...echoMessage,
    entry: async () => remote(await protectedUrl(await legacyUrl())),
    isProtected: true,
  },
  'a modern server behind OAuth': {
    ...sdk,
    entry: async () => remote(await protectedUrl(await sdkUrl('modern'))),
    isProtected: true,
  },
};

async function protectedUrl(url: string): Promise<string> {
  const server = await protect(url);
  protectedServers.push(server);
  return server.url;
}

async function sdkUrl(era: string): Promise<string> {
  const child = spawn(process.execPath, [sdkServer, 'http', era], { stdio: ['ignore', 'pipe', 'ignore'] });
  processes.push(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 20_000 }).toContain('\n');
  return said.trim();
}

async function legacyUrl(): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  processes.push(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 20_000 }).toContain('on port');
  return `http://127.0.0.1:${port}/mcp`;
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface TableClient {
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  close(): Promise<void>;
}

/** The clients of the table; those that can show a form say yes to it. */
const clients: Readonly<
  Record<string, { readonly connect: (launch: Launch) => Promise<TableClient>; readonly hasForms: boolean }>
> = {
  "the SDK's client": { connect: connectOlder, hasForms: false },
  "the successor's client, legacy": { connect: (launch) => connectWithForms(launch, 'legacy'), hasForms: true },
  "the successor's client, negotiating": { connect: (launch) => connectWithForms(launch, 'auto'), hasForms: true },
  "the successor's client, modern": {
    connect: (launch) => connectWithForms(launch, { pin: '2026-07-28' }),
    hasForms: true,
  },
  "the AI SDK's client": {
    connect: (launch): Promise<Awaited<ReturnType<typeof createMCPClient>>> => connectAiSdk(launch),
    hasForms: false,
  },
  'the Inspector': { connect: async (launch) => inspectorClient(launch), hasForms: false },
};

/** Each of its calls starts a program of its own. */
function inspectorClient({ command, args, cwd, env }: Launch): TableClient {
  const inspect = async (method: string, ...more: readonly string[]) => {
    const own = { MCP_INSPECTOR_SECRET_STORE: 'memory', MCP_STORAGE_DIR: createFolder() };
    const { stdout, stderr } = await runScript(
      inspector,
      ['--cli', command, ...args, '--method', method, '--format', 'json', ...more],
      { cwd, home: env.HOME ?? '', env: own },
    );
    if (stdout === '') throw new Error(`The Inspector printed nothing: ${stderr}`);
    return JSON.parse(stdout).result;
  };
  return {
    listTools: () => inspect('tools/list'),
    callTool: ({ name, arguments: given = {} }) =>
      inspect('tools/call', '--tool-name', name, '--tool-arg', ...Object.entries(given).map((pair) => pair.join('='))),
    close: async () => undefined,
  };
}

async function connectWithForms(launch: Launch, mode: 'legacy' | 'auto' | { pin: string }): Promise<TableClient> {
  const info = { name: 'table', version: '1' };
  const client = new Client(info, { capabilities: { elicitation: {} }, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(new StdioClientTransport(launch));
  return client;
}

/** The program in front of a server; a person logs in first where it wants that. */
async function launchOf(entry: ServerEntry, { isProtected = false }: TableServer): Promise<Launch> {
  const place = createPlace();
  const flags = ['--toolsets', 'off', '--mode', 'free', '--surface', 'tools', '--first-list-wait', '10'];
  const options = { servers: { up: entry }, flags };
  if (isProtected) {
    const args = gatewayArgs({ ...options, flags: [] }, place);
    const login = startLogin(['login', 'up', ...args], { cwd: place.project, home: place.home });
    await (await fetch(await login.address)).text();
    expect(await login.ended).toBe(0);
  }
  return {
    command: process.execPath,
    args: [builtServer, ...gatewayArgs(options, place)],
    cwd: place.project,
    env: environment({ cwd: place.project, home: place.home }),
    stderr: 'ignore',
  };
}

afterAll(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  await Promise.all(protectedServers.splice(0).map((server) => server.close()));
});

describe.each(Object.entries(servers))('%s', (_which, row) => {
  const {
    version,
    asks,
    echo: [tool, argument, value],
  } = row;
  let started: Promise<ServerEntry> | undefined;
  const launch = async (): Promise<Launch> => {
    started ??= row.entry();
    return launchOf(await started, row);
  };

  test.each(Object.entries(clients))(
    'serves %s',
    async (_client, { connect, hasForms }) => {
      const client = await connect(await launch());
      onTestFinished(() => client.close());
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain(`up__${tool}`);
      const echoed = await client.callTool({ name: `up__${tool}`, arguments: { [argument]: value } });
      expect(JSON.stringify(echoed)).toContain(TEXT);
      if (!asks || !hasForms) return;
      expect(await client.callTool({ name: 'up__ask', arguments: {} })).toMatchObject({
        content: [{ text: 'Hello Ada' }],
      });
      await client.callTool({ name: 'up__grow', arguments: {} });
      const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
      await expect.poll(listed, { timeout: 10_000 }).toContain('up__grown');
    },
    60_000,
  );

  test('is said by tools to speak its version', async () => {
    const { args, cwd } = await launch();
    const [script = '', ...others] = args;
    const { stdout } = await runScript(
      script,
      ['tools', ...others.filter((arg) => !['--surface', 'tools', '--first-list-wait', '10'].includes(arg))],
      {
        cwd,
        home: cwd,
      },
    );
    expect(stdout).toContain(`protocol ${version}`);
  }, 60_000);
});
