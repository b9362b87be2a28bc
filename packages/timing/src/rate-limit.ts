/** How often something may happen. */
export interface RateBounds {
  /** In the long run; above 0. */
  readonly perSecond: number;
  /** At once, after a quiet while; at least 1. */
  readonly burst: number;
}

/** Whether it may happen now, and if not, after how many milliseconds it may. */
export type RateAnswer = { readonly isFree: true } | { readonly isFree: false; readonly retryAfterMs: number };

/** Limits by key. */
export interface RateLimit {
  /** Takes turns of a key if it has one left, even if those are more than are left: then it waits the longer for the next. Default: one. */
  take(key: string, turns?: number): RateAnswer;
  /** Keys that are remembered: those that have not been quiet for long enough to have their whole burst again. */
  readonly size: number;
}

/** Below this many keys, none is looked at to be forgotten. */
const FEW_KEYS = 1_024;

/** Sums of fractions of milliseconds are a little off. */
const ROUNDING_MS = 0.001;

/**
 * Creates a limit that lets each key have `burst` turns at once and `perSecond` in the long run (the generic cell rate algorithm of ATM
 * Forum TM 4.0, which is a token bucket kept as one number).
 *
 * @param now - Milliseconds of a clock that is never set back, such as `performance.now`.
 */
export function createRateLimit({ perSecond, burst }: RateBounds, now: () => number): RateLimit {
  const turnMs = 1_000 / perSecond;
  const aheadMs = (burst - 1) * turnMs;
  /** When the turns of a key that were taken are used up. */
  const usedUpAt = new Map<string, number>();
  let sweepAt = FEW_KEYS;
  const forgetQuiet = (at: number): void => {
    for (const [key, quietAt] of usedUpAt) if (quietAt <= at) usedUpAt.delete(key);
    // Looked at again when there are twice as many, so that a turn costs the same however many keys there are.
    sweepAt = Math.max(FEW_KEYS, usedUpAt.size * 2);
  };
  return {
    take: (key, turns = 1) => {
      const at = now();
      const from = Math.max(usedUpAt.get(key) ?? at, at);
      const retryAfterMs = from - at - aheadMs;
      if (retryAfterMs > ROUNDING_MS) return { isFree: false, retryAfterMs };
      if (usedUpAt.size >= sweepAt) forgetQuiet(at);
      usedUpAt.set(key, from + turns * turnMs);
      return { isFree: true };
    },
    get size() {
      return usedUpAt.size;
    },
  };
}
