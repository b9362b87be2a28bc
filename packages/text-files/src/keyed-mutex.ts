import { resolve } from 'node:path';
import { createKeyedMutex } from '@modegate/timing';
import { realPathOf } from './is-inside.ts';

const takeTurn = createKeyedMutex();

/**
 * Runs work on a file after all earlier work in this process on the same file, under any of the file's names.
 *
 * @param run - Receives the real path, or the given path if the real one is unknown.
 */
export function runExclusive<Result>(path: string, run: (file: string) => Promise<Result>): Promise<Result> {
  return takeTurn(`name ${resolve(path)}`, async () => {
    const file = await realPathOf(path).catch(() => resolve(path));
    return takeTurn(`file ${file}`, () => run(file));
  });
}
