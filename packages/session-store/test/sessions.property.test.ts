import {
  createMemoryStore,
  createSessions,
  type SessionHead,
  type Sessions,
  type Store,
  type TaskState,
  taskEndStates,
} from '@modegate/session-store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canTransition, isEndState, taskStates } from '../src/task-states.ts';
import { createWorld, type World } from './support/world.ts';

const limits = { messages: 4, switches: 3, decisions: 5, sessions: 8, endedSessions: 4, depth: 3, openChildren: 2 };

type Step = (world: World, ids: readonly string[]) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ who: fc.nat(9), isChild: fc.boolean() }).map(
    ({ who, isChild }): Step =>
      ({ sessions }, ids) =>
        sessions.create({ mode: 'm0', ...(isChild && ids.length > 0 ? { parentSessionId: pick(ids, who) } : {}) }),
  ),
  on((s, id) => s.get(id)),
  on((s, id) => s.activate(id)),
  on((s, id, n) => s.switchMode(id, { mode: `m${n % 3}` })),
  on((s, id) => s.addMessage(id, { role: 'user', text: 'hi' })),
  on(async (s, id, n) => s.recordDecision(id, { tool: `tool-${n}`, allowed: n % 2 === 0 })),
  on((s, id, n) => s.complete(id, { status: taskEndStates[n % 3] ?? 'failed' })),
  on((s, id) => s.destroy(id)),
  fc.integer({ min: 0, max: 1_200 }).map(
    (ms): Step =>
      async ({ pass }) =>
        pass(ms),
  ),
  fc.constant<Step>(({ sessions }) => sessions.sweep()),
);

test('random operations, some of them simultaneous, keep every invariant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 40, size: 'max' }),
      async (rounds) => {
        const watched = watchStore(createMemoryStore(), () => world.now());
        const world: World = createWorld({ store: watched.store, limits });
        for (const round of rounds) {
          const ids = watched.ids();
          const outcomes = await Promise.allSettled(round.map((run) => run(world, ids)));
          for (const outcome of outcomes)
            if (outcome.status === 'rejected') expect(outcome.reason.name).toBe('SessionError');
          await expectSound(world, watched);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('two processes over one store lose no switch, no message and no decision', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), fc.nat(2)), { maxLength: 30 }), async (acts) => {
      const store = createMemoryStore();
      const clock = () => 1_000;
      const here = createSessions({ store, clock });
      const there = createSessions({ store, clock });
      const { id } = await here.create({ mode: 'start' });
      const act = async ([isHere, kind]: [boolean, number], index: number) => {
        const sessions = isHere ? here : there;
        if (kind === 0) return sessions.switchMode(id, { mode: `m${index}` });
        if (kind === 1) return sessions.addMessage(id, { role: 'user', text: `${index}` });
        return sessions.recordDecision(id, { tool: `t${index}`, allowed: true });
      };
      await Promise.all(acts.map(act));
      const { task } = await here.get(id);
      const count = (kind: number) => acts.filter(([, actual]) => actual === kind).length;
      expect([task.switches.length, task.messages.length, task.decisions.length]).toEqual([0, 1, 2].map(count));
      task.switches.reduce((mode, change) => {
        expect(change.from).toBe(mode);
        return change.to;
      }, 'start');
    }),
    { numRuns: 100 },
  );
});

function on(run: (sessions: Sessions, id: string, n: number) => Promise<unknown>): fc.Arbitrary<Step> {
  return fc.record({ who: fc.nat(9), n: fc.nat(20) }).map(
    ({ who, n }): Step =>
      async ({ sessions }, ids) =>
        ids.length === 0 ? undefined : run(sessions, pick(ids, who), n),
  );
}

function pick(ids: readonly string[], who: number): string {
  return ids[who % ids.length] ?? '';
}

type Watched = ReturnType<typeof watchStore>;

/** Counts what is appended and checks each write against the one before: legal states, growing versions, only expired ones swept. */
function watchStore(inner: Store, now: () => number) {
  const appended = new Map<string, { messages: number; switches: number; decisions: number }>();
  const count = (id: string, append: Parameters<Store['touch']>[2]) => {
    const sum = appended.get(id) ?? { messages: 0, switches: 0, decisions: 0 };
    for (const list of ['messages', 'switches', 'decisions'] as const) sum[list] += append?.[list]?.length ?? 0;
    appended.set(id, sum);
  };
  const store: Store = {
    ...inner,
    insert: async (head, append) => {
      const outcome = await inner.insert(head, append);
      if (outcome === 'inserted') count(head.id, append);
      return outcome;
    },
    touch: async (id, access, append) => {
      // Both begin in one step, so that nothing comes between what is read and what is written.
      const [before, after] = await Promise.all([inner.head(id), inner.touch(id, access, append)]);
      const isRefused = before?.expiresAt !== null && (before?.expiresAt ?? 0) <= access.at;
      if (after !== undefined && !isRefused) count(id, append);
      return after;
    },
    replace: async (next, expected, append) => {
      const [before, hasWon] = await Promise.all([inner.head(next.id), inner.replace(next, expected, append)]);
      if (!hasWon || before === undefined) return hasWon;
      count(next.id, append);
      expect(next.version).toBe(before.version + 1);
      expect(isReachable(before.task.state, next.task.state), `${before.task.state} to ${next.task.state}`).toBe(true);
      return hasWon;
    },
    remove: async (id, expected, tombstone) => {
      const family = await withOpenDescendants(inner, id);
      const isRemoved = await inner.remove(id, expected, tombstone);
      // Only a sweep gives a condition, and it must not remove what is alive or keeps a child that is alive.
      if (isRemoved && expected !== undefined) {
        for (const { expiresAt } of family) expect(expiresAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(now());
      }
      return isRemoved;
    },
  };
  return { store, inner, appended, ids: () => [...appended.keys()] };
}

async function withOpenDescendants(store: Store, id: string): Promise<readonly SessionHead[]> {
  const head = await store.head(id);
  if (head === undefined) return [];
  const below = head.task.openChildren.map(({ sessionId }) => withOpenDescendants(store, sessionId));
  return [head, ...(await Promise.all(below)).flat()];
}

// One write may pass through active.
function isReachable(from: TaskState, to: TaskState): boolean {
  const isStep = from === to || canTransition(from, to);
  return isStep || taskStates.some((through) => canTransition(from, through) && canTransition(through, to));
}

async function expectSound({ sessions, now }: World, { inner, appended }: Watched): Promise<void> {
  const { sessions: heads } = await inner.list({ limit: 1_000 });
  const ended = heads.filter(({ task }) => isEndState(task.state));
  expect(heads.length - ended.length).toBeLessThanOrEqual(limits.sessions);
  expect(ended.length).toBeLessThanOrEqual(limits.endedSessions);
  for (const { id, task } of heads) {
    expect(task.state === 'delegated').toBe(task.openChildren.length > 0);
    expect(task.openChildren.length).toBeLessThanOrEqual(limits.openChildren);
    expect(task.childSessionIds.length).toBeLessThanOrEqual(limits.openChildren);
    expect(task.depth).toBeLessThan(limits.depth);
    expect(task.completedAt !== undefined).toBe(['completed', 'failed', 'cancelled'].includes(task.state));
    const whole = await inner.get(id);
    for (const list of ['messages', 'switches', 'decisions'] as const) {
      expect(whole?.task[list].length).toBeLessThanOrEqual(limits[list]);
      expect((whole?.task[list].length ?? 0) + (whole?.task.dropped[list] ?? 0)).toBe(appended.get(id)?.[list]);
    }
  }
  for (const { id } of await living(inner, now())) await sessions.peek(id);
}

async function living(store: Store, at: number): Promise<readonly SessionHead[]> {
  const { sessions } = await store.list({ limit: 1_000 });
  return sessions.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
}
