import type { BigIntStats, Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { realPathOf } from './is-inside.ts';
import { errorCode } from './system-error.ts';

/**
 * Returns the reason why another user may change a file or folder with this owner and these permissions, as a sentence
 * without a full stop; undefined if only this user and root may do so. Always undefined on Windows.
 */
export function unsafeWriter(status: Pick<Stats | BigIntStats, 'mode' | 'uid'>): string | undefined {
  const own = process.getuid?.();
  const [mode, uid] = [Number(status.mode), Number(status.uid)];
  if (own === undefined) return undefined;
  if (uid !== 0 && uid !== own) return 'it belongs to another user';
  if ((mode & OTHERS_WRITE) === 0) return undefined;
  const isFolder = (mode & FILE_TYPE) === FOLDER;
  // In a folder such as /tmp, only the owner of a file may replace it.
  if (isFolder && (mode & STICKY) !== 0) return undefined;
  return `other users can write to it; set its permissions to ${isFolder ? '700' : '600'}`;
}

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const FILE_TYPE = 0o170000;
const FOLDER = 0o040000;

/**
 * Works like {@link unsafeWriter}, but for a path: checks the file to which the path leads, and the folders that
 * contain the path and the file, in which anyone with write permission could replace the file. A missing file is safe.
 * Rejects with the system's error if the check fails.
 */
export async function findUnsafeWriter(path: string): Promise<string | undefined> {
  const real = await realPathOf(path);
  for (const folder of new Set([dirname(path), dirname(real)])) {
    const reason = await unsafeAt(folder);
    if (reason !== undefined) return `its folder ${folder} is not safe: ${reason}`;
  }
  return unsafeAt(real);
}

async function unsafeAt(path: string): Promise<string | undefined> {
  try {
    return unsafeWriter(await stat(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
