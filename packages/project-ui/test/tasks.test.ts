import { writeFileSync } from 'node:fs';
import type { KnownTasks } from '@modegate/project-ui';
import { createMemoryStore, createSessions, type Session } from '@modegate/session-store';
import { describe, expect, test } from 'vitest';
import { modes, open } from './support.ts';

const reviewModes = `${modes}  - slug: review
    name: Review
    roleDefinition: You review.
    groups: [read, mcp]
    mcpRestrictions:
      when:
        task:
          parentMode: docs
`;

/** Sessions in memory, as the page of this machine reads them. */
function keepTasks() {
  let at = 1_000_000_000_000;
  const sessions = createSessions({ store: createMemoryStore(), clock: () => at });
  const contextOf = async ({ task }: Session) => {
    const parent = task.parentTaskId === undefined ? null : await sessions.findByTask(task.parentTaskId);
    return { state: task.state, depth: task.depth, parentMode: parent === null ? null : parent?.task.mode };
  };
  const tasks: KnownTasks = { place: '/kept/sessions.db', of: async () => ({ ...sessions, contextOf }) };
  return {
    sessions,
    tasks,
    wait: (ms: number) => {
      at += ms;
    },
  };
}

async function openTasks() {
  const kept = keepTasks();
  const opened = await open({ tasks: kept.tasks });
  writeFileSync(opened.file, reviewModes);
  await expect
    .poll(async () => (await opened.ask('overview')).answer.modes.map(({ slug }: { slug: string }) => slug))
    .toContain('review');
  await expect.poll(async () => (await opened.ask('overview')).answer.isAsking).toBe(false);
  const parent = await kept.sessions.create({ mode: 'docs', initialMessage: 'Mend' });
  const child = await kept.sessions.create({ mode: 'review', parentSessionId: parent.id });
  return { ...opened, ...kept, parent, child };
}

describe('the list of tasks', () => {
  test('the list says that tasks are stored elsewhere and is empty if none was kept yet', async () => {
    const alone = await open();
    expect((await alone.ask('tasks')).answer).toMatchObject({ isKept: false, tasks: [] });
    expect((await alone.ask('task', { id: 'task_x' })).status).toBe(404);
    const empty = await open({ tasks: { place: '/kept', of: async () => undefined } });
    expect((await empty.ask('tasks')).answer).toEqual({
      isKept: true,
      place: '/kept',
      tasks: [],
      more: 0,
      isCut: false,
    });
  });

  test('the list shows unfinished tasks first and no session id', async () => {
    const { ask, sessions, wait, parent, child } = await openTasks();
    wait(1000);
    const ended = await sessions.create({ mode: 'docs', initialMessage: 'x'.repeat(1000) });
    await sessions.activate(ended.id);
    await sessions.complete(ended.id, { status: 'failed' });
    wait(1000);
    await sessions.activate(child.id);
    const { answer } = await ask('tasks');
    expect(answer.tasks).toMatchObject([
      { id: child.task.id, mode: 'review', state: 'active', depth: 1, hasEnded: false },
      { id: parent.task.id, state: 'delegated', about: 'Mend', openChildren: 1 },
      { id: ended.task.id, state: 'failed', hasEnded: true, about: 'x'.repeat(300) },
    ]);
    expect(JSON.stringify(answer)).not.toContain('ses_');
  });

  test('the list shows two hundred tasks and says how many more there are', async () => {
    const { ask, sessions } = await openTasks();
    for (let count = 0; count < 200; count++) await sessions.create({ mode: 'docs' });
    const { answer } = await ask('tasks');
    expect([answer.tasks.length, answer.more, answer.isCut]).toEqual([200, 2, false]);
  });
});

describe('a task', () => {
  test('a task shows its family, switches and decisions, and viewing it does not count as use', async () => {
    const { ask, sessions, wait, parent, child } = await openTasks();
    await sessions.switchMode(child.id, { mode: 'docs', reason: 'why not' });
    const line = { tool: 'use_mcp_tool', allowed: false, mode: 'docs', code: 'NO', reason: 'Not this one.' };
    await sessions.recordDecision(child.id, { ...line, detail: { mcp_server: 'github', mcp_tool: 'drop' } });
    const before = await sessions.peek(child.id);
    wait(5000);
    const { answer } = await ask('task', { id: child.task.id });
    expect(answer).toMatchObject({
      id: child.task.id,
      ancestors: [{ id: parent.task.id, about: 'Mend' }],
      children: [],
      switches: [{ from: 'review', to: 'docs', reason: 'why not' }],
      decisions: [{ tool: 'drop', server: 'github', allowed: false, code: 'NO', mode: 'docs' }],
      judged: { depth: 1, parentMode: 'docs' },
    });
    expect(JSON.stringify(answer)).not.toContain('ses_');
    expect((await sessions.peek(child.id)).lastAccessedAt).toBe(before.lastAccessedAt);
    expect((await ask('task', { id: parent.task.id })).answer.children).toMatchObject([{ id: child.task.id }]);
  });

  test('a task shows the picture of its mode under its own circumstances, with the reason', async () => {
    const { ask, sessions, child } = await openTasks();
    const alone = await sessions.create({ mode: 'review' });
    const drawn = async (id: string) => (await ask('task-picture', { id })).answer.servers[0];
    expect(await drawn(child.task.id)).toMatchObject({ server: 'github', state: 'open' });
    const closed = await drawn(alone.task.id);
    expect(closed).toMatchObject({
      state: 'closed',
      reason: expect.stringContaining('only in a subtask of mode docs. The task has no parent.'),
    });
    expect((await ask('picture', { mode: 'review' })).answer.servers[0].state).toBe('limited');
  });

  test('a task says when its picture must be drawn again', async () => {
    const { ask, sessions, parent, child } = await openTasks();
    const stamp = async () => (await ask('task', { id: child.task.id })).answer.picture;
    const first = await stamp();
    expect(await stamp()).toBe(first);
    await sessions.switchMode(child.id, { mode: 'docs' });
    const second = await stamp();
    expect(second).not.toBe(first);
    await sessions.switchMode(parent.id, { mode: 'review' });
    expect(await stamp()).not.toBe(second);
  });

  test('a task in a mode that does not exist here is shown without a picture', async () => {
    const { ask, sessions } = await openTasks();
    const { task } = await sessions.create({ mode: 'elsewhere' });
    expect((await ask('task', { id: task.id })).answer).not.toHaveProperty('picture');
    expect((await ask('task-picture', { id: task.id })).status).toBe(404);
  });

  test('an expired task is treated as missing', async () => {
    const { ask, sessions, wait } = await openTasks();
    const { task } = await sessions.create({ mode: 'docs' });
    wait(3_600_001);
    const gone = await ask('task', { id: task.id });
    const unknown = await ask('task', { id: 'task_unknown' });
    expect([gone.status, gone.answer.error.replace(task.id, 'task_unknown')]).toEqual([404, unknown.answer.error]);
  });
});
