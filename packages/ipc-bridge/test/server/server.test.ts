import {
  type AgentServerOptions,
  createAgentServer,
  type Dialect,
  type JsonObject,
  type ServerProblem,
} from '@modegate/ipc-bridge';
import { createTestClock, linkedChannels } from '@modegate/ipc-bridge/testing';
import { describe, expect, test } from 'vitest';
import { buildCommand } from '../../src/commands/commands.ts';
import { createFrameDecoder } from '../../src/frames/frame-decoder.ts';
import { encodeFrame } from '../../src/frames/frame-encoder.ts';
import { noAnswer } from '../../src/server/command-answer.ts';

function setUp(options: Partial<AgentServerOptions> = {}) {
  const time = createTestClock();
  const problems: ServerProblem[] = [];
  let ids = 0;
  const server = createAgentServer({
    dialect: 'fork',
    onCommand: ({ name }) => `did ${name}`,
    createClientId: () => {
      ids += 1;
      return `client-${ids}`;
    },
    schedule: time.schedule,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  return { time, server, problems, join: () => connectTo(server) };
}

// A client's end, byte by byte: what arrived, and in how many writes.
function connectTo(server: ReturnType<typeof createAgentServer>) {
  const [near, far] = linkedChannels();
  const messages: JsonObject[] = [];
  const client = { near, messages, writes: 0, closed: false, send: (bytes: Uint8Array) => void near.write(bytes) };
  const decoder = createFrameDecoder();
  near.start({
    data: (bytes) => {
      client.writes += 1;
      decoder.push(bytes);
      for (let frame = decoder.next(); frame !== undefined; frame = decoder.next()) {
        if (frame.kind === 'message') messages.push(frame.data as JsonObject);
      }
    },
    closed: () => {
      client.closed = true;
    },
  });
  server.accept(far);
  return client;
}

function command(
  name: 'GetProfiles' | 'CancelTask' | 'Log' | 'GetModes' | 'GetModels' | 'StartNewTask',
  options: { dialect?: Dialect; clientId?: string; data?: unknown; requestId?: string } = {},
): Uint8Array {
  const { dialect = 'fork', clientId = 'client-1', requestId = 'r1', data } = options;
  return encodeFrame(buildCommand({ name, data, requestId, clientId }, dialect));
}

const newTask = { configuration: {}, text: 'Do it' };
const reply = (payload: JsonObject) => ({
  type: 'TaskEvent',
  origin: 'server',
  relayClientId: 'client-1',
  data: { eventName: 'commandResponse', payload: [payload] },
});

describe('a client that joins', () => {
  test('a client receives its identity before any other message', async () => {
    const { time, server, join } = setUp({
      identity: { pid: 5, ppid: 4, serverVersion: '3.14.3' },
      onClient: (client, change) => {
        if (change === 'joined') client.send({ eventName: 'taskCreated', payload: ['a'] });
      },
    });
    const client = join();
    await time.advance(0);
    expect(client.messages).toMatchObject([
      { type: 'Ack', origin: 'server', data: { clientId: 'client-1', pid: 5, ppid: 4, serverVersion: '3.14.3' } },
      { type: 'TaskEvent', data: { eventName: 'taskCreated' } },
    ]);
    expect(server.clients.map(({ clientId }) => clientId)).toEqual(['client-1']);
  });

  test('a client has a unique id that is hard to guess', () => {
    const server = createAgentServer({ dialect: 'official', onCommand: () => undefined });
    for (let i = 0; i < 50; i++) connectTo(server);
    const ids = server.clients.map(({ clientId }) => clientId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
  });

  test('the server disconnects a client when there are too many', async () => {
    const { time, server, join, problems } = setUp({ limits: { maxClients: 1 } });
    join();
    const second = join();
    await time.advance(0);
    expect(second.messages).toEqual([]);
    expect(second.closed).toBe(true);
    expect(problems).toEqual([{ kind: 'tooManyClients', clientId: '' }]);
    expect(server.counters).toMatchObject({ clientsAccepted: 1, clientsRefused: 1 });
  });

  test('a leaving client makes room for another', async () => {
    const changes: string[] = [];
    const { time, server, join } = setUp({ onClient: ({ clientId }, change) => changes.push(`${clientId} ${change}`) });
    const client = join();
    await time.advance(0);
    client.near.close();
    await time.advance(0);
    expect(server.clients).toEqual([]);
    expect(changes).toEqual(['client-1 joined', 'client-1 left']);
  });
});

describe('a command', () => {
  test.each([
    ['a value', ['a'], { payload: ['a'] }],
    ['false', false, { payload: false }],
    ['nothing', undefined, {}],
    ['a promise', Promise.resolve(1), { payload: 1 }],
  ])('a command in fork is answered with %s', async (_what, result, payload) => {
    const { time, join } = setUp({ onCommand: () => result });
    const client = join();
    client.send(command('GetProfiles'));
    await time.advance(0);
    expect(client.messages[1]).toEqual(reply({ commandName: 'GetProfiles', requestId: 'r1', ...payload }));
  });

  test('a command that throws is answered in fork with an error, and reported', async () => {
    const { time, server, join, problems } = setUp({ onCommand: () => Promise.reject(new Error('No active task')) });
    const client = join();
    for (const name of ['GetProfiles', 'CancelTask'] as const) {
      client.send(command(name, { data: name === 'CancelTask' ? 'a' : undefined }));
      await time.advance(0);
    }
    client.send(command('Log', { data: 'x' }));
    await time.advance(0);
    expect(client.messages.slice(1)).toEqual([
      reply({ commandName: 'GetProfiles', requestId: 'r1', payload: { error: 'No active task' } }),
      reply({ commandName: 'CancelTask', requestId: 'r1', payload: { error: 'No active task' } }),
    ]);
    expect(problems).toMatchObject([{ kind: 'commandFailed', commandName: 'GetProfiles' }, {}, {}]);
    expect(server.counters).toMatchObject({ commands: 3, commandsFailed: 3 });
  });

  test('a command whose answer does not fit into a frame is answered with an error or not at all', async () => {
    for (const [maxFrameBytes, answers] of [
      [400, 1],
      [150, 0],
    ] as const) {
      const { time, join, problems } = setUp({ onCommand: () => 'x'.repeat(1_000), limits: { maxFrameBytes } });
      const client = join();
      client.send(command('GetProfiles'));
      await time.advance(0);
      expect(problems.map(({ kind }) => kind)).toContain('commandFailed');
      expect(client.messages).toHaveLength(1 + answers);
    }
  });

  test('a command that succeeds without an answer in fork receives none', async () => {
    const { time, join } = setUp();
    const client = join();
    client.send(command('CancelTask', { data: 'a' }));
    client.send(command('Log', { data: 'x' }));
    await time.advance(0);
    expect(client.messages).toHaveLength(1);
  });

  test('a command receives no answer when its handler wants none', async () => {
    const { time, join } = setUp({ onCommand: () => noAnswer });
    const client = join();
    client.send(command('GetProfiles'));
    await time.advance(0);
    expect(client.messages).toHaveLength(1);
  });

  test('a command in official is answered by an event without an id, empty if it failed', async () => {
    const { time, join } = setUp({
      dialect: 'official',
      onCommand: ({ name }) => {
        if (name === 'GetModels') throw new Error('no network');
        return [{ slug: 'code', name: 'Code' }];
      },
    });
    const client = join();
    client.send(command('GetModes', { dialect: 'official' }));
    await time.advance(0);
    client.send(command('GetModels', { dialect: 'official' }));
    client.send(command('StartNewTask', { dialect: 'official', data: newTask }));
    await time.advance(0);
    const event = (eventName: string, payload: unknown) => ({
      type: 'TaskEvent',
      origin: 'server',
      data: { eventName, payload },
    });
    expect(client.messages.slice(1)).toEqual([
      event('modesResponse', [[{ slug: 'code', name: 'Code' }]]),
      event('modelsResponse', [{}]),
    ]);
  });

  test('a command that starts a task in zoo is confirmed or refused', async () => {
    const { time, join } = setUp({
      dialect: 'zoo',
      onCommand: ({ requestId }) => {
        if (requestId === 'bad') throw new Error('secret cause');
        return 'task-1';
      },
    });
    const client = join();
    client.send(command('StartNewTask', { dialect: 'zoo', data: newTask }));
    await time.advance(0);
    client.send(command('StartNewTask', { dialect: 'zoo', data: newTask, requestId: 'bad' }));
    await time.advance(0);
    expect(client.messages.slice(1).map(({ data }) => (data as { payload: unknown[] }).payload[0])).toEqual([
      { requestId: 'r1', success: true, taskId: 'task-1' },
      {
        requestId: 'bad',
        success: false,
        errorCode: 'task_start_failed',
        errorMessage: 'Task start failed',
        stage: 'unknown',
      },
    ]);
  });

  test('a command of another or an unknown dialect is counted and dropped', async () => {
    const { time, join, problems } = setUp({ dialect: 'official' });
    const client = join();
    client.send(command('GetProfiles'));
    client.send(
      encodeFrame({ type: 'TaskCommand', clientId: 'client-1', data: { commandName: 'constructor', data: {} } }),
    );
    await time.advance(0);
    expect(client.messages).toHaveLength(1);
    expect(problems).toEqual([
      { kind: 'unknownCommand', commandName: 'GetProfiles', clientId: 'client-1' },
      { kind: 'unknownCommand', commandName: 'constructor', clientId: 'client-1' },
    ]);
  });

  test('a command waits unread while too many are running', async () => {
    const under: (() => void)[] = [];
    const { time, server, join } = setUp({
      limits: { maxConcurrentCommands: 2 },
      onCommand: () => new Promise<void>((resolve) => under.push(resolve)),
    });
    const client = join();
    for (let i = 0; i < 5; i++) client.send(command('GetProfiles', { requestId: `r${i}` }));
    await time.advance(0);
    expect(server.counters.commands).toBe(2);
    under.shift()?.();
    await time.advance(0);
    expect(server.counters.commands).toBe(3);
    while (under.length > 0) {
      under.shift()?.();
      await time.advance(0);
    }
    expect(server.counters.commands).toBe(5);
    expect(client.messages).toHaveLength(6);
  });

  test('the answer to a command of a disconnected client is not sent to another client', async () => {
    let answer = (_payload: string): void => {};
    const promise = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const { time, join } = setUp({ onCommand: () => promise });
    const [first, second] = [join(), join()];
    first.send(command('GetProfiles'));
    await time.advance(0);
    first.near.close();
    await time.advance(0);
    answer('late');
    await time.advance(0);
    expect(second.messages).toHaveLength(1);
  });
});

describe("another client's id", () => {
  test('the server refuses a command sent with the id of another client', async () => {
    const { time, server, join, problems } = setUp();
    const [first, second] = [join(), join()];
    second.send(command('GetProfiles', { clientId: 'client-1' }));
    second.send(command('GetProfiles', { clientId: 'made-up' }));
    second.send(encodeFrame({ type: 'TaskCommand', data: { commandName: 'GetProfiles', requestId: 'r' } }));
    await time.advance(0);
    expect([first.messages.length, second.messages.length]).toEqual([1, 1]);
    expect(server.counters).toMatchObject({ commands: 0, foreignClientIds: 3 });
    expect(problems[0]).toEqual({ kind: 'foreignClientId', clientId: 'client-2' });
  });

  test('a command with another client id is accepted on request, and its sender receives the answer', async () => {
    const { time, join } = setUp({ acceptForeignClientIds: true });
    const [first, second] = [join(), join()];
    second.send(command('GetProfiles', { clientId: 'client-1' }));
    await time.advance(0);
    expect([first.messages.length, second.messages.length]).toEqual([1, 2]);
  });
});

describe('events', () => {
  test('events reach all clients in the same order, each in one write', async () => {
    const { time, server, join } = setUp();
    const clients = [join(), join(), join()];
    for (let i = 0; i < 20; i++) server.broadcast({ eventName: 'taskCreated', payload: [`task-${i}`] });
    await time.advance(0);
    for (const client of clients) {
      expect(client.writes).toBe(21);
      expect(client.messages.slice(1)).toEqual(clients[0]?.messages.slice(1));
    }
  });

  test('an event carries no client id, except one for a single client in fork', async () => {
    const { time, server, join } = setUp();
    const client = join();
    server.broadcast({ eventName: 'evalPass' });
    server.clients[0]?.send({ eventName: 'evalPass' });
    await time.advance(0);
    expect(client.messages.slice(1)).toEqual([
      { type: 'TaskEvent', origin: 'server', data: { eventName: 'evalPass' } },
      { type: 'TaskEvent', origin: 'server', relayClientId: 'client-1', data: { eventName: 'evalPass' } },
    ]);
  });

  test('events queue for a client that does not read until it is cut off, without affecting others', async () => {
    const { time, server, join, problems } = setUp({ limits: { maxOutboundBytes: 50_000 } });
    const [slow, quick] = [join(), join()];
    await time.advance(0);
    slow.near.pause();
    for (let i = 0; i < 100; i++) {
      server.broadcast({ eventName: 'message', payload: ['x'.repeat(1_000)] });
      for (const client of server.clients) expect(client.bufferedBytes).toBeLessThanOrEqual(50_000);
      await time.advance(0);
    }
    expect(quick.messages).toHaveLength(101);
    expect(server.clients.map(({ clientId }) => clientId)).toEqual(['client-2']);
    expect(problems).toMatchObject([{ kind: 'slowClient', clientId: 'client-1' }]);
    expect(server.counters.slowClientsCut).toBe(1);
  });

  test('sending an event that is too long throws to its sender', () => {
    const { server } = setUp({ limits: { maxFrameBytes: 1_000 } });
    expect(() => server.broadcast({ eventName: 'message', payload: ['x'.repeat(2_000)] })).toThrow(
      expect.objectContaining({ code: 'FRAME_TOO_LARGE' }),
    );
  });
});

describe('invalid messages from a client', () => {
  test('an invalid message from a client is counted, and the connection continues', async () => {
    const { time, server, join } = setUp();
    const client = join();
    const text = new TextEncoder();
    for (const frame of ['', '{', '{}', 'null', '{"type":"connect","data":{}}', '{"type":"message","data":[]}']) {
      client.send(text.encode(`${frame}\f`));
    }
    client.send(encodeFrame({ type: 'Ack', data: { clientId: 'x' } }));
    client.send(command('GetProfiles'));
    await time.advance(0);
    expect(server.counters).toMatchObject({
      emptyFrames: 1,
      malformedFrames: 3,
      foreignFrames: 1,
      unknownMessages: 2,
      commands: 1,
    });
    expect(client.messages).toHaveLength(2);
    expect(client.closed).toBe(false);
  });
});

describe('the owner of a server', () => {
  test('a callback of the owner that throws does no harm', async () => {
    const { time, join, problems } = setUp({
      onClient: () => {
        throw new Error('owner');
      },
      onProblem: (problem) => {
        problems.push(problem);
        throw new Error('owner again');
      },
    });
    const client = join();
    client.send(command('GetProfiles'));
    await time.advance(0);
    expect(client.messages).toHaveLength(2);
    expect(problems).toMatchObject([{ kind: 'listenerFailed' }]);
  });

  test('closing a server ends every connection and accepts no new one', async () => {
    const { time, server, join } = setUp();
    const client = join();
    await time.advance(0);
    server.close();
    const late = join();
    await time.advance(0);
    expect([client.closed, late.closed, late.messages.length]).toEqual([true, true, 0]);
  });
});
