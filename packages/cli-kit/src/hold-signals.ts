import { AppError } from '@modegate/text-files/settings';

/** Handles SIGINT, SIGTERM and SIGHUP while an operation that requires cleaning up is running. */
export interface HeldSignals {
  /** Signal that is aborted by the first operating system signal; later signals have no effect. */
  readonly signal: AbortSignal;
  /**
   * Stops intercepting the signals. A signal that has already arrived takes effect now: it ends the process in such a
   * way that a shell can recognise the signal (130 for Ctrl-C).
   *
   * @throws {AppError} exit code 4 if another listener for the signal exists.
   */
  finish(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Prevents these signals from ending the process before it has cleaned up. */
export function holdSignals(): HeldSignals {
  const controller = new AbortController();
  let came: NodeJS.Signals | undefined;
  const take = (signal: NodeJS.Signals): void => {
    came ??= signal;
    controller.abort();
  };
  for (const signal of signals) process.on(signal, take);
  return {
    signal: controller.signal,
    finish() {
      for (const signal of signals) process.off(signal, take);
      if (came === undefined) return;
      process.kill(process.pid, came);
      throw new AppError(`Interrupted by ${came}.`, 4);
    },
  };
}
