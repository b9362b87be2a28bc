import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { isInside } from './is-inside.ts';
import { describeSystemError, errorCode } from './system-error.ts';
import { TextFileError } from './text-file-error.ts';

/**
 * Result of reading a file. A reason is a clause that describes the file without revealing its content or the target of
 * a link.
 */
export type TextReadResult =
  /** `text` includes any byte order mark, so that writing the text back produces the same bytes. */
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'missing' }
  | {
      readonly state: 'unreadable';
      readonly code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_ENCODING' | 'FILE_OUTSIDE';
      readonly reason: string;
      readonly cause?: unknown;
    };

/** Options for `readTextFile`. */
export interface ReadTextOptions {
  /** Maximum size in bytes. Default 4 MiB. */
  readonly maxBytes?: number | undefined;
  /**
   * Folder out of which no symbolic link may lead, including a link in the folder's own path. Default: links may lead
   * anywhere.
   */
  readonly within?: string | undefined;
}

const defaultMaxBytes = 4 * 1024 * 1024;

/**
 * Reads a text file as UTF-8. Never rejects, and never waits for another process: a folder, a pipe, a device, a
 * dangling link, a link that leads out of `within`, more than `maxBytes`, and any encoding other than UTF-8 are
 * `unreadable`.
 */
export async function readTextFile(path: string, options: ReadTextOptions = {}): Promise<TextReadResult> {
  try {
    for (let opening = 0; opening < MAX_OPENINGS; opening++) {
      const reading = await openAndRead(path, options);
      if (reading !== 'replaced') return reading;
    }
    return unreadable(changed);
  } catch (cause) {
    return describeFailure(path, cause);
  }
}

/**
 * A file may be replaced by a save while it is being opened; the attempt is abandoned if the file is replaced this many
 * times in a row.
 */
const MAX_OPENINGS = 20;

async function openAndRead(path: string, options: ReadTextOptions): Promise<TextReadResult | 'replaced'> {
  const found = await stat(path);
  if (!found.isFile()) return notRegular(found);
  // Between the two calls, the file may be replaced with a pipe, and opening a pipe would wait for a writer.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await readHandle(path, handle, options);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file for editing; undefined if the file does not exist.
 *
 * @throws {@link TextFileError} FILE_UNREADABLE if the file exists but {@link readTextFile} cannot read it.
 */
export async function requireTextFile(path: string, options: ReadTextOptions = {}): Promise<string | undefined> {
  const reading = await readTextFile(path, options);
  if (reading.state === 'read') return reading.text;
  if (reading.state === 'missing') return undefined;
  const { reason, cause } = reading;
  const message = `${path} was left unchanged: ${reason}.`;
  throw new TextFileError('FILE_UNREADABLE', message, { data: { file: path, reason }, cause });
}

/**
 * Reads a small file synchronously; undefined if the file is missing, or is not a regular file that contains at most
 * `maxBytes` of UTF-8. Links may lead anywhere.
 */
export function readPlainFileSync(path: string, maxBytes = defaultMaxBytes): string | undefined {
  const reading = readTextFileSync(path, { maxBytes });
  return reading.state === 'read' ? reading.text : undefined;
}

/**
 * Synchronous version of {@link readTextFile}, for a program that gives one answer and exits: reading a dozen small
 * files in parallel would first start threads.
 */
export function readTextFileSync(path: string, options: ReadTextOptions = {}): TextReadResult {
  try {
    for (let opening = 0; opening < MAX_OPENINGS; opening++) {
      const reading = openAndReadAtOnce(path, options);
      if (reading !== 'replaced') return reading;
    }
    return unreadable(changed);
  } catch (cause) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(errorCode(cause));
    return isMissing ? missing : unreadable(describeSystemError(cause), cause);
  }
}

function openAndReadAtOnce(path: string, options: ReadTextOptions): TextReadResult | 'replaced' {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return lstatSync(path, { throwIfNoEntry: false }) === undefined ? missing : danglingLink;
  if (!found.isFile()) return notRegular(found);
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readOpened(path, file, options);
  } finally {
    closeSync(file);
  }
}

function readOpened(
  path: string,
  file: number,
  { maxBytes = defaultMaxBytes, within }: ReadTextOptions,
): TextReadResult | 'replaced' {
  const opened = fstatSync(file, { bigint: true });
  if (!opened.isFile()) return unreadable('it is not a regular file');
  if (within !== undefined) {
    const real = realpathSync(path);
    const there = statSync(real, { bigint: true });
    if (!isInside(real, realpathSync(within))) return outside;
    if (there.dev !== opened.dev || there.ino !== opened.ino) return 'replaced';
  }
  const bytes = Buffer.alloc(Math.min(Number(opened.size), maxBytes) + 1);
  let length = 0;
  for (let taken = -1; taken !== 0 && length < bytes.length; length += taken)
    taken = readSync(file, bytes, length, bytes.length - length, null);
  // Reads a growing file only up to its earlier size; a single byte more than the maximum is already too much.
  if (length === bytes.length) return Number(opened.size) >= maxBytes ? tooLarge(maxBytes) : unreadable(changed);
  return decode(bytes.subarray(0, length));
}

const changed = 'it changed while it was being read';

async function readHandle(
  path: string,
  handle: FileHandle,
  options: ReadTextOptions,
): Promise<TextReadResult | 'replaced'> {
  const { maxBytes = defaultMaxBytes, within } = options;
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) return unreadable('it is not a regular file');
  const place = within === undefined ? 'within' : await placeOf(path, opened, within);
  if (place !== 'within') return place === 'replaced' ? place : outside;
  const size = Number(opened.size);
  const bytes = size > maxBytes ? undefined : await readAtMost(handle, { expected: size, maxBytes });
  return bytes === undefined ? tooLarge(maxBytes) : decode(bytes);
}

const missing: TextReadResult = { state: 'missing' };
const danglingLink = unreadable('it is a link to a file that does not exist');
const outside: TextReadResult = {
  state: 'unreadable',
  code: 'FILE_OUTSIDE',
  reason: 'it is a link that points outside the project',
};

function notRegular(status: Stats): TextReadResult {
  return unreadable(`it is ${status.isDirectory() ? 'a folder' : 'not a regular file'}`);
}

function tooLarge(maxBytes: number): TextReadResult {
  return { state: 'unreadable', code: 'FILE_TOO_LARGE', reason: `it is larger than ${describeSize(maxBytes)}` };
}

/** Returns the real path of the opened file, because a link may have changed after the file was opened. */
async function placeOf(
  path: string,
  opened: { readonly dev: bigint; readonly ino: bigint },
  within: string,
): Promise<'within' | 'outside' | 'replaced'> {
  const [real, realFolder] = await Promise.all([realpath(path), realpath(within)]);
  if (!isInside(real, realFolder)) return 'outside';
  const there = await stat(real, { bigint: true });
  return there.dev === opened.dev && there.ino === opened.ino ? 'within' : 'replaced';
}

/**
 * Reads the rest of the file, because the size determined earlier may be out of date; undefined if the file contains
 * more than `maxBytes`.
 */
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

function decode(bytes: Buffer): TextReadResult {
  try {
    return { state: 'read', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const reason = isUtf16 ? 'it is UTF-16 text; save it as UTF-8' : 'it is not valid UTF-8; save it as UTF-8';
    return { state: 'unreadable', code: 'FILE_ENCODING', reason, cause };
  }
}

async function describeFailure(path: string, cause: unknown): Promise<TextReadResult> {
  const code = errorCode(cause);
  if (code === 'ENOTDIR') return missing;
  if (code !== 'ENOENT') return unreadable(describeSystemError(cause), cause);
  return (await isLink(path)) ? unreadable('it is a link to a file that does not exist', cause) : missing;
}

function unreadable(reason: string, cause?: unknown): TextReadResult {
  return { state: 'unreadable', code: 'FILE_UNREADABLE', reason, ...(cause === undefined ? {} : { cause }) };
}

async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() === true;
}

function describeSize(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / (1024 * 1024)} MiB` : `${bytes} bytes`;
}
