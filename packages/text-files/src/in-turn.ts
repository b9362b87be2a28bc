import { resolve } from 'node:path';
import { realPathOf } from './within.ts';

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work on a file after all work on it that this process was asked for before, by any of its names.
 *
 * @param run - Is given the real path; the path itself where that cannot be told.
 */
export function inTurn<Result>(path: string, run: (file: string) => Promise<Result>): Promise<Result> {
  return enqueue(`name ${resolve(path)}`, async () => {
    const file = await realPathOf(path).catch(() => resolve(path));
    return enqueue(`file ${file}`, () => run(file));
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
