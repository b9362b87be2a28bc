import type { SessionErrorCode } from '@modegate/session-store';
import { describe, expect, test } from 'vitest';
import { createWorld } from './support/world.ts';

const failsWith = (code: SessionErrorCode, data: object = {}) =>
  expect.objectContaining({ name: 'SessionError', code, data: expect.objectContaining(data) });

describe('delegation', () => {
  test('a child makes its parent delegated, and the end of the child makes the parent active with a report', async () => {
    const { sessions, now } = createWorld();
    const parent = await sessions.create({ mode: 'orchestrator' });
    const child = await sessions.create({ mode: 'code', parentSessionId: parent.id });
    expect(child.task).toMatchObject({ parentSessionId: parent.id, parentTaskId: parent.task.id, depth: 1 });
    expect((await sessions.get(parent.id)).task).toMatchObject({
      state: 'delegated',
      childSessionIds: [child.id],
      childCount: 1,
      openChildren: [{ sessionId: child.id, taskId: child.task.id }],
    });

    await sessions.complete(child.id, { status: 'failed', result: 'Tests are red' });
    const { task } = await sessions.get(parent.id);
    expect(task).toMatchObject({ state: 'active', childSessionIds: [child.id], openChildren: [] });
    expect(task.messages).toEqual([
      {
        role: 'system',
        text: `Child task ${child.task.id} (session ${child.id}) ended: failed.\n\nResult:\nTests are red`,
        at: now(),
        report: { sessionId: child.id, taskId: child.task.id, status: 'failed' },
      },
    ]);
  });

  test('the parent stays delegated until its last child has ended', async () => {
    const { sessions } = createWorld();
    const parent = await sessions.create({ mode: 'orchestrator' });
    const one = await sessions.create({ mode: 'code', parentSessionId: parent.id });
    const two = await sessions.create({ mode: 'code', parentSessionId: parent.id });
    await sessions.complete(one.id, { status: 'completed' });
    expect((await sessions.head(parent.id)).task.state).toBe('delegated');
    await sessions.complete(two.id, { status: 'completed' });
    expect((await sessions.get(parent.id)).task).toMatchObject({ state: 'active', messages: [{}, {}] });
  });

  test('a delegated task still takes messages, switches and decisions', async () => {
    const { sessions } = createWorld();
    const parent = await sessions.create({ mode: 'orchestrator' });
    await sessions.create({ mode: 'code', parentSessionId: parent.id });
    await sessions.addMessage(parent.id, { role: 'user', text: 'How is it going?' });
    await sessions.switchMode(parent.id, { mode: 'ask' });
    await sessions.recordDecision(parent.id, { tool: 'read_file', allowed: true });
    expect((await sessions.activate(parent.id)).task).toMatchObject({ state: 'delegated', mode: 'ask' });
  });

  test.each(['completed', 'failed'] as const)('a task with open children cannot be %s', async (status) => {
    const { sessions } = createWorld();
    const parent = await sessions.create({ mode: 'orchestrator' });
    const child = await sessions.create({ mode: 'code', parentSessionId: parent.id });
    const refusal = sessions.complete(parent.id, { status });
    await expect(refusal).rejects.toEqual(failsWith('TASK_STATE_ILLEGAL', { openChildSessionIds: [child.id] }));
    await expect(refusal).rejects.toThrow(child.id);
  });

  test('cancelling cancels every open descendant and leaves ended ones as they are', async () => {
    const { sessions } = createWorld();
    const root = await sessions.create({ mode: 'orchestrator' });
    const child = await sessions.create({ mode: 'orchestrator', parentSessionId: root.id });
    const grandchild = await sessions.create({ mode: 'code', parentSessionId: child.id });
    const done = await sessions.create({ mode: 'code', parentSessionId: root.id });
    await sessions.complete(done.id, { status: 'completed' });
    await sessions.complete(root.id, { status: 'cancelled', result: 'Not needed' });
    const states = await Promise.all([root, child, grandchild, done].map(({ id }) => sessions.head(id)));
    expect(states.map(({ task }) => task.state)).toEqual(['cancelled', 'cancelled', 'cancelled', 'completed']);
    const { task } = await sessions.get(root.id);
    expect(task.openChildren).toEqual([]);
    expect(task.messages.map(({ report }) => report?.sessionId)).toEqual([done.id, child.id]);
  });

  test('a child created while its parent is cancelled is cancelled or refused, never left open', async () => {
    const { sessions } = createWorld();
    const root = await sessions.create({ mode: 'orchestrator' });
    await sessions.create({ mode: 'code', parentSessionId: root.id });
    const outcomes = await Promise.allSettled([
      sessions.complete(root.id, { status: 'cancelled' }),
      ...Array.from({ length: 5 }, () => sessions.create({ mode: 'code', parentSessionId: root.id })),
    ]);
    expect(outcomes[0]?.status).toBe('fulfilled');
    for (const { task } of (await sessions.list()).sessions) expect(task.state).toBe('cancelled');
  });

  test('destroying a parent cancels its children, and destroying a child reports it', async () => {
    const { sessions } = createWorld();
    const root = await sessions.create({ mode: 'orchestrator' });
    const child = await sessions.create({ mode: 'orchestrator', parentSessionId: root.id });
    const grandchild = await sessions.create({ mode: 'code', parentSessionId: child.id });
    await sessions.destroy(child.id);
    expect((await sessions.head(grandchild.id)).task.state).toBe('cancelled');
    const { task } = await sessions.get(root.id);
    expect(task.state).toBe('active');
    expect(task.messages[0]?.report).toEqual({ sessionId: child.id, taskId: child.task.id, status: 'cancelled' });
  });

  test('depth and open children are limited, and a refused child leaves nothing behind', async () => {
    const { sessions, store } = createWorld({ limits: { depth: 3, openChildren: 2 } });
    const root = await sessions.create({ mode: 'a' });
    const child = await sessions.create({ mode: 'b', parentSessionId: root.id });
    const leaf = await sessions.create({ mode: 'c', parentSessionId: child.id });
    const tooDeep = failsWith('SESSION_LIMIT', { limit: 'depth', maximum: 3 });
    await expect(sessions.create({ mode: 'd', parentSessionId: leaf.id })).rejects.toEqual(tooDeep);
    const burst = Array.from({ length: 5 }, () => sessions.create({ mode: 'b', parentSessionId: root.id }));
    const outcomes = await Promise.allSettled(burst);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: failsWith('SESSION_LIMIT', { limit: 'openChildren', maximum: 2 }),
    });
    expect(await store.count()).toBe(4);
  });

  test('a parent remembers the latest ids of many ended children, and counts all', async () => {
    const { sessions } = createWorld({ limits: { openChildren: 3 } });
    const root = await sessions.create({ mode: 'a' });
    const stays = await sessions.create({ mode: 'b', parentSessionId: root.id });
    let last = '';
    for (let index = 0; index < 8; index += 1) {
      last = (await sessions.create({ mode: 'b', parentSessionId: root.id })).id;
      await sessions.complete(last, { status: 'completed' });
    }
    const { task } = await sessions.head(root.id);
    expect(task.childSessionIds).toHaveLength(3);
    expect(task.childSessionIds).toEqual(expect.arrayContaining([stays.id, last]));
    expect(task.childCount).toBe(9);
    expect((await sessions.hierarchy(root.id)).omittedChildren).toBe(6);
  });

  test('the hierarchy of a task names ancestors and children', async () => {
    const { sessions } = createWorld();
    const root = await sessions.create({ mode: 'a' });
    const child = await sessions.create({ mode: 'b', parentSessionId: root.id });
    const leaf = await sessions.create({ mode: 'c', parentSessionId: child.id });
    const relative = (head: typeof root, state: string) => ({
      sessionId: head.id,
      taskId: head.task.id,
      mode: head.task.mode,
      state,
    });
    expect(await sessions.hierarchy(leaf.id)).toEqual({
      ancestors: [relative(child, 'delegated'), relative(root, 'delegated')],
      children: [],
      omittedChildren: 0,
    });
    expect(await sessions.hierarchy(root.id)).toEqual({
      ancestors: [],
      children: [relative(child, 'delegated')],
      omittedChildren: 0,
    });
    await sessions.destroy(root.id);
    expect((await sessions.hierarchy(leaf.id)).ancestors).toEqual([relative(child, 'cancelled')]);
  });
});

describe('expiry in a family', () => {
  test('using a grandchild keeps its ancestors alive, and they expire with it', async () => {
    const { sessions, pass } = createWorld();
    const root = await sessions.create({ mode: 'a' });
    const child = await sessions.create({ mode: 'b', parentSessionId: root.id });
    const leaf = await sessions.create({ mode: 'c', parentSessionId: child.id });
    for (let use = 0; use < 4; use += 1) {
      pass(700);
      await sessions.recordDecision(leaf.id, { tool: 'read_file', allowed: true });
      expect(await sessions.sweep()).toEqual({ expired: 0, repaired: 0, forgotten: 0 });
    }
    expect((await sessions.peek(root.id)).task.state).toBe('delegated');
    expect((await sessions.list()).sessions).toHaveLength(3);
    pass(1_000);
    for (const { id } of [root, child, leaf]) {
      await expect(sessions.get(id)).rejects.toEqual(failsWith('SESSION_EXPIRED'));
    }
    expect((await sessions.sweep()).expired).toBe(3);
  });

  test.each([
    ['get', (s, id) => s.get(id)],
    ['recordDecision', (s, id) => s.recordDecision(id, { tool: 'x', allowed: true })],
    ['addMessage', (s, id) => s.addMessage(id, { role: 'user', text: 'x' })],
  ] as [string, (s: ReturnType<typeof createWorld>['sessions'], id: string) => Promise<unknown>][])(
    '%s renews a parent that only its child kept alive',
    async (_, use) => {
      const { sessions, pass, now } = createWorld();
      const root = await sessions.create({ mode: 'a' });
      const child = await sessions.create({ mode: 'b', parentSessionId: root.id });
      pass(900);
      await sessions.get(child.id);
      pass(900);
      await use(sessions, root.id);
      expect((await sessions.peek(root.id)).expiresAt).toBe(now() + 1_000);
    },
  );

  test('a child reports even if it ends after its parent would have expired', async () => {
    const { sessions, pass } = createWorld();
    const root = await sessions.create({ mode: 'a' });
    const child = await sessions.create({ mode: 'b', parentSessionId: root.id });
    pass(900);
    await sessions.get(child.id);
    pass(900);
    await sessions.complete(child.id, { status: 'completed', result: 'late' });
    expect((await sessions.get(root.id)).task).toMatchObject({ state: 'active', messages: [{ report: {} }] });
  });

  test.each(['sweep', 'use'] as const)('an expired child does not leave its parent delegated: %s', async (how) => {
    const { sessions, pass } = createWorld();
    const root = await sessions.create({ mode: 'a' });
    const child = await sessions.create({ mode: 'b', parentSessionId: root.id });
    pass(600);
    await sessions.addMessage(root.id, { role: 'user', text: 'Still there?' });
    pass(600);
    if (how === 'sweep') expect((await sessions.sweep()).expired).toBe(1);
    const { task } = await sessions.get(root.id);
    expect([task.state, task.openChildren]).toEqual(['active', []]);
    expect(task.messages.at(-1)?.report).toEqual({ sessionId: child.id, taskId: child.task.id, status: 'expired' });
    expect(task.messages.at(-1)?.text).toContain('expired before it ended');
    await sessions.complete(root.id, { status: 'completed' });
  });
});

describe('messages to relatives', () => {
  const family = async () => {
    const world = createWorld();
    const parent = await world.sessions.create({ mode: 'a' });
    const child = await world.sessions.create({ mode: 'b', parentSessionId: parent.id });
    return { ...world, parent, child };
  };

  test('a message goes to the parent and to a child, and names its sender', async () => {
    const { sessions, parent, child, now } = await family();
    const up = await sessions.addMessage(child.id, { role: 'assistant', text: 'Which port?', to: parent.id });
    const down = await sessions.addMessage(parent.id, { role: 'assistant', text: '8080', to: child.id });
    expect([up.id, down.id, down.task.state]).toEqual([parent.id, child.id, 'active']);
    expect((await sessions.get(parent.id)).task.messages).toEqual([
      { role: 'assistant', text: 'Which port?', at: now(), from: { sessionId: child.id, taskId: child.task.id } },
    ]);
    expect((await sessions.get(child.id)).task.messages).toEqual([
      { role: 'assistant', text: '8080', at: now(), from: { sessionId: parent.id, taskId: parent.task.id } },
    ]);
  });

  test('a message does not reach strangers or grandparents, and their existence is not revealed', async () => {
    const { sessions, parent, child } = await family();
    const grandchild = await sessions.create({ mode: 'c', parentSessionId: child.id });
    const stranger = await sessions.create({ mode: 'd' });
    const send = (to: string) => sessions.addMessage(grandchild.id, { role: 'user', text: 'hi', to });
    for (const to of [parent.id, stranger.id, 'ses_none']) {
      await expect(send(to)).rejects.toMatchObject({ code: 'VALUE_INVALID', data: { name: 'to' } });
    }
    expect((await sessions.peek(stranger.id)).task.messages).toEqual([]);
  });

  test('a message needs both tasks to be running', async () => {
    const { sessions, parent, child } = await family();
    await sessions.complete(child.id, { status: 'completed' });
    const ended = { code: 'TASK_STATE_ILLEGAL', data: { sessionId: child.id } };
    const message = { role: 'user', text: 'hi' } as const;
    await expect(sessions.addMessage(parent.id, { ...message, to: child.id })).rejects.toMatchObject(ended);
    await expect(sessions.addMessage(child.id, { ...message, to: parent.id })).rejects.toMatchObject(ended);
  });
});
