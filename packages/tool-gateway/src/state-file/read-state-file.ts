import { errorCode, findUnsafeWriter, readTextFile } from '@modegate/text-files';
import { GatewayError } from '../gateway-error.ts';

/** The most bytes of a file that are read unless said otherwise: 64 MiB. */
export const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * The text of a file that {@link updateJsonFile} keeps; `undefined` when there is none. A byte order mark is left out.
 *
 * @throws {@link GatewayError} FILE_UNREADABLE when it is there but is not a regular file, not UTF-8, too large, or cannot be read.
 */
export async function readStoredText(file: string, maxBytes: number = defaultMaxBytes): Promise<string | undefined> {
  const reading = await readTextFile(file, { maxBytes });
  if (reading.state === 'read') return reading.text.replace(/^\uFEFF/, '');
  if (reading.state === 'missing') return undefined;
  const { reason, cause } = reading;
  const message = `${file} is left alone, because it cannot be read: ${reason}.`;
  throw new GatewayError('FILE_UNREADABLE', message, { data: { file, reason }, cause });
}

/** @throws {@link GatewayError} FILE_UNREADABLE when another user can have written a file. */
export async function requireSafeFile(file: string): Promise<void> {
  const reason = await findUnsafeWriter(file).catch((error: unknown) => `it cannot be looked at (${errorCode(error)})`);
  if (reason === undefined) return;
  const message = `${file} is not used, because others may have changed it: ${reason}.`;
  throw new GatewayError('FILE_UNREADABLE', message, { data: { file, reason } });
}

/** The code of an error of the operating system, such as `EACCES`. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
