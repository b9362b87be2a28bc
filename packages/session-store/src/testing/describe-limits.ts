import type { Message, RecordedDecision, Session } from '../session.ts';
import type { Store } from '../store.ts';
import { sampleKeep as keep, sampleHead } from './sample-head.ts';
import type { StoreTests } from './test-functions.ts';

/** Contract tests for limits: removal of ended sessions and of the oldest history. */
export function describeStoreLimits(tests: StoreTests): void {
  tests.describe('limits', () => {
    testSessionLimits(tests);
    testHistoryLimits(tests);
    testByteLimits(tests);
    testOwnerIsolation(tests);
    testOwnerLimits(tests);
  });
}

/** Tests the limits on the numbers of open and ended sessions. */
function testSessionLimits({ test, expect }: StoreTests): void {
  test('an ended session takes no place of those that have not ended, and stays readable', async (store, other) => {
    const one = { keep: { ...keep, sessions: 1 } };
    await store.insert(sampleHead('ses_a'), one);
    expect(await other.insert(sampleHead('ses_b'), one)).toEqual('full');
    await store.replace(endedHead('ses_a', 1_001), { version: 1 }, one);
    expect(await other.insert(sampleHead('ses_b'), one)).toEqual('inserted');
    expect((await store.get('ses_a'))?.task.state).toEqual('completed');
    expect(await store.count()).toEqual(2);
  });
  test('of ended sessions those that ended first make room, no matter which was created first', async (store) => {
    const few = { keep: { ...keep, endedSessions: 2 } };
    for (const id of ['ses_a', 'ses_b', 'ses_c', 'ses_d']) await store.insert(sampleHead(id), few);
    for (const [at, id] of ['ses_c', 'ses_a', 'ses_b'].entries())
      await store.replace(endedHead(id, 1_001 + at), { version: 1 }, few);
    expect(await idsOf(store)).toEqual(['ses_a', 'ses_b', 'ses_d']);
    expect(await store.tombstone('ses_c')).toEqual(undefined);
  });
}

/** Tests the byte limits on histories. */
function testHistoryLimits({ test, expect }: StoreTests): void {
  test('while what is held takes too much, the oldest entries of all sessions go, and each list counts its own', async (store, other) => {
    const tight = { ...keep, messages: 1_000, bytes: 40 * entryLength };
    for (const id of ['ses_a', 'ses_b']) await store.insert(sampleHead(id), { keep: tight });
    for (let at = 0; at < 100; at += 1)
      await (at % 3 === 0 ? store : other).touch(at % 2 === 0 ? 'ses_a' : 'ses_b', access, {
        keep: tight,
        messages: [message(at)],
      });
    const sessions = [await whole(store, 'ses_a'), await whole(store, 'ses_b')];
    const left = sessions.flatMap(({ task }) => task.messages.map(({ at }) => at)).toSorted((a, b) => a - b);
    expect(left).toEqual(Array.from(left, (_, index) => 100 - left.length + index));
    expect(sessions.map(({ task }) => task.messages.length + task.dropped.messages)).toEqual([50, 50]);
    expect(textLength(sessions) <= tight.bytes).toEqual(true);
    // The store may count twice the size of the text, plus the same amount as overhead.
    expect(left.length >= 10).toEqual(true);
  });
  test('V3: ended sessions make room before anything of an open one does', async (store) => {
    const messages = [message(0), message(1)];
    await store.insert(sampleHead('ses_open'), { keep, messages, decisions: [refusal(0)] });
    await store.insert(sampleHead('ses_ended'), { keep, messages });
    await store.replace(endedHead('ses_ended', 1_001), { version: 1 }, { keep: { ...keep, bytes: 8 * entryLength } });
    expect(await idsOf(store)).toEqual(['ses_open']);
    expect((await whole(store, 'ses_open')).task.dropped).toEqual({ messages: 0, switches: 0, decisions: 0 });
  });
  test('V3: a refusal outlives the messages that came after it, and is the last to make room', async (store, other) => {
    const tight = { ...keep, messages: 1_000, switches: 1_000, decisions: 1_000, bytes: 40 * entryLength };
    await store.insert(sampleHead('ses_a'), { keep: tight, decisions: [refusal(0)] });
    const switches = [{ from: 'code', to: 'ask', reason: 'x'.repeat(entryLength), at: 1 }];
    await store.replace(sampleHead('ses_a', { version: 2 }), { version: 1 }, { keep: tight, switches });
    await store.insert(sampleHead('ses_b'), { keep: tight });
    for (let at = 0; at < 100; at += 1) await other.touch('ses_b', access, { keep: tight, messages: [message(at)] });
    expect((await whole(store, 'ses_a')).task.dropped).toEqual({ messages: 0, switches: 1, decisions: 0 });
    for (let at = 0; at < 100; at += 1) await other.touch('ses_b', access, { keep: tight, decisions: [refusal(at)] });
    expect((await whole(store, 'ses_a')).task.dropped.decisions).toEqual(1);
    expect((await whole(store, 'ses_b')).task.messages).toEqual([]);
  });
}

/** Tests the byte limits on whole sessions. */
function testByteLimits({ test, expect }: StoreTests): void {
  test('the sessions that ended first go, and those that have not ended stay', async (store) => {
    const result = 'x'.repeat(entryLength);
    for (let at = 0; at < 30; at += 1) {
      await store.insert(sampleHead(`ses_${at}`), { keep });
      if (at < 20) await store.replace(endedHead(`ses_${at}`, 1_001 + at, result), { version: 1 }, { keep });
    }
    await store.touch('ses_25', access, { keep: { ...keep, bytes: 20 * entryLength }, messages: [message(1)] });
    const left = await idsOf(store);
    const ended = left.filter((id) => Number(id.slice(4)) < 20).map((id) => Number(id.slice(4)));
    expect(left.length - ended.length).toEqual(10);
    expect(ended.length < 20).toEqual(true);
    expect(ended.toSorted((a, b) => a - b)).toEqual(Array.from(ended, (_, index) => 20 - ended.length + index));
  });
  test('a session is refused when those that have not ended take all the bytes, and is taken after an end', async (store) => {
    const tight = { keep: { ...keep, bytes: 40 * entryLength } };
    const large = (id: string) => sampleHead(id, {}, { initialMessage: 'x'.repeat(entryLength) });
    let inserted = 0;
    while ((await store.insert(large(`ses_${inserted}`), tight)) === 'inserted') inserted += 1;
    expect(inserted >= 10 && inserted <= 40).toEqual(true);
    expect(await store.insert(large('ses_x'), tight)).toEqual('no-room');
    expect(await store.count()).toEqual(inserted);
    await store.replace(endedHead('ses_0', 1_001), { version: 1 }, tight);
    expect(await store.insert(large('ses_x'), tight)).toEqual('inserted');
  });
}

/** Tests that no owner's writes remove another owner's data. */
function testOwnerIsolation({ test, expect }: StoreTests): void {
  test('V3: what one owner writes and ends removes nothing of another', async (store, other) => {
    const tight = { ...keep, messages: 1_000, endedSessions: 2, bytes: 40 * entryLength };
    const decisions = [refusal(0)];
    await store.insert(sampleHead('ses_hers', { owner: 'ann' }), {
      keep: tight,
      messages: [message(0)],
      decisions,
    });
    await store.insert(sampleHead('ses_done', { owner: 'ann' }), { keep: tight, messages: [message(0)] });
    await store.replace({ ...endedHead('ses_done', 1_001), owner: 'ann' }, { version: 1 }, { keep: tight });
    for (let at = 0; at < 10; at += 1) {
      await other.insert(sampleHead(`ses_${at}`, { owner: 'bob' }), { keep: tight });
      await other.replace({ ...endedHead(`ses_${at}`, 1_002 + at), owner: 'bob' }, { version: 1 }, { keep: tight });
    }
    await other.insert(sampleHead('ses_open', { owner: 'bob' }), { keep: tight });
    for (let at = 0; at < 100; at += 1)
      await (at % 2 === 0 ? store : other).touch('ses_open', access, { keep: tight, messages: [message(at)] });
    for (const id of ['ses_hers', 'ses_done']) {
      const { messages, dropped } = (await whole(store, id)).task;
      expect([messages.length, dropped]).toEqual([1, { messages: 0, switches: 0, decisions: 0 }]);
    }
    expect(textLength([await whole(store, 'ses_open')]) <= tight.bytes).toEqual(true);
  });
  test('V3: decisions of several owners that are noted at once count for each of them', async (store) => {
    const tight = { ...keep, decisions: 1_000, bytes: 20 * entryLength };
    const owners = ['ann', 'bob', 'cem'];
    for (const owner of owners) await store.insert(sampleHead(`ses_${owner}`, { owner }), { keep: tight });
    for (let at = 0; at < 40; at += 1)
      await Promise.all(
        owners
          .slice(at < 4 ? 0 : 1)
          .map(async (owner) => store.touch(`ses_${owner}`, access, { keep: tight, decisions: [refusal(at)] })),
      );
    const left = await Promise.all(owners.map((owner) => whole(store, `ses_${owner}`)));
    expect(left[0]?.task.dropped.decisions).toEqual(0);
    for (const session of left) expect(textLength([session]) <= tight.bytes).toEqual(true);
    expect((left[1]?.task.dropped.decisions ?? 0) > 0).toEqual(true);
  });
}

/** Tests the limits per owner, and the release of bytes. */
function testOwnerLimits({ test, expect }: StoreTests): void {
  test('V4: the open sessions of one owner take no place of another, who is refused only where too many owners are', async (store, other) => {
    const few = { keep: { ...keep, owners: 2, sessions: 2 } };
    const add = (id: string, owner?: string) => other.insert(sampleHead(id, owner === undefined ? {} : { owner }), few);
    expect([await add('ses_a', 'ann'), await add('ses_b', 'ann'), await add('ses_c', 'ann')]).toEqual([
      'inserted',
      'inserted',
      'full',
    ]);
    expect(await add('ses_d')).toEqual('inserted');
    expect(await add('ses_e', 'bob')).toEqual('crowded');
    expect(await add('ses_f')).toEqual('inserted');
    await store.remove('ses_d');
    await store.remove('ses_f');
    expect(await add('ses_e', 'bob')).toEqual('inserted');
    expect((await store.head('ses_e'))?.owner).toEqual('bob');
  });
  test('what has left gives its bytes back', async (store) => {
    const tight = { ...keep, messages: 1_000, bytes: 60 * entryLength };
    for (let round = 0; round < 30; round += 1) {
      await store.insert(sampleHead('ses_a'), { keep: tight });
      const messages = Array.from({ length: 10 }, (_, at) => message(at));
      await store.touch('ses_a', access, { keep: { ...tight, messages: 5 }, messages });
      expect((await whole(store, 'ses_a')).task.dropped.messages).toEqual(5);
      await store.remove('ses_a', undefined, { expiredAt: 2_000, forgetAt: 3_000 });
    }
  });
}

const entryLength = 2_000;
const access = { at: 1_001, expiresAt: 2_001 };

function refusal(at: number): RecordedDecision {
  return { tool: 'write_to_file', allowed: false, reason: 'x'.repeat(entryLength), at };
}

function message(at: number): Message {
  return { role: 'user', text: 'x'.repeat(entryLength), at };
}

function endedHead(id: string, completedAt: number, result?: string) {
  const ending = { state: 'completed', completedAt, ...(result === undefined ? {} : { result }) } as const;
  return sampleHead(id, { version: 2 }, ending);
}

async function whole(store: Store, id: string): Promise<Session> {
  const session = await store.get(id);
  if (session === undefined) throw new Error(`The store lost the session ${id}.`);
  return session;
}

async function idsOf(store: Store): Promise<readonly string[]> {
  const { sessions } = await store.list({ limit: 1_000 });
  return sessions.map(({ id }) => id).toSorted();
}

function textLength(sessions: readonly Session[]): number {
  return JSON.stringify(sessions).length;
}
