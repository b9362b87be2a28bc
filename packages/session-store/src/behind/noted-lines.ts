import type { Schedule } from '@modegate/timing';
import { isSessionError } from '../errors.ts';
import type { RecordedDecision } from '../session.ts';
import type { Access, HistoryAppend } from '../store.ts';

/** A use of a session, and the lines of its trail that belong to it. */
export interface Noted {
  readonly access: Access;
  readonly keep: HistoryAppend['keep'];
  readonly decisions: readonly RecordedDecision[];
}

/** How lines wait. */
export interface NotedLinesOptions {
  /** How long a line waits at most before it is written, in milliseconds. Default 100. */
  readonly delayMs?: number;
  /** How many lines may wait; with more, each is written before its answer. Default 4 096. */
  readonly maxLines?: number;
  /** Called with how many lines were lost, and why; must not throw. */
  readonly onLost?: (lines: number, error: unknown) => void;
  /** Runs the writing later: `timerSchedule` of `@modegate/timing` where the platform has timers. */
  readonly schedule: Schedule;
}

/** Lines that wait to be written, by session. */
export interface NotedLines {
  /** Lets lines wait; false when they must not: too many do, the last ones could not be written, or it is closed. */
  readonly add: (id: string, noted: Noted) => boolean;
  /** Whether lines of a session are not stored yet. */
  readonly has: (id: string) => boolean;
  /** Resolves when no line of a session waits any more; rejects when they cannot be written now. */
  readonly settle: (id: string) => Promise<void>;
  /** Writes what waits; resolves when it is stored, or could not be. */
  readonly flush: () => Promise<void>;
  /** The same for the last time; what cannot be written is lost. */
  readonly close: () => Promise<void>;
}

/** How long to wait after lines could not be written. */
const RETRY_MS = 1_000;

/** Keeps lines for a while, and writes those of each session together; in one round at a time, so that none overtakes an earlier one. */
export function createNotedLines(
  write: (id: string, noted: Noted) => Promise<unknown>,
  { delayMs = 100, maxLines = 4_096, onLost = () => undefined, schedule }: NotedLinesOptions,
): NotedLines {
  const waiting = new Map<string, Noted>();
  let lines = 0;
  let failure: { readonly error: unknown } | undefined;
  let isClosed = false;
  let stopTimer: (() => void) | undefined;

  const enqueue = (id: string, noted: Noted, earlier: Noted | undefined): void => {
    waiting.set(id, earlier === undefined ? noted : together(earlier, noted));
    stopTimer ??= schedule(() => void rounds.run(), failure === undefined ? delayMs : RETRY_MS);
  };
  const writeOne = async (id: string, noted: Noted): Promise<void> => {
    try {
      await write(id, noted);
    } catch (error) {
      // What a store does not take now it may take later; what is wrong with one session stays so.
      if (!isSessionError(error, 'STORE_UNAVAILABLE')) return onLost(noted.decisions.length, error);
      failure = { error };
      lines += noted.decisions.length;
      const later = waiting.get(id);
      enqueue(id, later ?? noted, later && noted);
    }
  };
  const takeAll = (): ReadonlyMap<string, Noted> => {
    const batch = new Map(waiting);
    waiting.clear();
    lines = 0;
    stopTimer?.();
    stopTimer = undefined;
    return batch;
  };
  const rounds = createRounds(async (batch: ReadonlyMap<string, Noted>) => {
    const before = failure;
    await Promise.all([...batch].map(([id, noted]) => writeOne(id, noted)));
    if (failure === before) failure = undefined;
  }, takeAll);
  return {
    add: (id, noted) => {
      if (isClosed || failure !== undefined || lines + noted.decisions.length > maxLines) return false;
      lines += noted.decisions.length;
      enqueue(id, noted, waiting.get(id));
      return true;
    },
    has: (id) => waiting.has(id) || rounds.writes(id),
    settle: async (id) => {
      await (waiting.has(id) ? rounds.run() : rounds.current());
      if (failure !== undefined && waiting.has(id)) throw failure.error;
    },
    flush: rounds.run,
    close: async () => {
      isClosed = true;
      await rounds.run();
      const lost = lines;
      takeAll();
      if (lost > 0) onLost(lost, failure?.error);
    },
  };
}

/** Runs rounds one after the other; all who ask during one share the next. */
function createRounds(
  writeAll: (batch: ReadonlyMap<string, Noted>) => Promise<void>,
  takeAll: () => ReadonlyMap<string, Noted>,
) {
  let current: { readonly batch: ReadonlyMap<string, Noted>; readonly over: Promise<void> } | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    const batch = takeAll();
    if (batch.size === 0) return Promise.resolve();
    const over = writeAll(batch).finally(() => {
      current = undefined;
    });
    current = { batch, over };
    return over;
  };
  return {
    run: (): Promise<void> => {
      if (current === undefined) return start();
      next ??= current.over.then(() => {
        next = undefined;
        return current?.over ?? start();
      });
      return next;
    },
    current: (): Promise<void> | undefined => current?.over,
    writes: (id: string): boolean => current?.batch.has(id) === true,
  };
}

function together(earlier: Noted, later: Noted): Noted {
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
