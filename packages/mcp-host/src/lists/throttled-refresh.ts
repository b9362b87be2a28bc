import { type Backoff, retryDelayMs } from '../timing/retry-delay.ts';
import type { TimeSource } from '../timing/time-source.ts';

/** Refreshes something again and again, but never twice at once and never in a rush. */
export interface ThrottledRefresh {
  /** Asks for one more refresh; asked any number of times during a refresh, it gives one after it. */
  readonly request: () => void;
  /** Ends it; a refresh that runs is not waited for. */
  readonly stop: () => void;
}

/** The work and the clock of {@link createThrottledRefresh}. */
export interface ThrottledRefreshOptions extends Pick<TimeSource, 'now' | 'schedule' | 'random'> {
  /** Refreshes once; resolves with whether that worked. Must not reject. */
  readonly refresh: () => Promise<boolean>;
}

/** The gap between two refreshes: it doubles while changes keep coming, and is forgotten after a calm time. */
const FIRST_GAP_MS = 100;
const MAX_GAP_MS = 2_000;
const CALM_MS = 5_000;

/** When a refresh that failed is tried again without a request. */
const RETRY: Backoff = { firstMs: 2_000, maxMs: 60_000, resetAfterMs: 0 };

/**
 * Turns any storm of requests into refreshes one after the other, the first at once and the others with growing gaps between
 * them, and repeats one that failed. Starts nothing by itself.
 */
export function createThrottledRefresh({ refresh, now, schedule, random }: ThrottledRefreshOptions): ThrottledRefresh {
  let phase: 'idle' | 'waiting' | 'refreshing' | 'stopped' = 'idle';
  let isRequested = false;
  let gapMs = FIRST_GAP_MS;
  let endedAt: number | undefined;
  let failures = 0;
  let cancelTimer = () => {};

  const begin = () => {
    phase = 'refreshing';
    isRequested = false;
    void refresh().then(end);
  };
  const end = (worked: boolean) => {
    if (phase === 'stopped') return;
    phase = 'idle';
    endedAt = now();
    failures = worked ? 0 : failures + 1;
    if (isRequested) request();
    else if (!worked)
      cancelTimer = schedule(request, retryDelayMs(RETRY, { failures, permanent: false, random: random() }));
  };
  const request = () => {
    isRequested = true;
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
    request,
    stop() {
      phase = 'stopped';
      cancelTimer();
    },
  };
}
