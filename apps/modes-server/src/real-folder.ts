import { realpathSync } from 'node:fs';

/** A folder without links in its path; the path itself where there is no such folder. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
