import type { Schedule } from '@modegate/timing';

/** A clock and timers controlled by a test. */
export interface TestClock {
  /** Returns the time in epoch milliseconds. */
  readonly clock: () => number;
  readonly schedule: Schedule;
  /** Advances the clock and runs the due timers in order; pending promises settle between timers. */
  advance(ms: number): Promise<void>;
  /** Number of active timers. */
  readonly timers: number;
}

/** Creates a clock that starts at `startMs`. Default: 1 January 2026. */
export function createTestClock(startMs: number = Date.UTC(2026, 0, 1)): TestClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = startMs;
  const nextDue = (end: number) =>
    [...timers].filter(({ at }) => at <= end).reduce<{ at: number; run: () => void } | undefined>(earlier, undefined);
  return {
    clock: () => now,
    schedule: (run, delayMs) => {
      const timer = { at: now + Math.max(0, delayMs), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (ms) => {
      const end = now + ms;
      await settle();
      for (let timer = nextDue(end); timer !== undefined; timer = nextDue(end)) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.run();
        await settle();
      }
      now = end;
    },
    get timers() {
      return timers.size;
    },
  };
}

// Among timers due at the same time, the one that was set first runs first.
function earlier<T extends { readonly at: number }>(best: T | undefined, timer: T): T {
  return best === undefined || timer.at < best.at ? timer : best;
}

// Waits until all pending promises and microtasks have run.
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
