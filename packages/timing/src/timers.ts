/** Calls `run` once after that many milliseconds, unless the function that it returns is called before. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** The longest time that a timer can hold, in milliseconds (24 days); a longer one would fire at once. */
export const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The platform's timer, which keeps a process alive until it is over. A longer time than a timer can hold is {@link LONGEST_DELAY_MS}. */
export const timerSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
  return () => clearTimeout(timer);
};

/** The same for work in the background: where a timer can be told not to keep the process alive, it is. */
export const backgroundSchedule: Schedule = (run, delayMs) => {
  const timer: unknown = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
  (timer as { readonly unref?: () => void }).unref?.();
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
};
