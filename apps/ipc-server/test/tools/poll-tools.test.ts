import { describe, expect, test, vi } from 'vitest';
import { createManualClock } from '../support/manual-clock.ts';
import { type Facts, type OpenServer, openServer, said } from '../support/open-server.ts';

const texts = (facts: Facts) => facts.events.map(({ payload }: Facts) => payload[0].message.text);
const ai = 'roo_ipc_poll_ai_messages';
const other = 'roo_ipc_poll_other_events';

async function openWithMessages(...messages: readonly object[]): Promise<OpenServer> {
  const opened = await openServer({ dialect: 'fork' });
  await opened.emit(...messages.map((message, index) => said('a', { ts: index + 1, ...message })));
  return opened;
}

describe('roo_ipc_poll_ai_messages', () => {
  test('roo_ipc_poll_ai_messages returns one event by default, as the agent sent it, and removes it', async () => {
    const { call } = await openWithMessages({ text: 'one' }, { text: 'two' });
    const first = await call(ai);
    expect(first.facts).toMatchObject({
      events: [
        {
          eventName: 'message',
          payload: [{ taskId: 'a', action: 'created', message: { type: 'say', say: 'text', ts: 1, text: 'one' } }],
          seq: expect.any(Number),
          receivedAt: expect.any(Number),
        },
      ],
      isPartial: false,
      remaining: 1,
      complete: true,
      dropped: { count: 0, total: 0 },
    });
    expect(texts((await call(ai)).facts)).toEqual(['two']);
    expect((await call(ai)).facts).toMatchObject({ events: [], isPartial: false, remaining: 0 });
  });

  test('the text of a roo_ipc_poll_ai_messages answer equals its structured content', async () => {
    const { call } = await openWithMessages({ text: 'one' });
    const { text, facts } = await call(ai);
    expect(JSON.parse(text)).toEqual(facts);
  });

  test('roo_ipc_poll_ai_messages returns up to limit events, oldest first', async () => {
    const { call } = await openWithMessages({ text: 'one' }, { text: 'two' }, { text: 'three' });
    expect(texts((await call(ai, { limit: 2 })).facts)).toEqual(['one', 'two']);
    expect(texts((await call(ai, { limit: 2 })).facts)).toEqual(['three']);
  });

  test.each([
    [[{ partial: false }, { partial: true }], true],
    [[{ partial: true }, { ts: 1, partial: false }], false],
    [[{ partial: true }, {}], false],
    [[{ partial: true }, { partial: null }], false],
  ])('isPartial reflects the last event of %j: %j', async (messages, isPartial) => {
    const { call } = await openWithMessages(...messages);
    expect((await call(ai, { limit: 10 })).facts.isPartial).toBe(isPartial);
  });

  test.each([[{ limit: 0 }], [{ limit: 1.5 }], [{ limit: '1' }], [{ wait_ms: -1 }], [{ max: 1 }]])(
    'roo_ipc_poll_ai_messages rejects %j with the reason from the requirement (ipc-server §6)',
    async (args) => {
      const { call } = await openServer();
      expect((await call(ai, args)).facts.error).toMatchObject({ name: 'INVALID_PARAMS', code: -32_602 });
    },
  );

  test('roo_ipc_poll_ai_messages takes only the events of the given task, and leaves the others', async () => {
    const { call, emit } = await openServer();
    await emit(said('a', { ts: 1, text: 'a1' }), said('b', { ts: 1, text: 'b1' }), said('a', { ts: 2, text: 'a2' }));
    expect(texts((await call(ai, { limit: 10, task_id: 'b' })).facts)).toEqual(['b1']);
    expect(texts((await call(ai, { limit: 10 })).facts)).toEqual(['a1', 'a2']);
  });

  test('a poll answer holds at most a few megabytes, and the rest stays in the queue', async () => {
    const { call } = await openWithMessages(...Array.from({ length: 4 }, () => ({ text: 'x'.repeat(2_500_000) })));
    expect((await call(ai, { limit: 100 })).facts).toMatchObject({ events: { length: 2 }, remaining: 2 });
  });
});

describe('repeated answers', () => {
  test('a poll with the cursor of the last answer received repeats a lost answer', async () => {
    const { call } = await openWithMessages({ text: 'one' }, { text: 'two' }, { text: 'three' });
    const { cursor } = (await call(ai)).facts;
    const lost = await call(ai, { after: cursor });
    expect(texts(lost.facts)).toEqual(['two']);
    const again = await call(ai, { after: cursor, limit: 2 });
    expect(texts(again.facts)).toEqual(['two', 'three']);
    expect(again.facts).toMatchObject({ complete: true, remaining: 0 });
    expect((await call(ai, { after: again.facts.cursor })).facts).toMatchObject({
      events: [],
      cursor: again.facts.cursor,
    });
  });

  test('a poll with a cursor that is too old reports an incomplete answer', async () => {
    const opened = await openServer({ dialect: 'fork', flags: { maxEvents: '5000' } });
    await opened.emit(...Array.from({ length: 1500 }, (_, index) => said('a', { ts: index, text: String(index) })));
    await opened.call(ai, { limit: 1500 });
    const { facts } = await opened.call(ai, { after: 0, limit: 1 });
    expect(facts).toMatchObject({ complete: false, events: [{ eventName: 'message' }] });
  });
});

describe('roo_ipc_poll_other_events', () => {
  test('roo_ipc_poll_other_events returns all other events, including unknown ones and connection changes', async () => {
    const { call, emit, agentServer } = await openServer();
    await emit({ eventName: 'taskCreated', payload: ['a'] }, { eventName: 'somethingNew', payload: { deep: [1] } });
    agentServer.close();
    await vi.waitFor(async () => expect((await call('roo_ipc_status')).facts.connected).toBe(false));
    const { facts } = await call(other, { limit: 10 });
    expect(facts.events).toMatchObject([
      { eventName: 'connection', payload: [{ status: 'connected' }], synthetic: true },
      { eventName: 'taskCreated', payload: ['a'] },
      { eventName: 'somethingNew', payload: { deep: [1] } },
      { eventName: 'connection', payload: [{ status: 'disconnected' }] },
    ]);
    expect(facts).toMatchObject({ connected: false });
    expect(facts).not.toHaveProperty('isPartial');
  });

  test('roo_ipc_poll_other_events reports once what a full queue dropped, and keeps important events', async () => {
    const { call, emit } = await openServer({ flags: { maxEvents: '10' } });
    await emit(
      { eventName: 'taskCompleted', payload: ['a', {}, {}, { isSubtask: false }] },
      ...Array.from({ length: 30 }, (_, index) => ({ eventName: 'taskModeSwitched', payload: ['a', `m${index}`] })),
    );
    const { facts } = await call(other, { limit: 3 });
    expect(facts.dropped).toMatchObject({
      count: 22,
      total: 22,
      firstSeq: expect.any(Number),
      lastSeq: expect.any(Number),
    });
    expect(facts.events.map(({ eventName }: Facts) => eventName)).toEqual([
      'connection',
      'taskCompleted',
      'taskModeSwitched',
    ]);
    expect((await call(other)).facts.dropped).toEqual({ count: 0, total: 22 });
  });
});

describe('waiting', () => {
  test('a waiting poll ends with the first event', async () => {
    const clock = createManualClock();
    const { call, emit } = await openServer({ clock });
    const polling = call(ai, { wait_ms: 60_000 });
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    await emit(said('a', { ts: 1, text: 'there' }));
    expect(texts((await polling).facts)).toEqual(['there']);
    expect(clock.waiting).toBe(0);
  });

  test('a waiting poll ends when its time is up', async () => {
    const clock = createManualClock();
    const { call } = await openServer({ clock });
    const polling = call(ai, { wait_ms: 60_000 });
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    await clock.advance(60_000);
    expect((await polling).facts).toMatchObject({ events: [], isPartial: false });
  });

  test('a poll that waits for one task is not ended by an event of another task', async () => {
    const clock = createManualClock();
    const { call, emit } = await openServer({ clock });
    const polling = call(ai, { wait_ms: 60_000, task_id: 'a' });
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    await emit(said('b', { ts: 1, text: 'other' }));
    expect(clock.waiting).toBe(1);
    await emit(said('a', { ts: 1, text: 'mine' }));
    expect(texts((await polling).facts)).toEqual(['mine']);
  });

  test('a poll that the client cancels leaves the events in the queue', async () => {
    const { client, call, emit } = await openServer();
    const controller = new AbortController();
    const polling = client.callTool(ai, { wait_ms: 60_000 }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(polling).rejects.toThrow('enough');
    await emit(said('a', { ts: 1, text: 'kept' }));
    expect(texts((await call(ai)).facts)).toEqual(['kept']);
  });
});
