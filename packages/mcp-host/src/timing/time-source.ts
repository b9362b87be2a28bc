import type { Schedule } from '@modegate/timing';

/** Clocks, timers and randomness; tests replace them. */
export interface TimeSource {
  /** Returns the time in epoch milliseconds. */
  readonly clock: () => number;
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
}
