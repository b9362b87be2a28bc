import type { DroppedCounts, Message, ModeSwitch, RecordedDecision, Session, SessionHead } from './session.ts';
import type { TaskState } from './task-states.ts';

/** A value, or a promise of it where it has to be waited for. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Where sessions live. Several processes may share one store, so every method is atomic and takes its own conditions.
 *
 * A session is a small head plus three append-only lists. Keep them apart (in SQL: a row a session, a row an entry):
 * appending to a list must not rewrite it. Texts may hold any UTF-16 string, NUL and lone surrogates included, so in SQL
 * store them as JSON text. What goes in is copied and what comes out is a copy or deeply frozen. A store never judges a
 * session: it throws only when it cannot do its work, and has no clock of its own.
 *
 * A write that carries `keep` leaves what the session's owner holds within those limits; what others hold stays as it is. What makes room, in this
 * order: ended sessions beyond `keep.endedSessions`, those that ended first going first, with nothing left of them; then, while what is held takes more
 * than `keep.bytes`, the sessions that ended first; then the oldest messages and mode switches, counted in the `dropped` of their lists; then the
 * oldest decisions. A store counts bytes as it likes (in SQL: a column with the length of each JSON text), as long as texts count at
 * least what they take. Several machines may overshoot a limit by their simultaneous writes.
 * `describeStore` of `@modegate/session-store/testing` is the contract as tests.
 */
export interface Store {
  /**
   * Adds a session, unless its id is `taken`, or its owner has none and `keep.owners` others have some (`crowded`), or `keep.sessions` sessions of
   * its owner exist that have not ended (`full`), or the heads of those leave no room in `keep.bytes` for one more (`no-room`). Neither ended sessions nor tombstones are in its way.
   * With `restored.replaces`, a session that has its id and matches makes place with its history, in the same step.
   */
  readonly insert: (head: SessionHead, append: HistoryAppend, restored?: RestoreOptions) => Promise<InsertResult>;
  /** The head alone, expired or not. */
  readonly head: (id: string) => Awaitable<SessionHead | undefined>;
  /** The head and the whole history, read at one moment, expired or not. */
  readonly get: (id: string) => Promise<Session | undefined>;
  /**
   * Notes a use and appends, without a compare and without a new version: uses and entries commute.
   * A session whose `expiresAt` is at or before `access.at` stays as it is, and nothing is appended.
   * `lastAccessedAt` and `expiresAt` only move forwards (`null` is the latest expiry). Returns the head as it then is, or `access.known`.
   */
  readonly touch: (id: string, access: SessionUse, append?: HistoryAppend) => Awaitable<SessionHead | undefined>;
  /**
   * Compare-and-set: writes the head and appends in one step if the stored session matches `expected`, otherwise does
   * nothing and returns false. `lastAccessedAt` and `expiresAt` only move forwards here too.
   */
  readonly replace: (next: SessionHead, expected: Precondition, append?: HistoryAppend) => Promise<boolean>;
  /**
   * Removes a session with its history if it matches `expected` (always, if none is given), and leaves the tombstone if
   * there is one, in one step. False when there was nothing to remove or it did not match.
   */
  readonly remove: (id: string, expected?: Precondition, tombstone?: Tombstone) => Promise<boolean>;
  /** What is remembered of a removed session. */
  readonly tombstone: (id: string) => Promise<Tombstone | undefined>;
  /** Drops up to `limit` tombstones whose `forgetAt` is at or before `before`; returns how many were dropped. */
  readonly forgetTombstones: (before: number, limit: number) => Promise<number>;
  /**
   * Whether the caller is to sweep at `at` (epoch milliseconds): true for one of all that share the store, once in `everyMs`. A claim that a
   * clock ahead of the others has made for later than that does not hold.
   */
  readonly claimSweep: (at: number, everyMs: number) => Promise<boolean>;
  /** A page of the sessions that fulfil every given condition. A session that exists throughout a walk comes up once. */
  readonly list: (query: StoreQuery) => Promise<StorePage>;
  /** How many sessions exist, ended ones included, without tombstones. */
  readonly count: () => Promise<number>;
}

/** What came of an insertion. */
export type InsertResult = 'inserted' | 'taken' | 'crowded' | 'full' | 'no-room';

/** What an insertion needs to know of a session that comes from another store, besides its head and entries. */
export interface RestoreOptions {
  /** How many entries its lists had dropped there. */
  readonly dropped: DroppedCounts;
  /** What a stored session with the same id must be to make place. Default: none makes place. */
  readonly replaces?: Precondition;
}

/** A use of a session at `at` (epoch milliseconds) and the expiry that it earns (`null`: never). */
export interface SessionUse {
  readonly at: number;
  readonly expiresAt: number | null;
  /**
   * The head that the caller has just read, if it need not wait for the disk. The store may return it before it has written the use and the decisions
   * that come with it. It then writes them within 100 ms, and before any later change of the session and any later reading of its history by this process.
   */
  readonly known?: SessionHead | undefined;
}

/** What a stored session must still be. `expiresAt` is compared only when present; a touch changes it. */
export interface Precondition {
  readonly version: number;
  readonly expiresAt?: number | null;
}

/** Entries to append, oldest first; each list then keeps its latest `keep` entries and counts what it dropped. */
export interface HistoryAppend {
  readonly keep: StoreLimits;
  readonly messages?: readonly Message[];
  readonly switches?: readonly ModeSwitch[];
  readonly decisions?: readonly RecordedDecision[];
}

/** What a store holds at most of each owner, and how many owners there may be. */
export interface StoreLimits extends HistoryLimits {
  /** Owners that have a session, those without one counting as one. */
  readonly owners: number;
  /** Sessions whose task has not ended. */
  readonly sessions: number;
  /** Sessions whose task has ended; they take no place of those that have not. */
  readonly endedSessions: number;
  /** Bytes of heads and histories together. Sessions that have not ended are never removed for it. */
  readonly bytes: number;
}

/** How many entries each list keeps. */
export interface HistoryLimits {
  readonly messages: number;
  readonly switches: number;
  readonly decisions: number;
}

/** What remains of an expired session, so that an expired id differs from an unknown one. Epoch milliseconds. */
export interface Tombstone {
  readonly expiredAt: number;
  readonly forgetAt: number;
}

/** The conditions of a walk; those that are absent do not matter. */
export interface StoreQuery {
  readonly taskId?: string;
  readonly state?: TaskState;
  readonly parentTaskId?: string;
  /** Sessions whose `expiresAt` is at or before this moment, in epoch milliseconds. */
  readonly expiredBefore?: number;
  /**
   * Whether a session with this id is wanted, asked before its head is read; quick, and the same at every call. For one page it is asked about a
   * thousand sessions at most, so a page may be short, even empty, while `next` says that there is more.
   */
  readonly isWanted?: (id: string) => boolean;
  /** From the session that was added last back to the first, in each page of a walk alike. Default: the order is the store's own. */
  readonly newestFirst?: boolean;
  /** The `next` of the page before; absent for the first page. */
  readonly after?: string;
  /** The greatest number of sessions of a page, at least 1. */
  readonly limit: number;
}

/** The most sessions that `isWanted` is asked about for one page. */
export const maxExaminedIds = 1_000;

/** One page of a walk; without `next` it is the last. */
export interface StorePage {
  readonly sessions: readonly SessionHead[];
  readonly next?: string;
}
