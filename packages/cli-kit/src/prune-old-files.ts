import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Determines which files in a folder are retained. */
export interface PruneOptions {
  /** Prefix of the names of the files to consider. Default: all files. */
  readonly prefix?: string;
  /** Number of files to retain, the most recently written first. */
  readonly maxFiles: number;
}

/**
 * Removes the oldest files from a folder whose content can be recreated, so that removed installations and projects
 * leave only a few files behind. Another process may remove the same files concurrently.
 *
 * @throws an error from the file system, except for a missing file.
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
