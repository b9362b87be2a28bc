import { backoffDelayMs, type FailedAttempt } from '@modegate/timing';

/** Delays between reconnection attempts, in milliseconds. */
export interface Backoff {
  /** Maximum delay before the first retry. Default 1,000. */
  readonly firstMs: number;
  /** Maximum delay. Default 60,000. */
  readonly maxMs: number;
  /** Duration after which a connection resets the count of failures. Default 60,000. */
  readonly resetAfterMs: number;
}

/** A retry that follows a number of consecutive failures. */
export interface Retry extends FailedAttempt {
  /** True if a retry is unlikely to succeed, for example because the command is missing. */
  readonly permanent: boolean;
}

/** Default delays. */
export const DEFAULT_BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000, resetAfterMs: 60_000 };

/**
 * Full jitter may yield zero, so a minimum of a tenth of the first delay keeps a failing server from restarting in a
 * tight loop.
 */
const LEAST_SHARE = 0.1;

/**
 * Returns the delay before the next attempt, in milliseconds, calculated as in `backoffDelayMs`; after a permanent
 * failure, the delay is at least half of `maxMs`.
 */
export function retryDelayMs({ firstMs, maxMs }: Backoff, { permanent, ...failed }: Retry): number {
  if (permanent) return Math.ceil(maxMs * (0.5 + failed.random / 2));
  return backoffDelayMs({ firstMs, maxMs, leastMs: firstMs * LEAST_SHARE }, failed);
}
