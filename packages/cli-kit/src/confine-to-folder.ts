import { isAbsolute, relative } from 'node:path';

/**
 * Prevents reading or writing a file below a folder through a link that leaves the folder; a file elsewhere, such as
 * the user's own, may be a link.
 */
export function confineToFolder(folder: string, file: string): { readonly within?: string } {
  const inside = relative(folder, file);
  return inside.startsWith('..') || isAbsolute(inside) ? {} : { within: folder };
}
