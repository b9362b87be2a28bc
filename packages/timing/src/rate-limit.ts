/** Limits on a rate. */
export interface RateBounds {
  /** Sustained rate in turns per second; above 0. */
  readonly perSecond: number;
  /** Maximum number of turns after an idle period; at least 1. */
  readonly burst: number;
}

/** `isFree` is true if the turn may be taken immediately; otherwise, the result contains the delay in milliseconds. */
export type RateAnswer = { readonly isFree: true } | { readonly isFree: false; readonly retryAfterMs: number };

/** Rate limits for individual keys. */
export type RateLimit = ReturnType<typeof createRateLimit>;

/** Number of keys below which no cleanup takes place. */
const FEW_KEYS = 1_024;

/** Tolerance for rounding errors in sums of fractions. */
const ROUNDING_MS = 0.001;

/**
 * Creates a rate limit for each key: up to `burst` turns together, and `perSecond` in the long run (the generic cell
 * rate algorithm from ATM Forum TM 4.0: a token bucket stored as one number).
 *
 * @param now - Milliseconds from a monotonic clock, such as `performance.now`.
 */
export function createRateLimit({ perSecond, burst }: RateBounds, now: () => number) {
  const turnMs = 1_000 / perSecond;
  const aheadMs = (burst - 1) * turnMs;
  /** Time from which the turns taken so far no longer count, by key. */
  const usedUpAt = new Map<string, number>();
  let sweepAt = FEW_KEYS;
  const forgetQuiet = (at: number): void => {
    for (const [key, quietAt] of usedUpAt) if (quietAt <= at) usedUpAt.delete(key);
    // The next cleanup happens at twice this number of keys, so that the cost of a turn does not depend on the number
    // of keys.
    sweepAt = Math.max(FEW_KEYS, usedUpAt.size * 2);
  };
  return {
    /**
     * Takes turns for a key if at least one turn is available. If more turns are taken than are available, the next turn
     * is delayed. By default, takes one turn.
     */
    take: (key: string, turns: number = 1) => {
      const at = now();
      const from = Math.max(usedUpAt.get(key) ?? at, at);
      const retryAfterMs = from - at - aheadMs;
      if (retryAfterMs > ROUNDING_MS) return { isFree: false, retryAfterMs };
      if (usedUpAt.size >= sweepAt) forgetQuiet(at);
      usedUpAt.set(key, from + turns * turnMs);
      return { isFree: true };
    },
    /** Number of stored keys, that is, keys that have used part of their burst. */
    get size() {
      return usedUpAt.size;
    },
  };
}
