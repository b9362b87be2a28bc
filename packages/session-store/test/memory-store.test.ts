import { createMemoryStore, createSessions } from '@modegate/session-store';
import { describeStore } from '@modegate/session-store/testing';
import { describe, expect, test } from 'vitest';

describeStore('memory', () => ({ store: createMemoryStore() }), { describe, test, expect });

test('what the memory store returns is deeply frozen', async () => {
  const store = createMemoryStore();
  const sessions = createSessions({ store });
  const { id } = await sessions.create({ mode: 'code', initialMessage: 'Hello', metadata: { tags: ['a'] } });
  await sessions.recordDecision(id, { tool: 'read_file', allowed: true, rule: { line: [1] } });
  expectFrozen(await store.get(id));
  expectFrozen(await store.head(id));
});

describe('a decision that is recorded over the memory store', () => {
  const decision = {
    tool: 'read_file',
    allowed: true,
    rule: Object.freeze({ pointer: '/a' }),
    detail: { server: 's' },
  };

  test('the decision is in the trail, counts as a use and raises its event, without a promise', async () => {
    let now = 1_000;
    const told: string[] = [];
    const store = createMemoryStore();
    const sessions = createSessions({ store, clock: () => now, onEvent: ({ type }) => void told.push(type) });
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.activate(id);
    now = 2_000;
    expect(sessions.recordDecision(id, decision)).toMatchObject({ lastAccessedAt: 2_000, version: 2 });
    expect(sessions.recordDecision(id, decision)).toMatchObject({ lastAccessedAt: 2_000, version: 2 });
    const { decisions } = (await sessions.get(id)).task;
    expect(decisions).toEqual([
      { ...decision, at: 2_000 },
      { ...decision, at: 2_000 },
    ]);
    expectFrozen(await store.get(id));
    expect(told.filter((type) => type === 'decided')).toHaveLength(2);
  });

  test('the decision is asynchronous for a pending task, an ended or missing session, or another store', async () => {
    let now = 1_000;
    const store = createMemoryStore();
    const sessions = createSessions({ store, clock: () => now, ttlMs: 500 });
    const { id } = await sessions.create({ mode: 'code' });
    const record = (sessionId: string, over = sessions) => {
      const recorded = over.recordDecision(sessionId, decision);
      expect(recorded).toBeInstanceOf(Promise);
      return recorded;
    };
    expect(await record(id)).toMatchObject({ task: { state: 'active' } });
    const slow = createSessions({
      store: { ...store, touch: async (...given) => store.touch(...given) },
      clock: () => now,
      ttlMs: 500,
    });
    expect(await record(id, slow)).toMatchObject({ id });
    await expect(record('other')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await expect(sessions.recordDecision(id, {} as never)).rejects.toMatchObject({ code: 'VALUE_INVALID' });
    expect((await sessions.peek(id)).task.decisions).toHaveLength(2);
    now = 1_500;
    await expect(record(id)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('the decision has a copy of a value that may still change', async () => {
    const sessions = createSessions({ store: createMemoryStore() });
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.activate(id);
    const rule = Object.freeze({ lines: [1] });
    await sessions.recordDecision(id, { ...decision, rule });
    rule.lines.push(2);
    await sessions.recordDecision(id, { ...decision, rule });
    const { decisions } = (await sessions.get(id)).task;
    expect(decisions.map((each) => each.rule)).toEqual([{ lines: [1] }, { lines: [1, 2] }]);
  });

  test('an immutable decision is checked once and cut to the limits of its sessions', async () => {
    let now = 1_000;
    const clock = (): number => now;
    const open = async (messageBytes: number) => {
      const sessions = createSessions({ store: createMemoryStore(), clock, limits: { messageBytes } });
      const { id } = await sessions.create({ mode: 'code' });
      await sessions.activate(id);
      const record = () => sessions.recordDecision(id, input);
      return { record, trail: async () => (await sessions.get(id)).task.decisions };
    };
    const detail = Object.freeze({ server: 's' });
    const input = Object.freeze({ tool: 'read_file', allowed: true, reason: 'x'.repeat(900), detail });
    const roomy = await open(1_000);
    const narrow = await open(500);
    for (const at of [1_000, 1_000, 1_001]) {
      now = at;
      for (const { record } of [roomy, narrow]) await record();
    }
    const recorded = await roomy.trail();
    expect(recorded).toEqual([1_000, 1_000, 1_001].map((at) => ({ ...input, at })));
    expectFrozen(recorded);
    expect((await narrow.trail()).map(({ reason, at }) => [reason?.length === 500, at])).toEqual([
      [true, 1_000],
      [true, 1_000],
      [true, 1_001],
    ]);
  });

  test('the decision has a copy of shallowly frozen values and of what a getter returns each time', async () => {
    const sessions = createSessions({ store: createMemoryStore() });
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.activate(id);
    const detail = { lines: [1] };
    const shallow = Object.freeze({ ...decision, detail });
    let read = 0;
    const computed = Object.freeze({
      tool: 'read_file',
      allowed: true,
      get reason() {
        read += 1;
        return `reading ${read}`;
      },
    });
    for (const entry of [shallow, computed]) await sessions.recordDecision(id, entry);
    detail.lines.push(2);
    for (const entry of [shallow, computed]) await sessions.recordDecision(id, entry);
    const { decisions } = (await sessions.get(id)).task;
    expect(decisions.map((each) => each.detail)).toEqual([{ lines: [1] }, undefined, { lines: [1, 2] }, undefined]);
    const [, first, , second] = decisions.map((each) => each.reason);
    expect(first).not.toBe(second);
  });

  test('a second decision in the same millisecond returns the same session head', async () => {
    let now = 1_000;
    const sessions = createSessions({ store: createMemoryStore(), clock: () => now });
    const { id } = await sessions.create({ mode: 'code' });
    await sessions.activate(id);
    now = 2_000;
    const head = sessions.recordDecision(id, decision);
    expect(sessions.recordDecision(id, decision)).toBe(head);
    now = 2_001;
    expect(sessions.recordDecision(id, decision)).toMatchObject({ lastAccessedAt: 2_001, expiresAt: 3_602_001 });
  });
});

test('a cursor that the store never returned finds nothing', async () => {
  const store = createMemoryStore();
  await createSessions({ store }).create({ mode: 'code' });
  expect(await store.list({ limit: 5, after: 'elsewhere' })).toEqual({ sessions: [] });
});

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  expect(Object.isFrozen(value)).toBe(true);
  for (const member of Object.values(value)) expectFrozen(member);
}
