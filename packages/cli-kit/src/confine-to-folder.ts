import { isAbsolute, relative } from 'node:path';

/**
 * Prevents a file below a folder from being read or written through a symbolic link that leads out of the folder; a
 * file elsewhere, such as the user's own, may be a link.
 */
export function confineToFolder(folder: string, file: string): { readonly within?: string } {
  const inside = relative(folder, file);
  return inside.startsWith('..') || isAbsolute(inside) ? {} : { within: folder };
}
