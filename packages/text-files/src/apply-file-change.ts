import { constants } from 'node:fs';
import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeEmptyFolders } from './empty-folders.ts';
import { requireTextFile } from './read-text-file.ts';
import { findTarget, type WriteTextOptions, writeBeside, writeFailed } from './replace-text-file.ts';
import { errorCode } from './system-error.ts';
import { TextFileError } from './text-file-error.ts';

/** A planned change to a file. */
export interface FileChange {
  readonly file: string;
  /** Text when the change was planned; undefined if there was no file. */
  readonly before: string | undefined;
  /** Text to write; undefined removes the file. */
  readonly after: string | undefined;
}

/** Result of an applied change. */
export interface AppliedChange {
  /** Backup of the old text; undefined if there was no old text, nothing changed, or no backup was requested. */
  readonly backupFile: string | undefined;
}

/** Options for `applyFileChange`. */
export interface ChangeOptions extends WriteTextOptions {
  /**
   * Returns the name of the n-th backup of a file, counting from 1; the first unused name is chosen. Undefined: no
   * backup is made.
   */
  readonly backupFileName: ((file: string, number: number) => string) | undefined;
  /**
   * Replaces the contents of a file with the given text. By default, writes a temporary file next to the file,
   * synchronises it to the disk, and renames it.
   */
  readonly write?: ((file: string, text: string) => Promise<void>) | undefined;
}

/**
 * Applies a change: makes a backup of the old text, then replaces or removes the file in one step. Never overwrites an
 * earlier backup. Does not detect a change made between the check and the replacement.
 *
 * @throws {@link TextFileError} FILE_CHANGED if the file has changed since the change was planned, FILE_UNREADABLE if
 * it can no longer be   read, FILE_OUTSIDE if a link leads out of `within`, FILE_WRITE_FAILED if it cannot be written.
 * In all of these cases, the file is unchanged, and   new folders and backups are removed.
 */
export async function applyFileChange(
  { file, before, after }: FileChange,
  options: ChangeOptions,
): Promise<AppliedChange> {
  if (before === after) return { backupFile: undefined };
  const target = await findTarget(file, options);
  if ((await requireTextFile(file)) !== before) {
    const message = `${file} changed in the meantime, so it was not written. Try again.`;
    throw new TextFileError('FILE_CHANGED', message, { data: { file } });
  }
  const undo: (() => Promise<void>)[] = [];
  try {
    const { backupFileName } = options;
    const backupFile =
      before === undefined || backupFileName === undefined
        ? undefined
        : await writeBackup(file, before, { backupFileName, undo });
    if (after === undefined) await unlink(target);
    else {
      const write = options.write ?? ((path: string, text: string) => writeBeside(path, text, options));
      await writeInFolder(target, after, { write, undo });
    }
    return { backupFile };
  } catch (cause) {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
    throw writeFailed(file, cause);
  }
}

async function writeBackup(
  file: string,
  text: string,
  {
    backupFileName,
    undo,
  }: { readonly backupFileName: (file: string, number: number) => string; readonly undo: (() => Promise<void>)[] },
): Promise<string> {
  const { mode } = await stat(file);
  for (let number = 1; ; number += 1) {
    const backupFile = backupFileName(file, number);
    const handle = await openNew(backupFile, mode);
    if (handle === undefined) continue;
    undo.push(() => unlink(backupFile));
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return backupFile;
  }
}

async function openNew(file: string, mode: number): Promise<Awaited<ReturnType<typeof open>> | undefined> {
  try {
    return await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode & 0o777);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
}

async function writeInFolder(
  target: string,
  text: string,
  { write, undo }: { readonly write: NonNullable<ChangeOptions['write']>; readonly undo: (() => Promise<void>)[] },
): Promise<void> {
  const folder = dirname(target);
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade !== undefined) undo.push(() => removeEmptyFolders(folder, firstMade));
  await write(target, text);
}
