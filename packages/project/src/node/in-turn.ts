import { realpath } from 'node:fs/promises';

const queues = new Map<string, Promise<unknown>>();

/** Runs work on a file after all work on it that was asked for before, by whichever of its names. */
export function inTurn<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  return enqueue(`name ${path}`, async () => {
    // A file that is absent has its own name only.
    const file = await realpath(path).catch(() => path);
    return enqueue(`file ${file}`, run);
  });
}

function enqueue<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
  const before = queues.get(key) ?? Promise.resolve();
  const result = before.then(run, run);
  queues.set(key, result);
  const leave = () => {
    if (queues.get(key) === result) queues.delete(key);
  };
  result.then(leave, leave);
  return result;
}
