import { createKeyedMutex } from './keyed-mutex.ts';
import { backgroundSchedule, type Schedule } from './timers.ts';

/**
 * Resolves when work for a key may begin, after the time reserved by earlier work. Reserves `ms` milliseconds for the
 * new work.
 */
export type Throttle = (key: string, ms: number) => Promise<void>;

/** Options for {@link createThrottle}. */
export interface ThrottleOptions {
  /** Returns the reading of a monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Schedules delayed calls. Default: the platform's timers. */
  readonly schedule?: Schedule | undefined;
}

/**
 * Factor by which work that has blocked the event loop delays the next work with the same key; this limits each key to
 * a quarter of the event loop.
 */
const SHARE = 4;

/**
 * Creates a throttle. Work that blocks the event loop for longer than `ms` allows reserves four times its duration.
 * Keys without a reservation use no memory.
 */
export function createThrottle({ now, schedule = backgroundSchedule }: ThrottleOptions): Throttle {
  const takeTurn = createKeyedMutex();
  const wait = (ms: number) => new Promise<void>((over) => void schedule(over, ms));
  return (key, ms) =>
    new Promise((begin) => {
      void takeTurn(key, async () => {
        const from = now();
        begin();
        // Timers do not fire until the work returns control to the event loop.
        await wait(0);
        const heldMs = now() - from;
        await wait(Math.max(ms, SHARE * heldMs) - heldMs);
      });
    });
}
