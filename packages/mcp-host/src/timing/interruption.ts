/** Interrupts a loop that waits for one thing at a time. */
export type Interruption = ReturnType<typeof createInterruption>;

/** Begins a wait; must call one of the two callbacks. */
export type BeginWait<Value> = (done: (value: Value) => void, fail: (error: unknown) => void) => void;

/** Creates an interruption that has not happened yet. */
export function createInterruption() {
  let hasHappened = false;
  let endWait = () => {};
  return {
    hasHappened: () => hasHappened,
    /** Ends the current wait and prevents further waits. */
    interrupt() {
      hasHappened = true;
      endWait();
    },
    /**
     * Waits for a callback and returns its value; returns undefined if interrupted. Only one wait is allowed at a time.
     * Unlike a race between promises, a wait leaves nothing in memory, no matter how often a long-lived loop waits.
     */
    wait<Value>(begin: BeginWait<Value>) {
      return new Promise<Value | undefined>((resolve, reject) => {
        if (hasHappened) return resolve(undefined);
        endWait = () => resolve(undefined);
        begin(resolve, reject);
      });
    },
  };
}
