import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { errorCode } from './system-error.ts';

/**
 * True if a path is inside a folder after all symbolic links have been followed, including those in the folder's path.
 * For a missing file, the folder in which it would be created is checked instead.
 *
 * Rejects with the system's error if a link cannot be followed.
 */
export async function staysInside(path: string, folder: string): Promise<boolean> {
  const [real, realFolder] = await Promise.all([realPathOf(path), realPathOf(folder)]);
  return isInside(real, realFolder);
}

/** True if an absolute path is inside another path or equal to it; links are not followed. */
export function isInside(real: string, realFolder: string): boolean {
  const inside = relative(realFolder, real);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

// The limit that Linux applies.
const maxLinks = 40;

/** Returns the real path, following links, even if nothing exists at that path yet. */
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
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() ? readlink(path).catch(() => undefined) : undefined;
}
