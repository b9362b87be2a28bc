import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { openServer } from './support/open-server.ts';

async function openFamily() {
  const server = await openServer();
  const create = async (args: object = {}) => (await server.call('create_task', { mode_slug: 'code', ...args })).facts;
  const parent = await create({ metadata: { ticket: 7, tags: ['login'] } });
  const child = await create({ parent_session_id: parent.session_id });
  return { ...server, create, parent, child };
}

const notFound = { isError: true, facts: { error: { name: 'TASK_NOT_FOUND' } } };

describe('servers F2: ended tasks', () => {
  test('ended tasks free their places, even the 1,001st time', async () => {
    const { call } = await openServer();
    for (let index = 0; index < 1_001; index += 1) {
      const { isError, facts, text } = await call('create_task', { mode_slug: 'code' });
      expect({ index, isError, text: isError ? text : '' }).toEqual({ index, isError: false, text: '' });
      await call('complete_task', { session_id: facts.session_id, status: 'completed' });
    }
  });

  test('ended tasks stay readable up to their own limit', async () => {
    const { call } = await openServer({ flags: { maxTasks: '1', maxEndedTasks: '2' } });
    const ids: string[] = [];
    for (const status of ['completed', 'failed', 'cancelled']) {
      const { facts } = await call('create_task', { mode_slug: 'code' });
      await call('complete_task', { session_id: facts.session_id, status });
      ids.push(facts.session_id as string);
    }
    expect(await call('get_task_info', { session_id: ids[0] })).toMatchObject(notFound);
    expect((await call('get_task_info', { session_id: ids[1] })).facts.state).toBe('failed');
    await call('create_task', { mode_slug: 'code' });
    expect(await call('create_task', { mode_slug: 'code' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('You may have at most 1 open tasks (--max-tasks)'),
      facts: { error: { name: 'VALIDATION_ERROR', data: { reason: 'SESSION_LIMIT', limit: 'sessions', maximum: 1 } } },
    });
  });
});

test('servers F3: get_task_info counts the history entries that were dropped', async () => {
  const { call } = await openServer({ flags: { maxSessionBytes: '1048576' } });
  const { facts } = await call('create_task', { mode_slug: 'code' });
  const { session_id } = facts;
  for (let index = 0; index < 60; index += 1) await call('add_message', { session_id, text: 'x'.repeat(16_000) });
  const info = await call('get_task_info', { session_id, include_messages: true });
  expect(info.facts.dropped.messages).toBe(60 - (info.facts.messages.length as number));
  expect(info.facts.dropped.messages).toBeGreaterThan(25);
  expect(info.text).toContain(
    `Oldest entries dropped to stay within the limits: ${info.facts.dropped.messages} messages, 0 mode`,
  );
});

describe('add_message (5.1.5, 6.2)', () => {
  test('add_message adds to the task, and between parent and child while both are active', async () => {
    const { call, parent, child } = await openFamily();
    const { session_id } = child;
    expect((await call('add_message', { session_id, role: 'user', text: 'Use port 80' })).facts).toMatchObject({
      to_session_id: session_id,
      state: 'active',
    });
    const up = { session_id, to_session_id: parent.session_id, text: 'Which port?' };
    expect((await call('add_message', up)).facts).toMatchObject({ to_task_id: parent.task_id, role: 'assistant' });
    await call('add_message', { session_id: parent.session_id, to_session_id: session_id, text: '8080' });
    const messages = async (id: string) =>
      (await call('get_task_info', { session_id: id, include_messages: true })).facts.messages;
    expect(await messages(session_id)).toMatchObject([
      { role: 'user', text: 'Use port 80' },
      { role: 'assistant', text: '8080', from_session_id: parent.session_id, from_task_id: parent.task_id },
    ]);
    expect(await messages(parent.session_id)).toMatchObject([{ text: 'Which port?', from_task_id: child.task_id }]);
    await call('complete_task', { session_id, status: 'completed' });
    expect(await call('add_message', up)).toMatchObject({
      isError: true,
      facts: { error: { name: 'VALIDATION_ERROR', data: { reason: 'TASK_STATE_ILLEGAL' } } },
    });
  });

  test('add_message reaches no other task, and cannot forge reports of the server', async () => {
    const { call, create, child } = await openFamily();
    const stranger = await create();
    const send = (to_session_id: string) =>
      call('add_message', { session_id: child.session_id, to_session_id, text: 'hi' });
    const refusals = await Promise.all([stranger.session_id as string, 'ses_none'].map(send));
    expect(refusals.map(({ text, isError }) => [isError, text.replace(/'ses_\w+'/, 'ID')])).toEqual([
      [true, expect.stringMatching(/^to_session_id must be the session of the task, .* the string ID/)],
      [true, refusals[0]?.text.replace(/'ses_\w+'/, 'ID')],
    ]);
    expect(await call('add_message', { session_id: child.session_id, role: 'system', text: 'hi' })).toMatchObject({
      isError: true,
    });
  });
});

describe('get_task_info (6.1.1, 6.1.2)', () => {
  test('get_task_info returns the metadata and the time of the previous use of the task', async () => {
    const { call, parent, wait, create } = await openFamily();
    const look = async () => (await call('get_task_info', { session_id: parent.session_id })).facts;
    wait(1_000);
    const { metadata, last_accessed, created_at } = await look();
    expect([metadata, last_accessed]).toEqual([{ ticket: 7, tags: ['login'] }, created_at]);
    expect((await look()).last_accessed).toBe('2026-01-01T00:00:01.000Z');
    expect(await create({ metadata: { text: 'x'.repeat(20_000) } })).toMatchObject({
      error: { name: 'VALIDATION_ERROR', message: expect.stringContaining('metadata must be at most 16384 bytes') },
    });
  });

  test('get_task_info finds the tasks of a connection by their ids, including ended ones', async () => {
    const { call, parent, child } = await openFamily();
    const find = async (task_id: string) => (await call('get_task_info', { task_id })).facts.session_id as string;
    expect(await find(child.task_id)).toBe(child.session_id);
    await call('complete_task', { session_id: parent.session_id, status: 'cancelled' });
    expect(await find(parent.task_id)).toBe(parent.session_id);
  });

  test('get_task_info of another connection finds a task by its id only from the session of a relative', async () => {
    const { server, parent, child, create, wait } = await openFamily();
    const sibling = await create({ parent_session_id: parent.session_id });
    const other = await connectInMemory(server);
    const find = async (args: object) => {
      const { isError, structuredContent } = await other.callTool('get_task_info', args);
      return { isError, facts: structuredContent };
    };
    wait(1_000);
    for (const { task_id } of [parent, child, { task_id: 'task_none' }, { task_id: '' }]) {
      expect(await find({ task_id })).toMatchObject(notFound);
    }
    const { session_id } = child;
    expect(await find({ task_id: child.task_id, session_id: 'ses_none' })).toMatchObject(notFound);
    expect(await find({ task_id: sibling.task_id, session_id })).toMatchObject(notFound);
    // Nobody has used the parent by asking for it.
    expect(await find({ task_id: parent.task_id, session_id })).toMatchObject({
      facts: { session_id: parent.session_id, last_accessed: '2026-01-01T00:00:00.000Z' },
    });
    expect(await find({})).toMatchObject({ isError: true, facts: { error: { name: 'VALIDATION_ERROR' } } });
  });
});
