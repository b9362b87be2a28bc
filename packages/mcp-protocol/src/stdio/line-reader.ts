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
  const state: ReaderState = { chunks: [], start: 0, partial: [], partialBytes: 0, dropping: false, first: true };
  return {
    push: (chunk) => {
      state.chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    },
    drain: () => {
      while (options.wanted()) if (!step(state, options)) return true;
      return state.chunks.length === 0;
    },
    end: () => {
      if (state.partialBytes > 0) finishLine(state, options, NOTHING);
    },
  };
}

const NOTHING: Bytes = { chunk: Buffer.alloc(0), start: 0, end: 0 };

/** A part of a chunk, without the view of it that most lines do not need. */
interface Bytes {
  readonly chunk: Buffer;
  readonly start: number;
  readonly end: number;
}

interface ReaderState {
  readonly chunks: Buffer[];
  /** How much of the first chunk is taken. */
  start: number;
  partial: Buffer[];
  partialBytes: number;
  dropping: boolean;
  first: boolean;
}

// One line, or one chunk without a line end; false when there is nothing to do.
function step(state: ReaderState, options: LineReaderOptions): boolean {
  const chunk = state.chunks[0];
  if (chunk === undefined) return false;
  const { start } = state;
  const end = chunk.indexOf(LINE_FEED, start);
  state.start = end === -1 || end + 1 === chunk.length ? 0 : end + 1;
  if (state.start === 0) state.chunks.shift();
  if (end === -1) keepPartial(state, options, chunk.subarray(start));
  else finishLine(state, options, { chunk, start, end });
  return true;
}

function keepPartial(state: ReaderState, options: LineReaderOptions, bytes: Buffer): void {
  state.partialBytes += bytes.length;
  if (state.partialBytes > options.maxLineBytes) [state.dropping, state.partial] = [true, []];
  if (!state.dropping) state.partial.push(bytes);
}

function finishLine(state: ReaderState, options: LineReaderOptions, last: Bytes): void {
  const bytes = state.partialBytes + last.end - last.start;
  const oversized = state.dropping || bytes > options.maxLineBytes;
  const line = oversized || state.partial.length === 0 ? last : joined(state.partial, last);
  if (state.partial.length > 0) state.partial = [];
  state.partialBytes = 0;
  state.dropping = false;
  if (oversized) {
    options.onLine({ kind: 'oversized', bytes });
    return;
  }
  const text = readText(line, state.first);
  state.first = false;
  if (text === undefined) options.onLine({ kind: 'not-utf8', bytes });
  else if (text.trim() !== '') options.onLine({ kind: 'text', text, bytes });
}

function joined(partial: readonly Buffer[], { chunk, start, end }: Bytes): Bytes {
  const line = Buffer.concat([...partial, chunk.subarray(start, end)]);
  return { chunk: line, start: 0, end: line.length };
}

const REPLACEMENT = '\uFFFD';

function readText({ chunk, start, end }: Bytes, first: boolean): string | undefined {
  const textEnd = end > start && chunk[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
  const text = chunk.toString('utf8', start, textEnd);
  // Whatever is not UTF-8 is decoded as this character, which hardly any line has.
  if (text.includes(REPLACEMENT) && !isUtf8(chunk.subarray(start, end))) return undefined;
  // Some shells on Windows begin a pipe with a byte order mark.
  return first && text.startsWith('\uFEFF') ? text.slice(1) : text;
}
