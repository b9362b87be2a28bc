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

/** The result of reading a file. A reason is a clause about the file, without its content and without what a link leads to. */
export type TextReadResult =
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

/** A file that is saved may be another one by the time it is looked for; one that is saved this often in a row is given up. */
const MAX_OPENINGS = 20;

async function openAndRead(path: string, options: ReadTextOptions): Promise<TextReadResult | 'replaced'> {
  const found = await stat(path);
  if (!found.isFile()) return notRegular(found);
  // Between the two calls the file may have become a pipe, and opening that would wait for a writer.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await readHandle(path, handle, options);
  } finally {
    await handle.close();
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
  throw new TextFileError('FILE_UNREADABLE', `${path} was left unchanged: ${reason}.`, {
    data: { file: path, reason },
    cause,
  });
}

/**
 * The text of a small file at once, for a caller that cannot wait; undefined when it is missing, or not a regular file of at most
 * `maxBytes` of UTF-8. Links lead anywhere.
 */
export function readPlainFileSync(path: string, maxBytes = defaultMaxBytes): string | undefined {
  const reading = readTextFileSync(path, { maxBytes });
  return reading.state === 'read' ? reading.text : undefined;
}

/**
 * Does what {@link readTextFile} does before it returns, for a program that answers once and ends: reading a dozen small files beside each other
 * would first start the threads for it.
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
  // What grew while it was read is read no further than it was, and one more byte than is allowed is too much.
  if (length === bytes.length) return Number(opened.size) >= maxBytes ? tooLarge(maxBytes) : unreadable(changed);
  return decode(bytes.subarray(0, length));
}

const changed = 'it changed while it was read';

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
  reason: 'it is a link that leads out of the project',
};

function notRegular(status: Stats): TextReadResult {
  return unreadable(`it is ${status.isDirectory() ? 'a folder' : 'not a regular file'}`);
}

function tooLarge(maxBytes: number): TextReadResult {
  return { state: 'unreadable', code: 'FILE_TOO_LARGE', reason: `it is larger than ${describeSize(maxBytes)}` };
}

/** The opened file itself is looked for at its real place, since a link may have been turned elsewhere after it was opened. */
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
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function describeSize(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / (1024 * 1024)} MiB` : `${bytes} bytes`;
}
