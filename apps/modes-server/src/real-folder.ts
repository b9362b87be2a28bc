import { realpathSync } from 'node:fs';

/** Returns the real path of a folder, or the path as given if the folder does not exist. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
