import { isSessionError } from '../errors.ts';
import type { SessionHead } from '../session.ts';
import type { StoreQuery } from '../store.ts';
import { describeValue, invalidValue } from '../values/invalid-value.ts';
import { childEnd, reportToParent, settleEndedChildren } from './family.ts';
import { isLive, type SessionContext } from './session-access.ts';

/** Result of a sweep. */
export interface SweepResult {
  /** Number of expired sessions removed. */
  readonly expired: number;
  /** Number of delegated tasks to which a previously unreported end of a child was reported. */
  readonly repaired: number;
  /** Number of expired sessions whose ids are no longer remembered: from now on, these ids cause SESSION_NOT_FOUND. */
  readonly forgotten: number;
}

/** Options for a sweep. */
export interface SweepOptions {
  /**
   * Skips the sweep if a process that shares the store has performed one within this many milliseconds. Default: never
   * skip the sweep.
   */
  readonly everyMs?: number;
}

/**
 * Removes expired sessions, repairs parents whose children ended without a report, and deletes old tombstones. Several
 * processes may sweep simultaneously and repeat a failed sweep: each removal is conditional on the state that was read.
 */
export async function sweepSessions(context: SessionContext, { everyMs }: SweepOptions = {}): Promise<SweepResult> {
  const at = context.clock();
  const isMine = everyMs === undefined || (await context.store.claimSweep(at, checkedInterval(everyMs)));
  if (!isMine) return { expired: 0, repaired: 0, forgotten: 0 };
  let expired = 0;
  for await (const heads of inGroups(walk(context, { expiredBefore: at }))) {
    const removed = await Promise.all(heads.map((head) => expireSession(context, head, at)));
    expired += removed.filter(Boolean).length;
  }
  let repaired = 0;
  for await (const head of walk(context, { state: 'delegated' })) {
    if ((await isLive(context, head, at)) && (await repairSession(context, head))) repaired += 1;
  }
  return { expired, repaired, forgotten: await forgetTombstones(context, at) };
}

/** Yields all sessions that match, reading them page by page. */
async function* walk(context: SessionContext, query: Omit<StoreQuery, 'limit' | 'after'>): AsyncGenerator<SessionHead> {
  let after: string | undefined;
  do {
    const page = await context.store.list({ ...query, limit: batch, after });
    yield* page.sessions;
    after = page.next;
  } while (after !== undefined);
}

async function* inGroups<T>(all: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const one of all) {
    group.push(one);
    if (group.length < together) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

async function expireSession(context: SessionContext, head: SessionHead, at: number): Promise<boolean> {
  if (head.expiresAt === null || (await isLive(context, head, at))) return false;
  const forgetAt = head.expiresAt + Math.min(context.ttlMs, longestMemoryMs);
  const tombstone = forgetAt > at ? { expiredAt: head.expiresAt, forgetAt } : undefined;
  // Conditional on the expiry and the version, because a use by another process changes only the expiry.
  const expected = { version: head.version, expiresAt: head.expiresAt };
  if (!(await context.store.remove(head.id, expected, tombstone))) return false;
  context.onEvent({ type: 'expired', session: head });
  // If the process ends here, the parent will find at its next use or sweep that its child is missing.
  await reportToParent(context, childEnd(head));
  return true;
}

async function repairSession(context: SessionContext, head: SessionHead): Promise<boolean> {
  try {
    return (await settleEndedChildren(context, head)) !== head;
  } catch (error) {
    // Other processes have removed the session or are using it heavily; a single busy session must not stop the sweep.
    const codes = ['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SESSION_CONFLICT'] as const;
    if (codes.some((code) => isSessionError(error, code))) return false;
    throw error;
  }
}

async function forgetTombstones(context: SessionContext, at: number): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const count = await context.store.forgetTombstones(at, batch);
    forgotten += count;
    if (count < batch) return forgotten;
  }
}

function checkedInterval(everyMs: number): number {
  if (Number.isSafeInteger(everyMs) && everyMs > 0) return everyMs;
  throw invalidValue('everyMs', 'a positive whole number of milliseconds', describeValue(everyMs));
}

const batch = 200;

// Stores combine simultaneous writes into batches; a batch of this size does not delay other calls.
const together = 20;

// Expired ids are remembered for one more lifetime, but at most a day, which limits the number of tombstones to the
// number of sessions.
const longestMemoryMs = 86_400_000;
