import type { Schedule } from '@modegate/timing';

/** Time and chance; tests bring their own. */
export interface TimeSource {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}
