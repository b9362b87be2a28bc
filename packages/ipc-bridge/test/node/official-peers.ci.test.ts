import { join } from 'node:path';
import { type AgentClient, createAgentServer } from '@modegate/ipc-bridge';
import { connectAgent, serveAgent } from '@modegate/ipc-bridge/node';
import { createFakeAgent } from '@modegate/ipc-bridge/testing';
import type { TaskCommand } from '@roo-code/types';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nodeIpc12, type OfficialPeers, type OfficialServer, officialClasses } from '../support/official-peers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The package of the classes is in no registry: a checkout of an agent has it, as packages/ipc.
const classesFolder = process.env.MODEGATE_OFFICIAL_IPC;

const socketPath = async () => join(await temporaryFolder(), 'agent.sock');

describe('node-ipc 12.0.0 behind the official schemas', () => {
  describePeers(async () => nodeIpc12);
});

describe.skipIf(classesFolder === undefined)(
  'the classes IpcServer and IpcClient (skipped unless MODEGATE_OFFICIAL_IPC names their folder)',
  () => {
    describePeers(() => officialClasses(classesFolder ?? ''));
  },
);

function describePeers(load: () => Promise<OfficialPeers>): void {
  describe('the official peer as a server, with our client', () => {
    test('an official server introduces itself, answers a query and starts a task that is recognised', async () => {
      const { client, received } = await connect(await load());
      expect(client.state).toMatchObject({ status: 'ready', dialect: 'official' });
      expect(await client.send('GetModes')).toMatchObject({ payload: [{ slug: 'code', name: 'ä\f👋\n' }] });
      const text = `Do it: ${'ä\f'.repeat(300_000)}`;
      expect(await client.send('StartNewTask', { configuration: { mode: 'code' }, text })).toMatchObject({
        outcome: 'confirmed',
        payload: { taskId: 'task-1', eventName: 'message' },
      });
      expect(received.map(({ commandName }) => commandName)).toEqual(['GetModes', 'StartNewTask']);
    });

    test('an official server silently drops a start and reopens its cancelled task as an old one (servers part 2, start-task)', async () => {
      const { client, received } = await connect(await load());
      await client.send('StartNewTask', { configuration: {}, text: 'First' });
      await client.send('CancelTask');
      const second = client.send('StartNewTask', { configuration: { mode: 5 }, text: 'Second' }, { timeoutMs: 1_000 });
      await expect(second).rejects.toMatchObject({ code: 'COMMAND_TIMEOUT' });
      expect(received.map(({ commandName }) => commandName)).toEqual(['StartNewTask', 'CancelTask']);
    });

    test('every event of a flood from an official server arrives in order', async () => {
      const { client, server } = await connect(await load());
      const seen: number[] = [];
      client.onEvent(({ payload }) => void seen.push((payload as [{ message: { ts: number } }])[0].message.ts));
      const count = 20_000;
      for (let ts = 0; ts < count; ts++) server.send(said('task-1', ts, 'ä'.repeat(ts % 500)));
      await vi.waitFor(() => expect(seen).toHaveLength(count));
      expect(seen).toEqual(Array.from({ length: count }, (_, ts) => ts));
      expect(client.counters).toMatchObject({ malformedFrames: 0, foreignFrames: 0 });
    });
  });

  describe('the official peer as a client of our server', () => {
    test('an official client is introduced and receives every event of a task', async () => {
      const peers = await load();
      const agent = createFakeAgent({ dialect: 'official', askEventDelayMs: 1 });
      const { path } = await serve(agent.server);
      const client = peers.connect(path);
      onTestFinished(() => client.stop());
      await vi.waitFor(() => expect(client.clientId).toMatch(/^[0-9a-f]{12}$/));
      client.send({ commandName: 'GetModes' } as TaskCommand);
      await vi.waitFor(() => expect(client.events.at(-1)).toMatchObject({ eventName: 'modesResponse' }));
      const data = { configuration: {}, text: 'Really ä\f👋?' };
      client.send({ commandName: 'StartNewTask', data } as TaskCommand);
      await vi.waitFor(() => expect(client.events.at(-1)).toMatchObject({ eventName: 'taskInteractive' }));
      client.send({ commandName: 'SendMessage', data: { text: 'Yes' } } as TaskCommand);
      await vi.waitFor(() => expect(client.events.at(-1)).toMatchObject({ eventName: 'taskIdle' }));
      expect(agent.received.map(({ name }) => name)).toEqual(['GetModes', 'StartNewTask', 'SendMessage']);
      expect(client.refused).toEqual([]);
    });

    test('an official client receives a flood of events in order and is forgotten after it leaves', async () => {
      const peers = await load();
      const server = createAgentServer({ dialect: 'official', onCommand: () => undefined });
      const { path } = await serve(server);
      const client = peers.connect(path);
      onTestFinished(() => client.stop());
      await vi.waitFor(() => expect(client.clientId).toBeDefined());
      const count = 5_000;
      for (let ts = 0; ts < count; ts++) server.broadcast(said('task-1', ts, 'ä'.repeat(ts % 500)));
      await vi.waitFor(() => expect(client.events).toHaveLength(count));
      expect(client.events.map(({ payload }) => (payload as [{ message: { ts: number } }])[0].message.ts)).toEqual(
        Array.from({ length: count }, (_, ts) => ts),
      );
      expect(client.refused).toEqual([]);
      client.stop();
      await vi.waitFor(() => expect(server.clients).toHaveLength(0));
    });
  });
}

async function serve(server: Parameters<typeof serveAgent>[0]['server']): Promise<{ readonly path: string }> {
  const path = await socketPath();
  const served = await serveAgent({ address: { kind: 'socket', path }, server });
  onTestFinished(() => served.close());
  return { path };
}

/** Connects our client to a small agent of the official dialect. */
async function connect(peers: OfficialPeers): Promise<{
  readonly client: AgentClient;
  readonly server: OfficialServer;
  readonly received: readonly TaskCommand[];
}> {
  const path = await socketPath();
  const received: TaskCommand[] = [];
  let tasks = 0;
  const server = peers.serve(path, (command, clientId, agent) => {
    received.push(command);
    if (command.commandName === 'GetModes') {
      agent.send({ eventName: 'modesResponse', payload: [[{ slug: 'code', name: 'ä\f👋\n' }]] }, clientId);
    } else if (command.commandName === 'StartNewTask') {
      tasks += 1;
      agent.send({ eventName: 'taskCreated', payload: [`task-${tasks}`] });
      agent.send(said(`task-${tasks}`, tasks, command.data.text));
    } else if (command.commandName === 'CancelTask') {
      agent.send({ eventName: 'taskAborted', payload: [`task-${tasks}`] });
      // As official agents do, once the task has stopped: it is opened again, to be resumed.
      setTimeout(() => agent.send({ eventName: 'taskCreated', payload: [`task-${tasks}`] }), 100);
    }
  });
  onTestFinished(() => server.stop());
  const client = connectAgent({ address: { kind: 'socket', path }, backoff: { initialMs: 5, maxMs: 20 } });
  onTestFinished(() => client.close());
  await client.connect();
  return { client, server, received };
}

function said(taskId: string, ts: number, text: string): { readonly eventName: string; readonly payload: unknown } {
  const message = { ts, type: 'say', say: 'text', text };
  return { eventName: 'message', payload: [{ taskId, action: 'created', message }] };
}
