import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type FileLock,
  inTurn,
  type LockLimits,
  replaceTextFile,
  TextFileError,
  type TextFileErrorData,
  withFileLock,
} from '@modegate/text-files';
import { GatewayError } from '../gateway-error.ts';
import { defaultMaxBytes, readStoredText, systemCodeOf } from './read-state-file.ts';

/** The result of an update. */
export interface UpdatedFile {
  /** False when nothing was written, because nothing was to be changed. */
  readonly changed: boolean;
  /** The text that the file has now; `undefined` when there is no file. */
  readonly text: string | undefined;
}

/** Limits of an update; the defaults are right but for tests. */
export interface UpdateLimits extends LockLimits {
  /** The most bytes that are read. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Throws where the file must not be used, before it is read; called while the lock is held. Default: nothing is checked. */
  readonly check?: (() => Promise<void>) | undefined;
}

/**
 * Reads, changes and replaces a text file in one step that no other process of this package can come between.
 *
 * `update` gets the text, or `undefined` when there is no file, and gives the new text, or `undefined` to leave the file as it is. It may be
 * called again when another program wrote the file meanwhile, and so has to be free of effects; what it throws is thrown here, with nothing
 * written. Folder and file are made when absent, for their owner only, and an existing file keeps its permissions. A symbolic link is
 * written through. Readers need no lock: they see the old text or the new one, never a part.
 *
 * @throws {@link GatewayError} FILE_UNREADABLE, FILE_LOCKED or FILE_WRITE_FAILED; the file then has its old content.
 */
export async function updateJsonFile(
  path: string,
  update: (text: string | undefined) => string | undefined,
  limits: UpdateLimits = {},
): Promise<UpdatedFile> {
  return inTurn(path, async (file) => {
    await makeFolder(file);
    const run = (lock: FileLock) => updateLocked(file, update, { lock, ...limits });
    return withFileLock(file, limits, run).catch((error: unknown) => {
      throw error instanceof TextFileError ? asGatewayError(error) : error;
    });
  });
}

function asGatewayError({ code, message, data, cause }: TextFileError): GatewayError {
  if (code === 'FILE_LOCKED')
    return new GatewayError(code, message, { data: data as TextFileErrorData['FILE_LOCKED'] });
  return new GatewayError('FILE_WRITE_FAILED', message, {
    data: { file: data.file, systemCode: systemCodeOf(cause) },
    cause,
  });
}

/** How often an update starts again because a program that knows no lock wrote the file. */
const maxAttempts = 10;

type Update = (text: string | undefined) => string | undefined;

interface Locked {
  readonly lock: FileLock;
  readonly maxBytes?: number | undefined;
  readonly check?: (() => Promise<void>) | undefined;
}

async function updateLocked(file: string, update: Update, locked: Locked): Promise<UpdatedFile> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const updated = await updateOnce(file, update, locked);
    if (updated !== undefined) return updated;
  }
  throw refuseWrite(file, 'another program keeps writing it at the same time');
}

/** `undefined` when the file changed between reading and writing. */
async function updateOnce(
  file: string,
  update: Update,
  { lock, maxBytes = defaultMaxBytes, check }: Locked,
): Promise<UpdatedFile | undefined> {
  await check?.();
  const before = await readStoredText(file, maxBytes);
  const after = update(before);
  if (after === undefined || after === before) return { changed: false, text: before };
  // The lock can be lost while the process is stopped (a laptop that sleeps); the text is what tells whether that mattered.
  const assertUnchanged = async (): Promise<void> => {
    if (!lock.isHeld() || (await readStoredText(file, maxBytes)) !== before) throw new ChangedMeanwhile();
  };
  try {
    await replaceTextFile(file, after, { newFileMode: 0o600, beforeReplace: assertUnchanged });
  } catch (error) {
    const cause = error instanceof TextFileError ? error.cause : error;
    if (cause instanceof GatewayError) throw cause;
    if (!(cause instanceof ChangedMeanwhile)) throw refuseWrite(file, `writing failed with ${reasonOf(cause)}`, cause);
    if (!lock.isHeld()) throw refuseWrite(file, 'this process was stopped for so long that its lock was taken over');
    return undefined;
  }
  return { changed: true, text: after };
}

class ChangedMeanwhile extends Error {}

async function makeFolder(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw refuseWrite(file, `its folder cannot be made (${reasonOf(cause)})`, cause);
  }
}

function refuseWrite(file: string, reason: string, cause?: unknown): GatewayError {
  const message = `${file} was not written: ${reason}. It still holds what it held before.`;
  return new GatewayError('FILE_WRITE_FAILED', message, { data: { file, systemCode: systemCodeOf(cause) }, cause });
}

function reasonOf(cause: unknown): string {
  return systemCodeOf(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}
