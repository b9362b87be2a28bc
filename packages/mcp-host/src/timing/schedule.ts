/** Calls back once after so many milliseconds; what it returns takes the call back. */
export type Schedule = (callback: () => void, delayMs: number) => () => void;

/** A longer time makes Node call back at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Real timers that do not keep the process alive. */
export const realSchedule: Schedule = (callback, delayMs) => {
  const timer = setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS));
  timer.unref();
  return () => clearTimeout(timer);
};

/** Time and chance; tests bring their own. */
export interface Timing {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}
