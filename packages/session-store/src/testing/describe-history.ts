import type { RecordedDecision } from '../session.ts';
import type { Store } from '../store.ts';
import { sampleKeep as keep, sampleHead } from './sample-head.ts';
import type { StoreTests } from './test-functions.ts';

/** Contract tests for the three append-only lists. */
export function describeHistory(tests: StoreTests): void {
  tests.describe('history', () => {
    testAppending(tests);
    testListLimits(tests);
    testUnchangedHistory(tests);
  });
}

/** Tests appending. */
function testAppending({ test, expect }: StoreTests): void {
  test('a session starts with empty lists, or with what the insert appends', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const first = { role: 'user', text: 'nul \0 lone \udfff', at: 1_000 } as const;
    await store.insert(sampleHead('ses_b'), { keep, messages: [first] });
    expect(await store.get('ses_a')).toEqual({ ...sampleHead('ses_a'), task: { ...taskOf('ses_a'), ...empty } });
    expect((await store.get('ses_b'))?.task.messages).toEqual([first]);
  });
  test('touch and replace append to every list in order', async (store, other) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const report = { sessionId: 'ses_x', taskId: 'task_x', status: 'expired' } as const;
    const messages = [
      { role: 'system', text: 'one', at: 1, report } as const,
      { role: 'tool', text: '', at: 1, from: { sessionId: 'ses_y', taskId: 'task_y' } } as const,
    ];
    const switches = [{ from: 'code', to: 'ask', reason: 'why', at: 2 }];
    await store.touch('ses_a', access, { keep, messages, decisions: [decision(1)] });
    const next = sampleHead('ses_a', { version: 2 });
    await other.replace(next, { version: 1 }, { keep, switches, decisions: [decision(2)] });
    const { task } = await whole(store);
    expect(task.messages).toEqual(messages);
    expect(task.switches).toEqual(switches);
    expect(task.decisions).toEqual([decision(1), decision(2)]);
    expect(task.dropped).toEqual({ messages: 0, switches: 0, decisions: 0 });
  });
}

/** Tests the limits on the lists. */
function testListLimits({ test, expect }: StoreTests): void {
  test('each list keeps its latest entries and counts what it dropped', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    for (let at = 0; at < 50; at += 1) await store.touch('ses_a', access, { keep, decisions: [decision(at)] });
    const { task } = await whole(store);
    expect(task.decisions).toEqual([decision(47), decision(48), decision(49)]);
    expect(task.dropped).toEqual({ messages: 0, switches: 0, decisions: 47 });
  });
  test('one append may be longer than the list', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const decisions = Array.from({ length: 10 }, (_, at) => decision(at));
    await store.touch('ses_a', access, { keep, decisions });
    const { task } = await whole(store);
    expect(task.decisions).toEqual(decisions.slice(-3));
    expect(task.dropped.decisions).toEqual(7);
  });
  test('a lower limit drops at the next append, and a raised one keeps more from then on', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const add = (at: number, decisions: number) =>
      store.touch('ses_a', access, { keep: { ...keep, decisions }, decisions: [decision(at)] });
    for (const at of [0, 1, 2]) await add(at, 3);
    await add(3, 2);
    expect((await whole(store)).task.decisions).toEqual([decision(2), decision(3)]);
    for (const at of [4, 5, 6]) await add(at, 4);
    const { task } = await whole(store);
    expect(task.decisions).toEqual([3, 4, 5, 6].map(decision));
    expect(task.dropped.decisions).toEqual(3);
  });
}

/** Tests calls that append nothing, and later sessions. */
function testUnchangedHistory({ test, expect }: StoreTests): void {
  test('a refused touch or replace appends nothing', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep });
    await store.touch('ses_a', { at: 2_000, expiresAt: 3_000 }, { keep, decisions: [decision(1)] });
    await store.replace(sampleHead('ses_a', { version: 2 }), { version: 5 }, { keep, decisions: [decision(2)] });
    expect((await whole(store)).task.decisions).toEqual([]);
  });
  test('removing a session removes its history, and a later session of that id starts afresh', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep, decisions: [decision(1)] });
    await store.remove('ses_a');
    await store.insert(sampleHead('ses_a'), { keep });
    expect((await whole(store)).task.decisions).toEqual([]);
  });
  test('what was read does not change when more is appended', async (store) => {
    await store.insert(sampleHead('ses_a'), { keep, decisions: [decision(1)] });
    const before = await whole(store);
    await store.touch('ses_a', access, { keep, decisions: [decision(2)] });
    expect(before.task.decisions).toEqual([decision(1)]);
  });
}

const access = { at: 1_001, expiresAt: 2_001 };
const empty = { messages: [], switches: [], decisions: [], dropped: { messages: 0, switches: 0, decisions: 0 } };

function decision(at: number): RecordedDecision {
  return { tool: 'write_to_file', allowed: at % 2 === 0, mode: 'code', rule: { layer: 'project', line: at }, at };
}

function taskOf(id: string) {
  return sampleHead(id).task;
}

async function whole(store: Store) {
  const session = await store.get('ses_a');
  if (session === undefined) throw new Error('The store lost the session ses_a.');
  return session;
}
