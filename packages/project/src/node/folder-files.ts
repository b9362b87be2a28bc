import { statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { attempt } from '@modegate/json';
import { type ReadTextOptions, readTextFile, readTextFileSync, type TextReadResult } from '@modegate/text-files';
import type { ProjectFiles } from '../project-files.ts';

/** Options for `folderFiles`. */
export interface FolderFilesOptions {
  /**
   * True if symbolic links may lead out of the folder. Default false: a project must not reach other files on the
   * machine.
   */
  readonly linksMayLeave?: boolean | undefined;
  /**
   * True if the folder may be missing, in which case it is treated as having no files. Default false: if the folder is
   * missing, no file can be read.
   */
  readonly isOptional?: boolean | undefined;
  /** Absolute folder to which file names in messages are relative. Default: the folder itself. */
  readonly shownFrom?: string | undefined;
}

/**
 * Provides access to the files in a folder, reading them at the time of each call. An absolute path may be anywhere,
 * and its links may lead anywhere.
 */
export function folderFiles(folder: string, options: FolderFilesOptions = {}): ProjectFiles {
  return filesIn(folder, options, readTextFile);
}

/**
 * Provides access to the user's modes and servers: the folder may be missing, and its files may be links to any
 * location.
 */
export function globalFiles(folder: string): ProjectFiles {
  return personalFilesIn(folder, readTextFile);
}

/** Works like {@link folderFiles} but reads synchronously, for a program that gives one answer and exits. */
export function folderFilesSync(folder: string, options: FolderFilesOptions = {}): ProjectFiles {
  return filesIn(folder, options, readTextFileSync);
}

/** Works like {@link globalFiles} but reads synchronously. */
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

/** Returns a path for display: relative with forward slashes inside `root`, absolute elsewhere. */
export function showUnder(root: string, path: string): string {
  const inside = relative(root, path);
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    ? path
    : inside.replaceAll(sep, '/');
}

/** A file may be missing, but if the folder is missing, nothing is known about its files. */
function requireFolder(root: string): TextReadResult {
  if (isFolder(root)) return { state: 'missing' };
  const reason = `the project folder ${root} does not exist or is not a folder`;
  return { state: 'unreadable', code: 'FILE_UNREADABLE', reason };
}

/** True if the path leads to a folder; follows links. */
function isFolder(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) === true;
}
