import type { Schedule } from '@modegate/mcp-host/connections';

/** Time that only passes when a test says so. */
export interface FakeTime {
  readonly clock: () => number;
  readonly schedule: Schedule;
  /** Lets so much time pass: each timer runs at its time, and what follows from it happens before the next. */
  readonly pass: (durationMs: number) => Promise<void>;
  /** How many timers wait. */
  readonly timers: () => number;
}

export function createFakeTime(startAt = 1_000_000): FakeTime {
  let now = startAt;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  const nextUntil = (end: number) => [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  return {
    clock: () => now,
    schedule(callback, delayMs) {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async pass(durationMs) {
      const end = now + durationMs;
      await quiet();
      for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.callback();
        await quiet();
      }
      now = end;
    },
    timers: () => timers.size,
  };
}

/** Resolves when everything that can happen without time has happened. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
