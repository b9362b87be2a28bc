import type { Schedule } from '@modegate/ipc-bridge';

/** A clock that stands still until the test moves it. */
export interface ManualClock {
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Moves the clock, and runs what falls due on the way. */
  advance(ms: number): Promise<void>;
  /** How many runs are waited for. */
  readonly waiting: number;
}

export function createManualClock(start = 1_000_000): ManualClock {
  let time = start;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => time,
    schedule: (run, delayMs) => {
      const entry = { at: time + delayMs, run };
      due.add(entry);
      return () => due.delete(entry);
    },
    advance: async (ms) => {
      const end = time + ms;
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        due.delete(next);
        time = Math.max(time, next.at);
        next.run();
        await new Promise((resolve) => setImmediate(resolve));
      }
      time = end;
    },
    get waiting() {
      return due.size;
    },
  };
}
