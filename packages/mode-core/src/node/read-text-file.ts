import { constants, type FileHandle, lstat, open, stat } from 'node:fs/promises';

/** What stands at a path. */
export type TextFile =
  | { readonly state: 'read'; readonly text: string; readonly bytes: Buffer; readonly encoding: 'utf-8' | 'damaged' }
  | { readonly state: 'absent' }
  | { readonly state: 'too-large'; readonly bytes: number }
  | { readonly state: 'unreadable'; readonly reason: string; readonly cause?: unknown };

/**
 * Reads a text file of at most `maxBytes`, without ever throwing or waiting for another process: a folder, a pipe, a device or a
 * dangling link is `unreadable`. Bytes that are not UTF-8 become U+FFFD, and `encoding` says so.
 */
export async function readTextFile(path: string, maxBytes: number): Promise<TextFile> {
  try {
    const found = await stat(path);
    if (!found.isFile())
      return { state: 'unreadable', reason: `it is ${found.isDirectory() ? 'a folder' : 'no regular file'}` };
    // Between the two calls the file may have become a pipe, and opening that would wait for a writer.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return await readHandle(handle, maxBytes);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    return describeFailure(path, cause);
  }
}

async function readHandle(handle: FileHandle, maxBytes: number): Promise<TextFile> {
  const opened = await handle.stat();
  if (!opened.isFile()) return { state: 'unreadable', reason: 'it is no regular file' };
  if (opened.size > maxBytes) return { state: 'too-large', bytes: opened.size };
  const bytes = await readAtMost(handle, { expected: opened.size, maxBytes });
  if (bytes === undefined) return { state: 'too-large', bytes: maxBytes + 1 };
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { state: 'unreadable', reason: 'it is UTF-16 text; save it as UTF-8' };
  return { state: 'read', bytes, ...decode(bytes) };
}

/** The rest of the file, or undefined when it has more than `maxBytes`: the size told before may be out of date. */
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

function decode(bytes: Buffer): { readonly text: string; readonly encoding: 'utf-8' | 'damaged' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), encoding: 'damaged' };
  }
}

async function describeFailure(path: string, cause: unknown): Promise<TextFile> {
  const code = errorCode(cause);
  if (code === 'ENOTDIR') return { state: 'absent' };
  if (code === 'ENOENT')
    return (await isLink(path))
      ? { state: 'unreadable', reason: 'it is a link to a file that does not exist', cause }
      : { state: 'absent' };
  return { state: 'unreadable', reason: reasons[code] ?? `reading failed with ${code}`, cause };
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  ELOOP: 'its links run in a circle',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'its name holds a NUL character',
};

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The `code` of a system error, or the error as text. */
export function errorCode(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : String(cause);
}
