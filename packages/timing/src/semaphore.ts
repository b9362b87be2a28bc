/** Gives a place back; a second call does nothing. */
export type Release = () => void;

/** KeyedSemaphore by key, of which each key has the same number. */
export interface KeyedSemaphore {
  /** Takes a place of a key; undefined when all of them are taken. */
  tryAcquire(key: string): Release | undefined;
  /** Keys that have a place. */
  readonly size: number;
}

/** Creates places that limit how much goes on at the same time for each key. A key without a place takes no memory. */
export function createKeyedSemaphore(most: number): KeyedSemaphore {
  const taken = new Map<string, number>();
  const leave = (key: string): void => {
    const left = (taken.get(key) ?? 1) - 1;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
  };
  return {
    tryAcquire: (key) => {
      const before = taken.get(key) ?? 0;
      if (before >= most) return undefined;
      taken.set(key, before + 1);
      let isTaken = true;
      return () => {
        if (isTaken) leave(key);
        isTaken = false;
      };
    },
    get size() {
      return taken.size;
    },
  };
}
