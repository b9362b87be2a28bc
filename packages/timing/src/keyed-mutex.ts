/** Runs work after all earlier work has settled. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs work after all earlier work with the same key has settled. Work with different keys runs in parallel. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates a mutex. */
export function createMutex(): Mutex {
  const takeTurn = createKeyedMutex();
  return (work) => takeTurn('', work);
}

/** Creates a keyed mutex. Work for a free key begins immediately; free keys use no memory. */
export function createKeyedMutex(): KeyedMutex {
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
