import { createSessions } from '../sessions.ts';
import { sampleKeep as keep, sampleHead } from './sample-head.ts';
import type { StoreTests } from './test-functions.ts';

/** Contract tests for concurrent writers, through two handles if the store has them. */
export function describeConcurrency(tests: StoreTests): void {
  tests.describe('concurrency', () => {
    testCompetingWriters(tests);
    testTouchesOfOneSession(tests);
    testTouchesOfManySessions(tests);
    testTwoProcesses(tests);
  });
}

/** Tests competing writers, only one of which wins. */
function testCompetingWriters({ test, expect }: StoreTests): void {
  test('of simultaneous writes over one version exactly one wins, with its entries', async (store, other) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const writes = Array.from({ length: 10 }, (_, at) =>
      (at % 2 === 0 ? store : other).replace(
        sampleHead('ses_a', { version: 2 }, { mode: `mode-${at}` }),
        { version: 1 },
        { keep, switches: [{ from: 'code', to: `mode-${at}`, at }] },
      ),
    );
    const won = (await Promise.all(writes)).map((hasWon, at) => (hasWon ? at : -1)).filter((at) => at >= 0);
    expect(won.length).toEqual(1);
    const task = (await store.get('ses_a'))?.task;
    expect(task?.mode).toEqual(`mode-${won[0]}`);
    expect(task?.switches).toEqual([{ from: 'code', to: `mode-${won[0]}`, at: won[0] }]);
  });
  test('of those that ask to sweep, one does in each interval, also after a clock that was ahead', async (store, other) => {
    const ask = async (at: number) =>
      (await Promise.all([store, other, store, other].map((each) => each.claimSweep(at, 100)))).filter(Boolean).length;
    expect([await ask(1_000), await ask(1_099), await ask(1_100), await ask(1_150)]).toEqual([1, 0, 1, 0]);
    expect([await ask(900_000), await ask(1_200), await ask(1_299)]).toEqual([1, 1, 0]);
  });
  test('of simultaneous inserts under one id exactly one wins', async (store, other) => {
    const inserts = [store, other, store, other].map((handle) => handle.insert(sampleHead('ses_a'), { keep }));
    expect((await Promise.all(inserts)).toSorted()).toEqual(['inserted', 'taken', 'taken', 'taken']);
  });
}

/** Tests simultaneous touches of one session, all of which append entries. */
function testTouchesOfOneSession({ test, expect }: StoreTests): void {
  test('simultaneous touches all append, and none makes a write of that version fail', async (store, other) => {
    await store.insert(sampleHead('ses_a'), { keep });
    const wide = { ...keep, decisions: 100 };
    const touches = Array.from({ length: 40 }, async (_, at) =>
      (at % 2 === 0 ? store : other).touch(
        'ses_a',
        { at: 1_000 + at, expiresAt: 2_000 + at },
        { keep: wide, decisions: [{ tool: 'read_file', allowed: true, at }] },
      ),
    );
    const written = other.replace(sampleHead('ses_a', { version: 2 }), { version: 1 });
    await Promise.all(touches);
    expect(await written).toEqual(true);
    const session = await store.get('ses_a');
    const times = session?.task.decisions.map(({ at }) => at).toSorted((a, b) => a - b);
    expect(times).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect([session?.version, session?.lastAccessedAt, session?.expiresAt]).toEqual([2, 1_039, 2_039]);
  });
}

/** Tests simultaneous touches of many sessions, which a store may combine. */
function testTouchesOfManySessions({ test, expect }: StoreTests): void {
  test('simultaneous touches of many sessions append to each its own lines in order, and leave expired ones as they are', async (store, other) => {
    const ids = Array.from({ length: 12 }, (_, number) => `ses_${number}`);
    for (const id of ids) await store.insert(sampleHead(id, { expiresAt: id === 'ses_3' ? 900 : 5_000 }), { keep });
    const short = { ...keep, decisions: 3 };
    const touch = async (handle: typeof store, id: string, at: number) =>
      handle.touch(
        id,
        { at, expiresAt: at + 1_000 },
        {
          keep: short,
          decisions: [
            { tool: id, allowed: true, at },
            { tool: id, allowed: false, at },
          ],
        },
      );
    const touches = [1_000, 1_001].flatMap((at) =>
      ['ses_none', ...ids].map((id) => touch(at === 1_000 ? store : other, id, at)),
    );
    const heads = await Promise.all(touches);
    expect(heads.map((head) => head?.id)).toEqual([undefined, ...ids, undefined, ...ids]);
    for (const id of ids) {
      const session = await store.get(id);
      const isExpired = id === 'ses_3';
      expect([session?.lastAccessedAt, session?.expiresAt]).toEqual(isExpired ? [1_000, 900] : [1_001, 5_000]);
      const { decisions = [], dropped } = session?.task ?? {};
      expect(decisions.map(({ tool, allowed }) => [tool, allowed])).toEqual(
        isExpired
          ? []
          : [
              [id, false],
              [id, true],
              [id, false],
            ],
      );
      expect(dropped?.decisions).toEqual(isExpired ? 0 : 1);
    }
  });
}

/** Tests whole operations in two processes. */
function testTwoProcesses({ test, expect }: StoreTests): void {
  test('two processes that switch one mode record every switch, as an unbroken chain', async (store, other) => {
    const clock = () => 1_000;
    const here = createSessions({ store, clock });
    const there = createSessions({ store: other, clock });
    const { id } = await here.create({ mode: 'start' });
    const switches = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? here : there).switchMode(id, { mode: `mode-${index}` }),
    );
    await Promise.all(switches);
    const { task, version } = await here.get(id);
    expect(task.switches.map(({ from }) => from)).toEqual(['start', ...task.switches.slice(0, -1).map(({ to }) => to)]);
    expect(new Set(task.switches.map(({ to }) => to)).size).toEqual(20);
    expect([task.mode, version]).toEqual([task.switches.at(-1)?.to, 21]);
  });
  test('children that end at the same time in two processes are each reported once', async (store, other) => {
    const clock = () => 1_000;
    const here = createSessions({ store, clock });
    const there = createSessions({ store: other, clock });
    const parent = await here.create({ mode: 'orchestrator' });
    const children = await Promise.all(
      [here, there, here, there].map((sessions) => sessions.create({ mode: 'code', parentSessionId: parent.id })),
    );
    expect((await there.get(parent.id)).task.state).toEqual('delegated');
    const ends = children.map(({ id }, index) => (index < 2 ? here : there).complete(id, { status: 'completed' }));
    await Promise.all(ends);
    const { task } = await here.get(parent.id);
    expect([task.state, task.openChildren]).toEqual(['active', []]);
    const reported = task.messages.map(({ report }) => report?.sessionId ?? '').toSorted();
    expect(reported).toEqual(children.map(({ id }) => id).toSorted());
  });
}
