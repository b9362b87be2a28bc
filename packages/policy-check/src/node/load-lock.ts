import type { TextReadResult } from '@modegate/text-files';
import { readTextFile } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import { type Lock, lockInventory } from '../lock/lock.ts';
import { parseLock } from '../lock/lock-text.ts';
import type { ServerInventory } from '../matrix/inventory.ts';
import type { CheckSettings } from './check-settings.ts';
import { showPath } from './find-project.ts';

/** The files in which to look for a lock, such as those of a revision. */
export interface LockFiles {
  readonly kind: 'folder' | 'revision';
  readonly read: (path: string) => Promise<TextReadResult>;
}

// Exit code of the checker if something that was requested could not be evaluated.
const unevaluated = 4;

/** Content of a lock file. */
export interface LoadedLock {
  readonly lock: Lock;
  readonly inventory: readonly ServerInventory[];
}

/**
 * Reads the lock of a project from the given files; returns undefined if there is no lock and none was requested.
 *
 * @throws {AppError} exit code 4 if a requested lock does not exist, exit code 2 if the lock cannot be read.
 */
export async function loadLock(
  { lock, place }: Pick<CheckSettings, 'lock' | 'place'>,
  files?: LockFiles,
): Promise<LoadedLock | undefined> {
  const inside = showPath(place.root, lock.file);
  const reading = await (files === undefined || inside === lock.file ? readTextFile(lock.file) : files.read(inside));
  if (reading.state === 'missing') {
    if (!lock.isAsked || files?.kind === 'revision') return undefined;
    const hint = '`modegate lock` writes it.';
    throw new AppError(`The lock file ${lock.file} does not exist. ${hint}`, unevaluated);
  }
  if (reading.state !== 'read') throw new AppError(`The lock file ${lock.file} could not be read: ${reading.reason}.`);
  const parsed = parseLock(reading.text);
  if (parsed.state === 'broken') throw new AppError(`${lock.file} is not a lock file: ${parsed.message}`);
  return { lock: parsed.lock, inventory: lockInventory(parsed.lock) };
}
