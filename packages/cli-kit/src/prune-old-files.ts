import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Options of {@link pruneOldFiles}. */
export interface PruneOptions {
  /** Only files with this prefix. Default: all. */
  readonly prefix?: string;
  /** Number of files to retain, the most recently written first. */
  readonly maxFiles: number;
}

/**
 * Deletes the oldest files of a cache folder, to limit leftovers of removed installations and projects. Another process
 * may delete the same files concurrently.
 *
 * @throws {Error} of the file system, unless a file is already gone.
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
