import { backgroundSchedule, type Schedule } from './timers.ts';
import { createTurns } from './turns.ts';

/** Resolves when work of a key may begin: that of the same key which began before has been given its time. The next waits for `ms` from then on. */
export type Pace = (key: string, ms: number) => Promise<void>;

/** Creates a pace at which no key has begun anything. A key whose time is over takes no memory. */
export function createPace(schedule: Schedule = backgroundSchedule): Pace {
  const takeTurn = createTurns();
  return (key, ms) =>
    new Promise((begin) => {
      void takeTurn(key, () => {
        begin();
        return new Promise<void>((over) => void schedule(over, ms));
      });
    });
}
