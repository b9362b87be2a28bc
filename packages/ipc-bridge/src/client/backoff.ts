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
