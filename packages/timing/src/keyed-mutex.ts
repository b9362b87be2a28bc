/** Runs work after all that was given before it has ended, whether or not it succeeded. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The same among the work of one key; that of other keys does not wait. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates an empty queue. */
export function createMutex(): Mutex {
  const takeTurn = createKeyedMutex();
  return (work) => takeTurn('', work);
}

/** Creates empty queues by key. Work that waits for none begins at once; a key without work takes no memory. */
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
