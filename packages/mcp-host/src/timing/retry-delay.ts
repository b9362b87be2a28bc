import { backoffDelayMs, type FailedAttempt } from '@modegate/timing';

/** When a server that was lost is tried again. All are milliseconds. */
export interface Backoff {
  /** The longest wait before the first new try. Default 1,000. */
  readonly firstMs: number;
  /** The longest wait of all. Default 60,000. */
  readonly maxMs: number;
  /** A connection that lasted this long resets the count. Default 60,000. */
  readonly resetAfterMs: number;
}

/** One new try after so many failures in a row. */
export interface Retry extends FailedAttempt {
  /** Whether a new try can hardly end otherwise, such as after a command that does not exist. */
  readonly permanent: boolean;
}

/** The waits of a connection that says nothing else. */
export const DEFAULT_BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000, resetAfterMs: 60_000 };

/** Full jitter may come out as nothing; a tenth of the first wait keeps a server that always fails from spinning. */
const LEAST_SHARE = 0.1;

/**
 * How long to wait before the next try, in milliseconds, as `backoffDelayMs` has it; after a permanent failure at least half of `maxMs`.
 */
export function retryDelayMs({ firstMs, maxMs }: Backoff, { permanent, ...failed }: Retry): number {
  if (permanent) return Math.ceil(maxMs * (0.5 + failed.random / 2));
  return backoffDelayMs({ firstMs, maxMs, leastMs: firstMs * LEAST_SHARE }, failed);
}
