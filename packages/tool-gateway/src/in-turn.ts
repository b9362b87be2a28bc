const queues = new Map<string, Promise<unknown>>();

/** Runs what is called for one key one after the other, in the order of the calls. */
export function inTurn<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
  const before = queues.get(key) ?? Promise.resolve();
  const result = before.then(run, run);
  queues.set(key, result);
  const leave = () => {
    if (queues.get(key) === result) queues.delete(key);
  };
  result.then(leave, leave);
  return result;
}
