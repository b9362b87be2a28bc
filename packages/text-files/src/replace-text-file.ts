import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isInside, realPathOf } from './is-inside.ts';
import { errorCode } from './system-error.ts';
import { TextFileError } from './text-file-error.ts';

/** Options for `replaceTextFile`. */
export interface WriteTextOptions {
  /** Folder out of which no symbolic link in the file's path may lead. By default, links are followed when writing. */
  readonly within?: string | undefined;
  /** Permissions of a new file, before the process's umask. Default 0o666. */
  readonly newFileMode?: number | undefined;
  /**
   * Called when the new text is on the disk, before it replaces the old text. An error leaves the old text unchanged,
   * and becomes the `cause` of FILE_WRITE_FAILED.
   */
  readonly beforeReplace?: (() => Promise<void>) | undefined;
}

/**
 * Replaces the text of a file in one step: at any time, the file contains either the old or the new text, even after a
 * crash or on a full disk. Creates parent folders; preserves symbolic links, and the mode and owner of an existing
 * file. Removes temporary files that killed processes left behind next to the file.
 *
 * @throws {@link TextFileError} FILE_OUTSIDE if a link leads out of `within`, FILE_WRITE_FAILED if the file cannot be
 * written.
 */
export async function replaceTextFile(path: string, text: string, options: WriteTextOptions = {}): Promise<void> {
  const target = await findTarget(path, options);
  try {
    await mkdir(dirname(target), { recursive: true });
    await removeTemporaryFiles(target, { olderThanMs: LEFT_BEHIND_MS });
    await writeBeside(target, text, options);
  } catch (cause) {
    throw writeFailed(path, cause);
  }
}

/** Longer than any write takes: a temporary file of this age was left behind by a killed process. */
const LEFT_BEHIND_MS = 60_000;

/** Resolves the links in a path. @throws {@link TextFileError} in the same cases as {@link replaceTextFile}. */
export async function findTarget(path: string, { within }: WriteTextOptions): Promise<string> {
  const folderOf = async () => (within === undefined ? undefined : realPathOf(within));
  const [target, folder] = await Promise.all([realPathOf(path), folderOf()]).catch((cause: unknown) => {
    throw writeFailed(path, cause);
  });
  if (folder === undefined || isInside(target, folder)) return target;
  const message = `${path} was not written: a link points outside ${within}. Replace the link with a file.`;
  throw new TextFileError('FILE_OUTSIDE', message, { data: { file: path, within: within ?? '' } });
}

/** Suffix of a temporary file: the process id and a random number. */
const TEMPORARY = /^\.\d+-[\da-f]{12}\.tmp$/u;

/**
 * Removes temporary files that killed processes left behind next to a file. Ignores failures; never rejects.
 *
 * @param olderThanMs - Minimum age of the files to remove; a younger file may belong to a process that is still
 * writing.
 */
export async function removeTemporaryFiles(
  target: string,
  { olderThanMs }: { readonly olderThanMs: number },
): Promise<void> {
  const name = basename(target);
  const isTemporary = (other: string): boolean => other.startsWith(name) && TEMPORARY.test(other.slice(name.length));
  const names = await readdir(dirname(target)).catch(() => []);
  for (const temporary of names.filter(isTemporary)) {
    const path = join(dirname(target), temporary);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > olderThanMs) await unlink(path).catch(() => undefined);
  }
}

/** Writes text to a temporary file next to the target and renames the temporary file. */
export async function writeBeside(
  target: string,
  text: string,
  { newFileMode = 0o666, beforeReplace }: WriteTextOptions = {},
): Promise<void> {
  const before = await stat(target).catch(() => undefined);
  // Loaded only when something is written: a reader does not need these dependencies.
  const { randomBytes } = await import('node:crypto');
  const temporary = `${target}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', before === undefined ? newFileMode : 0o600);
  try {
    try {
      if (before !== undefined) {
        // Only root can change the owner; other users already own the new file.
        await handle.chown(before.uid, before.gid).catch(() => undefined);
        await handle.chmod(before.mode & 0o7777);
      }
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await beforeReplace?.();
    await rename(temporary, target);
  } catch (cause) {
    await unlink(temporary).catch(() => undefined);
    throw cause;
  }
}

/** Creates the error for a file that could not be written. */
export function writeFailed(file: string, cause: unknown): TextFileError<'FILE_WRITE_FAILED'> {
  const reason = errorCode(cause);
  const message = `${file} could not be written (${reason}); it is unchanged.`;
  return new TextFileError('FILE_WRITE_FAILED', message, { data: { file, reason }, cause });
}
