import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Removes a folder, and its parent folders up to `last`. Rejects at the first folder that is not empty. */
export async function removeEmptyFolders(folder: string, last: string): Promise<void> {
  for (let current = folder; ; current = dirname(current)) {
    await rmdir(current);
    if (current === last || current === dirname(current)) return;
  }
}
