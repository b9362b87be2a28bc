import type { Message, SessionHead } from '../session.ts';
import { sampleKeep as keep, sampleHead } from './sample-head.ts';
import type { StoreTests } from './test-functions.ts';

/** Contract tests for sessions from another store. */
export function describeRestored(tests: StoreTests): void {
  tests.describe('restored sessions', () => {
    testRestoredHistory(tests);
    testReplacedSessions(tests);
  });
}

/** Tests histories from another store. */
function testRestoredHistory({ test, expect }: StoreTests): void {
  test('a session comes back with its history and what it had dropped, and goes on counting', async (store, other) => {
    const dropped = { messages: 5, switches: 0, decisions: 7 };
    expect(await store.insert(sampleHead('ses_a'), { keep, messages: [said(1), said(2)] }, { dropped })).toEqual(
      'inserted',
    );
    expect((await other.get('ses_a'))?.task.dropped).toEqual(dropped);
    await other.touch('ses_a', { at: 1_500, expiresAt: 2_500 }, { keep, messages: [said(3), said(4)] });
    const task = (await store.get('ses_a'))?.task;
    expect(task?.messages).toEqual([said(2), said(3), said(4)]);
    expect(task?.dropped).toEqual({ ...dropped, messages: 6 });
  });
  test('a history longer than what is kept is cut, and the cut is counted', async (store) => {
    const messages = [1, 2, 3, 4, 5].map(said);
    const dropped = { messages: 10, switches: 0, decisions: 0 };
    await store.insert(sampleHead('ses_a'), { keep, messages }, { dropped });
    const task = (await store.get('ses_a'))?.task;
    expect(task?.messages).toEqual(messages.slice(2));
    expect(task?.dropped.messages).toEqual(12);
  });
  test('the expected session makes place with its history; another stays', async (store, other) => {
    await store.insert(sampleHead('ses_a', { version: 3 }), { keep, messages: [said(1)] });
    const next = sampleHead('ses_a', { version: 4 }, { mode: 'ask' });
    const replace = (version: number) =>
      other.insert(next, { keep, messages: [said(2)] }, { dropped: noneDropped, replaces: { version } });
    expect(await replace(2)).toEqual('taken');
    expect((await store.get('ses_a'))?.task.messages).toEqual([said(1)]);
    expect(await replace(3)).toEqual('inserted');
    const session = await store.get('ses_a');
    expect([session?.version, session?.task.mode, session?.task.messages]).toEqual([4, 'ask', [said(2)]]);
    expect(await store.count()).toEqual(1);
  });
}

/** Tests the replacement of sessions by restored ones. */
function testReplacedSessions({ test, expect }: StoreTests): void {
  test('one that is gone leaves the place free, and one that makes place takes none', async (store) => {
    const one = { keep: { ...keep, sessions: 1 } };
    const restored = { dropped: noneDropped, replaces: { version: 1 } };
    expect(await store.insert(sampleHead('ses_a'), one, restored)).toEqual('inserted');
    expect(await store.insert(sampleHead('ses_b'), one, restored)).toEqual('full');
    expect(await store.insert(sampleHead('ses_a'), one, restored)).toEqual('inserted');
    await store.insert(sampleHead('ses_a', {}, { state: 'completed' }), one, restored);
    expect(await store.insert(sampleHead('ses_b'), one, restored)).toEqual('inserted');
    expect(await store.count()).toEqual(2);
  });
  test('a replaced session gives back the bytes that it took', async (store) => {
    const little = { keep: { ...keep, bytes: 8_000 } };
    const restored = { dropped: noneDropped, replaces: { version: 1 } };
    const large = (): SessionHead => sampleHead('ses_a', {}, { initialMessage: 'x'.repeat(2_400) });
    for (let round = 0; round < 5; round++) expect(await store.insert(large(), little, restored)).toEqual('inserted');
    expect(await store.insert(sampleHead('ses_b', {}, { initialMessage: 'x'.repeat(2_400) }), little)).toEqual(
      'no-room',
    );
  });
}

const noneDropped = { messages: 0, switches: 0, decisions: 0 };

const said = (number: number): Message => ({ role: 'user', text: `${number}`, at: 1_000 + number });
