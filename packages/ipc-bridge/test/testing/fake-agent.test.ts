import { type AgentEvent, createAgentClient, type Dialect } from '@modegate/ipc-bridge';
import {
  createFakeAgent,
  createTestClock,
  type FakeAgentOptions,
  type FakeStep,
  type LinkOptions,
} from '@modegate/ipc-bridge/testing';
import { type TaskEvent, taskEventSchema } from '@roo-code/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

async function setUp(dialect: Dialect, options: Partial<FakeAgentOptions> = {}) {
  const time = createTestClock(1_000_000);
  const { clock, schedule } = time;
  const agent = createFakeAgent({ dialect, clock, schedule, ...options });
  const client = createAgentClient({ open: agent.open, clock, schedule, random: () => 0.5 });
  const events: AgentEvent[] = [];
  client.onEvent((event) => events.push(event));
  const ready = client.connect();
  await time.advance(0);
  await ready;
  const send = async (...command: Parameters<typeof client.send>) => {
    const reply = client.send(...command).catch((error: unknown) => error);
    await time.advance(0);
    return Promise.race([reply, Promise.resolve('nothing yet')]);
  };
  const names = () => events.map(({ eventName }) => eventName);
  return { time, agent, client, events, names, send };
}

const steps =
  (...list: readonly FakeStep[]) =>
  (): readonly FakeStep[] =>
    list;
const newTask = (text = 'Do it') => ({ configuration: {}, text });
const confirmed = (payload: unknown) => expect.objectContaining({ outcome: 'confirmed', payload });
const messages = (events: readonly AgentEvent[]) =>
  events
    .filter(({ eventName }) => eventName === 'message')
    .map(({ payload }) => (payload as { message: { text: string; partial?: boolean; ts: number } }[])[0]?.message);

describe.each(['official', 'zoo', 'fork'] as const)('a fake agent that speaks %s', (dialect) => {
  test('the fake agent sends only messages that a known agent sends', async () => {
    const { time, events, send } = await setUp(dialect, { completionEvent: true });
    await send('StartNewTask', newTask('Really?'));
    await time.advance(5_000);
    await send('SendMessage', { text: 'Yes', ...(dialect === 'fork' && { taskId: 'task-1' }) });
    await time.advance(5_000);
    expect(events.length).toBeGreaterThan(10);
    for (const event of events) expect(event).toMatchObject({ known: true });
  });

  test('the fake agent silently drops a start with an invalid configuration (servers part 2, simulate)', async () => {
    const dropped: string[] = [];
    const { time, agent, client, events } = await setUp(dialect, {
      script: { dropped: ({ name }, reason) => void dropped.push(`${name} ${reason}`) },
    });
    const reply = client.send('StartNewTask', { configuration: { mode: 5 }, text: 'Do it' }, { timeoutMs: 1_000 });
    const failed = expect(reply).rejects.toMatchObject({ code: 'COMMAND_TIMEOUT' });
    await time.advance(1_000);
    await failed;
    expect(dropped).toEqual([expect.stringMatching(/^StartNewTask data\.configuration\.mode: /)]);
    expect(events).toEqual([]);
    expect(agent.tasks).toEqual([]);
  });

  test('the fake agent can be scripted to ignore, refuse, hang, restart and send arbitrary messages', async () => {
    const { time, agent, client, send, names } = await setUp(dialect, {
      script: {
        task: steps(
          { step: 'emit', event: { eventName: 'somethingNew', payload: [1] } },
          { step: 'wait', ms: 1_000 },
          { step: 'switchMode', mode: 'architect' },
          { step: 'failTool', tool: 'read_file', error: 'no such file' },
          { step: 'restart' },
        ),
        command: ({ name }) => (name === 'SendMessage' ? 'ignore' : undefined),
      },
    });
    await send('StartNewTask', newTask());
    expect(await send('SendMessage', { text: 'a', ...(dialect === 'fork' && { taskId: 'x' }) })).toBe('nothing yet');
    expect(names()).not.toContain('taskModeSwitched');
    await time.advance(1_000);
    expect(names()).toEqual(expect.arrayContaining(['somethingNew', 'taskModeSwitched', 'taskToolFailed']));
    expect(client.state.status).toBe('backoff');
    await time.advance(1_000);
    expect(client.state.status).toBe('ready');
    expect(agent.received.map(({ name }) => name)).toEqual(['StartNewTask', 'SendMessage']);
    agent.stop();
    await time.advance(1_000);
    expect(client.state).toMatchObject({ status: 'backoff', lastError: { code: 'CONNECT_FAILED' } });
  });

  test('the fake agent aborts the open task when another starts, finished or not, and leaves its stream open', async () => {
    const { time, events, names, send, agent } = await setUp(dialect, {
      paceMs: 10,
      script: { task: steps({ step: 'say', text: 'A long answer', pieces: 4 }) },
    });
    await send('StartNewTask', newTask());
    await time.advance(15);
    events.length = 0;
    await send('StartNewTask', newTask('Other'));
    expect(names()[dialect === 'fork' ? 0 : 1]).toBe('taskAborted');
    expect(messages(events)).not.toContainEqual(expect.objectContaining({ partial: false }));
    expect(agent.tasks.map(({ state }) => state)).toEqual(['aborted', 'running']);
  });
});

describe('the same task over different chunks', () => {
  test.each(['official', 'zoo', 'fork'] as const)(
    'a task produces the same events wherever the bytes are cut: %s',
    async (dialect) => {
      const follow = async (link: LinkOptions): Promise<unknown> => {
        const { time, events, send } = await setUp(dialect, { link });
        await send('StartNewTask', newTask('Größe 👋'));
        await time.advance(10_000);
        return events.map(({ eventName, payload }) => ({ eventName, payload }));
      };
      const whole = await follow({});
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (size) => {
          expect(await follow({ chunk: (bytes) => cut(bytes, size) })).toEqual(whole);
        }),
        { numRuns: 8 },
      );
    },
  );
});

function cut(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

describe('the official and zoo dialects', () => {
  test('official and zoo agents send the whole text with every piece', async () => {
    const { time, events, send } = await setUp('official', {
      script: { task: steps({ step: 'say', text: 'abcdef', pieces: 3 }) },
    });
    await send('StartNewTask', newTask());
    await time.advance(10);
    expect(messages(events).slice(1)).toMatchObject([
      { text: 'ab', partial: true },
      { text: 'abcd', partial: true },
      { text: 'abcdef', partial: false },
    ]);
    expect(
      new Set(
        messages(events)
          .slice(1)
          .map((message) => message?.ts),
      ).size,
    ).toBe(1);
  });

  test('official and zoo agents ask about a result instead of stating it, and report waiting only later', async () => {
    const { time, names, send, agent } = await setUp('official');
    await send('StartNewTask', newTask());
    await time.advance(1_999);
    expect(names()).not.toContain('taskIdle');
    await time.advance(2);
    expect(names()).toContain('taskIdle');
    expect(names()).not.toContain('taskCompleted');
    expect(agent.tasks).toMatchObject([{ state: 'waiting', ask: 'completion_result' }]);
  });

  test('official and zoo agents keep a message for the next question and use it as a yes', async () => {
    const { time, agent, names, send } = await setUp('official', {
      script: {
        task: steps(
          { step: 'wait', ms: 100 },
          {
            step: 'ask',
            ask: 'command',
            text: 'rm -rf build',
            onAnswer: ({ kind }) => [{ step: 'say', text: `It was ${kind}` }],
          },
        ),
      },
    });
    await send('StartNewTask', newTask());
    expect(await send('SendMessage', { text: 'First' })).toEqual(confirmed(expect.anything()));
    await send('SendMessage', { text: 'Second' });
    await send('DeleteQueuedMessage', 'queued-2');
    await time.advance(3_000);
    expect(names().filter((name) => name === 'queuedMessagesUpdated')).toHaveLength(4);
    expect(names()).not.toContain('taskInteractive');
    expect(agent.tasks[0]?.messages.at(-1)).toMatchObject({ text: 'It was yes' });
  });

  test('official and zoo agents cancel a task by reopening it as resumable', async () => {
    const { time, names, events, send, agent } = await setUp('zoo', { script: { task: steps({ step: 'hang' }) } });
    await send('StartNewTask', newTask());
    events.length = 0;
    expect(await send('CancelTask')).toEqual(confirmed({ taskId: 'task-1', eventName: 'taskAborted' }));
    expect(names()).toEqual(['taskAborted', 'taskCreated', 'taskFocused', 'message']);
    await time.advance(2_000);
    expect(names().at(-1)).toBe('taskResumable');
    expect(agent.tasks).toMatchObject([{ id: 'task-1', state: 'waiting', ask: 'resume_task' }]);
  });

  test('official and zoo agents do not respond to unsupported commands', async () => {
    const { events, send } = await setUp('official');
    expect(await send('CancelTask')).toBe('nothing yet');
    expect(await send('ResumeTask', 'unknown')).toBe('nothing yet');
    expect(events).toEqual([]);
    expect(await send('SendMessage', { text: 'Hi' })).toEqual(confirmed({ taskId: 'task-1', eventName: 'message' }));
  });

  test('official and zoo agents answer queries, zoo without any models', async () => {
    const official = await setUp('official');
    expect(await official.send('GetModes')).toEqual(
      confirmed(expect.arrayContaining([{ slug: 'code', name: 'Code' }])),
    );
    expect(await official.send('GetCommands')).toEqual(confirmed([expect.objectContaining({ name: 'init' })]));
    expect(await official.send('GetModels')).toEqual(
      confirmed(expect.objectContaining({ 'fake/model': expect.anything() })),
    );
    const zoo = await setUp('zoo');
    expect(await zoo.send('GetModels')).toEqual(confirmed({}));
  });

  test('official and zoo agents close the whole window', async () => {
    const { client, send } = await setUp('official');
    expect(await send('CloseTask')).toMatchObject({ outcome: 'confirmed', via: 'disconnect' });
    expect(client.state.status).not.toBe('ready');
  });

  test('a zoo agent confirms or refuses a task start', async () => {
    const { send, client } = await setUp('zoo', {
      script: { command: ({ data }) => ((data as { text?: string }).text === 'bad' ? new Error('no') : undefined) },
    });
    expect(await send('StartNewTask', newTask())).toMatchObject({ outcome: 'confirmed' });
    expect(client.dialect).toBe('zoo');
    expect(await send('StartNewTask', newTask('bad'))).toMatchObject({ code: 'COMMAND_FAILED' });
  });

  test("official and zoo agents send events that Roo Code's own schemas accept", async () => {
    const { time, events, send } = await setUp('official', { completionEvent: true });
    await send('StartNewTask', newTask('Really?'));
    await time.advance(5_000);
    await send('SendMessage', { text: 'Yes' });
    await send('GetModes');
    await time.advance(5_000);
    await send('CancelTask');
    await time.advance(5_000);
    for (const { raw } of events) {
      const parsed = taskEventSchema.safeParse(raw);
      expect(parsed.error?.issues ?? [], JSON.stringify(raw)).toEqual([]);
      expect((parsed.data as TaskEvent).eventName).toBe(raw.eventName);
    }
  });
});

describe('the fork dialect', () => {
  test('a fork agent sends only new text, and the whole text again after an interruption', async () => {
    const { time, agent, events, send } = await setUp('fork', {
      paceMs: 10,
      script: { task: steps({ step: 'say', text: 'abcdefgh', pieces: 4 }) },
    });
    await send('StartNewTask', newTask());
    await time.advance(50);
    expect(messages(events).slice(1)).toMatchObject([
      { text: 'ab', partial: true },
      { text: 'cd', partial: true },
      { text: 'ef', partial: true },
      { text: 'gh', partial: false },
    ]);
    expect(agent.tasks[0]?.messages[1]).toMatchObject({ text: 'abcdefgh' });
  });

  test('a fork agent answers every command, including its errors', async () => {
    const { time, events, send } = await setUp('fork', {
      configuration: { apiProvider: 'x', apiKey: 'sk-1', mode: 'code' },
      script: { task: steps({ step: 'ask', ask: 'tool', text: '{}' }, { step: 'complete', text: 'Done' }) },
    });
    const success = confirmed({ success: true });
    expect(await send('IsReady')).toEqual(confirmed(true));
    expect(await send('PressPrimaryButton')).toMatchObject({ code: 'COMMAND_FAILED' });
    expect(await send('StartNewTask', { ...newTask(), configuration: { mode: 'ask' } })).toEqual(confirmed('task-1'));
    expect(await send('GetConfiguration')).toEqual(confirmed({ apiKey: 'sk-1', mode: 'ask' }));
    expect(await send('SetConfiguration', {})).toEqual(success);
    expect(await send('GetConfiguration')).toEqual(confirmed({ apiKey: 'sk-1' }));
    expect(await send('GetCurrentTaskStack')).toEqual(confirmed(['task-1']));
    expect(await send('GetTokenUsage', 'task-1')).toEqual(confirmed(expect.objectContaining({ totalCost: 0 })));
    expect(await send('PressSecondaryButton')).toEqual(success);
    await time.advance(10);
    expect(events.at(-1)?.eventName).toBe('taskCompleted');
    expect(await send('GetTokenUsage', 'task-1')).toEqual(confirmed(undefined));
    expect(await send('GetMessages', 'task-1')).toEqual(confirmed(expect.arrayContaining([expect.anything()])));
    expect(await send('GetMessages', 'other')).toEqual(confirmed([]));
    expect(await send('IsTaskInHistory', 'other')).toEqual(confirmed({}));
    expect(await send('Log', 'hello')).toEqual({ outcome: 'sent' });
    expect(await send('CancelTask', 'other')).toMatchObject({ code: 'COMMAND_FAILED' });
    expect(await send('ResumeTask', 'other')).toMatchObject({ code: 'COMMAND_FAILED' });
    expect(await send('ResumeTask', 'task-1')).toEqual(success);
    expect(await send('CancelCurrentTask')).toEqual(success);
    expect(await send('CloseTask', 'task-1')).toMatchObject({ via: 'effect' });
    expect(await send('ClearCurrentTask')).toEqual(success);
    expect(await send('GetCurrentTaskStack')).toEqual(confirmed([]));
    expect(await send('SendMessage', { taskId: 'x', text: 'Hi' })).toMatchObject({ code: 'COMMAND_FAILED' });
  });

  test('a fork agent keeps profiles and answers a question that was not asked', async () => {
    const { client, events, send } = await setUp('fork');
    expect(await send('CreateProfile', 'work')).toMatchObject({ outcome: 'confirmed' });
    expect(await send('CreateProfile', 'work')).toMatchObject({ code: 'COMMAND_FAILED' });
    expect(await send('SetActiveProfile', 'work')).toMatchObject({ outcome: 'confirmed' });
    expect(await send('SetActiveProfile', 'none')).toMatchObject({ code: 'COMMAND_FAILED' });
    expect(await send('GetProfiles')).toEqual(confirmed(['default', 'work']));
    expect(await send('GetActiveProfile')).toEqual(confirmed('work'));
    expect(await send('DeleteProfile', 'work')).toMatchObject({ outcome: 'confirmed' });
    expect(client.counters.strayAnswers).toBe(1);
    expect(events.map(({ eventName }) => eventName)).toEqual(['commandResponse']);
  });
});
