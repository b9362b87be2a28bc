import { isUtf8 } from 'node:buffer';

/** A line, or why it was dropped. */
export type Line =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'oversized'; readonly bytes: number }
  | { readonly kind: 'not-utf8'; readonly bytes: number };

/** Cuts a byte stream into lines. */
export interface LineReader {
  /** Takes the next bytes of the stream. */
  push(chunk: Uint8Array): void;
  /** Delivers whole lines until there are none left or `wanted()` says no; returns whether it delivered them all. */
  drain(): boolean;
  /** Delivers what follows the last line end as a line of its own. */
  end(): void;
}

export interface LineReaderOptions {
  /** A longer line is dropped as it arrives, so that it is never held. */
  readonly maxLineBytes: number;
  readonly onLine: (line: Line) => void;
  /** Whether another line is wanted now; lines that are not wait in their chunks. */
  readonly wanted: () => boolean;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Creates a reader of lines that end in LF or CRLF; blank lines are skipped, as is a byte order mark before the first. */
export function createLineReader(options: LineReaderOptions): LineReader {
  const state: ReaderState = { chunks: [], partial: [], partialBytes: 0, dropping: false, first: true };
  return {
    push: (chunk) => {
      state.chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    },
    drain: () => {
      while (options.wanted()) if (!step(state, options)) return true;
      return state.chunks.length === 0;
    },
    end: () => {
      if (state.partialBytes > 0) finishLine(state, options, Buffer.alloc(0));
    },
  };
}

interface ReaderState {
  chunks: Buffer[];
  partial: Buffer[];
  partialBytes: number;
  dropping: boolean;
  first: boolean;
}

// One line, or one chunk without a line end; false when there is nothing to do.
function step(state: ReaderState, options: LineReaderOptions): boolean {
  const chunk = state.chunks[0];
  if (chunk === undefined) return false;
  const end = chunk.indexOf(LINE_FEED);
  if (end === -1) {
    state.chunks.shift();
    keepPartial(state, options, chunk);
    return true;
  }
  const rest = chunk.subarray(end + 1);
  if (rest.length === 0) state.chunks.shift();
  else state.chunks[0] = rest;
  finishLine(state, options, chunk.subarray(0, end));
  return true;
}

function keepPartial(state: ReaderState, options: LineReaderOptions, chunk: Buffer): void {
  state.partialBytes += chunk.length;
  if (state.partialBytes > options.maxLineBytes) [state.dropping, state.partial] = [true, []];
  if (!state.dropping) state.partial.push(chunk);
}

function finishLine(state: ReaderState, options: LineReaderOptions, last: Buffer): void {
  const bytes = state.partialBytes + last.length;
  const oversized = state.dropping || bytes > options.maxLineBytes;
  const line = oversized ? last : state.partial.length === 0 ? last : Buffer.concat([...state.partial, last]);
  [state.partial, state.partialBytes, state.dropping] = [[], 0, false];
  if (oversized) {
    options.onLine({ kind: 'oversized', bytes });
    return;
  }
  const text = readText(line, state.first);
  state.first = false;
  if (text === undefined) options.onLine({ kind: 'not-utf8', bytes });
  else if (text.trim() !== '') options.onLine({ kind: 'text', text, bytes });
}

function readText(line: Buffer, first: boolean): string | undefined {
  if (!isUtf8(line)) return undefined;
  const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
  const text = line.toString('utf8', 0, end);
  // Some shells on Windows begin a pipe with a byte order mark.
  return first && text.startsWith('\uFEFF') ? text.slice(1) : text;
}
