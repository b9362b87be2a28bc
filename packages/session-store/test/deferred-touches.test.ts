import {
  type Awaitable,
  createMemoryStore,
  createSessions,
  SessionError,
  type SessionHead,
  type Store,
} from '@modegate/session-store';
import { describe, expect, test } from 'vitest';
import { type DeferOptions, deferTouches } from '../src/sql/deferred-touches.ts';

/** Sessions over a store that defers touches; the test says when a timer fires and whether the store can be written. */
async function open(options: DeferOptions = {}) {
  const memory = createMemoryStore();
  const writes: string[] = [];
  const timers: { readonly run: () => void; readonly delayMs: number }[] = [];
  let failure: Error | undefined;
  let tries = 0;
  const record = async <T>(what: string, write: () => Awaitable<T>): Promise<T> => {
    await Promise.resolve();
    tries += 1;
    if (failure !== undefined) throw failure;
    writes.push(what);
    return write();
  };
  const store: Store = {
    ...memory,
    touch: (id, access, append) =>
      record(append?.decisions?.map(({ tool }) => tool).join() ?? 'use', () => memory.touch(id, access, append)),
    replace: (next, expected, append) => record(next.task.mode, () => memory.replace(next, expected, append)),
    remove: (id, expected, tombstone) => record('remove', () => memory.remove(id, expected, tombstone)),
  };
  const lost: [number, unknown][] = [];
  const behind = deferTouches(store, {
    schedule: (run, delayMs) => {
      const timer = { run, delayMs };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    onLost: (decisions, error) => lost.push([decisions, error]),
    ...options,
  });
  let now = 1_000_000;
  const sessions = createSessions({ store: behind.store, clock: () => now });
  const { id } = await sessions.create({ mode: 'code' });
  const head = await sessions.activate(id);
  writes.length = 0;
  return {
    memory,
    behind,
    sessions,
    id,
    head,
    writes,
    timers,
    lost,
    ask: (tool: string, of: SessionHead = head) => sessions.recordDecision(of.id, { tool, allowed: true }, of),
    tries: () => tries,
    trail: async () => (await memory.get(id))?.task.decisions.map(({ tool }) => tool),
    fail: (error: Error | undefined) => {
      failure = error;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const away = () => new SessionError('STORE_UNAVAILABLE', { store: 'disk', problem: 'it is full' });

describe('a deferred decision', () => {
  test('a deferred decision is answered before it is stored, and is stored soon with others of its session', async () => {
    const { ask, trail, timers, writes, memory, id, pass } = await open();
    await ask('one');
    pass(50);
    await ask('two');
    expect([await trail(), writes]).toEqual([[], []]);
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([100]);
    timers[0]?.run();
    await expect.poll(trail).toEqual(['one', 'two']);
    expect(writes).toEqual(['one,two']);
    expect((await memory.head(id))?.lastAccessedAt).toBe(1_000_050);
    expect(timers).toEqual([]);
  });

  test('a deferred decision is stored even if an earlier report of lost decisions threw', async () => {
    const { ask, behind, fail, trail } = await open({
      onLost: () => {
        throw new Error('the log is gone');
      },
    });
    fail(new Error('broken'));
    await ask('lost');
    await behind.flush();
    fail(undefined);
    await ask('kept');
    await behind.close();
    expect(await trail()).toEqual(['kept']);
  });

  test('a deferred decision is in the history that this process reads', async () => {
    const { ask, sessions, id } = await open();
    await ask('one');
    expect((await sessions.peek(id)).task.decisions.map(({ tool }) => tool)).toEqual(['one']);
  });

  test.each<[string, (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>, string]>([
    ['a switch', ({ sessions, id }) => sessions.switchMode(id, { mode: 'ask' }), 'ask'],
    ['a message', ({ sessions, id }) => sessions.addMessage(id, { role: 'user', text: 'Hello' }), 'code'],
    ['an end', ({ sessions, id }) => sessions.complete(id, { status: 'completed' }), 'code'],
    [
      'a decision about a call',
      async ({ sessions, id }) => sessions.recordDecision(id, { tool: 'x', allowed: true }),
      'x',
    ],
    ['a removal', ({ behind, id }) => behind.store.remove(id), 'remove'],
  ])('a deferred decision is stored before %s', async (_, change, written) => {
    const opened = await open();
    await opened.ask('one');
    await opened.ask('two');
    await change(opened);
    expect(opened.writes.filter((what) => what !== 'use')).toEqual(['one,two', written]);
  });

  test('a later decision does not overtake a deferred one that is being written', async () => {
    const { ask, behind, sessions, id, trail } = await open();
    await ask('one');
    const first = behind.flush();
    await ask('two');
    await Promise.all([first, sessions.recordDecision(id, { tool: 'three', allowed: true }), behind.flush()]);
    expect(await trail()).toEqual(['one', 'two', 'three']);
  });

  test('a decision is stored first if the task is pending, the session nearly expired or the store closed', async () => {
    const { ask, sessions, behind, memory, head, pass, writes } = await open();
    const pending = await sessions.create({ mode: 'code' });
    await ask('one', pending);
    expect((await memory.head(pending.id))?.task.state).toBe('active');
    pass(3_600_000 - 10_000);
    await ask('two');
    expect(writes).toContain('two');
    const plain = createSessions({ store: memory, clock: () => 1_000_000 });
    await plain.recordDecision(head.id, { tool: 'three', allowed: true }, head);
    expect((await memory.get(head.id))?.task.decisions.map(({ tool }) => tool)).toEqual(['two', 'three']);
    await behind.close();
    await sessions.recordDecision(head.id, { tool: 'four', allowed: true }, await memory.head(head.id));
    expect(writes.at(-1)).toBe('four');
  });

  test('a decision is stored first if too many are waiting', async () => {
    const { ask, trail } = await open({ maxDecisions: 2 });
    await ask('one');
    await ask('two');
    expect(await trail()).toEqual([]);
    await ask('three');
    expect(await trail()).toEqual(['one', 'two', 'three']);
  });

  test('a deferred decision of a removed session is dropped with it', async () => {
    const { ask, memory, behind, id, lost } = await open();
    await ask('one');
    await memory.remove(id);
    await behind.close();
    expect(lost).toEqual([]);
  });
});

describe('a store that cannot be written', () => {
  test('stored lines stay, later ones are refused, reading works, and all lines are stored once possible', async () => {
    const { ask, behind, fail, trail, timers, sessions, id } = await open();
    await ask('one');
    fail(away());
    await behind.flush();
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([1_000]);
    await expect(ask('two')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(sessions.switchMode(id, { mode: 'ask' })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect((await sessions.get(id)).task.mode).toBe('code');
    fail(undefined);
    timers[0]?.run();
    await expect.poll(trail).toEqual(['one']);
    await ask('three');
    expect(await trail()).toEqual(['one']);
    await behind.close();
    expect(await trail()).toEqual(['one', 'three']);
  });

  test('callers that arrive together make one more attempt together, not one after the other', async () => {
    const { ask, behind, fail, tries } = await open();
    await ask('one');
    fail(away());
    const before = tries();
    await Promise.all(Array.from({ length: 50 }, () => behind.flush()));
    expect(tries() - before).toBe(1);
    await expect(Promise.all([ask('two'), ask('three')])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test('lines that remain at the end are counted and reported', async () => {
    const { ask, behind, fail, lost } = await open();
    await ask('one');
    await ask('two');
    const error = away();
    fail(error);
    await behind.close();
    expect(lost).toEqual([[2, error]]);
  });

  test('a damaged session loses only its own lines', async () => {
    const { ask, behind, fail, lost } = await open();
    await ask('one');
    const error = new SessionError('STORE_CORRUPT', { sessionId: 'x', problem: 'it is not JSON' });
    fail(error);
    await behind.flush();
    expect(lost).toEqual([[1, error]]);
    fail(undefined);
    await ask('two');
    await behind.close();
    expect(lost).toHaveLength(1);
  });
});
