import type { Schedule } from '@modegate/timing';

/** Lets only so many servers start at once. */
export interface StartLimit {
  /** Calls back when there is room; what it returns gives up the place, waiting or taken, and may be called twice. */
  readonly take: (start: () => void) => () => void;
}

/** A server that has not started after this time no longer keeps others from starting. */
const LONGEST_HOLD_MS = 5_000;

/** Makes room for `max` starts at once, first come first served. */
export function createStartLimit(max: number, schedule: Schedule): StartLimit {
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
    take(start) {
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
