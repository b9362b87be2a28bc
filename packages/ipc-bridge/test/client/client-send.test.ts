import { type AgentClientOptions, type AgentEvent, type ClientProblem, createAgentClient } from '@modegate/ipc-bridge';
import { createTestClock } from '@modegate/ipc-bridge/testing';
import { describe, expect, test } from 'vitest';
import { createScriptedAgent } from '../support/scripted-agent.ts';

async function setUp(options: Partial<AgentClientOptions> = {}) {
  const time = createTestClock(0);
  const agent = createScriptedAgent();
  const { clock, schedule } = time;
  const problems: ClientProblem[] = [];
  let ids = 0;
  const client = createAgentClient({
    open: agent.open,
    clock,
    schedule,
    random: () => 0.5,
    onProblem: (problem) => problems.push(problem),
    createRequestId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    ...options,
  });
  const events: AgentEvent[] = [];
  client.onEvent((event) => events.push(event));
  void client.connect();
  await time.advance(0);
  agent.ack();
  await time.advance(0);
  const answer = async (requestId: string, payload: unknown): Promise<void> => {
    agent.event('commandResponse', { commandName: 'x', requestId, ...(payload !== undefined && { payload }) });
    await time.advance(0);
  };
  return { time, agent, client, problems, events, answer };
}

const fork = { dialect: 'fork' } as const;
const official = { dialect: 'official' } as const;
const newTask = { configuration: {}, text: 'Do it' };

describe('a command on the wire', () => {
  test('a command carries the connection id, and its request id in both places', async () => {
    const { time, agent, client } = await setUp({ dialect: 'zoo' });
    void client.send('StartNewTask', newTask).catch(() => {});
    await time.advance(0);
    expect(agent.received).toEqual([
      {
        type: 'TaskCommand',
        origin: 'client',
        clientId: 'client-1',
        data: { commandName: 'StartNewTask', requestId: 'id-1', data: { ...newTask, requestId: 'id-1' } },
      },
    ]);
  });

  test.each([
    ['COMMAND_UNSUPPORTED', 'GetProfiles', undefined],
    ['COMMAND_INVALID', 'StartNewTask', { text: 1 }],
    ['COMMAND_INVALID', 'GetModes', {}],
    ['FRAME_TOO_LARGE', 'SendMessage', { text: 'x'.repeat(2_000) }],
  ] as const)('a command that cannot be sent fails without being written: %s', async (code, name, data) => {
    const { agent, client } = await setUp({ ...official, limits: { maxFrameBytes: 1_000 } });
    await expect(client.send(name, data)).rejects.toMatchObject({ name: 'IpcError', code });
    expect(agent.received).toEqual([]);
    expect(client.counters.commandsSent).toBe(0);
  });

  test('a command is not sent, kept or repeated without a connection', async () => {
    const { time, agent, client } = await setUp(fork);
    agent.drop();
    await time.advance(0);
    await expect(client.send('GetProfiles')).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
      data: { status: 'backoff' },
    });
    await time.advance(1_000);
    await expect(client.send('GetProfiles')).rejects.toMatchObject({ data: { status: 'awaitingAck' } });
    agent.ack();
    await time.advance(0);
    expect(agent.received).toEqual([]);
  });
});

describe('an answer with a request id', () => {
  test('an answer reaches the command with its request id, in any order', async () => {
    const { client, answer } = await setUp(fork);
    const [first, second] = [client.send('GetProfiles'), client.send('GetActiveProfile')];
    await answer('id-2', 'work');
    await answer('id-1', ['work', 'home']);
    expect(await first).toEqual({ outcome: 'confirmed', payload: ['work', 'home'], via: 'commandResponse' });
    expect(await second).toEqual({ outcome: 'confirmed', payload: 'work', via: 'commandResponse' });
  });

  test.each([
    ['false', false],
    ['an empty list', []],
    ['nothing', undefined],
    ['null', null],
    ['a value that has an error among other things', { error: 'x', apiProvider: 'y' }],
  ])('the answer to a command may be %s', async (_what, payload) => {
    const { client, answer } = await setUp(fork);
    const reply = client.send('IsReady');
    await answer('id-1', payload);
    expect(await reply).toEqual({ outcome: 'confirmed', payload, via: 'commandResponse' });
  });

  test.each([
    ['a text', { error: 'No active task' }],
    ['an object', { error: { message: 'No active task' } }],
  ])('the answer to a command may be an error, as %s', async (_what, payload) => {
    const { client, answer } = await setUp(fork);
    const reply = expect(client.send('PressPrimaryButton')).rejects.toMatchObject({
      code: 'COMMAND_FAILED',
      message: 'The agent refused PressPrimaryButton: No active task',
      data: { command: 'PressPrimaryButton', requestId: 'id-1', reason: 'No active task' },
    });
    await answer('id-1', payload);
    await reply;
    expect(client.counters.commandsFailed).toBe(1);
  });

  test('an answer with a request id is not passed to event listeners', async () => {
    const { client, answer, events } = await setUp(fork);
    const reply = client.send('GetConfiguration');
    await answer('id-1', { apiKey: 'sk-1' });
    await reply;
    expect(events).toEqual([]);
  });

  test('an unexpected answer is counted, reported without its content, and passed on as an event', async () => {
    const { time, client, answer, events, problems } = await setUp(fork);
    const reply = expect(client.send('GetProfiles', undefined, { timeoutMs: 10 })).rejects.toMatchObject({
      code: 'COMMAND_TIMEOUT',
      data: { command: 'GetProfiles', requestId: 'id-1', timeoutMs: 10 },
    });
    await time.advance(10);
    await reply;
    await answer('id-1', ['late']);
    await answer('', { apiKey: 'sk-1' });
    await answer('other', 1);
    expect(client.counters).toMatchObject({ commandsTimedOut: 1, lateAnswers: 1, strayAnswers: 2 });
    expect(problems).toEqual([
      { kind: 'lateAnswer', eventName: 'commandResponse', requestId: 'id-1' },
      { kind: 'strayAnswer', eventName: 'commandResponse', requestId: undefined },
      { kind: 'strayAnswer', eventName: 'commandResponse', requestId: 'other' },
    ]);
    expect(events).toHaveLength(3);
  });
});

describe('a query whose answer has no id', () => {
  test('concurrent identical queries are sent once', async () => {
    const { time, agent, client, events } = await setUp(official);
    const replies = Promise.all([client.send('GetModes'), client.send('GetModes'), client.send('GetCommands')]);
    await time.advance(0);
    expect(agent.received).toHaveLength(2);
    agent.event('modesResponse', [{ slug: 'code', name: 'Code' }]);
    agent.event('commandsResponse', []);
    const modes = { outcome: 'confirmed', payload: [{ slug: 'code', name: 'Code' }], via: 'queryEvent' };
    expect(await replies).toEqual([modes, modes, { outcome: 'confirmed', payload: [], via: 'queryEvent' }]);
    expect(events).toEqual([]);
    void client.send('GetModes').catch(() => {});
    await time.advance(0);
    expect(agent.received).toHaveLength(3);
  });

  test('a shared query continues for the others when one caller gives up', async () => {
    const { time, agent, client } = await setUp(official);
    const controller = new AbortController();
    const impatient = expect(client.send('GetModes', undefined, { signal: controller.signal })).rejects.toBe('enough');
    const brief = expect(client.send('GetModes', undefined, { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'COMMAND_TIMEOUT',
    });
    const patient = client.send('GetModes', undefined, { timeoutMs: 1_000 });
    controller.abort('enough');
    await impatient;
    await time.advance(500);
    await brief;
    agent.event('modesResponse', []);
    expect(await patient).toMatchObject({ outcome: 'confirmed' });
    expect(client.counters).toMatchObject({ commandsSent: 1, lateAnswers: 0, strayAnswers: 0 });
  });

  test('a query is sent again after all callers gave up, and the first answer is used', async () => {
    const { time, agent, client, events } = await setUp(official);
    const first = expect(client.send('GetModels', undefined, { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'COMMAND_TIMEOUT',
    });
    await time.advance(5);
    await first;
    const second = client.send('GetModels');
    await time.advance(0);
    expect(agent.received).toHaveLength(2);
    agent.event('modelsResponse', { a: {} });
    expect(await second).toMatchObject({ payload: { a: {} } });
    agent.event('modelsResponse', { a: {} });
    agent.event('modelsResponse', { a: {} });
    await time.advance(0);
    expect(client.counters).toMatchObject({ lateAnswers: 1, strayAnswers: 1 });
    expect(events).toHaveLength(2);
  });
});

describe('a command that is confirmed by its effect', () => {
  const prompt = (taskId: string, text: string) => ({
    taskId,
    action: 'created',
    message: { ts: 1, type: 'say', say: 'text', text },
  });

  test('a command is confirmed by the event that shows its effect, and listeners receive that event', async () => {
    const { agent, client, events } = await setUp(official);
    const reply = client.send('StartNewTask', newTask);
    agent.event('taskCreated', 'other');
    agent.event('message', prompt('other', 'Something else'));
    agent.event('taskCreated', 'mine');
    agent.event('message', prompt('mine', 'Do it'));
    expect(await reply).toEqual({
      outcome: 'confirmed',
      payload: { taskId: 'mine', eventName: 'message' },
      via: 'effect',
    });
    expect(events).toHaveLength(4);
  });

  test('a command fails if no event shows its effect', async () => {
    const { time, client } = await setUp(official);
    const reply = expect(client.send('StartNewTask', newTask)).rejects.toMatchObject({ code: 'COMMAND_TIMEOUT' });
    await time.advance(30_000);
    await reply;
  });

  const candidateOf = (taskId: string) => ({ outcome: 'sent', candidate: { taskId, eventName: 'taskCreated' } });

  test('a task start reports its probable effect after a short grace period (servers part 2, start-task)', async () => {
    const { time, agent, client } = await setUp(official);
    const reply = client.send('StartNewTask', newTask);
    agent.event('taskCreated', 'maybe');
    await time.advance(2_000);
    expect(await reply).toEqual(candidateOf('maybe'));
    expect(time.timers).toBe(0);
  });

  test('a task start keeps waiting while two tasks may be its effect or the only one belongs to another', async () => {
    const { time, agent, client } = await setUp(official);
    let isOver = false;
    const reply = client.send('StartNewTask', newTask).finally(() => {
      isOver = true;
    });
    agent.event('taskCreated', 'other');
    agent.event('message', prompt('other', 'Something else'));
    await time.advance(5_000);
    expect(isOver).toBe(false);
    agent.event('taskCreated', 'mine');
    await time.advance(5_000);
    expect(isOver).toBe(true);
    expect(await reply).toEqual(candidateOf('mine'));
  });

  test.each<[string, (set: Awaited<ReturnType<typeof setUp>>) => Promise<void>]>([
    [
      'heard of before',
      async ({ agent, time }) => {
        agent.event('message', prompt('old', 'Do it'));
        await time.advance(0);
      },
    ],
    [
      'heard of before, on an earlier connection',
      async ({ agent, time }) => {
        agent.event('taskCreated', 'old');
        agent.drop();
        await time.advance(1_000);
        agent.ack();
        await time.advance(0);
      },
    ],
    [
      'asked for before',
      async ({ client, time }) => {
        const resumed = client.send('ResumeTask', 'old', { timeoutMs: 100 }).catch(() => undefined);
        await time.advance(100);
        await resumed;
      },
    ],
  ])(
    'a task start never takes a task that was %s for the new one (servers part 2, start-task)',
    async (_how, prepare) => {
      const set = await setUp(official);
      await prepare(set);
      const { time, agent, client } = set;
      const reply = expect(client.send('StartNewTask', newTask)).rejects.toMatchObject({ code: 'COMMAND_TIMEOUT' });
      agent.event('taskCreated', 'old');
      agent.event('message', prompt('old', 'Do it'));
      await time.advance(30_000);
      await reply;
    },
  );

  test('a task start never takes a task that ends first and reappears for the new one', async () => {
    const { time, agent, client } = await setUp(official);
    const reply = client.send('StartNewTask', newTask);
    agent.event('taskAborted', 'old');
    agent.event('taskCreated', 'old');
    agent.event('taskCreated', 'mine');
    await time.advance(2_000);
    expect(await reply).toEqual(candidateOf('mine'));
  });

  test('a task start may be refused with its id', async () => {
    const { client, answer } = await setUp(fork);
    const reply = expect(client.send('CancelTask', 'gone')).rejects.toMatchObject({ code: 'COMMAND_FAILED' });
    await answer('id-1', { error: 'Task not found' });
    await reply;
  });

  test('a command whose silence is not a failure resolves as sent without an answer', async () => {
    const { time, client } = await setUp(official);
    const reply = client.send('SendMessage', { text: 'Hi' });
    await time.advance(60_000);
    expect(await reply).toEqual({ outcome: 'sent' });
  });

  test('a command that ends the connection is confirmed by the disconnect', async () => {
    const { agent, client, time } = await setUp(official);
    const reply = client.send('CloseTask');
    await time.advance(0);
    agent.drop();
    expect(await reply).toEqual({ outcome: 'confirmed', payload: undefined, via: 'disconnect' });
  });
});

describe('a task start in the zoo dialect', () => {
  test('a zoo task start is confirmed with the task', async () => {
    const { agent, client } = await setUp({ dialect: 'zoo' });
    const reply = client.send('StartNewTask', newTask);
    agent.event('taskStartResponse', { requestId: 'id-1', success: true, taskId: 'mine' });
    expect(await reply).toEqual({ outcome: 'confirmed', payload: { taskId: 'mine' }, via: 'taskStartResponse' });
  });

  test('a zoo task start is refused with the stage', async () => {
    const { agent, client } = await setUp({ dialect: 'zoo' });
    const reply = expect(client.send('StartNewTask', newTask)).rejects.toMatchObject({ code: 'COMMAND_FAILED' });
    const failure = { success: false, errorCode: 'task_start_failed', errorMessage: 'Task start failed' };
    agent.event('taskStartResponse', { requestId: 'id-1', ...failure, stage: 'settings' });
    await reply;
  });

  test('a zoo task start is recognised from an agent taken for official, before or after the effect', async () => {
    for (const order of ['answer first', 'effect first']) {
      const { time, agent, client, events } = await setUp();
      const reply = client.send('StartNewTask', newTask);
      const effect = () => {
        agent.event('taskCreated', 'mine');
        const message = { ts: 1, type: 'say', say: 'text', text: 'Do it' };
        agent.event('message', { taskId: 'mine', action: 'created', message });
      };
      if (order === 'effect first') effect();
      agent.event('taskStartResponse', { requestId: 'id-1', success: true, taskId: 'mine' });
      if (order === 'answer first') effect();
      expect(await reply).toMatchObject({ outcome: 'confirmed', payload: { taskId: 'mine' } });
      await time.advance(0);
      expect(client.dialect).toBe('zoo');
      expect(events.map(({ eventName }) => eventName)).toEqual(['taskCreated', 'message']);
      expect(client.counters).toMatchObject({ lateAnswers: 0, strayAnswers: 0 });
    }
  });
});

describe('a command without an answer', () => {
  test('a command without an answer resolves once it is written', async () => {
    const { client, agent } = await setUp(fork);
    expect(await client.send('Log', 'hello')).toEqual({ outcome: 'sent' });
    expect(agent.received).toHaveLength(1);
  });
});

describe('waiting for an answer', () => {
  test('a wait fails when the connection ends and says that the command may have run', async () => {
    const { time, agent, client } = await setUp(fork);
    const waits = ['GetProfiles', 'StartNewTask', 'CancelTask'].map((command) =>
      expect(
        client.send(
          command as 'StartNewTask',
          { GetProfiles: undefined, StartNewTask: newTask, CancelTask: 'a' }[command],
        ),
      ).rejects.toMatchObject({ code: 'DISCONNECTED', data: { command } }),
    );
    await time.advance(0);
    const sent = agent.received.length;
    agent.drop();
    await Promise.all(waits);
    await time.advance(1_000);
    agent.ack();
    await time.advance(1_000);
    expect(client.state.status).toBe('ready');
    expect(agent.received).toHaveLength(sent);
  });

  test('a wait ends when the client closes', async () => {
    const { client } = await setUp(fork);
    const reply = expect(client.send('GetProfiles')).rejects.toMatchObject({ code: 'CLOSED' });
    await client.close();
    await reply;
  });

  test('a wait ends when its caller aborts it, even before it began', async () => {
    const { time, agent, client } = await setUp(fork);
    await expect(client.send('GetProfiles', undefined, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    const controller = new AbortController();
    const reply = expect(client.send('GetProfiles', undefined, controller)).rejects.toBe('enough');
    await time.advance(0);
    controller.abort('enough');
    await reply;
    expect(agent.received).toHaveLength(1);
    expect(time.timers).toBe(0);
  });

  test('a wait leaves no timer running', async () => {
    const { time, client, answer } = await setUp(fork);
    const reply = client.send('GetProfiles');
    await answer('id-1', []);
    await reply;
    expect(time.timers).toBe(0);
  });
});

describe('an agent that does not read', () => {
  test('the client drops an agent that does not read once too much output is pending', async () => {
    const { time, agent, client } = await setUp({ ...fork, limits: { maxBufferedBytes: 10_000 } });
    agent.stopReading();
    const command = ['Log', 'x'.repeat(4_000)] as const;
    const first = expect(client.send(...command)).rejects.toMatchObject({ code: 'DISCONNECTED' });
    const second = expect(client.send(...command)).rejects.toMatchObject({ code: 'DISCONNECTED' });
    await expect(client.send(...command)).rejects.toThrow('The agent is not reading');
    await Promise.all([first, second]);
    await time.advance(0);
    expect(client.state).toMatchObject({ status: 'backoff', lastError: { code: 'DISCONNECTED' } });
  });
});

describe('invalid messages from an agent', () => {
  test('an invalid message is counted and reported without its content, and the connection continues', async () => {
    const { time, agent, client, problems } = await setUp({ ...fork, limits: { maxFrameBytes: 500 } });
    for (const bytes of [
      '\f',
      'sk-secret\f',
      '{}\f',
      '"hi"\f',
      'null\f',
      '{"type":"__proto__","data":1}\f',
      '{"type":"connect"}\f',
      `{"type":"message","data":"${'x'.repeat(600)}"}\f`,
    ]) {
      agent.sendBytes(bytes);
    }
    for (const message of [
      { type: 'Ack', data: { clientId: 'evil' } },
      { type: 'TaskCommand', data: { commandName: 'Log' } },
      { type: 'Other' },
      { type: 'TaskEvent', data: {} },
    ]) {
      agent.send(message);
    }
    await time.advance(10);
    expect(client.counters).toMatchObject({
      emptyFrames: 1,
      malformedFrames: 4,
      foreignFrames: 2,
      oversizedFrames: 1,
      unknownMessages: 4,
    });
    expect(problems).toHaveLength(12);
    expect(JSON.stringify(problems)).not.toContain('secret');
    expect(client.state).toMatchObject({ status: 'ready', clientId: 'client-1' });
  });

  test('a message that is only unknown is passed on', async () => {
    const { time, agent, events } = await setUp();
    agent.event('somethingNew', 'a', { deep: true });
    await time.advance(0);
    expect(events).toMatchObject([{ eventName: 'somethingNew', payload: ['a', { deep: true }], known: false }]);
  });
});

describe('listeners', () => {
  test('listeners are called in order, may throw and may unsubscribe', async () => {
    const { time, agent, client, problems } = await setUp();
    const told: string[] = [];
    const leave = client.onEvent((_event, at) => told.push(`a${at}`));
    client.onEvent(() => {
      throw new Error('broken listener');
    });
    client.onEvent(() => told.push('b'));
    agent.event('taskCreated', 'x');
    await time.advance(0);
    leave();
    agent.event('taskCreated', 'y');
    await time.advance(0);
    expect(told).toEqual(['a0', 'b', 'b']);
    expect(client.counters.listenerErrors).toBe(2);
    expect(problems).toMatchObject([{ kind: 'listenerFailed' }, { kind: 'listenerFailed' }]);
  });
});

describe('a flood of events', () => {
  test('a flood of events is processed in slices, complete and in order, leaving time for other work', async () => {
    const { time, agent, client } = await setUp();
    const seen: unknown[] = [];
    client.onEvent(({ payload }) => seen.push((payload as unknown[])[0]));
    const count = 5_000;
    let betweenFirstAndLast = false;
    const flood = Array.from({ length: count }, (_, index) =>
      JSON.stringify({ type: 'message', data: { type: 'TaskEvent', data: { eventName: 'x', payload: [index] } } }),
    );
    agent.sendBytes(`${flood.join('\f')}\f`);
    time.schedule(() => {
      betweenFirstAndLast = seen.length > 0 && seen.length < count;
    }, 0);
    await time.advance(0);
    expect(betweenFirstAndLast).toBe(true);
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  test('a flood makes the agent wait once more than a megabyte is unread', async () => {
    const { time, agent, client } = await setUp();
    let seen = 0;
    let most = 0;
    client.onEvent(() => {
      seen += 1;
      most = Math.max(most, agent.bufferedBytes);
    });
    const frame = `{"type":"message","data":{"type":"TaskEvent","data":{"eventName":"x","payload":["${'y'.repeat(200)}"]}}}\f`;
    for (let i = 0; i < 30; i++) agent.sendBytes(frame.repeat(500));
    await time.advance(0);
    expect(seen).toBe(15_000);
    expect(most).toBeGreaterThan(1_000_000);
    expect(agent.bufferedBytes).toBe(0);
  });

  test('a flood is delivered completely even if the agent ends the connection right after it', async () => {
    const { time, agent, client } = await setUp();
    let seen = 0;
    let seenAtEnd = 0;
    client.onEvent(() => {
      seen += 1;
    });
    client.onState(({ status }) => {
      if (status === 'backoff') seenAtEnd = seen;
    });
    const frame = '{"type":"message","data":{"type":"TaskEvent","data":{"eventName":"x"}}}\f';
    agent.sendBytes(frame.repeat(3_000));
    agent.drop();
    await time.advance(0);
    expect(seenAtEnd).toBe(3_000);
  });
});
