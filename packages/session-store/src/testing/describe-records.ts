import { sampleKeep as keep, sampleHead } from './sample-head.ts';
import type { StoreTests } from './test-functions.ts';

/** Contract tests for single records. */
export function describeRecords(tests: StoreTests): void {
  tests.describe('records', () => {
    testInsertion(tests);
    testReplacement(tests);
    testRemoval(tests);
  });
}

/** Tests inserting and reading. */
function testInsertion({ test, expect }: StoreTests): void {
  test('an inserted session is read back as it was, an unknown one is undefined', async (store, other) => {
    const head = sampleHead('ses_a', { expiresAt: null }, { initialMessage: 'héllo 🙂', metadata: { a: [1, null] } });
    expect(await store.insert(head, { keep })).toEqual('inserted');
    expect(await other.head('ses_a')).toEqual(head);
    expect(await store.head('ses_b')).toEqual(undefined);
    expect(await store.get('ses_b')).toEqual(undefined);
    expect(await store.tombstone('ses_b')).toEqual(undefined);
  });
  test('text with NUL, lone surrogates and a __proto__ member survives', async (store) => {
    const metadata = JSON.parse('{"__proto__":{"polluted":true},"quote":"\'\\"; --"}') as Record<string, string>;
    const head = sampleHead('ses_a', {}, { result: 'nul \0 lone \ud800 end', metadata });
    await store.insert(head, { keep });
    const task = (await store.head('ses_a'))?.task;
    expect(task?.result).toEqual('nul \0 lone \ud800 end');
    expect(JSON.stringify(task?.metadata)).toEqual(JSON.stringify(metadata));
  });
  test('a second insert under one id is refused and changes nothing', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    expect(await store.insert(sampleHead('ses_a', { version: 9 }), { keep })).toEqual('taken');
    expect((await store.head('ses_a'))?.version).toEqual(1);
  });
  test('inserting stops at keep.sessions, and tombstones take no room', async (store) => {
    const two = { keep: { ...keep, sessions: 2 } };
    await store.insert(sampleHead('ses_a'), two);
    await store.insert(sampleHead('ses_b'), two);
    expect(await store.insert(sampleHead('ses_c'), two)).toEqual('full');
    expect(await store.count()).toEqual(2);
    await store.remove('ses_a', undefined, { expiredAt: 2_000, forgetAt: 3_000 });
    expect(await store.count()).toEqual(1);
    expect(await store.insert(sampleHead('ses_c'), two)).toEqual('inserted');
  });
}

/** Tests replacement and copies. */
function testReplacement({ test, expect }: StoreTests): void {
  test('a caller cannot change what is stored through what it gave or got', async (store) => {
    const head = sampleHead('ses_a', {}, { metadata: { list: ['kept'] } });
    await store.insert(head, { keep });
    tamper(head);
    const once = await store.head('ses_a');
    tamper(once);
    tamper(await store.get('ses_a'));
    expect(await store.head('ses_a')).toEqual(sampleHead('ses_a', {}, { metadata: { list: ['kept'] } }));
  });
  test('replace writes only over the expected version', async (store, other) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const next = sampleHead('ses_a', { version: 2 }, { mode: 'ask' });
    expect(await store.replace(next, { version: 7 })).toEqual(false);
    expect((await store.head('ses_a'))?.task.mode).toEqual('code');
    expect(await other.replace(next, { version: 1 })).toEqual(true);
    expect(await store.head('ses_a')).toEqual(next);
    expect(await store.replace(sampleHead('ses_b'), { version: 1 })).toEqual(false);
  });
  test('a member that the next head leaves out is gone', async (store) => {
    await store.insert(sampleHead('ses_a', {}, { result: 'old' }), { keep });
    await store.replace(sampleHead('ses_a', { version: 2 }), { version: 1 });
    expect((await store.head('ses_a'))?.task.result).toEqual(undefined);
  });
  test('times only move forwards, and null is the latest expiry', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    await store.touch('ses_a', { at: 1_500, expiresAt: 2_500 });
    await store.touch('ses_a', { at: 1_400, expiresAt: 2_400 });
    await store.replace(sampleHead('ses_a', { version: 2 }), { version: 1 });
    const head = await store.head('ses_a');
    expect([head?.lastAccessedAt, head?.expiresAt]).toEqual([1_500, 2_500]);
    await store.touch('ses_a', { at: 1_600, expiresAt: null });
    expect((await store.touch('ses_a', { at: 1_700, expiresAt: 9_999 }))?.expiresAt).toEqual(null);
  });
  test('a touch keeps the version, and does nothing to an expired or unknown session', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const touched = sampleHead('ses_a', { lastAccessedAt: 1_999, expiresAt: 2_999 });
    expect(await store.touch('ses_a', { at: 1_999, expiresAt: 2_999 })).toEqual(touched);
    expect(await store.touch('ses_a', { at: 2_999, expiresAt: 3_999 })).toEqual(touched);
    expect(await store.head('ses_a')).toEqual(touched);
    expect(await store.touch('ses_b', { at: 1, expiresAt: 2 })).toEqual(undefined);
  });
}

/** Tests removal and tombstones. */
function testRemoval({ test, expect }: StoreTests): void {
  test('remove compares version and expiry when told to', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    await store.touch('ses_a', { at: 1_500, expiresAt: 2_500 });
    expect(await store.remove('ses_a', { version: 1, expiresAt: 2_000 })).toEqual(false);
    expect(await store.remove('ses_a', { version: 2, expiresAt: 2_500 })).toEqual(false);
    expect(await store.remove('ses_a', { version: 1, expiresAt: 2_500 })).toEqual(true);
    expect(await store.head('ses_a')).toEqual(undefined);
    expect(await store.remove('ses_a')).toEqual(false);
  });
  test('replace compares a null expiry too', async (store) => {
    await store.insert(sampleHead('ses_a', { expiresAt: null }), { keep });
    const next = sampleHead('ses_a', { version: 2, expiresAt: null });
    expect(await store.replace(next, { version: 1, expiresAt: 5 })).toEqual(false);
    expect(await store.replace(next, { version: 1, expiresAt: null })).toEqual(true);
  });
  test('tombstones are read until they are forgotten, the limit kept', async (store) => {
    for (const [id, forgetAt] of [['ses_a', 3_000] as const, ['ses_b', 3_000] as const, ['ses_c', 4_000] as const]) {
      await store.insert(sampleHead(id), { keep });
      await store.remove(id, { version: 1 }, { expiredAt: 2_000, forgetAt });
      expect(await store.tombstone(id)).toEqual({ expiredAt: 2_000, forgetAt });
    }
    expect(await store.forgetTombstones(2_999, 10)).toEqual(0);
    expect(await store.forgetTombstones(3_000, 1)).toEqual(1);
    expect(await store.forgetTombstones(3_000, 10)).toEqual(1);
    expect(await store.tombstone('ses_a')).toEqual(undefined);
    expect(await store.tombstone('ses_c')).toEqual({ expiredAt: 2_000, forgetAt: 4_000 });
  });
  test('a refused remove leaves no tombstone', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    await store.remove('ses_a', { version: 9 }, { expiredAt: 2_000, forgetAt: 3_000 });
    expect(await store.tombstone('ses_a')).toEqual(undefined);
  });
}

// A frozen record refuses the change and a copy accepts it; in neither case may the change reach the store.
function tamper(record: object | undefined): void {
  const task = (record as { task: { mode: string; metadata: { list: string[] } } }).task;
  const attempts = [() => (task.mode = 'tampered'), () => task.metadata.list.push('tampered')];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
