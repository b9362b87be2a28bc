import type { Message, ModeSwitch, RecordedDecision, Session, SessionHead } from './session.ts';
import type { Expected, HistoryAppend, Store, StorePage, StoreQuery, Tombstone } from './store.ts';
import { frozenCopy } from './values/json-copy.ts';

/** A {@link Store} in this process's memory: gone when the process ends. What it returns is deeply frozen. */
export function createMemoryStore(): Store {
  const kept = new Map<string, Kept>();
  const tombstones = new Map<string, Tombstone>();
  let inserted = 0;

  return {
    insert: async (head, { maxSessions, append }) => {
      if (kept.has(head.id)) return 'taken';
      if (kept.size >= maxSessions) return 'full';
      inserted += 1;
      const added: Kept = { position: inserted, head: frozenCopy(head), ...emptyHistory() };
      if (append !== undefined) appendTo(added, append);
      kept.set(head.id, added);
      tombstones.delete(head.id);
      return 'inserted';
    },
    head: async (id) => kept.get(id)?.head,
    get: async (id) => {
      const found = kept.get(id);
      return found === undefined ? undefined : wholeSession(found);
    },
    touch: async (id, access, append) => {
      const found = kept.get(id);
      if (found === undefined || hasExpired(found.head, access.at)) return found?.head;
      found.head = notBefore(found.head, access.at, access.expiresAt);
      if (append !== undefined) appendTo(found, append);
      return found.head;
    },
    replace: async (next, expected, append) => {
      const found = kept.get(next.id);
      if (found === undefined || !matches(found.head, expected)) return false;
      found.head = notBefore(frozenCopy(next), found.head.lastAccessedAt, found.head.expiresAt);
      if (append !== undefined) appendTo(found, append);
      return true;
    },
    remove: async (id, expected, tombstone) => {
      const found = kept.get(id);
      if (found === undefined || (expected !== undefined && !matches(found.head, expected))) return false;
      kept.delete(id);
      if (tombstone !== undefined) tombstones.set(id, Object.freeze({ ...tombstone }));
      return true;
    },
    tombstone: async (id) => tombstones.get(id),
    forgetTombstones: async (before, limit) => forget(tombstones, before, limit),
    list: async (query) => page(kept.values(), query),
    count: async () => kept.size,
  };
}

interface Kept extends Trails {
  /** Grows with every insert; a Map keeps its order, so a walk can go on from a position. */
  readonly position: number;
  head: SessionHead;
}

interface Trails {
  readonly messages: Trail<Message>;
  readonly switches: Trail<ModeSwitch>;
  readonly decisions: Trail<RecordedDecision>;
}

function emptyHistory(): Trails {
  return { messages: createTrail(), switches: createTrail(), decisions: createTrail() };
}

function appendTo(trails: Trails, { keep, messages, switches, decisions }: HistoryAppend): void {
  if (messages !== undefined) trails.messages.append(messages.map(frozenCopy), keep.messages);
  if (switches !== undefined) trails.switches.append(switches.map(frozenCopy), keep.switches);
  if (decisions !== undefined) trails.decisions.append(decisions.map(frozenCopy), keep.decisions);
}

function wholeSession({ head, ...trails }: Kept): Session {
  const messages = trails.messages.read();
  const switches = trails.switches.read();
  const decisions = trails.decisions.read();
  const task = {
    ...head.task,
    messages: messages.entries,
    switches: switches.entries,
    decisions: decisions.entries,
    dropped: Object.freeze({ messages: messages.dropped, switches: switches.dropped, decisions: decisions.dropped }),
  };
  return Object.freeze({ ...head, task: Object.freeze(task) });
}

function notBefore(head: SessionHead, at: number, expiresAt: number | null): SessionHead {
  const latest = head.expiresAt === null || expiresAt === null ? null : Math.max(head.expiresAt, expiresAt);
  return Object.freeze({ ...head, lastAccessedAt: Math.max(head.lastAccessedAt, at), expiresAt: latest });
}

function hasExpired(head: SessionHead, at: number): boolean {
  return head.expiresAt !== null && head.expiresAt <= at;
}

function matches(head: SessionHead, expected: Expected): boolean {
  if (head.version !== expected.version) return false;
  return expected.expiresAt === undefined || head.expiresAt === expected.expiresAt;
}

function forget(tombstones: Map<string, Tombstone>, before: number, limit: number): number {
  let forgotten = 0;
  for (const [id, { forgetAt }] of tombstones) {
    if (forgotten === limit) break;
    if (forgetAt > before) continue;
    tombstones.delete(id);
    forgotten += 1;
  }
  return forgotten;
}

function page(all: Iterable<Kept>, query: StoreQuery): StorePage {
  const after = query.after === undefined ? 0 : Number(query.after);
  if (Number.isNaN(after)) return { sessions: [] };
  const sessions: SessionHead[] = [];
  let last = after;
  for (const { position, head } of all) {
    if (position <= after || !fulfils(head, query)) continue;
    if (sessions.length === query.limit) return { sessions, next: String(last) };
    sessions.push(head);
    last = position;
  }
  return { sessions };
}

function fulfils(head: SessionHead, { state, parentTaskId, expiredBefore }: StoreQuery): boolean {
  if (state !== undefined && head.task.state !== state) return false;
  if (parentTaskId !== undefined && head.task.parentTaskId !== parentTaskId) return false;
  return expiredBefore === undefined || hasExpired(head, expiredBefore);
}

/** A list that keeps its latest entries. Appending costs amortised constant time; a reading is a frozen array. */
interface Trail<T> {
  readonly append: (entries: readonly T[], keep: number) => void;
  readonly read: () => { readonly entries: readonly T[]; readonly dropped: number };
}

/** An empty {@link Trail}. */
function createTrail<T>(): Trail<T> {
  let entries: T[] = [];
  let start = 0;
  let dropped = 0;
  let reading: readonly T[] | undefined;

  return {
    append: (added, keep) => {
      for (const entry of added) entries.push(entry);
      const surplus = Math.max(0, entries.length - start - keep);
      start += surplus;
      dropped += surplus;
      reading = undefined;
      // Dropped entries leave in batches, so that most appends move nothing, yet few dropped entries stay in memory.
      if (start > Math.max(8, keep >> 4)) {
        entries = entries.slice(start);
        start = 0;
      }
    },
    read: () => {
      reading ??= Object.freeze(entries.slice(start));
      return { entries: reading, dropped };
    },
  };
}
