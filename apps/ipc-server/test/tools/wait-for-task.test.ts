import { describe, expect, test, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { type Answer, type OpenServer, type OpenServerOptions, openServer, said } from '../support/open-server.ts';

const wait = 'roo_ipc_wait_for_task';
const ask = (ts: number, kind: string, text = '', more: object = {}) =>
  said('a', { ts, type: 'ask', ask: kind, text, ...more });
const created = { eventName: 'taskCreated', payload: ['a'] };

interface Opened extends OpenServer {
  readonly clock: ManualClock;
  /** Begins to wait, and returns once it does. */
  readonly begin: (args?: object) => Promise<{ readonly answer: Promise<Answer> }>;
}

async function open(options: OpenServerOptions = {}): Promise<Opened> {
  const clock = createManualClock();
  const opened = await openServer({ clock, ...options });
  const begin = async (args: object = {}) => {
    const answer = opened.call(wait, args);
    await vi.waitFor(() => expect(clock.waiting).toBeGreaterThan(0));
    return { answer };
  };
  return { ...opened, clock, begin };
}

describe('roo_ipc_wait_for_task', () => {
  test('roo_ipc_wait_for_task ends when the agent presents its result, which current agents do not report as completion', async () => {
    const { begin, emit } = await open();
    await emit(created);
    const { answer } = await begin();
    await emit(said('a', { ts: 1, text: 'Working' }), ask(2, 'completion_result', 'All done.'));
    expect((await answer).facts).toMatchObject({
      taskId: 'a',
      status: 'completed',
      done: true,
      needsAnswer: false,
      result: 'All done.',
      round: 1,
      connected: true,
    });
  });

  test('roo_ipc_wait_for_task ends immediately when the task is already over, with or without an agent', async () => {
    const { call, emit, agentServer } = await open();
    await emit(created, { eventName: 'taskAborted', payload: ['a'] });
    expect((await call(wait, { task_id: 'a' })).facts).toMatchObject({ status: 'aborted', done: true });
    agentServer.close();
    await vi.waitFor(async () => expect((await call('roo_ipc_status')).facts.connected).toBe(false));
    expect((await call(wait, { task_id: 'a' })).facts).toMatchObject({ status: 'aborted', connected: false });
  });

  test('roo_ipc_wait_for_task ends with the question and how to answer it when the agent waits for an answer', async () => {
    const { begin, emit } = await open();
    await emit(created);
    const { answer } = await begin({ task_id: 'a' });
    const question = JSON.stringify({ question: 'Which one?', suggest: [{ answer: 'This' }, { answer: 'That' }] });
    await emit(ask(1, 'followup', question), { eventName: 'taskInteractive', payload: ['a'] });
    expect((await answer).facts).toMatchObject({
      status: 'waiting',
      done: false,
      needsAnswer: true,
      ask: 'followup',
      question: 'Which one?',
      suggestions: ['This', 'That'],
      note: 'Answer with roo_ipc_send_message.',
    });
  });

  test.each([
    ['fork', /roo_ipc_press_primary_button/],
    ['official', /does not accept approvals over IPC.*auto-approval/],
  ] as const)('roo_ipc_wait_for_task lists the ways to answer an approval in %s', async (dialect, note) => {
    const { begin, emit } = await open({ dialect });
    await emit(created);
    const { answer } = await begin();
    await emit(ask(1, 'tool', '{"tool":"editedExistingFile"}'), { eventName: 'taskInteractive', payload: ['a'] });
    expect((await answer).facts.note).toMatch(note);
  });

  test('roo_ipc_wait_for_task returns a question of fork after three seconds, since fork never reports that it waits', async () => {
    const { begin, emit, clock } = await open({ dialect: 'fork' });
    await emit(created);
    const { answer } = await begin();
    await emit(ask(clock.now(), 'command', 'npm test'));
    await clock.advance(2000);
    await emit(ask(clock.now(), 'command', 'npm run build'));
    await clock.advance(2000);
    expect(clock.waiting).toBeGreaterThan(0);
    await clock.advance(1000);
    expect((await answer).facts).toMatchObject({ needsAnswer: true, question: 'npm run build' });
  });

  test('roo_ipc_wait_for_task does not return a question that has just been answered', async () => {
    const { begin, call, emit, clock } = await open({ dialect: 'fork', onCommand: () => ({ success: true }) });
    await emit(created, ask(1, 'followup', 'Which?'));
    await call('roo_ipc_send_message', { text: 'This', task_id: 'a' });
    const { answer } = await begin();
    await emit(said('a', { ts: 2, say: 'user_feedback', text: 'This' }), ask(3, 'completion_result', 'Done.'));
    expect((await answer).facts).toMatchObject({ done: true, result: 'Done.' });
    expect(clock.waiting).toBe(0);
  });

  test('roo_ipc_wait_for_task returns an answered question again when the task does not react', async () => {
    const { begin, call, emit, clock } = await open({ dialect: 'fork', onCommand: () => ({ success: true }) });
    await emit(created, ask(1, 'followup', 'Which?'));
    await call('roo_ipc_send_message', { text: 'This', task_id: 'a' });
    const { answer } = await begin();
    await clock.advance(5000);
    expect((await answer).facts).toMatchObject({ needsAnswer: true, question: 'Which?' });
  });

  test('Q13: roo_ipc_wait_for_task does not return the result of an ended task as the answer to a later message', async () => {
    const { begin, call, emit, clock } = await open({ dialect: 'fork', onCommand: () => ({ success: true }) });
    await emit(created, ask(1, 'completion_result', 'Done.'));
    await call('roo_ipc_send_message', { text: 'confirmed', task_id: 'a' });
    const { answer } = await begin();
    await clock.advance(5000);
    const { facts } = await answer;
    expect(facts).toMatchObject({ done: true, status: 'completed', note: expect.stringMatching(/has not reacted/) });
    expect(facts).not.toHaveProperty('result');
    expect(facts).not.toHaveProperty('lastText');
  });

  test('roo_ipc_wait_for_task ends without an error when its time is up', async () => {
    const { begin, emit, clock } = await open();
    await emit(created, said('a', { ts: 1, text: 'Working' }));
    const { answer } = await begin({ timeout_ms: 30_000 });
    await clock.advance(30_000);
    const { isError, facts } = await answer;
    expect(isError).toBe(false);
    expect(facts).toMatchObject({ status: 'running', done: false, needsAnswer: false, lastText: 'Working' });
    expect(facts.note).toMatch(/Call again/);
  });

  test('roo_ipc_wait_for_task reports that nothing was received for the task', async () => {
    const { begin, clock } = await open();
    const { answer } = await begin({ task_id: 'nobody', timeout_ms: 1000 });
    await clock.advance(1000);
    expect((await answer).facts).toMatchObject({
      status: 'unknown',
      note: expect.stringMatching(/No event for this task arrived/),
    });
  });

  test('roo_ipc_wait_for_task ends when the connection ends', async () => {
    const { begin, emit, agentServer } = await open();
    await emit(created);
    const { answer } = await begin();
    agentServer.close();
    expect((await answer).facts).toMatchObject({
      connected: false,
      done: false,
      note: expect.stringMatching(/resume/),
    });
  });

  test('roo_ipc_wait_for_task does not wait for a task that was lost with the connection', async () => {
    const { call, emit, agent } = await open();
    await emit(created, ask(1, 'followup', 'Which?'), { eventName: 'taskInteractive', payload: ['a'] });
    agent.buffer.pushSynthetic({ status: 'disconnected' }, 0);
    agent.buffer.pushSynthetic({ status: 'connected' }, 0);
    expect((await call(wait, { task_id: 'a' })).facts).toMatchObject({
      done: false,
      needsAnswer: false,
      connected: true,
      note: expect.stringMatching(/no event for the task has arrived since/),
    });
    expect((await call('roo_ipc_status')).facts.tasks).toEqual([{ taskId: 'a', status: 'lost' }]);
  });

  test('roo_ipc_wait_for_task reports progress, and sends signs of life when there is none', async () => {
    const { client, emit, clock } = await open();
    await emit(created);
    const steps: unknown[] = [];
    const answer = client.callTool(wait, {}, { onProgress: (step) => void steps.push(step) });
    await vi.waitFor(() => expect(clock.waiting).toBeGreaterThan(0));
    await emit(said('a', { ts: 1, text: 'Reading\n  the files' }));
    await clock.advance(10_000);
    await emit({ eventName: 'taskAborted', payload: ['a'] });
    await answer;
    expect(steps).toMatchObject([
      { progress: 1, message: 'running: Reading the files' },
      { progress: 2, message: 'running: Reading the files' },
    ]);
  });

  test('roo_ipc_wait_for_task fails without a task to wait for', async () => {
    const { call } = await open();
    expect((await call(wait)).facts.error).toMatchObject({
      name: 'VALIDATION_ERROR',
      data: { reason: 'NO_CURRENT_TASK' },
    });
  });

  test('roo_ipc_wait_for_task takes no event from the queues', async () => {
    const { begin, call, emit } = await open();
    await emit(created);
    const { answer } = await begin();
    await emit(ask(1, 'completion_result', 'Done.'));
    await answer;
    expect((await call('roo_ipc_poll_ai_messages')).facts.events).toHaveLength(1);
  });
});
