import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFolder, environment, installedScript } from '@modegate/cli-kit/testing';
import { expect } from 'vitest';
import type { OAuthServer } from '../../../../../packages/mcp-host/test/support/oauth-server.ts';
import { freePort } from '../../../../../test/support/free-port.ts';
import { startLogin } from '../../logins/support.ts';
import { builtServer } from '../../support/built-server.ts';
import type { Launch } from '../../support/outside-client.ts';
import { createPlace, gatewayArgs } from './gateway.ts';
import { protect } from './protected-server.ts';
import type { ServerEntry } from './upstreams.ts';

const sdkServer = fileURLToPath(
  new URL('../../../../../packages/mcp-host/test/support/sdk-server.mjs', import.meta.url),
);
const filesystem = installedScript('@modelcontextprotocol/server-filesystem', 'mcp-server-filesystem');
const files = createFolder({ 'over the eras.txt': 'Hello.' });
const everything = installedScript('@modelcontextprotocol/server-everything', 'mcp-server-everything');
const processes: ChildProcess[] = [];
const protectedServers: OAuthServer[] = [];

/** A server of the table of eras. */
export interface EraServer {
  /** Starts it. */
  readonly entry: () => Promise<ServerEntry>;
  readonly version: string;
  /** A tool with an argument for which it says something about the eras. */
  readonly echo: readonly [tool: string, argument: string, value: string];
  /** Whether it has tools that ask for a name, and that add a tool. */
  readonly asks: boolean;
  /** Whether it wants a login. Default false. */
  readonly isProtected?: boolean;
}

/** What every server of the table says, sooner or later. */
export const TEXT = 'over the eras';
const legacy = { version: '2025-11-25', asks: false } as const;
const echoMessage = { ...legacy, echo: ['echo', 'message', TEXT] } as const;
const sdk = { version: '2026-07-28', asks: true, echo: ['echo', 'text', TEXT] } as const;
const remote = (url: string): ServerEntry => ({ type: 'streamable-http', url }) as never;

/** The servers of the table, and what they are to speak. */
export const eraServers: Readonly<Record<string, EraServer>> = {
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
    (['dual', 'modern'] as const).flatMap((era): readonly [string, EraServer][] => [
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

/** The program in front of a server; a person logs in first where it wants that. */
export async function launchOf(entry: ServerEntry, { isProtected = false }: EraServer): Promise<Launch> {
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

/** Ends the servers that were started. */
export async function endEraServers(): Promise<void> {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  await Promise.all(protectedServers.splice(0).map((server) => server.close()));
}
