import { resolve } from 'node:path';
import { createKeyedMutex } from '@modegate/timing';
import { realPathOf } from './is-inside.ts';

const takeTurn = createKeyedMutex();

/**
 * Runs work on a file after all work on it that this process was asked for before, by any of its names.
 *
 * @param run - Is given the real path; the path itself where that is not known.
 */
export function runExclusive<Result>(path: string, run: (file: string) => Promise<Result>): Promise<Result> {
  return takeTurn(`name ${resolve(path)}`, async () => {
    const file = await realPathOf(path).catch(() => resolve(path));
    return takeTurn(`file ${file}`, () => run(file));
  });
}
