import type { Schedule } from '@modegate/timing';

/** Limits the number of servers that start concurrently. */
export type StartLimit = ReturnType<typeof createStartLimit>;

/** Longest time for which a starting server may occupy its slot. */
const LONGEST_HOLD_MS = 5_000;

/** Creates `max` slots, assigned in order of arrival. */
export function createStartLimit(max: number, schedule: Schedule) {
  const waiting = new Set<() => void>();
  let taken = 0;
  const next = () => {
    for (const begin of waiting) {
      if (taken >= max) return;
      waiting.delete(begin);
      begin();
    }
  };
  return {
    /**
     * Calls back when a slot is free. The returned function frees the slot or leaves the queue; it may be called more
     * than once.
     */
    take(start: () => void) {
      let cancelHold: (() => void) | undefined;
      let holds = false;
      const free = () => {
        waiting.delete(begin);
        cancelHold?.();
        if (!holds) return;
        holds = false;
        taken -= 1;
        next();
      };
      const begin = () => {
        holds = true;
        taken += 1;
        cancelHold = schedule(free, LONGEST_HOLD_MS);
        start();
      };
      if (taken < max) begin();
      else waiting.add(begin);
      return free;
    },
  };
}
