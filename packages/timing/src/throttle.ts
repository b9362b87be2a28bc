import { createKeyedMutex } from './keyed-mutex.ts';
import { backgroundSchedule, type Schedule } from './timers.ts';

/** Resolves when work of a key may begin: that of the same key which began before has been given its time. The next waits for `ms` from then on. */
export type Throttle = (key: string, ms: number) => Promise<void>;

/** What a pace needs of its surroundings. */
export interface ThrottleOptions {
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  /** Default: the platform's timers. */
  readonly schedule?: Schedule | undefined;
}

/** How many times as long as work held the event loop the next of its key waits: no key has more than a quarter of it. */
const SHARE = 4;

/**
 * Creates a pace at which no key has begun anything. Work that holds the event loop for longer than `ms` allows for, as on a slow machine, is given the time
 * of which that is a quarter. A key whose time is over takes no memory.
 */
export function createThrottle({ now, schedule = backgroundSchedule }: ThrottleOptions): Throttle {
  const takeTurn = createKeyedMutex();
  const wait = (ms: number) => new Promise<void>((over) => void schedule(over, ms));
  return (key, ms) =>
    new Promise((begin) => {
      void takeTurn(key, async () => {
        const from = now();
        begin();
        // No timer comes before the work lets go of the event loop.
        await wait(0);
        const heldMs = now() - from;
        await wait(Math.max(ms, SHARE * heldMs) - heldMs);
      });
    });
}
