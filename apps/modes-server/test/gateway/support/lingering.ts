import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createFolder, environment, writeFiles } from '@modegate/cli-kit/testing';
import { expect, onTestFinished } from 'vitest';
import { builtServer } from '../../support/built-server.ts';
import { createPlace, gatewayArgs, type Place, pause } from './gateway.ts';
import { descendantsOf, type Process, processesWith, stillRunning } from './process-tree.ts';
import type { ServerEntry } from './upstreams.ts';

const script = join(import.meta.dirname, '../upstreams/lingering.ts');

/** Servers by what is wrong with their end. */
export function lingeringServers(marker: string): Readonly<Record<string, ServerEntry>> {
  const env = { LINGERING: marker };
  const node = (...traits: readonly string[]): ServerEntry => ({
    command: process.execPath,
    args: [script, ...traits],
    env,
  });
  return {
    plain: node(),
    stays: node('stays'),
    stubborn: node('stays', 'ignores'),
    parent: node('child'),
    shell: {
      command: 'sh',
      args: [
        '-c',
        `"$0" -e 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)' & exec "$0" "$1"`,
        process.execPath,
        script,
      ],
      env,
    },
    wrapped: {
      command: 'npx',
      args: ['--no-install', 'lingering'],
      cwd: npxFolder(),
      env: { ...env, HOME: createFolder() },
    },
  };
}

/** A folder in which `npx lingering` is a stubborn server. */
function npxFolder(): string {
  const folder = createFolder();
  const start = `#!/usr/bin/env node\nrequire('node:child_process').spawnSync(${JSON.stringify(process.execPath)}, ${JSON.stringify([script, 'stays', 'ignores'])}, { stdio: 'inherit' });\n`;
  const manifest = { name: 'lingering', version: '1.0.0', bin: 'start.cjs' };
  writeFiles(folder, { 'package.json': JSON.stringify(manifest), 'start.cjs': start });
  return folder;
}

/** The built server with such servers behind it, all of them started. */
export interface Ending {
  /** Signals the server; below 0: its group. */
  readonly signal: (name: NodeJS.Signals, whom?: 'server' | 'group') => void;
  /** Signals everything that the server has started. */
  readonly signalDescendants: (name: NodeJS.Signals) => void;
  readonly endInput: () => void;
  readonly send: (message: object) => void;
  readonly hasEnded: () => boolean;
  /** Resolves with the exit code, or with the signal, once it has ended. */
  readonly ended: Promise<number | string | null>;
  /** What was started and still runs. */
  readonly left: () => readonly string[];
  readonly stderr: () => string;
}

/** Where a server with such servers behind it runs, and how. */
export interface LingeringOptions {
  readonly servers: readonly string[];
  readonly place?: Place;
  /** Instead of serving. */
  readonly command?: readonly string[];
  /** Traits of a further server. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
}

let started = 0;

/** Starts the built server as the leader of a group of its own, as agents do, and waits for its servers. */
export async function startLingering({
  servers,
  place = createPlace(),
  command,
  more = {},
}: LingeringOptions): Promise<Ending> {
  const marker = `${process.pid}-${started++}`;
  const known = lingeringServers(marker);
  const env = { LINGERING: marker };
  const chosen = Object.fromEntries(servers.map((name) => [name, known[name] ?? {}]));
  const others = Object.fromEntries(
    Object.entries(more).map(([name, traits]) => [name, { command: process.execPath, args: [script, ...traits], env }]),
  );
  const flags = ['--toolsets', 'off', '--mode', 'free'];
  const args = gatewayArgs({ servers: { ...chosen, ...others }, flags }, place);
  const child = spawn(process.execPath, [builtServer, ...(command ?? []), ...args], {
    cwd: place.project,
    env: environment({ cwd: place.project, home: place.home, env: { MODEGATE_GATEWAY_MODE: 'auto' } }),
    detached: true,
  });
  const pid = child.pid ?? 0;
  // A test that fails leaves nothing behind, either.
  onTestFinished(() => {
    child.kill('SIGKILL');
    for (const one of processesWith(`LINGERING=${marker}`)) killQuietly(one, 'SIGKILL');
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code);
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  if (command === undefined) {
    const clientInfo = { name: 'lingering', version: '1' };
    send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
    send({ method: 'notifications/initialized' });
    await expect
      .poll(
        async () => {
          send({ id: 1, method: 'tools/list' });
          await pause(100);
          return servers.filter((name) => !stdout.includes(`"${name}__ping"`));
        },
        { timeout: 60_000, interval: 50 },
      )
      .toEqual([]);
  } else {
    const count = servers.length + Object.keys(others).length;
    await expect
      .poll(() => processesWith(`LINGERING=${marker}`).length, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(count);
    // Until they have said that signals do not concern them.
    await pause(500);
  }
  const all = descendantsOf(pid);
  return {
    signal: (name, whom = 'server') => killQuietly({ pid: whom === 'server' ? pid : -pid }, name),
    signalDescendants: (name) => {
      for (const one of descendantsOf(pid)) killQuietly(one, name);
    },
    endInput: () => void child.stdin.end(),
    send,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
    left: () => [
      ...new Set([...stillRunning(all), ...processesWith(`LINGERING=${marker}`)].map(({ command: line }) => line)),
    ],
    stderr: () => stderr,
  };
}

function killQuietly({ pid }: Pick<Process, 'pid'>, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has gone meanwhile.
  }
}
