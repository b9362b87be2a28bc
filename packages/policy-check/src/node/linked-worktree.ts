import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readTextFileSync } from '@modegate/text-files';

/** A folder that was created by `git worktree add`, or that claims to have been. */
export interface LinkedWorktree {
  readonly folder: string;
  /** Absolute path of the repository to which the worktree's `.git` file refers. */
  readonly main: string;
  /** True if that repository also refers to the folder. */
  readonly isAgreed: boolean;
}

/**
 * Reads the `.git` file in a folder in the same way as git (gitrepository-layout): `gitdir:
 * <main>/.git/worktrees/<name>`. That folder contains a file `gitdir`, which refers back to the `.git` file. Returns
 * undefined for any other folder, and for a repository whose `.git` is elsewhere.
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
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Reads a short file; returns an empty string for any other file. */
function readShort(file: string): string {
  const reading = readTextFileSync(file, { maxBytes: 64 * 1024 });
  return reading.state === 'read' ? reading.text : '';
}
