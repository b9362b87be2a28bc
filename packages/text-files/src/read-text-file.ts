import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { constants, type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { describeSystemError, errorCode } from './system-error.ts';
import { TextFileError } from './text-file-error.ts';
import { isInside } from './within.ts';

/** What became of reading a file. A reason is a clause about the file, without its content and without what a link leads to. */
export type TextReading =
  /** `text` keeps a byte order mark, so that writing it again gives the same bytes. */
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'missing' }
  | {
      readonly state: 'unreadable';
      readonly code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_ENCODING' | 'FILE_OUTSIDE';
      readonly reason: string;
      readonly cause?: unknown;
    };

/** How to read. */
export interface ReadTextOptions {
  /** In bytes. Default 4 MiB. */
  readonly maxBytes?: number | undefined;
  /** Folder that the file must not leave by a symbolic link, its own path included. Default: links lead anywhere. */
  readonly within?: string | undefined;
}

const defaultMaxBytes = 4 * 1024 * 1024;

/**
 * Reads a text file as UTF-8 without ever rejecting and without waiting for another process: a folder, a pipe, a device, a dangling link,
 * a link that leaves `within`, more than `maxBytes` and anything that is not UTF-8 are `unreadable`.
 */
export async function readTextFile(path: string, options: ReadTextOptions = {}): Promise<TextReading> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return unreadable(`it is ${found.isDirectory() ? 'a folder' : 'not a regular file'}`);
    // Between the two calls the file may have become a pipe, and opening that would wait for a writer.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return await readHandle(path, handle, options);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    return describeFailure(path, cause);
  }
}

/**
 * The text of a file that is to be edited, or undefined when there is none.
 *
 * @throws {@link TextFileError} FILE_UNREADABLE when it is there and {@link readTextFile} does not read it.
 */
export async function requireTextFile(path: string, options: ReadTextOptions = {}): Promise<string | undefined> {
  const reading = await readTextFile(path, options);
  if (reading.state === 'read') return reading.text;
  if (reading.state === 'missing') return undefined;
  const { reason, cause } = reading;
  throw new TextFileError('FILE_UNREADABLE', `${path} was left as it is: ${reason}.`, {
    data: { file: path, reason },
    cause,
  });
}

/**
 * The text of a small file at once, for a caller that cannot wait; undefined when it is missing, or not a regular file of at most
 * `maxBytes` of UTF-8. Links lead anywhere.
 */
export function readTextFileNow(path: string, maxBytes = defaultMaxBytes): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const status = fstatSync(file);
      if (!status.isFile() || status.size > maxBytes) return undefined;
      const reading = decode(readFileSync(file));
      return reading.state === 'read' ? reading.text : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

async function readHandle(path: string, handle: FileHandle, options: ReadTextOptions): Promise<TextReading> {
  const { maxBytes = defaultMaxBytes, within } = options;
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) return unreadable('it is not a regular file');
  if (within !== undefined && !(await isOpenedWithin(path, opened, within)))
    return { state: 'unreadable', code: 'FILE_OUTSIDE', reason: 'it is a link that leads out of the project' };
  const size = Number(opened.size);
  const bytes = size > maxBytes ? undefined : await readAtMost(handle, { expected: size, maxBytes });
  if (bytes === undefined) {
    const reason = `it is larger than ${describeSize(maxBytes)}`;
    return { state: 'unreadable', code: 'FILE_TOO_LARGE', reason };
  }
  return decode(bytes);
}

/** The opened file itself is looked for at its real place, since a link may have been turned elsewhere after it was opened. */
async function isOpenedWithin(
  path: string,
  opened: { readonly dev: bigint; readonly ino: bigint },
  within: string,
): Promise<boolean> {
  const [real, realFolder] = await Promise.all([realpath(path), realpath(within)]);
  if (!isInside(real, realFolder)) return false;
  const there = await stat(real, { bigint: true });
  return there.dev === opened.dev && there.ino === opened.ino;
}

/** The rest of the file, or undefined when it has more than `maxBytes`: the size from before may be out of date. */
async function readAtMost(
  handle: FileHandle,
  { expected, maxBytes }: { readonly expected: number; readonly maxBytes: number },
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.alloc(Math.max(1024, Math.min(64 * 1024, expected - total + 1)));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > maxBytes) return undefined;
  }
}

function decode(bytes: Buffer): TextReading {
  try {
    return { state: 'read', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const reason = isUtf16 ? 'it is UTF-16 text; save it as UTF-8' : 'it is not valid UTF-8; save it as UTF-8';
    return { state: 'unreadable', code: 'FILE_ENCODING', reason, cause };
  }
}

async function describeFailure(path: string, cause: unknown): Promise<TextReading> {
  const code = errorCode(cause);
  if (code === 'ENOTDIR') return { state: 'missing' };
  if (code !== 'ENOENT') return unreadable(describeSystemError(cause), cause);
  return (await isLink(path)) ? unreadable('it is a link to a file that does not exist', cause) : { state: 'missing' };
}

function unreadable(reason: string, cause?: unknown): TextReading {
  return { state: 'unreadable', code: 'FILE_UNREADABLE', reason, ...(cause === undefined ? {} : { cause }) };
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function describeSize(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / (1024 * 1024)} MiB` : `${bytes} bytes`;
}
