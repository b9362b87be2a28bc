/** Releases a permit; further calls have no effect. */
export type Release = () => void;

/** A semaphore for each key, all with the same number of permits. */
export type KeyedSemaphore = ReturnType<typeof createKeyedSemaphore>;

/** Creates a semaphore for each key. Keys for which no permits are held use no memory. */
export function createKeyedSemaphore(most: number) {
  const taken = new Map<string, number>();
  const leave = (key: string): void => {
    const left = (taken.get(key) ?? 1) - 1;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
  };
  return {
    /** Acquires a permit for a key; undefined if none is free. */
    tryAcquire: (key: string) => {
      const before = taken.get(key) ?? 0;
      if (before >= most) return undefined;
      taken.set(key, before + 1);
      let isTaken = true;
      return () => {
        if (isTaken) leave(key);
        isTaken = false;
      };
    },
    /** Number of keys for which permits are held. */
    get size() {
      return taken.size;
    },
  };
}
