import type { Dialect } from '@modegate/ipc-bridge';
import { afterEach, describe, expect, test } from 'vitest';
import { connectOutside, type Facts, type OutsideClient } from './support/outside-client.ts';
import { type RunningAgent, runAgent } from './support/served-agent.ts';

const ai = 'roo_ipc_poll_ai_messages';
const other = 'roo_ipc_poll_other_events';
const messageOf = (event: Facts) => event.payload[0].message;
const hasEndedStream = (events: readonly Facts[]) => events.some((event) => messageOf(event).partial === false);

const toStop: (OutsideClient | RunningAgent)[] = [];

afterEach(async () => {
  for (const each of toStop.splice(0)) await ('close' in each ? each.close() : each.stop());
});

async function start(dialect: Dialect, args: readonly string[] = []) {
  const agent = await runAgent({ dialect });
  const client = await connectOutside([...agent.args, ...args]);
  toStop.push(client, agent);
  return { agent, client };
}

describe.each<Dialect>(['official', 'fork', 'zoo'])('a task of a simulated %s agent', (dialect) => {
  test('a task is started, polled while it streams, answered when it asks, and completed', async () => {
    const { agent, client } = await start(dialect);
    expect(await client.call('roo_ipc_is_ready')).toMatchObject({ ready: true });

    const started = await client.call('roo_ipc_start_task', { text: 'What is this?' });
    expect(started).toMatchObject({ outcome: 'confirmed', taskId: expect.any(String) });
    const { taskId } = started;

    const streamed = await client.pollUntil(ai, hasEndedStream, { limit: 1, task_id: taskId });
    // How many partial messages come one by one depends on how soon they are polled; the last one always comes.
    expect(messageOf(streamed.at(-1))).toMatchObject({ text: expect.any(String), partial: false });
    const seqs = streamed.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((one: number, two: number) => one - two));

    const asked = await client.call('roo_ipc_wait_for_task', { task_id: taskId });
    expect(asked).toMatchObject({
      needsAnswer: true,
      ask: 'followup',
      question: 'What do you mean?',
      suggestions: ['Just that.'],
    });
    const answered = await client.call('roo_ipc_send_message', { text: 'Just that.', task_id: taskId });
    expect(answered).toMatchObject({ outcome: 'confirmed' });

    const ended = await client.call('roo_ipc_wait_for_task', { task_id: taskId });
    expect(ended).toMatchObject({ status: 'completed', done: true, result: 'Done.' });
    const { payload: messages } = await client.call('roo_ipc_get_messages', { task_id: taskId });
    const texts = messages.map(({ text }: Facts) => text);
    expect(texts).toEqual(expect.arrayContaining(['You wrote: What is this?', 'You answered: Just that.']));

    const names = (await client.pollUntil(other, (events) => events.length >= 3)).map(({ eventName }) => eventName);
    expect(names.slice(0, 2)).toEqual(['connection', 'taskCreated']);
    expect(agent.agent.tasks).toHaveLength(1);
    expect((await client.call('roo_ipc_status')).dialect).toBe(dialect);
    expect(client.pushed.length).toBeGreaterThan(5);
  });

  test('a task is cancelled', async () => {
    const { client } = await start(dialect);
    const { taskId } = await client.call('roo_ipc_start_task', { text: 'Do you hear me?' });
    expect(await client.call('roo_ipc_cancel_task', { task_id: taskId })).toMatchObject({ outcome: 'confirmed' });
    await client.pollUntil(other, (events) =>
      events.some(({ eventName, payload }) => eventName === 'taskAborted' && payload[0] === taskId),
    );
    expect(await client.call('roo_ipc_wait_for_task', { task_id: taskId })).toMatchObject({ status: 'aborted' });
  });

  test('every read-only tool answers or reports that the agent lacks the command', async () => {
    const { client } = await start(dialect);
    const { taskId } = await client.call('roo_ipc_start_task', { text: 'Hello' });
    const { tools } = await client.client.listTools();
    for (const { name, annotations } of tools.filter((tool) => tool.annotations?.readOnlyHint === true)) {
      const needsTask = ['roo_ipc_get_messages', 'roo_ipc_get_token_usage', 'roo_ipc_is_task_in_history'].includes(
        name,
      );
      const facts = await client.call(name, needsTask ? { task_id: taskId } : {});
      expect([annotations?.destructiveHint, facts.error?.name ?? 'answered']).toEqual([
        false,
        expect.stringMatching(/^(answered|COMMAND_UNSUPPORTED)$/),
      ]);
    }
  });
});

test('a button press approves a tool use in fork', async () => {
  const agent = await runAgent({
    dialect: 'fork',
    script: {
      task: function* () {
        yield { step: 'ask', ask: 'command', text: 'npm test' };
        yield { step: 'complete', text: 'Tested.' };
      },
    },
  });
  const client = await connectOutside(agent.args);
  toStop.push(client, agent);
  await client.call('roo_ipc_start_task', { text: 'Test it' });
  const waiting = await client.call('roo_ipc_wait_for_task');
  expect(waiting).toMatchObject({ needsAnswer: true, ask: 'command', question: 'npm test' });
  expect(await client.call('roo_ipc_press_primary_button')).toMatchObject({ payload: { success: true } });
  expect(await client.call('roo_ipc_wait_for_task')).toMatchObject({ done: true, result: 'Tested.' });
});

test('settings and profiles of fork are read and changed without losing any', async () => {
  const { client } = await start('fork');
  const before = (await client.call('roo_ipc_get_configuration')).payload;
  expect(await client.call('roo_ipc_set_configuration', { values: { apiModelId: 'other' } })).toMatchObject({
    applied: ['apiModelId'],
    notApplied: [],
  });
  expect((await client.call('roo_ipc_get_configuration')).payload).toEqual({ ...before, apiModelId: 'other' });
  await client.call('roo_ipc_start_task', { text: 'Hello', configuration: { apiModelId: 'third' } });
  expect((await client.call('roo_ipc_get_configuration')).payload).toEqual({ ...before, apiModelId: 'third' });

  await client.call('roo_ipc_create_profile', { name: 'mine' });
  expect((await client.call('roo_ipc_create_profile', { name: 'mine' })).error).toMatchObject({
    name: 'COMMAND_FAILED',
  });
  expect((await client.call('roo_ipc_get_profiles')).payload).toContain('mine');
  await client.call('roo_ipc_set_active_profile', { name: 'mine' });
  expect((await client.call('roo_ipc_get_active_profile')).payload).toBe('mine');
  await client.call('roo_ipc_delete_profile', { name: 'mine' });
  expect((await client.call('roo_ipc_get_profiles')).payload).not.toContain('mine');
});
