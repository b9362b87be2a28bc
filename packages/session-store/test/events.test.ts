import type { SessionEvent } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { createWorld } from './support/world.ts';

test('each event of a session is reported once, after it was stored', async () => {
  const events: SessionEvent[] = [];
  const { sessions, pass } = createWorld({ onEvent: (event) => events.push(event) });
  const parent = await sessions.create({ mode: 'a' });
  const child = await sessions.create({ mode: 'b', parentSessionId: parent.id });
  await sessions.switchMode(child.id, { mode: 'b' });
  await sessions.switchMode(child.id, { mode: 'c' });
  await sessions.recordDecision(child.id, { tool: 'read_file', allowed: false });
  await expect(sessions.complete(parent.id, { status: 'failed' })).rejects.toThrow('open children');
  await sessions.complete(parent.id, { status: 'cancelled' });
  const idle = await sessions.create({ mode: 'a' });
  pass(1_000);
  await sessions.sweep();
  expect(events.map(({ type, session }) => [type, session.id, session.task.state])).toEqual([
    ['created', parent.id, 'pending'],
    ['created', child.id, 'pending'],
    ['switched', child.id, 'active'],
    ['decided', child.id, 'active'],
    ['ended', child.id, 'cancelled'],
    ['ended', parent.id, 'cancelled'],
    ['created', idle.id, 'pending'],
    ['expired', parent.id, 'cancelled'],
    ['expired', child.id, 'cancelled'],
    ['expired', idle.id, 'pending'],
  ]);
});

test('a session is found by its task until it expires, and finding it does not count as use', async () => {
  const { sessions, pass } = createWorld();
  const { id, task } = await sessions.create({ mode: 'a' });
  pass(999);
  expect((await sessions.findByTask(task.id))?.id).toBe(id);
  expect(await sessions.findByTask('task_none')).toBeUndefined();
  expect(await sessions.findByTask('no id at all')).toBeUndefined();
  await expect(sessions.findByTask('')).rejects.toMatchObject({ code: 'VALUE_INVALID' });
  pass(1);
  expect(await sessions.findByTask(task.id)).toBeUndefined();
});
