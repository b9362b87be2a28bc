import { isAbsolute, relative } from 'node:path';

/**
 * Options that keep reads and writes of a file below a folder from following links out of it; a file elsewhere, such as
 * the user's own, may be a link.
 */
export function confineToFolder(folder: string, file: string): { readonly within?: string } {
  const inside = relative(folder, file);
  return inside.startsWith('..') || isAbsolute(inside) ? {} : { within: folder };
}
