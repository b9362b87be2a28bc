import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { errorCode } from './system-error.ts';

/**
 * Whether a path leads to a place inside a folder once every symbolic link on the way is followed, those of the folder's own path
 * included. A path of a file that does not exist yet is judged by the folder that it would get.
 *
 * Rejects with the system's error when a link cannot be followed.
 */
export async function staysWithin(path: string, folder: string): Promise<boolean> {
  const [real, realFolder] = await Promise.all([realPathOf(path), realPathOf(folder)]);
  return isInside(real, realFolder);
}

/** Whether one absolute path is inside another, or the same, as they are written. */
export function isInside(real: string, realFolder: string): boolean {
  const inside = relative(realFolder, real);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

// Linux's limit.
const maxLinks = 40;

/** Where a path leads, links followed, whether or not anything exists there yet. */
export async function realPathOf(path: string, links = 0): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (cause) {
    const parent = dirname(absolute);
    if (errorCode(cause) !== 'ENOENT' || parent === absolute || links > maxLinks) throw cause;
    const target = await linkTarget(absolute);
    if (target !== undefined) return realPathOf(resolve(parent, target), links + 1);
    return resolve(await realPathOf(parent, links), basename(absolute));
  }
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    return undefined;
  }
}
