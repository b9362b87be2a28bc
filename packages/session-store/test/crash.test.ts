import { createMemoryStore, createSessions, type Sessions, type Store } from '@modegate/session-store';
import { describe, expect, test } from 'vitest';
import { createFailingStore } from './support/failing-store.ts';

const clock = () => 1_000;

/** A root with two open children, one of which has an open child. */
async function plantFamily(store: Store) {
  const sessions = createSessions({ store, clock });
  const root = await sessions.create({ mode: 'orchestrator' });
  const child = await sessions.create({ mode: 'orchestrator', parentSessionId: root.id });
  const other = await sessions.create({ mode: 'code', parentSessionId: root.id });
  const leaf = await sessions.create({ mode: 'code', parentSessionId: child.id });
  return { root: root.id, child: child.id, other: other.id, leaf: leaf.id };
}

type Family = Awaited<ReturnType<typeof plantFamily>>;

const operations: readonly [name: string, run: (sessions: Sessions, family: Family) => Promise<unknown>][] = [
  ['create a child', (s, { root }) => s.create({ mode: 'code', parentSessionId: root })],
  ['complete a leaf', (s, { leaf }) => s.complete(leaf, { status: 'completed', result: 'done' })],
  ['cancel the root', (s, { root }) => s.complete(root, { status: 'cancelled' })],
  ['cancel a child in the middle', (s, { child }) => s.complete(child, { status: 'cancelled' })],
  ['destroy the root', (s, { root }) => s.destroy(root)],
  ['destroy a child in the middle', (s, { child }) => s.destroy(child)],
];

const deaths = operations.flatMap(([name, run]) =>
  Array.from({ length: 14 }, (_, index) => ({ name, run, write: index + 1 })),
);

describe('a process that dies at any write', () => {
  test.each(deaths)('$name, write $write: a sweep leaves no parent waiting in vain', async ({ run, write }) => {
    const memory = createMemoryStore();
    const family = await plantFamily(memory);
    const failing = createFailingStore(memory);
    failing.dieAtWrite(write);
    const outcome = await Promise.allSettled([run(createSessions({ store: failing.store, clock }), family)]);
    expect(outcome[0]?.status).toBe(failing.revive() ? 'rejected' : 'fulfilled');

    const later = createSessions({ store: memory, clock });
    await later.sweep();
    await expectSoundFamilies(memory);
    await later.sweep();
    expect((await later.sweep()).repaired).toBe(0);
  });

  test.each(deaths)('$name, write $write: using a parent also repairs it', async ({ run, write }) => {
    const memory = createMemoryStore();
    const family = await plantFamily(memory);
    const failing = createFailingStore(memory);
    failing.dieAtWrite(write);
    await Promise.allSettled([run(createSessions({ store: failing.store, clock }), family)]);

    const later = createSessions({ store: memory, clock });
    for (const { id } of (await later.list()).sessions) await later.get(id);
    await expectSoundFamilies(memory);
  });

  test.each(deaths)(
    '$name, write $write: a retry finishes the work or reports that it is done',
    async ({ run, write }) => {
      const memory = createMemoryStore();
      const family = await plantFamily(memory);
      const failing = createFailingStore(memory);
      failing.dieAtWrite(write);
      await Promise.allSettled([run(createSessions({ store: failing.store, clock }), family)]);

      const later = createSessions({ store: memory, clock });
      const [retry] = await Promise.allSettled([run(later, family)]);
      if (retry?.status === 'rejected')
        expect(['TASK_STATE_ILLEGAL', 'SESSION_NOT_FOUND']).toContain(retry.reason.code);
      await expectSoundFamilies(memory);
    },
  );
});

test('the report of a child whose process died is delivered once, by the first process to find it', async () => {
  const memory = createMemoryStore();
  const { child, leaf } = await plantFamily(memory);
  const failing = createFailingStore(memory);
  failing.dieAtWrite(2);
  const dying = createSessions({ store: failing.store, clock });
  await expect(dying.complete(leaf, { status: 'completed', result: 'done' })).rejects.toThrow('died');
  expect((await memory.head(leaf))?.task.state).toBe('completed');
  expect((await memory.head(child))?.task.state).toBe('delegated');

  const others = [createSessions({ store: memory, clock }), createSessions({ store: memory, clock })];
  await Promise.all(others.flatMap((sessions) => [sessions.get(child), sessions.sweep(), sessions.head(child)]));
  const task = (await memory.get(child))?.task;
  expect(task?.state).toBe('active');
  expect(task?.messages.map(({ report }) => report?.sessionId)).toEqual([leaf]);
});

/** A task is delegated exactly while it lists an open child, and every child that it lists is there and open. */
async function expectSoundFamilies(store: Store): Promise<void> {
  const { sessions } = await store.list({ limit: 1_000 });
  for (const { task } of sessions) {
    expect(task.state === 'delegated').toBe(task.openChildren.length > 0);
    for (const { sessionId } of task.openChildren) {
      expect((await store.head(sessionId))?.task.state).toMatch(/^(pending|active|delegated)$/);
    }
  }
}
