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
