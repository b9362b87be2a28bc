/** Releases a permit; further calls have no effect. */
export type Release = () => void;

/** A semaphore for each key, all with the same number of permits. */
export interface KeyedSemaphore {
  /** Acquires a permit for a key; undefined if none is free. */
  tryAcquire(key: string): Release | undefined;
  /** Number of keys for which permits are held. */
  readonly size: number;
}

/** Creates a semaphore for each key. Keys for which no permits are held use no memory. */
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
