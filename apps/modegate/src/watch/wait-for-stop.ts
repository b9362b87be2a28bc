/** Waits for the signal that ends a program that would otherwise run forever. */
export interface Stop {
  /** Resolves on Ctrl-C, and when the output is closed; rejects with the argument of `fail`. */
  readonly stopped: Promise<void>;
  readonly fail: (error: unknown) => void;
  /** Stops waiting for the signal and lets the process end. */
  readonly forget: () => void;
}

/** Keeps the process running until the signal arrives, even while there is nothing to watch. */
export function waitForStop(): Stop {
  const { promise: stopped, resolve, reject } = Promise.withResolvers<void>();
  const alive = setInterval(() => undefined, 2 ** 30);
  const stop = () => resolve();
  process.once('SIGINT', stop);
  process.stdout.once('error', stop);
  return {
    stopped,
    fail: reject,
    forget() {
      clearInterval(alive);
      process.off('SIGINT', stop);
      process.stdout.off('error', stop);
    },
  };
}
