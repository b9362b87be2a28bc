/** How long a client waits before it tries again. */
export interface BackoffOptions {
  /** The upper bound of the first wait; every further failure doubles it. Default 250. */
  readonly initialMs: number;
  /** The upper bound of every wait. Default 30 000. */
  readonly maxMs: number;
  /** How long a connection has to last for the next wait to be a first one again. Default 5 000. */
  readonly stableMs: number;
}

export const defaultBackoff: BackoffOptions = { initialMs: 250, maxMs: 30_000, stableMs: 5_000 };

/**
 * The wait before the attempt after `failures` failed ones, in milliseconds: anything from 1 to the bound ("full
 * jitter"), so that the clients of a restarted agent do not all come back at once.
 */
export function backoffDelay(failures: number, random: () => number, options: BackoffOptions): number {
  const bound = Math.min(options.maxMs, options.initialMs * 2 ** Math.min(failures - 1, 52));
  return Math.max(1, Math.round(random() * bound));
}
