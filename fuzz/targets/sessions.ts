import fc from 'fast-check';
import {
  createMemoryStore,
  createSessions,
  parseSessionHead,
  type Session,
  type SessionHead,
  type Sessions,
  type Store,
} from '../../packages/session-store/src/index.ts';
import { isEndState, taskStates } from '../../packages/session-store/src/task-states.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect, expectEqual } from '../support/expect.ts';
import { hostileText, hostileValue, realise } from '../support/hostile-values.ts';

const limits = {
  messages: 4,
  switches: 3,
  decisions: 5,
  sessions: 8,
  endedSessions: 4,
  depth: 3,
  openChildren: 2,
  messageBytes: 300,
  decisionBytes: 256,
  metadataBytes: 400,
};
const ttlMs = 1_000;

interface Step {
  readonly name: string;
  readonly who: number;
  readonly other: number;
  readonly value: unknown;
  readonly text: string;
  readonly isOdd: boolean;
}

const names =
  'create child get head peek activate switch message decision complete destroy hierarchy list sweep wait'.split(' ');
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...names, 'create', 'child', 'child', 'switch', 'complete'),
  who: fc.nat(9),
  other: fc.nat(1_300),
  value: fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>(undefined) }, { weight: 1, arbitrary: hostileValue }),
  text: hostileText,
  isOdd: fc.boolean(),
});

/** Sessions under operations of any order and with any arguments, some at once: the promises of the package's README. */
export const sessionsTarget: Target = {
  name: 'sessions',
  open: () => {
    let operations = 0;
    return createCampaign({
      arbitrary: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 30, size: 'max' }),
      judge: async (rounds) => {
        const world = createWorld();
        for (const round of rounds) {
          operations += round.length;
          await Promise.all(round.map((one) => act(world, { ...one, value: realise(one.value) })));
          await expectSound(world);
        }
      },
      notes: () => `${operations} operations`,
    });
  },
};

interface World {
  readonly store: Store;
  /** Two processes over one store. */
  readonly sessions: readonly Sessions[];
  readonly known: Map<string, Session>;
  readonly ids: string[];
  readonly now: () => number;
  readonly wait: (ms: number) => void;
}

function createWorld(): World {
  const store = createMemoryStore();
  let [now, count] = [1_000_000, 0];
  const options = {
    store,
    ttlMs,
    limits,
    clock: () => now,
    createId: (prefix: string) => `${prefix}${String(count++).padStart(26, '0')}`,
    modeExists: (mode: string) => mode !== 'missing',
  };
  const wait = (ms: number): void => {
    now += ms;
  };
  return {
    store,
    sessions: [createSessions(options), createSessions(options)],
    known: new Map(),
    ids: [],
    now: () => now,
    wait,
  };
}

function pick({ ids }: World, who: number): string {
  return ids[who % Math.max(ids.length, 1)] ?? 'ses_none';
}

async function act(world: World, step: Step): Promise<void> {
  try {
    await run(world, step);
  } catch (error) {
    const isOurs =
      error instanceof Error && error.name === 'SessionError' && 'code' in error && error.code !== 'STORE_CORRUPT';
    // A hostile getter or proxy may throw its own error out of an argument; nobody else's may come out.
    const isTheirs = error instanceof Error && error.message === 'a hostile value was touched';
    if (!isOurs && !isTheirs) throw error;
  }
}

// The arguments are whatever came; what does not fit must be refused by a typed error.
async function run(world: World, { name, who, other, value, text, isOdd }: Step): Promise<void> {
  const sessions = world.sessions[isOdd ? 1 : 0] as Sessions;
  const id = (value !== undefined && who === 9 ? value : pick(world, who)) as string;
  const given = <Type>(usual: Type): Type => (value === undefined || who === 9 ? usual : (value as Type));
  switch (name) {
    case 'create':
    case 'child': {
      const parent = name === 'child' && world.ids.length > 0 ? { parentSessionId: id } : {};
      const head = await sessions.create({
        mode: given(`m${other % 3}`),
        initialMessage: text,
        metadata: given({ key: text }),
        ...parent,
      });
      world.ids.push(head.id);
      return;
    }
    case 'switch': {
      const { session, change, changed } = await sessions.switchMode(id, {
        mode: given(other % 7 === 0 ? 'missing' : `m${other % 3}`),
        reason: text,
      });
      expect(
        session.task.mode !== 'missing' && changed === (change.from !== change.to),
        'a switch to tell what it did',
        change,
      );
      return;
    }
    case 'complete':
      return void (await sessions.complete(id, {
        status: given((['completed', 'failed', 'cancelled'] as const)[other % 3] ?? 'failed'),
        result: text,
      }));
    case 'message':
      return void (await sessions.addMessage(id, {
        role: given('user'),
        text,
        ...(isOdd ? { to: pick(world, other) } : {}),
      }));
    case 'decision':
      return void (await sessions.recordDecision(id, {
        tool: text,
        allowed: isOdd,
        rule: value,
        detail: given({ text }),
      }));
    case 'list':
      return void (await sessions.list(given({ limit: 1 + (other % 4) })));
    case 'wait':
      return world.wait(other);
    case 'sweep':
      return void (await sessions.sweep());
    default:
      return void (await sessions[name as 'get' | 'head' | 'peek' | 'activate' | 'destroy' | 'hierarchy'](id));
  }
}

async function expectSound(world: World): Promise<void> {
  const { sessions: heads } = await world.store.list({ limit: 1_000 });
  const ended = heads.filter(({ task }) => isEndState(task.state));
  expect(heads.length - ended.length <= limits.sessions, `at most ${limits.sessions} open tasks`, heads.length);
  expect(ended.length <= limits.endedSessions, `at most ${limits.endedSessions} ended tasks`, ended.length);
  for (const head of heads) {
    const session = await world.store.get(head.id);
    expect(session !== undefined, 'a listed session to be there', head);
    expectWithinLimits(session);
    expectPlain(head, session);
    expectFollows(world.known.get(head.id), session);
    world.known.set(head.id, session);
  }
  for (const id of world.known.keys()) if (!heads.some((head) => head.id === id)) world.known.delete(id);
}

function expectWithinLimits({ task }: Session): void {
  expect(
    (task.state === 'delegated') === task.openChildren.length > 0,
    'delegated exactly while children are open',
    task,
  );
  expect(
    task.openChildren.length <= limits.openChildren && task.childSessionIds.length <= limits.openChildren,
    'few children',
    task,
  );
  expect(task.depth < limits.depth && taskStates.includes(task.state), 'a depth and a state within the limits', task);
  expect((task.completedAt !== undefined) === isEndState(task.state), 'completedAt exactly on ended tasks', task);
  for (const list of ['messages', 'switches', 'decisions'] as const)
    expect(task[list].length <= limits[list], `few ${list}`, task[list].length);
  for (const { text } of task.messages)
    expect(Buffer.byteLength(text) <= limits.messageBytes + 400, 'a short message', Buffer.byteLength(text));
  task.switches.reduce<string | undefined>((mode, change) => {
    expect(mode === undefined || change.from === mode, 'each switch to start where the last ended', task.switches);
    return change.to;
  }, undefined);
  expect(
    task.switches.length === 0 || task.switches.at(-1)?.to === task.mode,
    'the last switch to lead to the mode',
    task,
  );
}

function expectPlain(head: SessionHead, session: Session): void {
  expectEqual(JSON.parse(JSON.stringify(session)), session, 'a session through JSON');
  expectEqual(parseSessionHead(head.id, JSON.stringify(head)), head, 'a head through JSON');
}

/** What a session may become: never younger, never out of an end, never with less history. */
function expectFollows(before: Session | undefined, after: Session): void {
  if (before === undefined) return;
  expect(after.version >= before.version, 'the version to grow', before.version, after.version);
  expect(
    after.lastAccessedAt >= before.lastAccessedAt && (after.expiresAt ?? 0) >= (before.expiresAt ?? 0),
    'expiry to move forwards only',
    before,
    after,
  );
  expect(
    !isEndState(before.task.state) || after.task.state === before.task.state,
    'an end to stay',
    before.task.state,
    after.task.state,
  );
  expect(
    after.task.state !== 'pending' || before.task.state === 'pending',
    'no way back to pending',
    before.task.state,
  );
  expect(
    after.task.childCount >= before.task.childCount,
    'children to be counted on',
    before.task.childCount,
    after.task.childCount,
  );
  for (const list of ['messages', 'switches', 'decisions'] as const) {
    const total = ({ task }: Session) => task[list].length + task.dropped[list];
    expect(total(after) >= total(before), `no ${list} to be lost`, total(before), total(after));
    if (isEndState(before.task.state) && list !== 'decisions')
      expect(total(after) === total(before), `an ended task to take no ${list}`, after);
  }
}
