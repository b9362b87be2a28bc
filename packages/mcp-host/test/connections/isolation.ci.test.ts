import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connections, type ConnectionsOptions, createConnections, RpcError } from '@modegate/mcp-host/connections';
import { afterEach, describe, expect, test } from 'vitest';
import { entriesOf, plainClient } from '../support/connect.ts';

const script = fileURLToPath(new URL('../support/raw-server.mjs', import.meta.url));
const entry = (behaviour: string) => ({ command: process.execPath, args: [script, behaviour] });

const opened: Connections[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((connections) => connections.close()));
});

function open(servers: Readonly<Record<string, object>>, options: Partial<ConnectionsOptions> = {}): Connections {
  const connections = createConnections({
    entries: entriesOf(servers),
    clientInfo: { name: 'test', version: '1.0.0' },
    launchEnvironment: { env: process.env, workspaceFolder: tmpdir(), userHome: tmpdir(), platform: process.platform },
    onRequest: () => Promise.reject(new RpcError(-32_601, 'Method not found')),
    ...options,
  });
  opened.push(connections);
  return connections;
}

function stateOf(connections: Connections, name: string) {
  const server = connections.servers.find((candidate) => candidate.name === name);
  if (server === undefined) throw new Error(`There is no server ${name}.`);
  return server;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves when the condition holds after an event. */
function until(connections: Connections, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = connections.onEvent(look);
    look();
  });
}

describe('ten servers of which five misbehave', () => {
  const good = ['good-1', 'good-2', 'good-3', 'good-4', 'good-5'];
  const bad = { hanging: 'hanging', dying: 'dying', garbage: 'garbage', flooding: 'flooding', changing: 'changing' };
  const all = Object.fromEntries([
    ...good.map((name) => [name, entry('polite')]),
    ...Object.entries(bad).map(([name, behaviour]) => [name, entry(behaviour)]),
  ]);

  test('healthy servers connect immediately, stay connected and answer despite others, and close leaves no process', async () => {
    const pids = new Set<number>();
    const connections = open(all);
    connections.onEvent(() => {
      for (const { state } of connections.servers) {
        if (state.status === 'connected' && state.pid !== undefined) pids.add(state.pid);
      }
    });
    connections.acquire(plainClient);
    await until(connections, () => good.every((name) => stateOf(connections, name).tools.length === 2));
    await until(connections, () => stateOf(connections, 'hanging').errors.length > 0);
    expect(stateOf(connections, 'hanging').state).toMatchObject({ status: 'connecting', attempt: 1 });
    pids.add(Number(stateOf(connections, 'hanging').errors[0]?.message.replace('pid ', '')));

    // A thousand calls to the good ones, while the bad ones do what they do.
    for (let round = 0; round < 200; round += 1) {
      const results = await Promise.all(
        good.map((name) => connections.request(name, 'tools/call', { name: 'echo' }, { timeoutMs: 10_000 })),
      );
      expect(results).toHaveLength(good.length);
    }
    for (const name of good) {
      expect(stateOf(connections, name).errors).toMatchObject([
        { level: 'info', message: expect.stringMatching(/^pid /) },
      ]);
    }

    await until(connections, () => stateOf(connections, 'dying').state.status === 'disconnected');
    const dying = stateOf(connections, 'dying');
    expect(JSON.stringify(dying.errors)).toContain('No licence found.');
    for (const name of ['garbage', 'flooding', 'changing']) {
      await until(connections, () => stateOf(connections, name).state.status === 'connected');
      expect(await connections.request(name, 'tools/call', { name: 'echo' }, { timeoutMs: 10_000 })).toBeDefined();
      expect(stateOf(connections, name).errors.length).toBeLessThanOrEqual(100);
    }
    const [tool] = stateOf(connections, 'changing').tools;
    await until(connections, () => stateOf(connections, 'changing').tools[0] !== tool);

    await connections.close();
    expect(pids.size).toBeGreaterThanOrEqual(9);
    expect([...pids].filter(isRunning)).toEqual([]);
  });
});

describe('a real server', () => {
  const quick = { backoff: { firstMs: 20, maxMs: 100 } };
  const pidOf = (connections: Connections): number => {
    const { state } = stateOf(connections, 'alpha');
    return state.status === 'connected' && state.pid !== undefined ? state.pid : 0;
  };

  test('a real server that is killed is reconnected', async () => {
    const connections = open({ alpha: entry('polite') }, quick);
    connections.acquire(plainClient);
    await connections.settled();
    const first = pidOf(connections);
    process.kill(first, 'SIGKILL');
    await until(connections, () => pidOf(connections) !== first && pidOf(connections) !== 0);
    expect(stateOf(connections, 'alpha').errors.map(({ level }) => level)).toContain('error');
    await expect(connections.request('alpha', 'tools/call', { name: 'x' })).resolves.toBeDefined();
  });

  test('a real server whose command does not exist reports this and is retried only after a while', async () => {
    const connections = open({ alpha: { command: 'no-such-command-anywhere' } }, quick);
    connections.acquire(plainClient);
    await connections.settled();
    const { state } = stateOf(connections, 'alpha');
    expect(state).toMatchObject({
      status: 'disconnected',
      attempts: 1,
      reason: expect.stringContaining('no-such-command'),
    });
  });

  test('a real server sees its own variables and the gateway mark, but no others', async () => {
    const env = { ...process.env, OUR_SECRET: 'hidden-value', GIVEN: 'given-value' };
    const connections = open(
      { alpha: { ...entry('polite'), env: { OWN: 'own ${GIVEN}' } } },
      { launchEnvironment: { env, workspaceFolder: tmpdir(), userHome: tmpdir(), platform: process.platform } },
    );
    connections.acquire(plainClient);
    const variable = (name: string) => connections.request('alpha', 'tools/call', { name });
    expect(await variable('OWN')).toEqual({ content: [{ type: 'text', text: 'own given-value' }] });
    expect(await variable('MODEGATE_GATEWAY')).toEqual({ content: [{ type: 'text', text: '1' }] });
    expect(await variable('OUR_SECRET')).toEqual({ content: [{ type: 'text', text: 'nothing' }] });
  });

  test('a real server restarts when a file that it watches appears or changes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'modegate-watch-'));
    const file = join(folder, 'dist', 'build.js');
    try {
      const connections = open({ alpha: { ...entry('polite'), watchPaths: [file] } }, quick);
      connections.acquire(plainClient);
      await connections.settled();
      const write = async () => {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, String(Math.random()));
      };
      // The watcher may not have looked yet when the file is written for the first time.
      for (let change = 0; change < 2; change += 1) {
        const before = pidOf(connections);
        let written: Promise<void> | undefined;
        const writing = setInterval(() => {
          written = write();
        }, 1_000);
        await until(connections, () => pidOf(connections) !== before && pidOf(connections) !== 0);
        clearInterval(writing);
        await written;
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});
