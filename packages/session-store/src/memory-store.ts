import type { MemorySession } from './memory/owner-quota.ts';
import { createSessionTable } from './memory/session-table.ts';
import { isPastExpiry } from './operations/session-access.ts';
import type { Session, SessionHead } from './session.ts';
import {
  maxExaminedIds,
  type Precondition,
  type RestoreOptions,
  type Store,
  type StorePage,
  type StoreQuery,
  type Tombstone,
} from './store.ts';
import { frozenCopy } from './values/json-copy.ts';

/**
 * Creates a {@link Store} in this process's memory; its content is lost when the process ends. Returned values are
 * deeply frozen.
 */
export function createMemoryStore(): Store {
  const sessions = createSessionTable();
  const tombstones = new Map<string, Tombstone>();
  let nextSweepAt = 0;
  return {
    insert: async (head, append, restored) => {
      const replaced = sessions.get(head.id);
      if (replaced !== undefined && !mayBeReplaced(replaced.head, restored)) return 'taken';
      const refusal = sessions.findInsertRefusal(head, append.keep, replaced);
      if (refusal !== undefined) return refusal;
      if (replaced !== undefined) sessions.remove(replaced);
      sessions.append(sessions.add(frozenCopy(head), restored?.dropped), append);
      tombstones.delete(head.id);
      return 'inserted';
    },
    head: (id) => sessions.get(id)?.head,
    get: async (id) => {
      const found = sessions.get(id);
      return found === undefined ? undefined : wholeSession(found);
    },
    touch: (id, access, append) => {
      const found = sessions.get(id);
      if (found === undefined || isPastExpiry(found.head, access.at)) return found?.head;
      found.head = notBefore(found.head, access.at, access.expiresAt);
      if (append !== undefined) sessions.append(found, append);
      return found.head;
    },
    replace: async (next, expected, append) => {
      const found = sessions.get(next.id);
      if (found === undefined || !matches(found.head, expected)) return false;
      sessions.change(found, notBefore(frozenCopy(next), found.head.lastAccessedAt, found.head.expiresAt));
      if (append !== undefined) sessions.append(found, append);
      return true;
    },
    remove: async (id, expected, tombstone) => {
      const found = sessions.get(id);
      if (found === undefined || (expected !== undefined && !matches(found.head, expected))) return false;
      sessions.remove(found);
      if (tombstone !== undefined) tombstones.set(id, Object.freeze({ ...tombstone }));
      return true;
    },
    tombstone: async (id) => tombstones.get(id),
    forgetTombstones: async (before, limit) => forget(tombstones, before, limit),
    claimSweep: async (at, everyMs) => {
      const isDue = nextSweepAt <= at || nextSweepAt > at + everyMs;
      if (isDue) nextSweepAt = at + everyMs;
      return isDue;
    },
    list: async (query) => page(sessions.all(), query),
    count: async () => sessions.count(),
  };
}

function wholeSession({ head, ...lists }: MemorySession): Session {
  const messages = lists.messages.read();
  const switches = lists.switches.read();
  const decisions = lists.decisions.read();
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
  // Many uses may occur within one millisecond.
  if (at <= head.lastAccessedAt && latest === head.expiresAt) return head;
  return Object.freeze({ ...head, lastAccessedAt: Math.max(head.lastAccessedAt, at), expiresAt: latest });
}

function matches(head: SessionHead, expected: Precondition): boolean {
  if (head.version !== expected.version) return false;
  return expected.expiresAt === undefined || head.expiresAt === expected.expiresAt;
}

function mayBeReplaced(head: SessionHead, restored: RestoreOptions | undefined): boolean {
  return restored?.replaces !== undefined && matches(head, restored.replaces);
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

function page(all: Iterable<MemorySession>, query: StoreQuery): StorePage {
  const { isWanted, newestFirst = false, limit } = query;
  const after = query.after === undefined ? undefined : Number(query.after);
  if (Number.isNaN(after)) return { sessions: [] };
  const isBehind = (position: number) => after === undefined || (newestFirst ? position < after : position > after);
  const sessions: SessionHead[] = [];
  let last = 0;
  let looked = 0;
  for (const { position, head } of newestFirst ? [...all].toReversed() : all) {
    if (!isBehind(position) || !fulfils(head, query)) continue;
    if (sessions.length === limit || looked === maxExaminedIds) return { sessions, next: String(last) };
    last = position;
    if (isWanted !== undefined) looked += 1;
    if (isWanted?.(head.id) ?? true) sessions.push(head);
  }
  return { sessions };
}

function fulfils(head: SessionHead, { taskId, state, parentTaskId, expiredBefore }: StoreQuery): boolean {
  if (taskId !== undefined && head.task.id !== taskId) return false;
  if (state !== undefined && head.task.state !== state) return false;
  if (parentTaskId !== undefined && head.task.parentTaskId !== parentTaskId) return false;
  return expiredBefore === undefined || isPastExpiry(head, expiredBefore);
}
