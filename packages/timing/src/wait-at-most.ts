import { type Schedule, timerSchedule } from './timers.ts';

/** The part of an `AbortSignal` that is used here: this package is compiled without the types for the DOM and Node. */
export interface WaitSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Limits for {@link waitAtMost}. */
export interface WaitLimits {
  readonly limitMs: number;
  /** Schedules the time limit. Default: a timer that keeps the process alive. */
  readonly schedule?: Schedule | undefined;
  readonly signal?: WaitSignal | undefined;
}

/**
 * Waits until the work has settled, but no longer than the limit. Resolves to true if the work settled in time.
 *
 * @throws The reason of `signal` if `signal` is aborted before then.
 */
export function waitAtMost(
  work: Promise<unknown>,
  { limitMs, schedule = timerSchedule, signal }: WaitLimits,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const end = (settle: () => void): void => {
      cancel();
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => end(() => reject(signal?.reason));
    const cancel = schedule(() => end(() => resolve(false)), limitMs);
    signal?.addEventListener('abort', abort);
    const settled = (): void => end(() => resolve(true));
    work.then(settled, settled);
  });
}
