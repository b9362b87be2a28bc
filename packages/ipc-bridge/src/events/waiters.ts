interface Waiter {
  readonly taskId: string | undefined;
  readonly resolve: () => void;
}

/** Creates an empty set of callers waiting for events. */
export function createWaiters() {
  const waiting = new Set<Waiter>();
  return {
    wait: (taskId: string | undefined, signal: AbortSignal | undefined) =>
      new Promise<void>((resolve, reject) => {
        signal?.throwIfAborted();
        const waiter: Waiter = {
          taskId,
          resolve() {
            leave();
            resolve();
          },
        };
        const leave = () => {
          waiting.delete(waiter);
          signal?.removeEventListener('abort', abort);
        };
        const abort = () => {
          leave();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        waiting.add(waiter);
      }),
    /**
     * Wakes the callers waiting for an event of this task; called when such an event, or an event without a task, has
     * arrived.
     */
    wake(taskId: string | undefined) {
      for (const waiter of waiting) {
        if (waiter.taskId === undefined || waiter.taskId === taskId) waiter.resolve();
      }
    },
  };
}
