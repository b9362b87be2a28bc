import type { Store, StoreQuery } from '../store.ts';
import { sampleKeep as keep, sampleHead } from './sample-head.ts';
import type { StoreTests } from './test-functions.ts';

/** Contract tests for listing. */
export function describeWalks(tests: StoreTests): void {
  tests.describe('walks', () => {
    testPages(tests);
    testWantedIds(tests);
  });
}

/** Tests pages and conditions. */
function testPages({ test, expect }: StoreTests): void {
  test('every page size visits every session once', async (store) => {
    const ids = Array.from({ length: 7 }, (_, index) => `ses_${(index * 5) % 7}`);
    for (const id of ids) await store.insert(sampleHead(id), { keep });
    for (const limit of [1, 2, 3, 7, 8]) {
      const visited = await walk(store, {}, limit);
      expect(visited.toSorted()).toEqual(ids.toSorted());
    }
  });
  test('an empty store has one empty page', async (store) => {
    expect(await store.list({ limit: 5 })).toEqual({ sessions: [] });
  });
  test('every given condition counts', async (store) => {
    const child = { state: 'active', parentTaskId: 'task_p' } as const;
    await store.insert(sampleHead('ses_1', {}, child), { keep });
    await store.insert(sampleHead('ses_2', { expiresAt: null }, child), { keep });
    await store.insert(sampleHead('ses_3', { expiresAt: 3_000 }, { state: 'active' }), { keep });
    await store.insert(sampleHead('ses_4', {}, { parentTaskId: 'task_p' }), { keep });
    expect(await walk(store, { state: 'active' }, 1)).toEqual(['ses_1', 'ses_2', 'ses_3']);
    expect(await walk(store, { parentTaskId: 'task_p' }, 2)).toEqual(['ses_1', 'ses_2', 'ses_4']);
    expect(await walk(store, { expiredBefore: 1_999 }, 2)).toEqual([]);
    expect(await walk(store, { expiredBefore: 2_000 }, 1)).toEqual(['ses_1', 'ses_4']);
    expect(await walk(store, { expiredBefore: 9_000, ...child }, 2)).toEqual(['ses_1']);
    expect(await walk(store, { state: 'failed' }, 2)).toEqual([]);
    expect(await walk(store, { taskId: 'task_of_ses_3' }, 1)).toEqual(['ses_3']);
    expect(await walk(store, { taskId: 'ses_3' }, 1)).toEqual([]);
  });
  test('newest first, the session that was added last comes first, whatever the size of a page', async (store) => {
    const ids = ['ses_3', 'ses_1', 'ses_2', 'ses_5', 'ses_4'];
    for (const id of ids) await store.insert(sampleHead(id), { keep });
    await store.touch('ses_3', { at: 1_500, expiresAt: 2_500 });
    for (const limit of [1, 2, 5]) {
      expect(await walkInOrder(store, { newestFirst: true }, limit)).toEqual(ids.toReversed());
    }
    expect(await walkInOrder(store, { newestFirst: true, expiredBefore: 2_000 }, 1)).toEqual(ids.slice(1).toReversed());
  });
}

/** Tests conditions on ids, and changes during a traversal. */
function testWantedIds({ test, expect }: StoreTests): void {
  test('wanted ids are found behind any number of others, a part of which a page looks at', async (store) => {
    const roomy = { ...keep, sessions: 10_000 };
    const others = Array.from({ length: 1_100 }, (_, index) => `ses_other_${index}`);
    await store.insert(sampleHead('ses_own_1'), { keep: roomy });
    await Promise.all(others.map((id) => store.insert(sampleHead(id), { keep: roomy })));
    await store.insert(sampleHead('ses_own_2\0\ud800'), { keep: roomy });
    let asked = 0;
    const isWanted = (id: string) => {
      asked += 1;
      return id.startsWith('ses_own');
    };
    for (const newestFirst of [true, false]) {
      const found = await walkInOrder(store, { isWanted, newestFirst }, 2);
      expect(found.toSorted()).toEqual(['ses_own_1', 'ses_own_2\0\ud800']);
      asked = 0;
      const page = await store.list({ isWanted, newestFirst, limit: 2 });
      expect([page.sessions.length, asked < 1_100]).toEqual([1, true]);
    }
    expect(await walk(store, { isWanted, taskId: 'task_of_ses_own_1' }, 1)).toEqual(['ses_own_1']);
    expect(await walk(store, { isWanted, taskId: 'task_of_ses_other_1' }, 1)).toEqual([]);
    expect((await walk(store, { isWanted: () => true }, 1_000)).length).toEqual(1_102);
  });
  test('a touch or a replace is seen by the conditions', async (store) => {
    await store.insert(sampleHead('ses_1'), { keep });
    await store.touch('ses_1', { at: 1_500, expiresAt: 2_500 });
    expect(await walk(store, { expiredBefore: 2_000 }, 2)).toEqual([]);
    await store.replace(sampleHead('ses_1', { version: 2 }, { state: 'delegated' }), { version: 1 });
    expect(await walk(store, { state: 'delegated' }, 2)).toEqual(['ses_1']);
    expect(await walk(store, { state: 'pending' }, 2)).toEqual([]);
  });
  test('a walk goes on while sessions that it has visited are removed', async (store) => {
    for (const id of ['ses_1', 'ses_2', 'ses_3', 'ses_4', 'ses_5']) await store.insert(sampleHead(id), { keep });
    const visited: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.list({ limit: 2, after });
      for (const { id } of page.sessions) {
        visited.push(id);
        await store.remove(id);
      }
      after = page.next;
    } while (after !== undefined);
    expect(visited.toSorted()).toEqual(['ses_1', 'ses_2', 'ses_3', 'ses_4', 'ses_5']);
    expect(await store.count()).toEqual(0);
  });
}

async function walk(store: Store, query: Omit<StoreQuery, 'limit' | 'after'>, limit: number): Promise<string[]> {
  return (await walkInOrder(store, query, limit)).toSorted();
}

async function walkInOrder(store: Store, query: Omit<StoreQuery, 'limit' | 'after'>, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await store.list({ ...query, limit, after });
    if (page.sessions.length > limit) throw new Error(`A page of ${limit} holds ${page.sessions.length} sessions.`);
    ids.push(...page.sessions.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
}
