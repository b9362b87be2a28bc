import { type Backoff, backoffDelayMs } from './backoff.ts';
import type { Schedule } from './schedule.ts';

/** Reads something again and again, but never twice at once and never in a rush. */
export interface Rereading {
  /** Asks for one more reading; asked for any number of times during a reading, it gives one after it. */
  readonly ask: () => void;
  /** Ends it; a reading that runs is not waited for. */
  readonly stop: () => void;
}

/** What {@link createRereading} needs. */
export interface RereadingOptions {
  /** Reads once; resolves with whether that worked. Must not reject. */
  readonly read: () => Promise<boolean>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly random: () => number;
}

/** The gap between two readings: it doubles while changes keep coming, and is forgotten after a calm time. */
const FIRST_GAP_MS = 100;
const MAX_GAP_MS = 2_000;
const CALM_MS = 5_000;

/** When a reading that failed is tried again though nobody asked. */
const RETRY: Backoff = { firstMs: 2_000, maxMs: 60_000, resetAfterMs: 0 };

/**
 * Turns any storm of changes into readings one after the other, the first at once and the others with growing gaps between
 * them, and repeats one that failed. Starts nothing by itself.
 */
export function createRereading({ read, now, schedule, random }: RereadingOptions): Rereading {
  let phase: 'idle' | 'waiting' | 'reading' | 'stopped' = 'idle';
  let isAsked = false;
  let gapMs = FIRST_GAP_MS;
  let endedAt: number | undefined;
  let failures = 0;
  let cancelTimer = () => {};

  const begin = () => {
    phase = 'reading';
    isAsked = false;
    void read().then(end);
  };
  const end = (worked: boolean) => {
    if (phase === 'stopped') return;
    phase = 'idle';
    endedAt = now();
    failures = worked ? 0 : failures + 1;
    if (isAsked) ask();
    else if (!worked)
      cancelTimer = schedule(ask, backoffDelayMs(RETRY, { failures, hopeless: false, random: random() }));
  };
  const ask = () => {
    isAsked = true;
    if (phase !== 'idle') return;
    cancelTimer();
    const delayMs = gapBefore(now());
    if (delayMs === 0) return begin();
    phase = 'waiting';
    cancelTimer = schedule(begin, delayMs);
  };
  const gapBefore = (at: number): number => {
    if (endedAt === undefined) return 0;
    const sinceMs = at - endedAt;
    if (sinceMs >= CALM_MS) gapMs = FIRST_GAP_MS;
    const waitMs = Math.max(0, gapMs - sinceMs);
    gapMs = Math.min(MAX_GAP_MS, gapMs * 2);
    return waitMs;
  };
  return {
    ask,
    stop() {
      phase = 'stopped';
      cancelTimer();
    },
  };
}
