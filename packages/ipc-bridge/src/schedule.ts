/** Calls `run` once after that many milliseconds, unless the function that it returns is called before. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

// What a timer can hold; a longer one would fire at once.
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The platform's timer; a delay of more than 24 days is 24 days. */
export const timerSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, Math.min(delayMs, MAX_DELAY_MS));
  return () => clearTimeout(timer);
};
