/** The bounds of the waits between attempts, in milliseconds. */
export interface BackoffBounds {
  /** The longest wait after the first failure; every further failure doubles it. */
  readonly firstMs: number;
  /** The longest wait of all. */
  readonly maxMs: number;
  /** The shortest wait of all. Default 1. */
  readonly leastMs?: number;
}

/** A try that failed. */
export interface FailedAttempt {
  /** Failures in a row, from 1. */
  readonly failures: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * How long to wait before the next attempt, in whole milliseconds: anything up to the bound ("full jitter"), so that those who lost the same
 * thing at once do not come back at once.
 */
export function backoffDelayMs(bounds: BackoffBounds, { failures, random }: FailedAttempt): number {
  const { firstMs, maxMs, leastMs = 1 } = bounds;
  const bound = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 52));
  return Math.round(Math.max(leastMs, bound * random));
}
