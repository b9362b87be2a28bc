import { constants } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { HostError } from '../host-error.ts';
import { backupFileName, type InstallPlan } from './install-plan.ts';
import { systemCodeOf } from './load-config-text.ts';
import { readConfigFile } from './read-config-file.ts';

/** What an applied plan did. */
export interface AppliedPlan {
  readonly file: string;
  readonly change: InstallPlan['change'];
  /** Where the old text is kept; `undefined` when there was none. */
  readonly backupFile: string | undefined;
}

/** How a file is replaced in one step. */
export type WriteWhole = (file: string, text: string) => Promise<void>;

/**
 * Carries a plan out: keeps a backup of the old text beside the file, then replaces the file in one step.
 *
 * Parent folders are made; the file's mode is kept; a symbolic link is written through. An earlier backup is never
 * overwritten. A change in the moment between the check and the replacement is not noticed.
 *
 * @param writeWhole - Default: write-file-atomic (a temporary file beside the target, synced, then renamed).
 * @throws {@link HostError} CONFIG_CHANGED when the file is not what it was when the plan was made, CONFIG_UNREADABLE
 *   when it can no longer be read, CONFIG_WRITE_FAILED when it cannot be written; in each case the file is as it was,
 *   and folders and backups made on the way are gone again.
 */
export async function applyPlan(plan: InstallPlan, writeWhole: WriteWhole = writeAtomically): Promise<AppliedPlan> {
  const { file, change, before, after } = plan;
  if (change === 'none') return { file, change, backupFile: undefined };
  if ((await readConfigFile(file)) !== before) {
    const message = `${file} changed after the plan was made and was left as it is. Plan again.`;
    throw new HostError('CONFIG_CHANGED', message, { data: { file } });
  }
  const undo: (() => Promise<void>)[] = [];
  try {
    const backupFile = before === undefined ? undefined : await writeBackup(file, before, undo);
    if (after === undefined) await unlink(await realpath(file));
    else await writeInFolder(await throughDanglingLink(file), { text: after, writeWhole, undo });
    return { file, change, backupFile };
  } catch (cause) {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
    const systemCode = systemCodeOf(cause);
    const reason = systemCode ?? (cause instanceof Error ? cause.message : String(cause));
    const message = `${file} could not be written (${reason}); it is as it was.`;
    throw new HostError('CONFIG_WRITE_FAILED', message, { data: { file, systemCode }, cause });
  }
}

async function writeBackup(file: string, text: string, undo: (() => Promise<void>)[]): Promise<string> {
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
    if (systemCodeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

async function writeInFolder(
  file: string,
  {
    text,
    writeWhole,
    undo,
  }: { readonly text: string; readonly writeWhole: WriteWhole; readonly undo: (() => Promise<void>)[] },
): Promise<void> {
  const folder = dirname(file);
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade !== undefined) undo.push(() => removeEmptyFolders(folder, firstMade));
  await writeWhole(file, text);
}

async function removeEmptyFolders(folder: string, last: string): Promise<void> {
  for (let current = folder; ; current = dirname(current)) {
    await rmdir(current);
    if (current === last || current === dirname(current)) return;
  }
}

// write-file-atomic follows a link only when it leads to a file; a link to a file yet to be made would be replaced.
async function throughDanglingLink(file: string): Promise<string> {
  const isLink = await lstat(file).then(
    (status) => status.isSymbolicLink(),
    () => false,
  );
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  return isLink && !exists ? resolve(dirname(file), await readlink(file)) : file;
}

async function writeAtomically(file: string, text: string): Promise<void> {
  await writeFileAtomic(file, text, { tmpfileCreated: fillFirst(text) });
}

/**
 * write-file-atomic takes the short write of a full disk for a whole one. The temporary file is written here before, so that the text
 * either fits or nothing is replaced; the library waits for the promise, which its types do not say.
 */
function fillFirst(text: string): (temporary: string) => void {
  const fill: (temporary: string) => unknown = (temporary) => writeFile(temporary, text);
  return fill as (temporary: string) => void;
}
