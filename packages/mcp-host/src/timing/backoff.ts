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
export interface Retry {
  /** Failures in a row, from 1. */
  readonly failures: number;
  /** Whether a new try can hardly end otherwise, such as after a command that does not exist. */
  readonly permanent: boolean;
  /** A number from 0 up to 1. */
  readonly random: number;
}

/** The waits of a connection that says nothing else. */
export const DEFAULT_BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000, resetAfterMs: 60_000 };

/** Full jitter may come out as nothing; a tenth of the first wait keeps a server that always fails from spinning. */
const LEAST_SHARE = 0.1;

/**
 * How long to wait before the next try, in milliseconds: anything up to a bound that doubles with each failure and ends at
 * `maxMs`, so that many servers lost at once do not come back at once. After a permanent failure the wait is at
 * least half of `maxMs`.
 */
export function backoffDelayMs(backoff: Backoff, { failures, permanent, random }: Retry): number {
  const { firstMs, maxMs } = backoff;
  if (permanent) return Math.ceil(maxMs * (0.5 + random / 2));
  const bound = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.max(1, Math.ceil(Math.max(firstMs * LEAST_SHARE, bound * random)));
}
