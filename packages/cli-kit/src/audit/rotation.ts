import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@modegate/text-files/settings';

/** The conditions under which a log file is rotated, and the number of rotated files to retain. */
export interface Rotation {
  /** Size limit: the file is rotated before it would exceed this size. Undefined means that there is no limit. */
  readonly maxBytes: number | undefined;
  /** True to rotate the file at the first line of a new day (UTC). */
  readonly daily: boolean;
  /** Number of rotated files to retain; undefined to retain all files. */
  readonly keep: number | undefined;
}

const units: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/**
 * Reads `daily`, a size such as `100M`, or both: `daily,100M`.
 *
 * @throws {AppError} exit code 2; the message begins with `what`.
 */
export function readRotation(text: string, what: string): Pick<Rotation, 'maxBytes' | 'daily'> {
  let maxBytes: number | undefined;
  let daily = false;
  for (const part of text.split(',').map((each) => each.trim().toLowerCase())) {
    const [, digits, unit = ''] = /^(\d{1,9})([kmg])b?$/.exec(part) ?? [];
    const bytes = Number(digits) * (units[unit] ?? 0);
    if (part === 'daily') daily = true;
    else if (bytes > 0) maxBytes = bytes;
    else
      throw new AppError(
        `${what} must be 'daily', a size such as '100M' (K, M or G), or both, such as 'daily,100M', not '${text.slice(0, 60)}'.`,
      );
  }
  return { maxBytes, daily };
}

/**
 * Returns the status of the file at a path, which another process may have rotated; undefined if there is no file at
 * the path.
 */
export function statFile(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

/** True if both arguments describe the same file. */
export function isSameFile(one: Stats, other: Stats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev;
}

/** Returns the UTC day of a time in epoch milliseconds, such as `2026-11-22`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/**
 * Renames a file to `<file>.<time>` and deletes the oldest rotated files beyond `keep`. Does nothing if the file at the
 * path is not the one that the caller has open, or if another process is rotating it.
 */
export function moveAside(
  file: string,
  open: Stats,
  { keep, nowMs }: { keep: number | undefined; nowMs: number },
): void {
  withLock(`${file}.lock`, nowMs, () => {
    if (!isSameFile(open, statFile(file))) return;
    renameSync(file, freeName(file, nowMs));
    if (keep !== undefined)
      for (const old of filesPutAside(file).slice(0, -keep || undefined)) rmSync(old, { force: true });
  });
}

// Longest time for which a running process could hold the lock.
const LOCK_STALE_MS = 10_000;

/**
 * Runs a function under a lock that is held for a few system calls. Even if two processes held the lock at the same
 * time, the result would be an additional small file, but no loss of data.
 */
function withLock(lock: string, nowMs: number, work: () => void): void {
  const held = statFile(lock);
  if (held !== undefined && Math.abs(nowMs - held.mtimeMs) > LOCK_STALE_MS) rmSync(lock, { force: true });
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function freeName(file: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]/g, '');
  for (let count = 1; ; count++) {
    const name = `${file}.${stamp}${count === 1 ? '' : `-${String(count).padStart(3, '0')}`}`;
    if (!existsSync(name)) return name;
  }
}

/** Returns the files that this program has rotated, oldest first. */
function filesPutAside(file: string): readonly string[] {
  const prefix = `${basename(file)}.`;
  return readdirSync(dirname(file))
    .filter(
      (name) => name.startsWith(prefix) && /^\d{8}T\d{6}\.\d{3}Z(-\d{3})?(\.gz)?$/.test(name.slice(prefix.length)),
    )
    .toSorted()
    .map((name) => join(dirname(file), name));
}
