import { type Schedule, timerSchedule } from '@modegate/timing';
import { isSessionError } from '../errors.ts';
import type { RecordedDecision, SessionHead } from '../session.ts';
import type { Awaitable, SessionUse, Store, StoreLimits } from '../store.ts';

/** Options for {@link deferTouches}. */
export interface DeferOptions {
  /** Maximum time in milliseconds for which a decision waits before it is written. Default 100. */
  readonly delayMs?: number;
  /**
   * Maximum number of pending decisions; if it is exceeded, each decision is written before the call is answered.
   * Default 4,096.
   */
  readonly maxDecisions?: number;
  /** Called with the number of decisions that were lost, and the reason; must not throw. */
  readonly onLost?: ((decisions: number, error: unknown) => void) | undefined;
  /** Schedules delayed calls. Default: the platform's timers. */
  readonly schedule?: Schedule;
}

/** A store that answers a touch with `known` before it writes the touch. */
export interface DeferringStore {
  readonly store: Store;
  /** Writes the pending touches; resolves when all of them have been stored or have failed. */
  readonly flush: () => Promise<void>;
  /**
   * Makes a last attempt to write the pending touches, and reports those that fail as lost. Later touches are written
   * before their calls are answered.
   */
  readonly close: () => Promise<void>;
}

/** Delay after a failed write. */
const RETRY_MS = 1_000;

/**
 * A session closer to its expiry than this is touched before the call is answered, because another process could
 * otherwise remove it in the meantime. Clocks differ.
 */
const EXPIRY_MARGIN_MS = 10_000;

/** Pending decisions for one session, with its latest use. */
interface Touch {
  readonly access: SessionUse;
  readonly keep: StoreLimits;
  readonly decisions: readonly RecordedDecision[];
}

/**
 * Answers touches with `known` immediately, and writes the touches of each session together: after `delayMs`, and
 * before this process reads the session's history or writes to the session in any other way, which preserves the order.
 * Pending touches are lost if the process is killed. While the store cannot be written, no touch is deferred: each is
 * either written before it is answered, or rejected.
 */
export function deferTouches(store: Store, options: DeferOptions = {}): DeferringStore {
  const queue = createQueue(async (id, { access, ...append }) => store.touch(id, access, append), options);
  const after = <T>(id: string, operation: () => Awaitable<T>): Awaitable<T> =>
    queue.has(id) ? queue.settle(id).then(operation) : operation();
  return {
    store: {
      ...store,
      insert: async (head, append, restored) => after(head.id, () => store.insert(head, append, restored)),
      // The store can be read even if it cannot be written.
      get: async (id) => {
        if (queue.has(id)) await queue.settle(id).catch(() => undefined);
        return store.get(id);
      },
      touch: (id, { known, ...access }, append) => {
        // The order of uses does not matter, but the order of entries does.
        if (append === undefined) return store.touch(id, access);
        const { keep, decisions } = append;
        if (decisions !== undefined && isLasting(known, access) && queue.add(id, { access, keep, decisions }))
          return known;
        return after(id, () => store.touch(id, access, append));
      },
      replace: async (next, expected, append) => after(next.id, () => store.replace(next, expected, append)),
      remove: async (id, expected, tombstone) => after(id, () => store.remove(id, expected, tombstone)),
    },
    flush: queue.flush,
    close: queue.close,
  };
}

function isLasting(known: SessionHead | undefined, { at }: SessionUse): known is SessionHead {
  return known !== undefined && (known.expiresAt === null || known.expiresAt > at + EXPIRY_MARGIN_MS);
}

/**
 * Creates a queue of pending touches by session. Only one round is written at a time, so that no touch overtakes an
 * earlier one.
 */
function createQueue(
  write: (id: string, touch: Touch) => Promise<unknown>,
  { delayMs = 100, maxDecisions = 4_096, onLost = () => undefined, schedule = timerSchedule }: DeferOptions,
) {
  let waiting = new Map<string, Touch>();
  let writing = waiting;
  let failure: { readonly error: unknown } | undefined;
  let isClosed = false;
  let stopTimer: (() => void) | undefined;
  let count = 0;

  const enqueue = (id: string, touch: Touch, waitMs: number): void => {
    waiting.set(id, touch);
    stopTimer ??= schedule(() => void rounds.next(), waitMs);
  };
  const writeOne = async (id: string, touch: Touch): Promise<void> => {
    try {
      await write(id, touch);
    } catch (error) {
      // An unavailable store may recover; other errors concerning a session persist.
      if (!isSessionError(error, 'STORE_UNAVAILABLE')) return onLost(touch.decisions.length, error);
      failure = { error };
      count += touch.decisions.length;
      const later = waiting.get(id);
      enqueue(id, later === undefined ? touch : mergeTouches(touch, later), RETRY_MS);
    }
  };
  const writeAll = async (): Promise<void> => {
    stopTimer?.();
    stopTimer = undefined;
    [writing, waiting, count] = [waiting, new Map(), 0];
    const before = failure;
    await Promise.all([...writing].map(([id, touch]) => writeOne(id, touch)));
    if (failure === before) failure = undefined;
    writing = new Map();
  };
  const rounds = createRounds(writeAll);

  return {
    /** Adds decisions; returns false if they must be written before they are answered. */
    add: (id: string, touch: Touch): boolean => {
      if (isClosed || failure !== undefined || count + touch.decisions.length > maxDecisions) return false;
      count += touch.decisions.length;
      const earlier = waiting.get(id);
      enqueue(id, earlier === undefined ? touch : mergeTouches(earlier, touch), delayMs);
      return true;
    },
    has: (id: string): boolean => waiting.has(id) || writing.has(id),
    /** Resolves when a session has no pending touches; rejects if a touch cannot be written now. */
    settle: async (id: string): Promise<void> => {
      await (waiting.has(id) ? rounds.next() : rounds.current());
      // A failed touch is waiting again, or is already being written again.
      if (failure !== undefined && (waiting.has(id) || writing.has(id))) throw failure.error;
    },
    flush: rounds.next,
    close: async (): Promise<void> => {
      isClosed = true;
      await rounds.next();
      if (count > 0) onLost(count, failure?.error);
      stopTimer?.();
      waiting.clear();
    },
  };
}

/** Returns a function that runs one round at a time; calls made during a round share the next round. */
function createRounds(run: () => Promise<void>) {
  let current = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    current: (): Promise<void> => current,
    next: (): Promise<void> => {
      next ??= current.then(() => {
        next = undefined;
        // A failed round must not prevent later rounds from running.
        current = run().catch(() => undefined);
        return current;
      });
      return next;
    },
  };
}

function mergeTouches(earlier: Touch, later: Touch): Touch {
  const [one, other] = [earlier.access, later.access];
  const isForEver = one.expiresAt === null || other.expiresAt === null;
  return {
    access: {
      at: Math.max(one.at, other.at),
      expiresAt: isForEver ? null : Math.max(one.expiresAt ?? 0, other.expiresAt ?? 0),
    },
    keep: later.keep,
    decisions: [...earlier.decisions, ...later.decisions],
  };
}
