/** Limits for the delays between attempts, in milliseconds. */
export interface BackoffBounds {
  /** Maximum delay after the first failure; each subsequent failure doubles the delay. */
  readonly firstMs: number;
  /** Maximum delay in milliseconds. */
  readonly maxMs: number;
  /** Minimum delay. Default 1. */
  readonly leastMs?: number;
}

/** A failed attempt. */
export interface FailedAttempt {
  /** Number of consecutive failures, counting from 1. */
  readonly failures: number;
  /** Random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
}

/**
 * Returns the delay before the next attempt, in whole milliseconds: a random value up to the limit ("full jitter"), so
 * that the many clients of a failed server do not all reconnect at the same time.
 */
export function backoffDelayMs(bounds: BackoffBounds, { failures, random }: FailedAttempt): number {
  const { firstMs, maxMs, leastMs = 1 } = bounds;
  const bound = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 52));
  return Math.round(Math.max(leastMs, bound * random));
}
