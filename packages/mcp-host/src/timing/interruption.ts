/** Interrupts a loop that waits for one thing at a time. */
export interface Interruption {
  readonly hasHappened: () => boolean;
  /** Ends the current wait and prevents further waits. */
  readonly interrupt: () => void;
  /**
   * Waits for a callback and returns its value; returns undefined if interrupted. Only one wait is allowed at a time.
   * Unlike a race of promises, it leaves nothing behind, no matter how often a long-lived loop waits.
   */
  readonly wait: <Value>(begin: BeginWait<Value>) => Promise<Value | undefined>;
}

/** Begins a wait; must call one of the two callbacks. */
export type BeginWait<Value> = (done: (value: Value) => void, fail: (error: unknown) => void) => void;

/** Creates an interruption that has not happened yet. */
export function createInterruption(): Interruption {
  let hasHappened = false;
  let endWait = () => {};
  return {
    hasHappened: () => hasHappened,
    interrupt() {
      hasHappened = true;
      endWait();
    },
    wait<Value>(begin: BeginWait<Value>) {
      return new Promise<Value | undefined>((resolve, reject) => {
        if (hasHappened) return resolve(undefined);
        endWait = () => resolve(undefined);
        begin(resolve, reject);
      });
    },
  };
}
