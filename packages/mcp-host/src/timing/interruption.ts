/** Lets a loop that waits for one thing at a time be ended from outside. */
export interface Interruption {
  readonly hasHappened: () => boolean;
  /** Ends the loop's present wait and lets no other begin. */
  readonly interrupt: () => void;
  /**
   * Waits for the callback to be called, and gives what it was called with; undefined when interrupted, before or meanwhile.
   * One wait at a time. Unlike a race of promises it leaves nothing behind, however often a long-lived loop waits.
   */
  readonly wait: <Value>(begin: BeginWait<Value>) => Promise<Value | undefined>;
}

/** Begins to wait; one of the two callbacks is called at the end. */
export type BeginWait<Value> = (done: (value: Value) => void, fail: (error: unknown) => void) => void;

/** Makes one that has not happened. */
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
