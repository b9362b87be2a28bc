import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '@modegate/json';
import { readTextFileSync } from '@modegate/text-files';

/** A folder that was created by `git worktree add`, or claims to have been. */
export interface LinkedWorktree {
  readonly folder: string;
  /** Absolute folder of the repository that the worktree's `.git` file names. */
  readonly main: string;
  /** True if that repository also names the folder. */
  readonly isAgreed: boolean;
}

/**
 * Reads the `.git` file of a folder as git does (gitrepository-layout): `gitdir: <main>/.git/worktrees/<name>`. That
 * folder contains a file `gitdir`, which names the `.git` file. Undefined for any other folder, and for a repository
 * whose `.git` is elsewhere.
 */
export function readLinkedWorktree(folder: string): LinkedWorktree | undefined {
  const file = join(folder, '.git');
  const [, named] = /^gitdir: *(.+?)[\r\n]*$/.exec(readShort(file)) ?? [];
  if (named === undefined) return undefined;
  const own = resolve(folder, named);
  const git = dirname(dirname(own));
  if (basename(dirname(own)) !== 'worktrees' || basename(git) !== '.git') return undefined;
  const back = readShort(join(own, 'gitdir')).trim();
  const isAgreed = back !== '' && realPath(resolve(own, back)) === realPath(file);
  return { folder, main: dirname(git), isAgreed };
}

/** Resolves the links in a path; returns the path unchanged if it cannot be resolved. */
export function realPath(path: string): string {
  return attempt(() => realpathSync(path)) ?? path;
}

/** Reads a short file; returns an empty text for anything else. */
function readShort(file: string): string {
  const reading = readTextFileSync(file, { maxBytes: 64 * 1024 });
  return reading.state === 'read' ? reading.text : '';
}
