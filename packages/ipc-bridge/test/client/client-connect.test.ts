import { type AgentClientOptions, type ClientState, createAgentClient } from '@modegate/ipc-bridge';
import { createTestClock, type TestClock } from '@modegate/ipc-bridge/testing';
import { describe, expect, test } from 'vitest';
import { createScriptedAgent } from '../support/scripted-agent.ts';

function setUp(options: Partial<AgentClientOptions> = {}) {
  const time: TestClock = createTestClock(0);
  const agent = createScriptedAgent();
  const { clock, schedule } = time;
  const client = createAgentClient({ open: agent.open, clock, schedule, random: () => 0.5, ...options });
  const states: ClientState[] = [];
  client.onState((state) => states.push(state));
  return { time, agent, client, states };
}

function refused(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
}

describe('connecting', () => {
  test('connect resolves only after the agent has introduced itself', async () => {
    const { time, agent, client, states } = setUp();
    expect(client.state).toEqual({ status: 'idle' });
    let ready: unknown;
    void client.connect().then((state) => {
      ready = state;
    });
    await time.advance(9_999);
    expect(ready).toBeUndefined();
    agent.ack();
    await time.advance(0);
    const expected = { status: 'ready', clientId: 'client-1', pid: 7, ppid: 1, dialect: 'official', since: 9_999 };
    expect(ready).toEqual(expected);
    expect(states).toEqual([{ status: 'connecting', attempt: 1 }, { status: 'awaitingAck' }, expected]);
    expect(time.timers).toBe(0);
  });

  test.each([
    ['idle', 'call connect() first'],
    ['connecting', 'wait for connect()'],
    ['awaitingAck', 'has not introduced itself'],
    ['backoff', 'connect ENOENT'],
  ] as const)('send before the connection is ready fails and reports the status: %s', async (status, text) => {
    const { time, agent, client } = setUp({ backoff: { initialMs: 1_000 } });
    if (status === 'backoff') agent.refuse = refused('ENOENT');
    if (status !== 'idle') void client.connect().catch(() => {});
    if (status !== 'connecting') await time.advance(0);
    await expect(client.send('GetModes')).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
      data: { status },
      message: expect.stringContaining(text),
    });
    await time.advance(0);
    await client.close();
  });

  test('concurrent calls of connect share one attempt', async () => {
    const { time, agent, client } = setUp();
    const waits = Promise.all([client.connect(), client.connect()]);
    await time.advance(0);
    agent.ack();
    await waits;
    await client.connect();
    expect(agent.connections).toBe(1);
  });

  test('the client gives up on a silent agent and tries again', async () => {
    const { time, agent, client } = setUp({ limits: { ackTimeoutMs: 50 } });
    const wait = client.connect({ maxAttempts: 1 });
    const failed = expect(wait).rejects.toMatchObject({ code: 'ACK_TIMEOUT', data: { timeoutMs: 50 } });
    await time.advance(50);
    await failed;
    expect(client.state).toMatchObject({ status: 'backoff', attempt: 2, lastError: { code: 'ACK_TIMEOUT' } });
    await time.advance(125);
    agent.ack();
    await time.advance(0);
    expect(client.state.status).toBe('ready');
    expect(client.counters).toMatchObject({ attempts: 2, connections: 1 });
  });

  test('the client does not accept an empty id as an introduction', async () => {
    const { time, agent, client } = setUp();
    void client.connect();
    await time.advance(0);
    agent.ack({ clientId: '' });
    await time.advance(0);
    expect(client.state.status).toBe('awaitingAck');
    agent.ack();
    await time.advance(0);
    expect(client.state.status).toBe('ready');
    expect(client.counters.unknownMessages).toBe(1);
  });

  test('the client accepts events that arrive before the introduction', async () => {
    const { time, agent, client } = setUp();
    const events: string[] = [];
    client.onEvent(({ eventName }) => events.push(eventName));
    void client.connect();
    await time.advance(0);
    agent.event('taskCreated', 'a');
    agent.ack();
    await time.advance(0);
    expect(events).toEqual(['taskCreated']);
    expect(client.state.status).toBe('ready');
  });
});

describe('when no agent answers', () => {
  test('reconnect delays double up to their limit, with full jitter', async () => {
    for (const [random, waits] of [
      [0, [1, 1, 1]],
      [0.5, [50, 100, 200, 400, 500, 500]],
      [0.999, [100, 200, 400, 799, 999, 999]],
    ] as const) {
      const { time, agent, client } = setUp({ random: () => random, backoff: { initialMs: 100, maxMs: 1_000 } });
      agent.refuse = refused('ECONNREFUSED');
      void client.connect().catch(() => {});
      for (const [index, ms] of waits.entries()) {
        await time.advance(0);
        expect(client.state).toMatchObject({ status: 'backoff', attempt: index + 2, retryAt: time.clock() + ms });
        await time.advance(ms);
      }
      await client.close();
    }
  });

  test('the client state contains the reason as an error of this package', async () => {
    const { time, agent, client } = setUp();
    agent.refuse = refused('ENOENT');
    void client.connect().catch(() => {});
    await time.advance(0);
    expect(client.state).toMatchObject({
      status: 'backoff',
      lastError: { name: 'IpcError', code: 'CONNECT_FAILED', data: { systemCode: 'ENOENT' } },
    });
  });

  test('a caller may limit its wait by attempts or time while the client keeps trying', async () => {
    const { time, agent, client } = setUp({ backoff: { initialMs: 100 } });
    agent.refuse = refused('ENOENT');
    const controller = new AbortController();
    const some = expect(client.connect({ maxAttempts: 3 })).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
    const aWhile = expect(client.connect({ signal: controller.signal })).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
    });
    const patient = client.connect();
    await time.advance(150);
    await some;
    controller.abort();
    await aWhile;
    agent.refuse = undefined;
    await time.advance(1_000);
    agent.ack();
    expect((await patient).clientId).toBe('client-1');
  });

  test('a wait aborted before the first attempt failed rejects with the reason of its signal', async () => {
    const { client } = setUp();
    await expect(client.connect({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    await client.close();
  });
});

describe('after the connection ended', () => {
  test('the client reconnects with a new identity', async () => {
    const { time, agent, client, states } = setUp();
    void client.connect();
    await time.advance(0);
    agent.ack();
    await time.advance(10_000);
    agent.drop();
    await time.advance(0);
    expect(client.state).toMatchObject({ status: 'backoff', attempt: 2, lastError: { code: 'DISCONNECTED' } });
    await time.advance(125);
    agent.ack();
    await time.advance(0);
    expect(client.state).toMatchObject({ status: 'ready', clientId: 'client-2' });
    const once = ['connecting', 'awaitingAck', 'ready'];
    expect(states.map(({ status }) => status)).toEqual([...once, 'backoff', ...once]);
    expect(client.counters).toMatchObject({ attempts: 2, connections: 2, disconnects: 1 });
  });

  test('the reconnect delay is reset only after a connection that lasted', async () => {
    const { time, agent, client } = setUp({ backoff: { initialMs: 100, stableMs: 1_000 } });
    void client.connect();
    for (const [lastedMs, waitMs] of [
      [999, 50],
      [999, 100],
      [999, 200],
      [1_000, 50],
      [1, 100],
    ] as const) {
      await time.advance(0);
      agent.ack();
      await time.advance(lastedMs);
      agent.drop();
      await time.advance(0);
      expect(client.state).toMatchObject({ status: 'backoff', retryAt: time.clock() + waitMs });
      await time.advance(waitMs);
    }
  });
});

describe('closing the client', () => {
  test('close ends every wait and the client permanently', async () => {
    const { time, agent, client } = setUp();
    agent.refuse = refused('ENOENT');
    const wait = expect(client.connect()).rejects.toMatchObject({ code: 'CLOSED' });
    await time.advance(0);
    await client.close();
    await client.close();
    await wait;
    expect(client.state.status).toBe('closed');
    expect(time.timers).toBe(0);
    await expect(client.connect()).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(client.send('GetModes')).rejects.toMatchObject({ code: 'CLOSED' });
  });

  test('close ends an open connection', async () => {
    const { time, agent, client } = setUp();
    void client.connect();
    await time.advance(0);
    agent.ack();
    await time.advance(0);
    await client.close();
    await time.advance(60_000);
    expect(agent.connections).toBe(1);
    expect(client.counters.disconnects).toBe(0);
    expect(time.timers).toBe(0);
  });

  test('close aborts a connection that is still being opened', async () => {
    let aborted = false;
    const { client } = setUp({
      open: (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('given up'));
          });
        }),
    });
    const wait = expect(client.connect()).rejects.toMatchObject({ code: 'CLOSED' });
    await client.close();
    await wait;
    expect(aborted).toBe(true);
    expect(client.state.status).toBe('closed');
  });

  test.each(['connecting', 'awaitingAck', 'ready', 'backoff'] as const)(
    'close works from within a listener in the state %s',
    async (when) => {
      const { time, agent, client } = setUp();
      const done: Promise<void>[] = [];
      client.onState(({ status }) => {
        if (status === when) done.push(client.close());
      });
      void client.connect().catch(() => {});
      await time.advance(0);
      if (agent.connections > 0) agent.ack();
      await time.advance(0);
      if (when === 'backoff') agent.drop();
      await time.advance(60_000);
      await Promise.all(done);
      expect(done).toHaveLength(1);
      expect(client.state.status).toBe('closed');
      expect(agent.connections).toBeLessThanOrEqual(1);
      expect(time.timers).toBe(0);
    },
  );

  test('close ends a connection that opens too late', async () => {
    const agent = createScriptedAgent();
    let open = (): void => {};
    const late = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { time, client } = setUp({
      open: async () => {
        await late;
        return agent.open();
      },
    });
    void client.connect().catch(() => {});
    await time.advance(0);
    await client.close();
    open();
    await time.advance(0);
    expect(agent.connections).toBe(1);
    expect(client.state.status).toBe('closed');
  });
});

describe('the dialect of an agent', () => {
  async function meet(options: Partial<AgentClientOptions>, ack: { readonly [key: string]: unknown } = {}) {
    const set = setUp(options);
    void set.client.connect().catch(() => {});
    await set.time.advance(0);
    set.agent.ack(ack);
    await set.time.advance(0);
    return set;
  }

  test('the dialect is the one that the owner sets', async () => {
    const { client } = await meet({ dialect: 'zoo' }, { serverVersion: '3.14.3' });
    expect(client.state).toMatchObject({ status: 'ready', dialect: 'zoo', serverVersion: '3.14.3' });
  });

  test('the dialect is fork for an agent that reports its version', async () => {
    const { client } = await meet({}, { serverVersion: '3.14.3' });
    expect(client.dialect).toBe('fork');
  });

  test('the dialect is otherwise official until an event indicates another', async () => {
    const { time, agent, client, states } = await meet({});
    expect(client.dialect).toBe('official');
    agent.event('taskStartResponse', { requestId: 'x', success: true, taskId: 'a' });
    await time.advance(0);
    expect(client.dialect).toBe('zoo');
    expect(states.at(-1)).toMatchObject({ status: 'ready', dialect: 'zoo' });
    agent.drop();
    await time.advance(1_000);
    agent.ack();
    await time.advance(0);
    expect(client.dialect).toBe('official');
  });

  test('events do not change a dialect that the owner has set', async () => {
    const { time, agent, client } = await meet({ dialect: 'official' });
    agent.event('taskStartResponse', { requestId: 'x', success: true, taskId: 'a' });
    await time.advance(0);
    expect(client.dialect).toBe('official');
  });

  test('a client that probes the dialect takes an answer to mean fork', async () => {
    const { time, agent, client } = await meet({ probe: true, createRequestId: () => 'probe-1' });
    expect(client.state.status).toBe('awaitingAck');
    expect(agent.received).toMatchObject([{ clientId: 'client-1', data: { commandName: 'IsReady' } }]);
    agent.event('commandResponse', { commandName: 'IsReady', requestId: 'probe-1', payload: false });
    await time.advance(0);
    expect(client.state).toMatchObject({ status: 'ready', dialect: 'fork' });
  });

  test('the dialect is official if the probe is not answered within a second', async () => {
    const { time, client } = await meet({ probe: true });
    await time.advance(999);
    expect(client.state.status).toBe('awaitingAck');
    await time.advance(1);
    expect(client.state).toMatchObject({ status: 'ready', dialect: 'official' });
  });

  test('a dialect probe with an invalid request id fails without breaking the client', async () => {
    const { client } = await meet({ probe: true, createRequestId: () => 'not an id' });
    expect(client.state).toMatchObject({ status: 'backoff', lastError: { code: 'COMMAND_INVALID' } });
    await client.close();
  });

  test('a dialect probe is dropped when the connection ends meanwhile', async () => {
    const { time, agent, client } = await meet({ probe: true });
    agent.drop();
    await time.advance(0);
    expect(client.state).toMatchObject({ status: 'backoff' });
    await time.advance(1_000);
    agent.ack({ serverVersion: '1' });
    await time.advance(0);
    expect(client.state).toMatchObject({ status: 'ready', dialect: 'fork', clientId: 'client-2' });
  });
});
