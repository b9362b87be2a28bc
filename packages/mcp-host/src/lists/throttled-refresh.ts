import { type Backoff, retryDelayMs } from '../timing/retry-delay.ts';
import type { TimeSource } from '../timing/time-source.ts';

/** Refreshes repeatedly, but never concurrently and never in rapid succession. */
export type ThrottledRefresh = ReturnType<typeof createThrottledRefresh>;

/** Options of {@link createThrottledRefresh}. */
export interface ThrottledRefreshOptions extends Pick<TimeSource, 'now' | 'schedule' | 'random'> {
  /** Refreshes once; resolves to true on success. Must not reject. */
  readonly refresh: () => Promise<boolean>;
}

/** Minimum interval between refreshes; it doubles while changes keep arriving and is reset after a quiet period. */
const FIRST_GAP_MS = 100;
const MAX_GAP_MS = 2_000;
const CALM_MS = 5_000;

/** Delays before retrying a failed refresh. */
const RETRY: Backoff = { firstMs: 2_000, maxMs: 60_000, resetAfterMs: 0 };

/**
 * Serialises any number of refresh requests: the first refresh runs immediately, later refreshes run at growing
 * intervals, and failed refreshes are retried. Runs nothing until requested.
 */
export function createThrottledRefresh({ refresh, now, schedule, random }: ThrottledRefreshOptions) {
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
    /** Requests a refresh; any number of requests during a refresh cause only one more refresh. */
    request,
    /** Stops refreshing without waiting for a running refresh. */
    stop() {
      phase = 'stopped';
      cancelTimer();
    },
  };
}
