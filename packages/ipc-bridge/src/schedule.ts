/** Calls `run` once after that many milliseconds, unless the function that it returns is called before. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** The platform's timer. */
export const timerSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
