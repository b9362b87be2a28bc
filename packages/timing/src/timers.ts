/** Calls `run` once after the delay in milliseconds. The returned function cancels the call. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** Maximum delay of a timer in milliseconds (24 days); a timer with a longer delay would fire immediately. */
export const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The platform's timer, which keeps the process alive. Longer delays are reduced to {@link LONGEST_DELAY_MS}. */
export const timerSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
  return () => clearTimeout(timer);
};

/** Works like {@link timerSchedule}, but does not keep the process alive if the platform supports such timers. */
export const backgroundSchedule: Schedule = (run, delayMs) => {
  const timer: unknown = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
  (timer as { readonly unref?: () => void }).unref?.();
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
};
