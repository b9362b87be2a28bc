import type { Schedule } from '@modegate/timing';

/** Clocks, timers and randomness; tests replace them. */
export interface TimeSource {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
}
