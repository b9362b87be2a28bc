import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '@modegate/json';
import { isProtectedFile } from '../protected-files.ts';

/**
 * Maximum number of entries to search before a file with several names is assumed to be protected; far more than agents
 * have in their folders.
 */
const maxEntries = 20_000;

/**
 * True if a file is another name for one of these files, or for a file that determines what agents may do in a project.
 * Only files with several names are compared, so the check costs nothing for other files.
 */
export function isHardLinkTo(absolute: string, root: string, files: readonly string[]): boolean {
  const file = look(absolute);
  if (file === undefined || !file.isFile() || file.nlink < 2) return false;
  const isSame = (path: string) => {
    const other = look(path);
    return other !== undefined && other.ino === file.ino && other.dev === file.dev;
  };
  if (files.some(isSame)) return true;
  const budget = { left: maxEntries };
  return listEntries(root).some((entry) => {
    const path = join(root, entry.name);
    return entry.isDirectory() ? isInside(path, isSame, budget) : isProtectedFile(path) && isSame(path);
  });
}

/** True if a protected folder contains the file, or is too large to be searched. */
function isInside(folder: string, isSame: (path: string) => boolean, budget: { left: number }): boolean {
  // Git only adds objects, and clones share them, so the folders that contain them are not searched.
  if (!isProtectedFile(join(folder, 'x')) || folder.endsWith(join('.git', 'objects'))) return false;
  return listEntries(folder).some((entry) => {
    budget.left -= 1;
    const path = join(folder, entry.name);
    return budget.left < 0 || (entry.isDirectory() ? isInside(path, isSame, budget) : isSame(path));
  });
}

function listEntries(folder: string): readonly Dirent[] {
  return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** Reads the file's status; returns undefined if the file is missing or inaccessible. */
function look(path: string): Stats | undefined {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }));
}
