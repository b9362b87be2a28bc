/** Waits for the signal that ends a program that has no end of its own. */
export interface Stop {
  /** Resolves on Ctrl-C, and when the output is closed; rejects with what `fail` is given. */
  readonly stopped: Promise<void>;
  readonly fail: (error: unknown) => void;
  /** Gives the signal back and lets the process end. */
  readonly forget: () => void;
}

/** Keeps the process until then, also while there is nothing that it could watch. */
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
