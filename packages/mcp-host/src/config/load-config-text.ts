import { open, stat } from 'node:fs/promises';
import type { ConfigProblemCode } from './config-problem.ts';
import { MAX_CONFIG_BYTES } from './json-text.ts';

/** What became of reading a file. */
export type ConfigTextReading =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'missing' }
  | {
      readonly state: 'unreadable';
      readonly code: Extract<ConfigProblemCode, 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_ENCODING'>;
      readonly reason: string;
      readonly cause?: unknown;
    };

/**
 * Reads a configuration file as UTF-8, at most 4 MiB of it, keeping a byte order mark. Never rejects.
 *
 * Only regular files are opened, since opening a named pipe would wait for its other end.
 */
export async function loadConfigText(file: string): Promise<ConfigTextReading> {
  try {
    const status = await stat(file);
    if (!status.isFile()) return { state: 'unreadable', code: 'FILE_UNREADABLE', reason: 'it is not a regular file' };
    const bytes = status.size > MAX_CONFIG_BYTES ? undefined : await readAtMost(file, MAX_CONFIG_BYTES);
    if (bytes === undefined) return { state: 'unreadable', code: 'FILE_TOO_LARGE', reason: 'it is larger than 4 MiB' };
    return decode(bytes);
  } catch (error) {
    const systemCode = systemCodeOf(error);
    if (systemCode === 'ENOENT' || systemCode === 'ENOTDIR') return { state: 'missing' };
    const reason = `it could not be read (${systemCode ?? 'unknown error'})`;
    return { state: 'unreadable', code: 'FILE_UNREADABLE', reason, cause: error };
  }
}

/** The system's name of an error, such as `EACCES`. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

async function readAtMost(file: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const handle = await open(file, 'r');
  try {
    const buffer = new Uint8Array(maxBytes + 1);
    let length = 0;
    while (length <= maxBytes) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) return buffer.subarray(0, length);
      length += bytesRead;
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

function decode(bytes: Uint8Array): ConfigTextReading {
  try {
    return { state: 'read', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const reason = utf16 ? 'it is UTF-16; save it as UTF-8' : 'it is not valid UTF-8';
    return { state: 'unreadable', code: 'FILE_ENCODING', reason, cause };
  }
}
