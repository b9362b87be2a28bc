import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeEmptyFolders } from './empty-folders.ts';
import { realPathOf } from './is-inside.ts';
import { errorCode } from './system-error.ts';
import { TextFileError } from './text-file-error.ts';

/** A lock that this process has acquired. */
export interface FileLock {
  /**
   * False if another process has taken over the lock, which happens only after this process has been suspended for a
   * long time.
   */
  isHeld(): boolean;
}

/** Waiting time and the age at which a lock is stale, both in milliseconds. */
export interface LockLimits {
  /** Maximum time to wait for the lock. Default 30,000. */
  readonly waitMs?: number | undefined;
  /** Age at which a lock is considered stale. Default 5,000, at least 2,000. */
  readonly staleMs?: number | undefined;
}

/**
 * Calls `run` while holding a file's lock: the folder `<file>.lock` next to the file, whose modification time the
 * holder keeps updating. Removes a lock left behind (kill -9, a power cut) when it is older than `staleMs`.
 *
 * @param file - Real path of the file, in an existing folder; two names for one file would mean two locks.
 * @throws {@link TextFileError} FILE_LOCKED if others held the lock for the whole waiting time, FILE_WRITE_FAILED if
 * the lock cannot be created.
 */
export async function withFileLock<Result>(
  file: string,
  { waitMs = 30_000, staleMs = 5_000 }: LockLimits,
  run: (lock: FileLock) => Promise<Result>,
): Promise<Result> {
  let isHeld = true;
  const onCompromised = (): void => {
    isHeld = false;
  };
  const release = await acquire(file, { waitMs, staleMs, onCompromised });
  try {
    return await run({ isHeld: () => isHeld });
  } finally {
    // Fails only if the lock now belongs to another process, which must not lose it.
    await release().catch(() => undefined);
  }
}

/**
 * Calls `run` while holding the lock of a file that may be missing: creates the file's folder for the lock, and removes
 * the folder again if it stays empty. During this time, no other process that uses this lock writes to the file.
 *
 * @param path - Any name of the file; links are followed.
 * @throws {@link TextFileError} in the same cases as {@link withFileLock}.
 */
export async function withPathLock<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  const file = await realPathOf(path).catch((cause: unknown) => {
    throw refuseLock(path, cause);
  });
  const folder = dirname(file);
  const firstMade = await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw refuseLock(file, cause);
  });
  try {
    return await withFileLock(file, {}, run);
  } finally {
    if (firstMade !== undefined) await removeEmptyFolders(folder, firstMade).catch(() => undefined);
  }
}

interface Acquiring {
  readonly waitMs: number;
  readonly staleMs: number;
  readonly onCompromised: () => void;
}

type Release = () => Promise<void>;

async function acquire(file: string, { waitMs, staleMs, onCompromised }: Acquiring): Promise<Release> {
  const startedAt = performance.now();
  for (;;) {
    const release = await tryLock(file, { staleMs: never, onCompromised });
    if (release !== undefined) return release;
    if (await isLeftBehind(file, staleMs)) await removeLeftBehind(file, staleMs);
    const waitedMs = Math.round(performance.now() - startedAt);
    if (waitedMs > waitMs) throw refuseLocked(file, waitedMs);
    await delay(5 + Math.random() * 20);
  }
}

/** One month: longer than any update, but still within range for `Date` arithmetic. */
const never = 30 * 24 * 60 * 60 * 1000;

/**
 * The library removes a stale lock without checking that it is still the same lock: if two processes find a stale lock,
 * the slower one can remove the faster one's new lock, and both continue. Therefore, the library is given an age limit
 * that no lock reaches, and stale locks are removed here, by one process at a time and after a second check.
 */
async function removeLeftBehind(file: string, staleMs: number): Promise<void> {
  const lockFile = lockFileOf(file);
  const release = await tryLock(lockFile, { staleMs, onCompromised: () => undefined });
  if (release === undefined) return;
  try {
    if (await isLeftBehind(file, staleMs)) await rmdir(lockFile);
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw refuseLock(file, cause);
  } finally {
    await release().catch(() => undefined);
  }
}

async function tryLock(
  file: string,
  { staleMs, onCompromised }: { readonly staleMs: number; readonly onCompromised: () => void },
): Promise<Release | undefined> {
  try {
    // Loaded on first use: most runs of a program write nothing, and the library's dependencies take a long time to load.
    const { default: library } = await import('proper-lockfile');
    return await library.lock(file, { realpath: false, stale: staleMs, update: 1_000, onCompromised });
  } catch (cause) {
    if (errorCode(cause) === 'ELOCKED') return undefined;
    throw refuseLock(file, cause);
  }
}

/**
 * True if there is a stale lock. Uses a single call: between two calls, a stale lock may be replaced by a held lock.
 */
async function isLeftBehind(file: string, staleMs: number): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(lockFileOf(file));
    return mtimeMs < Date.now() - staleMs;
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return false;
    throw refuseLock(file, cause);
  }
}

function lockFileOf(file: string): string {
  return `${file}.lock`;
}

function refuseLocked(file: string, waitedMs: number): TextFileError {
  const lockFile = lockFileOf(file);
  const message = `${file} was not written: another process held ${lockFile} while this process waited ${waitedMs} ms for it. Try again. If that process is no longer running, remove the lock folder.`;
  return new TextFileError('FILE_LOCKED', message, { data: { file, lockFile, waitedMs } });
}

function refuseLock(file: string, cause: unknown): TextFileError {
  const reason = errorCode(cause);
  const message = `${file} was not written: its lock ${lockFileOf(file)} cannot be created (${reason}).`;
  return new TextFileError('FILE_WRITE_FAILED', message, { data: { file, reason }, cause });
}
