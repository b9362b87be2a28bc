import { constants } from 'node:fs';
import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeEmptyFolders } from './empty-folders.ts';
import { requireTextFile } from './read-text-file.ts';
import { findTarget, type WriteTextOptions, writeBeside, writeFailed } from './replace-text-file.ts';
import { errorCode } from './system-error.ts';
import { TextFileError } from './text-file-error.ts';

/** A change of a file that was planned on its text. */
export interface FileChange {
  readonly file: string;
  /** The text when the change was planned; undefined when there was no file. */
  readonly before: string | undefined;
  /** The text to write; undefined removes the file. */
  readonly after: string | undefined;
}

/** What an applied change did. */
export interface AppliedChange {
  /** Where the old text is kept; undefined when there was none, nothing changed, or no backup was wanted. */
  readonly backupFile: string | undefined;
}

/** How to carry a change out. */
export interface ChangeOptions extends WriteTextOptions {
  /** The name of the n-th backup of a file, n from 1; the first that is free is taken. Undefined keeps no backup. */
  readonly backupFileName: ((file: string, number: number) => string) | undefined;
  /** How a text replaces a file. Default: a temporary file beside it, synced, then renamed. */
  readonly write?: ((file: string, text: string) => Promise<void>) | undefined;
}

/**
 * Carries a change out: keeps a backup of the old text, then replaces or removes the file in one step. An earlier backup is never
 * overwritten. A change in the moment between the check and the replacement is not noticed.
 *
 * @throws {@link TextFileError} FILE_CHANGED when the file is not what it was when the change was planned, FILE_UNREADABLE when it can no
 *   longer be read, FILE_OUTSIDE when a link leads out of `within`, FILE_WRITE_FAILED when it cannot be written; in each case the file is as
 *   it was, and folders and backups made on the way are gone again.
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
