import { createMemoryStore, createSessions, type SessionErrorCode } from '@modegate/session-store';
import { describe, expect, test } from 'vitest';
import { createWorld } from './support/world.ts';

const failsWith = (code: SessionErrorCode, data: object = {}) =>
  expect.objectContaining({ name: 'SessionError', code, data: expect.objectContaining(data) });

describe('creation of tasks', () => {
  test('a new task is pending, and its initial message is the first of the history', async () => {
    const { sessions, now } = createWorld();
    const created = await sessions.create({ mode: 'code', initialMessage: 'Fix it', metadata: { ticket: 7 } });
    const at = now();
    expect(created).toMatchObject({ format: 1, version: 1, createdAt: at, lastAccessedAt: at, expiresAt: at + 1_000 });
    const { task } = await sessions.get(created.id);
    expect(task).toMatchObject({ mode: 'code', state: 'pending', initialMessage: 'Fix it', metadata: { ticket: 7 } });
    expect(task.messages).toEqual([{ role: 'user', text: 'Fix it', at }]);
    expect(JSON.parse(JSON.stringify(task))).toEqual(task);
  });

  test('default session ids start with their prefix, carry 130 random bits and differ', async () => {
    const sessions = createSessions({ store: createMemoryStore() });
    const created = await Promise.all(Array.from({ length: 50 }, () => sessions.create({ mode: 'code' })));
    for (const { id, task } of created) {
      expect(id).toMatch(/^ses_[0-9a-hjkmnp-tv-z]{26}$/);
      expect(task.id).toMatch(/^task_[0-9a-hjkmnp-tv-z]{26}$/);
    }
    expect(new Set(created.map(({ id }) => id)).size).toBe(50);
  });

  test('create refuses an unknown mode', async () => {
    const { sessions, store } = createWorld({ modeExists: async (mode) => mode === 'code' });
    await expect(sessions.create({ mode: 'codde' })).rejects.toEqual(failsWith('MODE_UNKNOWN', { mode: 'codde' }));
    expect(await store.count()).toBe(0);
  });

  test('a full store is swept first, and create is refused only after that', async () => {
    const { sessions, pass } = createWorld({ limits: { sessions: 2 } });
    await sessions.create({ mode: 'code' });
    pass(600);
    await sessions.create({ mode: 'code' });
    await expect(sessions.create({ mode: 'code' })).rejects.toEqual(
      failsWith('SESSION_LIMIT', { limit: 'sessions', maximum: 2 }),
    );
    pass(600);
    await sessions.create({ mode: 'code' });
  });

  test('simultaneous creates do not overshoot the limit', async () => {
    const { sessions, store } = createWorld({ limits: { sessions: 5 } });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => sessions.create({ mode: 'code' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await store.count()).toBe(5);
  });

  test('an id source that repeats ids is reported', async () => {
    const { sessions } = createWorld({ createId: (prefix) => `${prefix}same` });
    await sessions.create({ mode: 'code' });
    await expect(sessions.create({ mode: 'code' })).rejects.toEqual(failsWith('VALUE_INVALID', { name: 'createId' }));
  });

  test.each([
    [undefined, 'create'],
    [{}, 'mode'],
    [{ mode: '' }, 'mode'],
    [{ mode: 'x'.repeat(257) }, 'mode'],
    [{ mode: 'code', initialMessage: 5 }, 'initialMessage'],
    [{ mode: 'code', metadata: [] }, 'metadata'],
    [{ mode: 'code', metadata: { f: () => 1 } }, 'metadata'],
    [{ mode: 'code', metadata: { n: Number.NaN } }, 'metadata'],
    [{ mode: 'code', metadata: { n: 1n } }, 'metadata'],
    [{ mode: 'code', metadata: { d: new Date(0) } }, 'metadata'],
    [{ mode: 'code', metadata: { a: [undefined] } }, 'metadata'],
    [{ mode: 'code', metadata: { a: Object.assign([], { length: 1 }) } }, 'metadata'],
    [{ mode: 'code', metadata: { text: 'x'.repeat(20_000) } }, 'metadata'],
    [{ mode: 'code', metadata: cyclic() }, 'metadata'],
    [{ mode: 'code', parentSessionId: 5 }, 'session id'],
  ])('create refuses bad input: %o', async (input, name) => {
    const { sessions } = createWorld();
    await expect(sessions.create(input as never)).rejects.toEqual(failsWith('VALUE_INVALID', { name }));
  });

  test.each([0, -1, 1.5, Number.NaN, '5'])('ttlMs %o is refused', (ttlMs) => {
    expect(() => createWorld({ ttlMs: ttlMs as number })).toThrow(failsWith('VALUE_INVALID', { name: 'ttlMs' }));
  });

  test.each([
    { messages: 0 },
    { sessions: 1.5 },
    { endedSessions: 0 },
    { bytes: 1_000 },
    { messageBytes: 10 },
    { depth: Number.POSITIVE_INFINITY },
  ])('limits %o are refused', (limits) => {
    expect(() => createWorld({ limits })).toThrow(failsWith('VALUE_INVALID'));
  });
});

describe('expiry', () => {
  test('every use extends the expiry, a peek does not', async () => {
    const { sessions, pass } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    for (let use = 0; use < 5; use += 1) {
      pass(900);
      await sessions.get(id);
    }
    pass(900);
    await sessions.peek(id);
    pass(100);
    await expect(sessions.get(id)).rejects.toEqual(failsWith('SESSION_EXPIRED', { sessionId: id }));
    await expect(sessions.peek(id)).rejects.toEqual(failsWith('SESSION_EXPIRED', { sessionId: id }));
  });

  test.each([
    ['activate', (s, id) => s.activate(id)],
    ['addMessage', (s, id) => s.addMessage(id, { role: 'user', text: 'hi' })],
    ['switchMode', (s, id) => s.switchMode(id, { mode: 'ask' })],
    ['switchMode to the same mode', (s, id) => s.switchMode(id, { mode: 'code' })],
    ['recordDecision', (s, id) => s.recordDecision(id, { tool: 'read_file', allowed: true })],
    ['complete', (s, id) => s.complete(id, { status: 'completed' })],
    ['hierarchy', (s, id) => s.hierarchy(id)],
    ['head', (s, id) => s.head(id)],
  ] as [string, (s: ReturnType<typeof createWorld>['sessions'], id: string) => Promise<unknown>][])(
    '%s counts as a use and is refused once the session expired',
    async (_, use) => {
      const { sessions, pass, now } = createWorld();
      const { id } = await sessions.create({ mode: 'code' });
      pass(999);
      await use(sessions, id);
      expect((await sessions.peek(id)).expiresAt).toBe(now() + 1_000);
      pass(1_000);
      await expect(use(sessions, id)).rejects.toEqual(failsWith('SESSION_EXPIRED'));
    },
  );

  test('an expired session is distinguished from an unknown one for one more lifetime after the sweep', async () => {
    const { sessions, pass, store } = createWorld();
    const { id, expiresAt } = await sessions.create({ mode: 'code' });
    pass(1_500);
    expect(await sessions.sweep()).toEqual({ expired: 1, repaired: 0, forgotten: 0 });
    expect(await store.count()).toBe(0);
    await expect(sessions.get(id)).rejects.toEqual(
      failsWith('SESSION_EXPIRED', { sessionId: id, expiredAt: expiresAt }),
    );
    pass(500);
    expect(await sessions.sweep()).toEqual({ expired: 0, repaired: 0, forgotten: 1 });
    await expect(sessions.get(id)).rejects.toEqual(failsWith('SESSION_NOT_FOUND', { sessionId: id }));
  });

  test('nothing expires with ttlMs Infinity, and the record stays JSON', async () => {
    const { sessions, pass } = createWorld({ ttlMs: Number.POSITIVE_INFINITY });
    const { id } = await sessions.create({ mode: 'code' });
    pass(1e12);
    expect(await sessions.sweep()).toEqual({ expired: 0, repaired: 0, forgotten: 0 });
    expect((await sessions.get(id)).expiresAt).toBeNull();
  });

  test.each([5_000, Number.POSITIVE_INFINITY])(
    'a process with a shorter lifetime does not shorten %o',
    async (ttlMs) => {
      const store = createMemoryStore();
      const clock = () => 1_000;
      const { id, expiresAt } = await createSessions({ store, clock, ttlMs }).create({ mode: 'code' });
      const brief = createSessions({ store, clock, ttlMs: 10 });
      expect((await brief.addMessage(id, { role: 'user', text: 'hi' })).expiresAt).toBe(expiresAt);
      expect((await brief.head(id)).expiresAt).toBe(expiresAt);
    },
  );

  test.each(['', 5, null, undefined])('the session id %o is refused', async (id) => {
    const { sessions } = createWorld();
    await expect(sessions.get(id as string)).rejects.toEqual(failsWith('VALUE_INVALID', { name: 'session id' }));
    await expect(sessions.destroy(id as string)).rejects.toEqual(failsWith('VALUE_INVALID', { name: 'session id' }));
  });

  test.each(['x'.repeat(1e6), 'ses_\0', 'ses_\ud800', 'ses_1\n'])(
    'an impossible session id is reported as unknown',
    async (id) => {
      const { sessions } = createWorld();
      await expect(sessions.get(id)).rejects.toEqual(failsWith('SESSION_NOT_FOUND'));
      await expect(sessions.addMessage(id, { role: 'user', text: '' })).rejects.toEqual(failsWith('SESSION_NOT_FOUND'));
      expect(await sessions.destroy(id)).toBe(false);
    },
  );
});

describe('modes', () => {
  test('a switch is recorded with its reason and activates a pending task', async () => {
    const { sessions, now } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    const { session, change, changed } = await sessions.switchMode(id, { mode: 'debug', reason: 'It fails' });
    expect(changed).toBe(true);
    expect(change).toEqual({ from: 'code', to: 'debug', reason: 'It fails', at: now() });
    expect(session).toMatchObject({ version: 2, task: { mode: 'debug', state: 'active' } });
    expect((await sessions.get(id)).task.switches).toEqual([change]);
  });

  test('a switch to the current mode changes nothing', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    const { session, change, changed } = await sessions.switchMode(id, { mode: 'code' });
    expect([changed, change.from, change.to]).toEqual([false, 'code', 'code']);
    expect(session).toMatchObject({ version: 1, task: { state: 'pending' } });
    expect((await sessions.get(id)).task.switches).toEqual([]);
  });

  test('a switch to an unknown mode is refused and changes nothing', async () => {
    const { sessions } = createWorld({ modeExists: (mode) => mode === 'code' });
    const { id } = await sessions.create({ mode: 'code' });
    await expect(sessions.switchMode(id, { mode: 'x' })).rejects.toEqual(failsWith('MODE_UNKNOWN', { mode: 'x' }));
    expect((await sessions.get(id)).version).toBe(1);
  });

  test('a hundred simultaneous switches are all recorded', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'start' });
    await Promise.all(Array.from({ length: 100 }, (_, index) => sessions.switchMode(id, { mode: `m${index}` })));
    expect((await sessions.get(id)).task.switches).toHaveLength(100);
  });

  test('a store that is always ahead causes SESSION_CONFLICT', async () => {
    const memory = createMemoryStore();
    const { sessions } = createWorld({ store: { ...memory, replace: async () => false } });
    const { id } = await sessions.create({ mode: 'code' });
    await expect(sessions.switchMode(id, { mode: 'ask' })).rejects.toEqual(
      failsWith('SESSION_CONFLICT', { sessionId: id, attempts: 20 }),
    );
  });
});

describe('messages and decisions', () => {
  test('a message activates a pending task', async () => {
    const { sessions, now } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    const head = await sessions.addMessage(id, { role: 'assistant', text: 'On it' });
    expect(head.task).toMatchObject({ state: 'active', updatedAt: now() });
    expect((await sessions.get(id)).task.messages).toEqual([{ role: 'assistant', text: 'On it', at: now() }]);
  });

  test('every message advances updatedAt, which never goes backwards', async () => {
    const { sessions, pass, now } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    const add = async () => (await sessions.addMessage(id, { role: 'user', text: 'hi' })).task.updatedAt;
    await add();
    pass(10);
    const latest = now();
    expect(await add()).toBe(latest);
    pass(-5);
    expect(await add()).toBe(latest);
  });

  test('the first decision activates a pending task, and later ones do not change the version', async () => {
    const { sessions, now } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    const rule = { layer: 'project', file: '.roomodes', pointer: '/customModes/0/groups/1' };
    const first = {
      tool: 'write_to_file',
      allowed: false,
      mode: 'code',
      code: 'FILE',
      rule,
      reason: 'no',
      detail: ['a.ts'],
    };
    expect(await sessions.recordDecision(id, first)).toMatchObject({ version: 2, task: { state: 'active' } });
    expect((await sessions.recordDecision(id, { tool: 'read_file', allowed: true, code: undefined })).version).toBe(2);
    expect((await sessions.get(id)).task.decisions).toEqual([
      { ...first, at: now() },
      { tool: 'read_file', allowed: true, at: now() },
    ]);
  });

  test('an ended task still accepts decisions, since a call in progress must be on record', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.complete(id, { status: 'failed' });
    const head = await sessions.recordDecision(id, { tool: 'read_file', allowed: true });
    expect(head.task.state).toBe('failed');
    expect((await sessions.get(id)).task.decisions).toHaveLength(1);
  });

  test('long texts are cut to the limit and marked as cut', async () => {
    const { sessions } = createWorld({ limits: { messageBytes: 256 } });
    const text = '🙂é€x'.repeat(100);
    const { id } = await sessions.create({ mode: 'code', initialMessage: text });
    await sessions.switchMode(id, { mode: 'ask', reason: text });
    await sessions.complete(id, { status: 'completed', result: text });
    const { task } = await sessions.get(id);
    for (const cut of [task.initialMessage, task.messages[0]?.text, task.switches[0]?.reason, task.result]) {
      expect(cut).toMatch(/^(🙂é€x)+.{0,3}\n\[cut: the whole text has 1000 bytes\]$/su);
      expect(Buffer.byteLength(cut ?? '')).toBeLessThanOrEqual(256);
    }
  });

  test('a marker replaces a large rule or detail, and the decision itself is kept', async () => {
    const { sessions } = createWorld({ limits: { decisionBytes: 256 } });
    const { id } = await sessions.create({ mode: 'code' });
    const detail = { arguments: Array.from({ length: 1_000 }, (_, index) => index) };
    await sessions.recordDecision(id, { tool: 'write_to_file', allowed: true, detail, rule: 'x'.repeat(300) });
    const marker = '[cut: more than 256 bytes of JSON]';
    expect((await sessions.get(id)).task.decisions[0]).toMatchObject({ detail: marker, rule: marker });
  });

  test('later changes by the caller to its objects have no effect', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    const detail = { path: 'a.ts' };
    await sessions.recordDecision(id, { tool: 'read_file', allowed: true, detail });
    detail.path = 'b.ts';
    expect((await sessions.get(id)).task.decisions[0]?.detail).toEqual({ path: 'a.ts' });
  });

  test('bad messages and decisions are refused and nothing is written', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    for (const input of [null, {}, { role: 'robot', text: '' }, { role: 'user', text: 5 }]) {
      await expect(sessions.addMessage(id, input as never)).rejects.toEqual(failsWith('VALUE_INVALID'));
    }
    for (const entry of [
      null,
      {},
      { tool: 'x' },
      { tool: 5, allowed: true },
      { tool: 'x', allowed: true, rule: () => 1 },
    ]) {
      await expect(sessions.recordDecision(id, entry as never)).rejects.toEqual(failsWith('VALUE_INVALID'));
    }
    expect((await sessions.get(id)).task).toMatchObject({ state: 'pending', messages: [], decisions: [] });
  });
});

describe('the end of a task', () => {
  test.each(['completed', 'failed', 'cancelled'] as const)(
    'a pending task may end as %s in one write',
    async (status) => {
      const { sessions, now } = createWorld();
      const { id } = await sessions.create({ mode: 'code' });
      const ended = await sessions.complete(id, { status, result: 'Done' });
      expect(ended).toMatchObject({ version: 2, task: { state: status, result: 'Done', completedAt: now() } });
    },
  );

  test('an ended task accepts no further change', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.complete(id, { status: 'completed' });
    const illegal = failsWith('TASK_STATE_ILLEGAL', { sessionId: id, from: 'completed' });
    await expect(sessions.complete(id, { status: 'completed' })).rejects.toEqual(illegal);
    await expect(sessions.complete(id, { status: 'cancelled' })).rejects.toEqual(illegal);
    await expect(sessions.activate(id)).rejects.toEqual(illegal);
    await expect(sessions.switchMode(id, { mode: 'ask' })).rejects.toEqual(illegal);
    await expect(sessions.switchMode(id, { mode: 'code' })).rejects.toEqual(illegal);
    await expect(sessions.addMessage(id, { role: 'user', text: 'more' })).rejects.toEqual(illegal);
    await expect(sessions.create({ mode: 'code', parentSessionId: id })).rejects.toEqual(illegal);
    expect((await sessions.list()).sessions).toHaveLength(1);
  });

  test('complete refuses an unknown status', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    await expect(sessions.complete(id, { status: 'done' as never })).rejects.toEqual(
      failsWith('VALUE_INVALID', { name: 'status' }),
    );
  });

  test('destroy removes a session permanently and returns false for a missing one', async () => {
    const { sessions } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    expect(await sessions.destroy(id)).toBe(true);
    expect(await sessions.destroy(id)).toBe(false);
    await expect(sessions.get(id)).rejects.toEqual(failsWith('SESSION_NOT_FOUND'));
  });

  test('an ended task can be destroyed too', async () => {
    const { sessions, store } = createWorld();
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.complete(id, { status: 'failed' });
    expect(await sessions.destroy(id)).toBe(true);
    expect(await store.count()).toBe(0);
  });
});

test('a head can be read without counting as a use', async () => {
  const { sessions, pass } = createWorld();
  const { id, lastAccessedAt } = await sessions.create({ mode: 'code' });
  pass(600);
  expect((await sessions.head(id, { use: false })).lastAccessedAt).toBe(lastAccessedAt);
  pass(400);
  await expect(sessions.head(id, { use: false })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});

describe('listing', () => {
  test('list pages through the live sessions of a state', async () => {
    const { sessions, pass } = createWorld();
    await sessions.create({ mode: 'old' });
    pass(900);
    for (let index = 0; index < 5; index += 1) await sessions.create({ mode: `m${index}` });
    pass(200);
    const modes: string[] = [];
    let after: string | undefined;
    do {
      const page = await sessions.list({ state: 'pending', limit: 2, after });
      modes.push(...page.sessions.map(({ task }) => task.mode));
      after = page.next;
    } while (after !== undefined);
    expect(modes).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
  });

  test.each([
    null,
    3,
    { limit: 0 },
    { limit: 1.5 },
    { limit: 1_001 },
    { state: 'gone' },
    { after: '' },
    { parentTaskId: '\0' },
  ])('list refuses %o', async (query) => {
    const { sessions } = createWorld();
    await expect(sessions.list(query as never)).rejects.toEqual(failsWith('VALUE_INVALID'));
  });
});

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}
