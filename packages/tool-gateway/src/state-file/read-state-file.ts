import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { GatewayError } from '../gateway-error.ts';

/** The most bytes of a file that are read unless said otherwise: 64 MiB. */
export const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * The text of a file that {@link updateJsonFile} keeps; `undefined` when there is none. A byte order mark is left out.
 *
 * @throws {@link GatewayError} FILE_UNREADABLE when it is there but is not a regular file, not UTF-8, too large, or cannot be read.
 */
export async function readStoredText(file: string, maxBytes: number = defaultMaxBytes): Promise<string | undefined> {
  const bytes = await readBytes(file, maxBytes);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refuseRead(file, 'it holds bytes that are not UTF-8', cause);
  }
}

async function readBytes(file: string, maxBytes: number): Promise<Uint8Array | undefined> {
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const status = await handle.stat();
      if (!status.isFile()) throw refuseRead(file, 'it is not a regular file');
      if (status.size > maxBytes)
        throw refuseRead(file, `it has ${status.size} bytes, and at most ${maxBytes} are read`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    if (systemCodeOf(cause) === 'ENOENT') return undefined;
    throw refuseRead(file, systemCodeOf(cause) ?? String(cause), cause);
  }
}

/** The file that a path leads to, so that all names of one file share one lock; also for a file that is yet to be made. */
export async function trueFileName(path: string): Promise<string> {
  const file = resolve(path);
  const target = await realpath(file).catch(() => undefined);
  if (target !== undefined) return target;
  const link = await readlink(file).catch(() => undefined);
  if (link !== undefined) return resolve(dirname(file), link);
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return join(folder, basename(file));
}

/** The code of an error of the operating system, such as `EACCES`. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function refuseRead(file: string, reason: string, cause?: unknown): GatewayError {
  const message = `${file} is left alone, because it cannot be read: ${reason}.`;
  return new GatewayError('FILE_UNREADABLE', message, { data: { file, reason }, cause });
}
