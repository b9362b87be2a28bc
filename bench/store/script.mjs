/** What both sides do: phases of calls of a store, the same whenever it is run, so that every side can be held against every other. */

const keep = {
  messages: 100,
  switches: 100,
  decisions: 200,
  sessions: 1_000_000,
  endedSessions: 1_000_000,
  bytes: 1_000_000_000,
};

const startMs = Date.UTC(2026, 10, 22);
const dayMs = 86_400_000;

/** When every session that is inserted has expired. */
export const expiredMs = startMs + 30 * dayMs;

/** How many sessions are there before anything is measured, and how many calls a phase has. */
export function sizes(quick) {
  return quick ? { stored: 300, calls: 128 } : { stored: 2_000, calls: 512 };
}

/** The id of the n-th session. */
export function idOf(number) {
  return `ses_${String(number).padStart(26, '0')}`;
}

function headOf(number, changes = {}, task = {}) {
  return {
    format: 1,
    id: idOf(number),
    version: 1,
    createdAt: startMs,
    lastAccessedAt: startMs,
    expiresAt: startMs + dayMs,
    ...changes,
    task: {
      id: `task_${String(number).padStart(26, '0')}`,
      state: 'active',
      mode: 'code',
      depth: 0,
      initialMessage: `Make the tests of part ${number} pass, then tell what was wrong with them.`,
      childSessionIds: [],
      childCount: 0,
      openChildren: [],
      createdAt: startMs,
      updatedAt: startMs,
      ...task,
    },
  };
}

const message = (number) => ({
  role: 'assistant',
  text: `Step ${number}: ${'looked at it. '.repeat(12)}`,
  at: startMs + number,
});
const decision = (number) => ({
  tool: 'write_to_file',
  allowed: number % 2 === 0,
  mode: 'code',
  rule: { layer: 'mode', pointer: '/groups/1' },
  reason: `src/part-${number}.ts is open`,
  at: startMs + number,
});
const switched = (number) => ({ from: 'code', to: 'debug', reason: 'One test hangs', at: startMs + number });

/** Puts a session with a history into a store, as the phases expect it. */
export function insertStored(store, number) {
  const messages = Array.from({ length: 5 }, (_, index) => message(index));
  const decisions = Array.from({ length: 5 }, (_, index) => decision(index));
  return store.insert(headOf(number), { keep, messages, decisions });
}

/** The phases in their order; each is given its own part of the sessions, so that no call undoes what another looks for. */
export function phases({ stored, calls }) {
  const at = (number) => ({ at: startMs + 1_000 + number, expiresAt: startMs + dayMs + number });
  const some = (number) => idOf((number * 7) % stored);
  const next = (number) => headOf(number % stored, { version: 2 }, { mode: 'debug', updatedAt: startMs + number });
  return [
    { name: 'head', calls: calls * 16, call: (store, number) => store.head(some(number)) },
    { name: 'get, with history', calls: calls * 4, call: (store, number) => store.get(some(number)) },
    {
      name: 'list, a page of 100',
      calls: calls / 2,
      call: (store, number) => store.list({ limit: 100, after: String(number % 200) }),
    },
    { name: 'touch', calls, call: (store, number) => store.touch(some(number), at(number)) },
    {
      name: 'touch and a decision',
      calls,
      call: (store, number) => store.touch(some(number), at(number), { keep, decisions: [decision(number)] }),
    },
    {
      name: 'replace and a switch',
      calls: Math.min(calls, stored),
      call: (store, number) => store.replace(next(number), { version: 1 }, { keep, switches: [switched(number)] }),
    },
    {
      name: 'insert',
      calls,
      call: (store, number) => store.insert(headOf(stored + number), { keep, messages: [message(number)] }),
    },
    { name: 'remove', calls, call: (store, number) => store.remove(idOf(stored + number), { version: 1 }) },
  ];
}

/** Runs a phase with so many calls in flight; gives the answers in the order of the calls. */
export async function runPhase(store, { calls, call }, inFlight) {
  const answers = [];
  for (let first = 0; first < calls; first += inFlight) {
    const numbers = Array.from({ length: Math.min(inFlight, calls - first) }, (_, index) => first + index);
    answers.push(...(await Promise.all(numbers.map((number) => call(store, number)))));
  }
  return answers;
}
