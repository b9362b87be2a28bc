import { createMemoryStore, createSessions, type Store } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { createFailingStore } from './support/failing-store.ts';
import { createWorld } from './support/world.ts';

test('a session that another process uses during a sweep stays', async () => {
  const memory = createMemoryStore();
  let later = 0;
  const store: Store = {
    ...memory,
    // The other process's clock is behind, so that for it the session has not expired yet.
    list: async (query) => {
      const page = await memory.list(query);
      for (const { id } of page.sessions) await memory.touch(id, { at: 500, expiresAt: 1_500 });
      return page;
    },
  };
  const sessions = createSessions({ store, clock: () => later, ttlMs: 1_000 });
  const { id } = await sessions.create({ mode: 'code' });
  later = 1_000;
  expect((await sessions.sweep()).expired).toBe(0);
  expect((await sessions.peek(id)).expiresAt).toBe(1_500);
});

test.each(['sweep', 'use'] as const)('the next %s repairs a sweep that died after removing a child', async (how) => {
  const memory = createMemoryStore();
  const failing = createFailingStore(memory);
  const { sessions, pass } = createWorld({ store: failing.store });
  const root = await sessions.create({ mode: 'a' });
  const child = await sessions.create({ mode: 'b', parentSessionId: root.id });
  pass(600);
  await sessions.get(root.id);
  pass(600);
  failing.dieAtWrite(2);
  await expect(sessions.sweep()).rejects.toThrow('died');
  failing.revive();
  expect(await memory.head(child.id)).toBeUndefined();
  expect((await memory.head(root.id))?.task.state).toBe('delegated');

  if (how === 'sweep') expect((await sessions.sweep()).repaired).toBe(1);
  const { task } = await sessions.get(root.id);
  expect(task.state).toBe('active');
  expect(task.messages[0]?.report).toEqual({ sessionId: child.id, taskId: child.task.id, status: 'expired' });
});

test('a parent that disappears or stays busy during its repair does not stop the sweep', async () => {
  for (const meddle of ['remove', 'refuse'] as const) {
    const memory = createMemoryStore();
    const before = createSessions({ store: memory, clock: () => 1_000 });
    const root = await before.create({ mode: 'a' });
    const child = await before.create({ mode: 'b', parentSessionId: root.id });
    await memory.remove(child.id);
    const store: Store = {
      ...memory,
      head: async (id) => {
        const head = await memory.head(id);
        if (id === child.id && meddle === 'remove') await memory.remove(root.id);
        return head;
      },
      replace: async (...args) => (meddle === 'refuse' ? false : memory.replace(...args)),
    };
    const sessions = createSessions({ store, clock: () => 1_000 });
    expect(await sessions.sweep()).toEqual({ expired: 0, repaired: 0, forgotten: 0 });
  }
});

test('a store failure during a repair is not hidden', async () => {
  const memory = createMemoryStore();
  const before = createSessions({ store: memory, clock: () => 1_000 });
  const root = await before.create({ mode: 'a' });
  await memory.remove((await before.create({ mode: 'b', parentSessionId: root.id })).id);
  const broken = new Error('disk full');
  const store: Store = { ...memory, replace: async () => Promise.reject(broken) };
  await expect(createSessions({ store, clock: () => 1_000 }).sweep()).rejects.toBe(broken);
});

test('one sweep handles many pages of expired sessions and tombstones', async () => {
  const { sessions, pass, store } = createWorld();
  for (let index = 0; index < 450; index += 1) await sessions.create({ mode: 'code' });
  pass(1_000);
  expect((await sessions.sweep()).expired).toBe(450);
  expect(await store.count()).toBe(0);
  pass(1_000);
  expect((await sessions.sweep()).forgotten).toBe(450);
});

test('an id is remembered for at most a day', async () => {
  const day = 86_400_000;
  const { sessions, pass } = createWorld({ ttlMs: 30 * day });
  const { id } = await sessions.create({ mode: 'code' });
  pass(30 * day);
  await sessions.sweep();
  await expect(sessions.get(id)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  pass(day);
  await sessions.sweep();
  await expect(sessions.get(id)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
});

test('expired sessions are listed while they are stored, except a parent that a child keeps alive', async () => {
  const { sessions, pass } = createWorld();
  const [parent, unused] = [await sessions.create({ mode: 'a' }), await sessions.create({ mode: 'a' })];
  pass(600);
  await sessions.create({ mode: 'b', parentSessionId: parent.id });
  pass(500);
  expect((await sessions.list({ expired: true })).sessions.map(({ id }) => id)).toEqual([unused.id]);
  pass(600);
  expect((await sessions.list({ expired: true })).sessions).toHaveLength(3);
  await sessions.sweep();
  expect((await sessions.list({ expired: true })).sessions).toEqual([]);
});

test('one process sweeps in each interval, and any process sweeps if called without one', async () => {
  const { sessions: one, store, now, pass } = createWorld();
  const other = createSessions({ store, clock: now, ttlMs: 1_000 });
  await one.create({ mode: 'a' });
  expect((await other.sweep({ everyMs: 5_000 })).expired).toBe(0);
  pass(1_000);
  expect((await one.sweep({ everyMs: 5_000 })).expired).toBe(0);
  pass(4_000);
  expect((await one.sweep({ everyMs: 5_000 })).expired).toBe(1);
  await one.create({ mode: 'a' });
  pass(1_000);
  expect((await other.sweep()).expired).toBe(1);
  await expect(one.sweep({ everyMs: 0 })).rejects.toMatchObject({ code: 'VALUE_INVALID' });
});

test('a sweep reads expired sessions by the page and removes a few at a time, however many there are', async () => {
  const memory = createMemoryStore();
  let now = 0;
  let [removing, most, longest] = [0, 0, 0];
  const store: Store = {
    ...memory,
    list: async (query) => {
      const page = await memory.list(query);
      longest = Math.max(longest, page.sessions.length);
      return page;
    },
    remove: async (...given) => {
      removing++;
      most = Math.max(most, removing);
      await new Promise((resolve) => setImmediate(resolve));
      removing--;
      return memory.remove(...given);
    },
  };
  const sessions = createSessions({ store, clock: () => now, ttlMs: 1_000, limits: { sessions: 10_000 } });
  for (let count = 0; count < 1_005; count++) await sessions.create({ mode: 'code' });
  now = 1_000;
  expect((await sessions.sweep()).expired).toBe(1_005);
  expect([await memory.count(), most, longest]).toEqual([0, 20, 200]);
});

test('a failed removal reverts no other removal, and the next sweep continues', async () => {
  const memory = createMemoryStore();
  let now = 0;
  let broken: string | undefined;
  const store: Store = {
    ...memory,
    remove: async (id, ...given) => {
      if (id === broken) throw new Error('broken off');
      return memory.remove(id, ...given);
    },
  };
  const sessions = createSessions({ store, clock: () => now, ttlMs: 1_000 });
  const heads = await Promise.all(Array.from({ length: 5 }, () => sessions.create({ mode: 'code' })));
  now = 1_000;
  broken = heads[2]?.id;
  await expect(sessions.sweep()).rejects.toThrow('broken off');
  expect(await memory.count()).toBe(1);
  broken = undefined;
  expect((await sessions.sweep()).expired).toBe(1);
});
