import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createLineSplitter, type RawLine } from './read-lines.ts';

/**
 * Start position: the beginning or end of the file, or the first line that begins within the given number of bytes
 * before the end of the file.
 */
export type FollowStart = 'start' | 'end' | { readonly lastBytes: number };

/** Start position, polling interval, and the signal that ends the monitoring of the file. */
export interface FollowOptions {
  readonly from: FollowStart;
  readonly signal: AbortSignal;
  /** Polling interval in milliseconds. Default 250. */
  readonly pollMs?: number;
}

interface FileCursor {
  readonly descriptor: number;
  readonly inode: number;
  position: number;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Yields the lines of a file as they are written, even before the file exists, and after it has been rotated, deleted
 * or truncated. Ends when the signal is aborted. A line is yielded once it is complete.
 */
export async function* followFile(
  file: string,
  { from, signal, pollMs = 250 }: FollowOptions,
): AsyncGenerator<RawLine> {
  const splitter = createLineSplitter();
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let open = openFile(file, from);
  try {
    while (!signal.aborted) {
      // The replacement file must be sought before the rest of this file is read, so that no part of this file is
      // missed.
      const next = findNext(file, open);
      if (open !== undefined) {
        if (fstatSync(open.descriptor).size < open.position) open.position = 0;
        for (let read = 1; read > 0 && !signal.aborted; ) {
          read = readSync(open.descriptor, chunk, 0, chunk.length, open.position);
          open.position += read;
          yield* splitter.push(chunk.subarray(0, read));
        }
      }
      if (next !== undefined) {
        if (open !== undefined) closeSync(open.descriptor);
        open = next;
        yield* splitter.end();
      } else await delay(pollMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    if (open !== undefined) closeSync(open.descriptor);
  }
}

function findNext(file: string, open: FileCursor | undefined): FileCursor | undefined {
  const inode = statSync(file, { throwIfNoEntry: false })?.ino;
  return inode === undefined || inode === open?.inode ? undefined : openFile(file, 'start');
}

function openFile(file: string, from: FollowStart): FileCursor | undefined {
  try {
    const descriptor = openSync(file, 'r');
    const { ino: inode, size } = fstatSync(descriptor);
    return { descriptor, inode, position: startOf({ descriptor, size }, from) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function startOf(
  { descriptor, size }: { readonly descriptor: number; readonly size: number },
  from: FollowStart,
): number {
  if (from === 'start') return 0;
  if (from === 'end' || size <= from.lastBytes) return from === 'end' ? size : 0;
  const tail = Buffer.alloc(from.lastBytes + 1);
  // One more byte is read: the line end before a line that begins exactly at the start position.
  const begin = size - tail.length;
  const read = readSync(descriptor, tail, 0, tail.length, begin);
  const end = tail.subarray(0, read).indexOf(10);
  return end === -1 ? size : begin + end + 1;
}
