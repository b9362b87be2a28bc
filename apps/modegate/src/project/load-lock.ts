import { type KnownServer, type Lock, lockInventory, parseLock } from '@modegate/policy-check';
import { AppError } from '@modegate/program-shell';
import { readTextFile } from '@modegate/text-files';
import { exitCodes } from '../exit-codes.ts';
import type { Settings } from '../settings.ts';
import { showPath } from './find-project.ts';
import type { ListedFiles } from './listed-files.ts';

/** A lock file's content. */
export interface LoadedLock {
  readonly lock: Lock;
  readonly inventory: readonly KnownServer[];
}

/**
 * Reads the lock of a project, as the given files have it; undefined when there is none and nobody asked for it.
 *
 * @throws {AppError} exit code 4 when one was asked for and is not there, 2 when it cannot be read.
 */
export async function loadLock({ lock, place }: Settings, files?: ListedFiles): Promise<LoadedLock | undefined> {
  const inside = showPath(place.root, lock.file);
  const reading = await (files === undefined || inside === lock.file ? readTextFile(lock.file) : files.read(inside));
  if (reading.state === 'missing') {
    if (!lock.isAsked || files?.kind === 'revision') return undefined;
    const hint = '`modegate lock` writes it.';
    throw new AppError(`The lock file ${lock.file} does not exist. ${hint}`, exitCodes.unevaluated);
  }
  if (reading.state !== 'read') throw new AppError(`The lock file ${lock.file} could not be read: ${reading.reason}.`);
  const parsed = parseLock(reading.text);
  if (parsed.state === 'broken') throw new AppError(`${lock.file} is not a lock file: ${parsed.message}`);
  return { lock: parsed.lock, inventory: lockInventory(parsed.lock) };
}
