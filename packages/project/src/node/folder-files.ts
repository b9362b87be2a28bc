import { statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type ReadTextOptions, readTextFile, readTextFileSync, type TextReadResult } from '@modegate/text-files';
import type { ProjectFiles } from '../project-files.ts';

/** How to read a folder. */
export interface FolderFilesOptions {
  /** Whether a symbolic link may lead out of the folder. Default false: what a project ships must not reach other files of the machine. */
  readonly linksMayLeave?: boolean | undefined;
  /** Whether the folder may be absent, which then holds no files. Default false: then no file of it can be read. */
  readonly isOptional?: boolean | undefined;
  /** Absolute folder that messages name files relative to. Default: the folder itself. */
  readonly shownFrom?: string | undefined;
}

/** The files of a folder, as they are when they are read. A path that a person named in full may be anywhere, and links in it too. */
export function folderFiles(folder: string, options: FolderFilesOptions = {}): ProjectFiles {
  return filesIn(folder, options, readTextFile);
}

/** The user's own modes and servers: the folder may be absent, and its files may be links to anywhere. */
export function globalFiles(folder: string): ProjectFiles {
  return personalFilesIn(folder, readTextFile);
}

/** {@link folderFiles} whose readings end before they return, for a program that answers once and ends. */
export function folderFilesSync(folder: string, options: FolderFilesOptions = {}): ProjectFiles {
  return filesIn(folder, options, readTextFileSync);
}

/** {@link globalFiles} whose readings end before they return. */
export function globalFilesSync(folder: string): ProjectFiles {
  return personalFilesIn(folder, readTextFileSync);
}

type Read = (path: string, options: ReadTextOptions) => TextReadResult | Promise<TextReadResult>;

function filesIn(folder: string, options: FolderFilesOptions, readText: Read): ProjectFiles {
  const root = resolve(folder);
  const { linksMayLeave = false, isOptional = false, shownFrom = root } = options;
  return {
    async read(path) {
      const isNamed = isAbsolute(path);
      const within = linksMayLeave || isNamed ? undefined : root;
      const reading = await readText(resolve(root, path), { within });
      return reading.state === 'missing' && !isOptional && !isNamed ? requireFolder(root) : reading;
    },
    show: (path) => showUnder(shownFrom, resolve(root, path)),
  };
}

function personalFilesIn(folder: string, readText: Read): ProjectFiles {
  const files = filesIn(folder, { linksMayLeave: true, isOptional: true }, readText);
  return { ...files, show: (path) => join(folder, path) };
}

/** A path as it is shown: relative with forward slashes inside `root`, absolute elsewhere. */
export function showUnder(root: string, path: string): string {
  const inside = relative(root, path);
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    ? path
    : inside.replaceAll(sep, '/');
}

/** A file may be missing, but in a folder that is not there nothing is known. */
function requireFolder(root: string): TextReadResult {
  if (isFolder(root)) return { state: 'missing' };
  const reason = `the project folder ${root} does not exist or is not a folder`;
  return { state: 'unreadable', code: 'FILE_UNREADABLE', reason };
}

/** Whether a folder is at the path; links are followed. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
