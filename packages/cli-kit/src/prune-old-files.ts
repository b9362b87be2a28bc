import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What of a folder is kept. */
export interface PruneOptions {
  /** Only files whose names begin with this count. Default: all. */
  readonly prefix?: string;
  /** How many are kept, the one that was written last first. */
  readonly maxFiles: number;
}

/**
 * Removes the oldest files of a folder that holds what can be made again, so that installations and projects that are gone leave no more than a few.
 * Another process may remove the same ones at the same time.
 *
 * @throws an error of the file system other than for a file that is gone.
 */
export function pruneOldFiles(folder: string, { prefix = '', maxFiles }: PruneOptions): void {
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  if (names.length <= maxFiles) return;
  const dated = names.map((name) => {
    const path = join(folder, name);
    return { path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  dated.sort((left, right) => right.writtenAt - left.writtenAt);
  for (const { path } of dated.slice(maxFiles)) rmSync(path, { force: true });
}
