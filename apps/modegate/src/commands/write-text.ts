import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadConfigText } from '@modegate/mcp-host/config';
import { AppError } from '../app-error.ts';

/**
 * Replaces a file in one step, or makes it with its folder: the text is written beside it, synced and renamed. A symbolic link is written
 * through, and the file's permissions stay.
 *
 * @throws {AppError} exit code 2 when it cannot be written; the file is then as it was.
 */
export async function writeText(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(dirname(target), { recursive: true });
    const mode = await stat(target).then(
      (status) => status.mode & 0o777,
      () => undefined,
    );
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new AppError(`${file} could not be written: ${(cause as Error).message}.`, 2, cause);
  }
}

/**
 * Replaces a file that still says what it said.
 *
 * @throws {AppError} exit code 2 when it says something else now, or cannot be written; it is then left as it is.
 */
export async function replaceText(change: {
  readonly path: string;
  readonly before: string;
  readonly text: string;
}): Promise<void> {
  const now = await loadConfigText(change.path);
  if (now.state !== 'read' || now.text !== change.before)
    throw new AppError(`${change.path} changed in the meantime and was left as it is. Run it again.`);
  await writeText(change.path, change.text);
}
