/** Waits for the signal that ends a program. */
export interface Stop {
  /** Resolves on Ctrl-C or when the output is closed; rejects with the error passed to `fail`. */
  readonly stopped: Promise<void>;
  readonly fail: (error: unknown) => void;
  /** Releases the signal and lets the process end. */
  readonly forget: () => void;
}

/** Keeps the process alive until then, even if there is nothing to watch. */
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
