import type { ShellWord } from '../analysis.ts';

/**
 * @internal Folders that can be the working folder at a given position in the text: absolute, or relative to the
 * project, which is `''`. Undefined means any folder.
 */
export type Folders = readonly string[] | undefined;

// Exceeds the needs of any real command; limits the number of files that a command can access.
const maxFolders = 8;

/** @internal Returns the folders that occur in either list. */
export function joinFolders(first: Folders, second: Folders): Folders {
  if (first === second) return first;
  if (first === undefined || second === undefined) return undefined;
  const all = [...new Set([...first, ...second])];
  return all.length > maxFolders ? undefined : all;
}

/** @internal True if every folder in the first list is also in the second. */
export function areWithin(first: Folders, second: Folders): boolean {
  return second === undefined || (first?.every((folder) => second.includes(folder)) ?? false);
}

/** @internal Returns a path relative to the project, or an absolute path. */
export function pathFrom(folder: string, path: string): string {
  if (isAbsolute(path) || folder === '') return path;
  return `${folder.replace(/\/$/, '')}/${path}`;
}

/** @internal Returns the possible working folders after a change to the folder that a word specifies. */
export function enterFolder(folders: Folders, word: ShellWord | undefined): Folders {
  if (word?.kind !== 'literal') return undefined;
  if (isAbsolute(word.value)) return [word.value];
  return folders?.map((folder) => pathFrom(folder, word.value));
}

/** @internal True for an absolute path. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-zA-Z]:[\\/]/.test(path) || path.startsWith('\\\\');
}
