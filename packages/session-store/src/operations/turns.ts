/** Runs work under a key after all earlier work under the same key has finished, whether or not it succeeded. */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Queues by key. Within one process, writers of one session wait for each other instead of failing each other's
 * compare-and-set; between processes the compare-and-set still decides. Keys without waiting work take no memory.
 */
export function createTurns(): TakeTurns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const turn = before === undefined ? work() : before.then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
