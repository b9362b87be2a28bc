import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { createMCPClient } from '@ai-sdk/mcp';
import { environment, installedScript, runScript } from '@modegate/program-shell/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtServer } from '../support/built-server.ts';
import { connectAiSdk, connectOlder, type Launch } from '../support/outside-client.ts';
import { createPlace, gatewayArgs } from './support/gateway.ts';
import type { ServerEntry } from './support/upstreams.ts';

const sdkServer = fileURLToPath(new URL('../../../../packages/mcp-host/test/support/sdk-server.mjs', import.meta.url));
const everything = installedScript('@modelcontextprotocol/server-everything', 'mcp-server-everything');
const processes: ChildProcess[] = [];

/** The servers of the table, what they are to speak, and their tool that echoes, with its argument. */
const servers: Readonly<
  Record<
    string,
    { readonly entry: () => Promise<ServerEntry>; readonly version: string; readonly echo: readonly [string, string] }
  >
> = {
  'a legacy server over stdio': {
    entry: async () => ({ command: process.execPath, args: [everything, 'stdio'] }),
    version: '2025-11-25',
    echo: ['echo', 'message'],
  },
  'a legacy server over HTTP': {
    entry: async () => ({ type: 'streamable-http', url: await legacyUrl() }) as never,
    version: '2025-11-25',
    echo: ['echo', 'message'],
  },
  ...Object.fromEntries(
    (['dual', 'modern'] as const).flatMap((era) => [
      [
        `a ${era} server over stdio`,
        {
          entry: async () => ({ command: process.execPath, args: [sdkServer, 'stdio', era] }),
          version: '2026-07-28',
          echo: ['echo', 'text'] as const,
        },
      ],
      [
        `a ${era} server over HTTP`,
        {
          entry: async () => ({ type: 'streamable-http', url: await sdkUrl(era) }) as never,
          version: '2026-07-28',
          echo: ['echo', 'text'] as const,
        },
      ],
    ]),
  ),
};

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
};

async function connectWithForms(launch: Launch, mode: 'legacy' | 'auto' | { pin: string }): Promise<TableClient> {
  const info = { name: 'table', version: '1' };
  const client = new Client(info, { capabilities: { elicitation: {} }, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(new StdioClientTransport(launch));
  return client;
}

function launchOf(entry: ServerEntry): Launch {
  const place = createPlace();
  const flags = ['--toolsets', 'off', '--mode', 'free', '--surface', 'tools', '--first-list-wait', '10'];
  return {
    command: process.execPath,
    args: [builtServer, ...gatewayArgs({ servers: { up: entry }, flags }, place)],
    cwd: place.project,
    env: environment({ cwd: place.project, home: place.home }),
    stderr: 'ignore',
  };
}

afterAll(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
});

describe.each(Object.entries(servers))('%s', (_which, { entry, version, echo: [tool, argument] }) => {
  let started: Promise<ServerEntry> | undefined;
  const server = (): Promise<ServerEntry> => {
    started ??= entry();
    return started;
  };

  test.each(Object.entries(clients))(
    'serves %s',
    async (_client, { connect, hasForms }) => {
      const client = await connect(launchOf(await server()));
      onTestFinished(() => client.close());
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain(`up__${tool}`);
      const echoed = await client.callTool({ name: `up__${tool}`, arguments: { [argument]: 'over the eras' } });
      expect(JSON.stringify(echoed)).toContain('over the eras');
      if (version === '2025-11-25' || !hasForms) return;
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
    const { args, cwd } = launchOf(await server());
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
