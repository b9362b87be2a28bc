import type { DroppedCounts, Message, ModeSwitch, RecordedDecision, Session, SessionHead } from './session.ts';
import type { TaskState } from './task-states.ts';

/** A value or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Storage for sessions. Several processes may share one store, so every method is atomic and checks its own conditions.
 *
 * A session is a small head plus three append-only lists. Store these separately (in SQL: one row per session, one row
 * per entry): appending to a list must not rewrite it. Texts may contain any UTF-16 string, including NUL and lone
 * surrogates, so store them as JSON in SQL. Arguments are copied, and results are copies or deeply frozen. A store
 * never evaluates a session: it throws only if it fails, and has no clock.
 *
 * A write with `keep` enforces these limits for the session's owner only. It removes, in this order: ended sessions in
 * excess of `keep.endedSessions`, starting with the first to end; then, while the total exceeds `keep.bytes`, the
 * sessions that ended first; then the oldest messages and mode switches, counted in the `dropped` of their lists; then
 * the oldest decisions. A store may count bytes by any method that does not underestimate the size of texts (in SQL: a
 * column with the length of each JSON text). Simultaneous writes from several machines may exceed a limit.
 * `describeStore` from `@modegate/session-store/testing` expresses the contract as tests.
 */
export interface Store {
  /**
   * Adds a session, unless its id is `taken`, or its owner is new and `keep.owners` other owners exist (`crowded`), or
   * its owner has `keep.sessions` sessions that have not ended (`full`), or the heads of those sessions leave too
   * little of `keep.bytes` (`no-room`). Ended sessions and tombstones never prevent the insertion. With
   * `restored.replaces`, a matching session with the same id is replaced together with its history, in the same step.
   */
  readonly insert: (head: SessionHead, append: HistoryAppend, restored?: RestoreOptions) => Promise<InsertResult>;
  /** Returns only the head, even if the session has expired. */
  readonly head: (id: string) => Awaitable<SessionHead | undefined>;
  /** Returns the head and the whole history, read atomically, even if the session has expired. */
  readonly get: (id: string) => Promise<Session | undefined>;
  /**
   * Records a use and appends entries, without a precondition and without a new version: uses and entries commute. A
   * session whose `expiresAt` is at or before `access.at` stays unchanged, and nothing is appended. `lastAccessedAt`
   * and `expiresAt` only increase (`null` is the latest expiry). Returns the updated head, or `access.known`.
   */
  readonly touch: (id: string, access: SessionUse, append?: HistoryAppend) => Awaitable<SessionHead | undefined>;
  /**
   * Compare-and-set: writes the head and appends entries in one step if the stored session matches `expected`,
   * otherwise does nothing and returns false. Here too, `lastAccessedAt` and `expiresAt` only move forwards.
   */
  readonly replace: (next: SessionHead, expected: Precondition, append?: HistoryAppend) => Promise<boolean>;
  /**
   * Removes a session and its history if the session matches `expected` (always, if `expected` is absent), and leaves
   * the tombstone if one is given, in one step. Returns false if there was nothing to remove or the session did not
   * match.
   */
  readonly remove: (id: string, expected?: Precondition, tombstone?: Tombstone) => Promise<boolean>;
  /** Returns the tombstone of a removed session. */
  readonly tombstone: (id: string) => Promise<Tombstone | undefined>;
  /**
   * Removes up to `limit` tombstones whose `forgetAt` is at or before `before`; returns the number of tombstones
   * removed.
   */
  readonly forgetTombstones: (before: number, limit: number) => Promise<number>;
  /**
   * True if the caller should sweep at `at` (epoch milliseconds): true once every `everyMs`, for only one of the
   * processes that share the store. A claim that lies further in the future than that, made by a process with a fast
   * clock, is ignored.
   */
  readonly claimSweep: (at: number, everyMs: number) => Promise<boolean>;
  /**
   * Returns a page of the sessions that match every given condition. A session that exists throughout a traversal is
   * listed exactly once.
   */
  readonly list: (query: StoreQuery) => Promise<StorePage>;
  /** Returns the number of sessions, including ended ones but not tombstones. */
  readonly count: () => Promise<number>;
}

/** Result of an insertion. */
export type InsertResult = 'inserted' | 'taken' | 'crowded' | 'full' | 'no-room';

/** Additional data for inserting a session from another store. */
export interface RestoreOptions {
  /** Number of entries that the session's lists had dropped in the other store. */
  readonly dropped: DroppedCounts;
  /** Precondition for replacing a stored session with the same id. Default: never replaced. */
  readonly replaces?: Precondition;
}

/** A use of a session at `at` (epoch milliseconds), and its new expiry (`null`: never). */
export interface SessionUse {
  readonly at: number;
  readonly expiresAt: number | null;
  /**
   * The head that the caller has just read, if the caller need not wait for the disk. The store may return this head
   * before it writes the use and its decisions. It writes these within 100 ms, and before this process changes the
   * session or reads its history.
   */
  readonly known?: SessionHead | undefined;
}

/** Required state of a stored session. `expiresAt` is compared only if present, because a touch changes it. */
export interface Precondition {
  readonly version: number;
  readonly expiresAt?: number | null;
}

/** Entries to append, oldest first; each list then retains its latest `keep` entries and counts the entries dropped. */
export interface HistoryAppend {
  readonly keep: StoreLimits;
  readonly messages?: readonly Message[];
  readonly switches?: readonly ModeSwitch[];
  readonly decisions?: readonly RecordedDecision[];
}

/** Limits for each owner, and a limit on the number of owners. */
export interface StoreLimits extends HistoryLimits {
  /** Maximum number of owners with sessions; sessions without an owner are counted as those of one owner. */
  readonly owners: number;
  /** Maximum number of sessions whose task has not ended. */
  readonly sessions: number;
  /** Maximum number of sessions whose task has ended; counted separately from open sessions. */
  readonly endedSessions: number;
  /**
   * Total bytes of heads and histories, about two per character. Above this size, the sessions that ended first are
   * removed, then the oldest messages and mode switches, then the oldest decisions. The heads of open tasks may exceed
   * this size only by the ids of their children; sessions that have not ended are never removed.
   */
  readonly bytes: number;
}

/** Maximum number of entries per list. */
export type HistoryLimits = DroppedCounts;

/**
 * Record of an expired session, which makes it possible to distinguish expired ids from unknown ones. Times are in
 * epoch milliseconds.
 */
export interface Tombstone {
  readonly expiredAt: number;
  readonly forgetAt: number;
}

/** Conditions for a traversal; absent conditions are ignored. */
export interface StoreQuery {
  readonly taskId?: string | undefined;
  readonly state?: TaskState | undefined;
  readonly parentTaskId?: string | undefined;
  /** Lists only sessions whose `expiresAt` is at or before this time, in epoch milliseconds. */
  readonly expiredBefore?: number | undefined;
  /**
   * Filters sessions by id, before the head is read; must be fast and pure. Called at most a thousand times per page,
   * so a page may be short or empty even if `next` is present.
   */
  readonly isWanted?: ((id: string) => boolean) | undefined;
  /** True to list the latest insertion first, in every page of the traversal. Default: the store's own order. */
  readonly newestFirst?: boolean | undefined;
  /** `next` of the previous page; absent for the first page. */
  readonly after?: string | undefined;
  /** Maximum number of sessions per page, at least 1. */
  readonly limit: number;
}

/** Maximum number of `isWanted` calls per page. */
export const maxExaminedIds = 1_000;

/** A page in a traversal; the last page has no `next`. */
export interface StorePage {
  readonly sessions: readonly SessionHead[];
  readonly next?: string;
}
