import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FileLock, type LockLimits, withFileLock } from '../file-lock.ts';
import { runExclusive } from '../keyed-mutex.ts';
import { requireTextFile } from '../read-text-file.ts';
import { replaceTextFile } from '../replace-text-file.ts';
import { errorCode } from '../system-error.ts';
import { TextFileError } from '../text-file-error.ts';

/** The result of an update. */
export interface UpdatedFile {
  /** False if the text stayed the same and nothing was written. */
  readonly changed: boolean;
  /** The text of the file after the update; `undefined` if there is no file. */
  readonly text: string | undefined;
}

/** Limits that apply to an update. Only tests need values other than the defaults. */
export interface UpdateLimits extends LockLimits {
  /** Maximum size of a file that is read, in bytes. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Throws if the file must not be used. Called before each read while the lock is held. Default: no check. */
  readonly check?: (() => Promise<void>) | undefined;
}

/**
 * Reads, changes and replaces a text file in one step that excludes every other process using this function.
 *
 * `update` receives the text, or `undefined` if there is no file, and returns the new text, or `undefined` to leave the
 * file unchanged. `update` runs again if another program has written to the file in the meantime, so it must have no
 * side effects. If `update` throws, the error is passed on and nothing is written. A missing file and its folder are
 * created with access for their owner only; an existing file retains its permissions. If the path is a symbolic link,
 * the file to which it leads is written. Readers need no lock: they see either the old text or the new one, never a
 * partial text.
 *
 * @throws {@link TextFileError} FILE_UNREADABLE, FILE_LOCKED or FILE_WRITE_FAILED; the file then still contains the old
 * text.
 */
export async function updateTextFile(
  path: string,
  update: (text: string | undefined) => string | undefined,
  limits: UpdateLimits = {},
): Promise<UpdatedFile> {
  return runExclusive(path, async (file) => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw writeFailed(file, { reason: `its folder cannot be created (${errorCode(cause)})`, cause });
    });
    return withFileLock(file, limits, (lock) => updateLocked(file, update, { ...limits, lock }));
  });
}

/** Maximum number of attempts while programs that ignore the lock keep writing to the file. */
const maxAttempts = 10;

type Update = (text: string | undefined) => string | undefined;

interface LockedUpdate extends Pick<UpdateLimits, 'maxBytes' | 'check'> {
  readonly lock: FileLock;
}

async function updateLocked(file: string, update: Update, locked: LockedUpdate): Promise<UpdatedFile> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const updated = await updateOnce(file, update, locked);
    if (updated !== undefined) return updated;
  }
  throw writeFailed(file, { reason: 'another program keeps writing to it at the same time' });
}

/** Attempts the update once; returns `undefined` if the file changed between reading and writing. */
async function updateOnce(
  file: string,
  update: Update,
  { lock, maxBytes, check }: LockedUpdate,
): Promise<UpdatedFile | undefined> {
  await check?.();
  const before = await readStoredText(file, maxBytes);
  const after = update(before);
  if (after === undefined || after === before) return { changed: false, text: before };
  // The lock can be lost while the process is suspended (for example, on a sleeping laptop); comparing the text shows
  // whether that mattered.
  const assertUnchanged = async (): Promise<void> => {
    if (!lock.isHeld() || (await readStoredText(file, maxBytes)) !== before) throw new ChangedMeanwhile();
  };
  try {
    await replaceTextFile(file, after, { newFileMode: 0o600, beforeReplace: assertUnchanged });
  } catch (error) {
    const cause = error instanceof TextFileError ? error.cause : error;
    if (cause instanceof TextFileError) throw cause;
    if (!(cause instanceof ChangedMeanwhile))
      throw writeFailed(file, { reason: `writing failed with ${errorCode(cause)}`, cause });
    if (lock.isHeld()) return undefined;
    throw writeFailed(file, { reason: 'this process was suspended for so long that it lost its lock' });
  }
  return { changed: true, text: after };
}

class ChangedMeanwhile extends Error {}

/**
 * Returns the text of a file without a byte order mark; `undefined` if there is no file. `maxBytes` is 64 MiB by
 * default.
 */
export async function readStoredText(file: string, maxBytes = 64 * 1024 * 1024): Promise<string | undefined> {
  return (await requireTextFile(file, { maxBytes }))?.replace(/^\uFEFF/, '');
}

function writeFailed(
  file: string,
  { reason, cause }: { readonly reason: string; readonly cause?: unknown },
): TextFileError {
  const message = `${file} was not written: ${reason}. It still has its old content.`;
  return new TextFileError('FILE_WRITE_FAILED', message, { data: { file, reason }, cause });
}
