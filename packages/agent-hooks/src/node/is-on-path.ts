import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ShellSurroundings } from '../find-shells.ts';

/** Folders in which agents look for programs even if `PATH` does not name them. */
const usualFolders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Returns a function that looks for a program in the folders of an agent's `PATH`, and in the usual ones. */
export function isOnPath(env: ShellSurroundings['env'] = {}): (program: string) => boolean {
  const folders = [...(env.PATH ?? '').split(delimiter), ...usualFolders].filter((folder) => folder !== '');
  return (program) => folders.some((folder) => existsSync(join(folder, program)));
}
