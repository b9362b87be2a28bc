/** Runs one thing after the other, in the order of the calls; one that fails holds up none behind it. */
export type Queue = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Creates an empty queue. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run, run);
    last = result;
    return result;
  };
}

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
