import { AppError } from '@modegate/text-files/settings';

/** SIGINT, SIGTERM and SIGHUP while something runs that has to be tidied up after. */
export interface HeldSignals {
  /** Aborted by the first of them; later ones change nothing. */
  readonly signal: AbortSignal;
  /**
   * Gives the signals back. One that came has its effect now: the process ends by it, so that a shell knows (130 for Ctrl-C).
   *
   * @throws {AppError} exit code 4 where something else listens to it.
   */
  finish(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Keeps these signals from ending the process until it is tidied up. */
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
