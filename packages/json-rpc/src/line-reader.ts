import { isUtf8 } from 'node:buffer';

/**
 * A line of text, or the size of a line that exceeds the limit. In text that is not valid UTF-8, U+FFFD replaces each
 * malformed sequence.
 */
export type Line =
  | { readonly kind: 'text' | 'not-utf8'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'oversized'; readonly bytes: number };

/** Splits a byte stream into lines. */
export type LineReader = ReturnType<typeof createLineReader>;

/** Options of {@link createLineReader}. */
export interface LineReaderOptions {
  /** Maximum number of bytes buffered per line. */
  readonly maxLineBytes: number;
  /**
   * Treatment of a line that exceeds the limit: `skip` skips the line and reports it when it ends, `stop` reports it
   * and stops reading, and `cut` truncates it. Default `skip`.
   */
  readonly oversized?: 'skip' | 'stop' | 'cut';
  readonly onLine: (line: Line) => void;
  /** Returns false to pause delivery; undelivered lines stay in their chunks. Default: always true. */
  readonly wanted?: () => boolean;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NOTHING = Buffer.alloc(0);

/**
 * Creates a reader for lines that end in LF or CRLF. It skips blank lines, as well as a byte order mark at the start.
 */
// oxlint-disable-next-line max-lines-per-function -- its parts share the state of the current line on a hot path
export function createLineReader(options: LineReaderOptions) {
  const { maxLineBytes, oversized = 'skip', onLine, wanted = () => true } = options;
  const chunks: Buffer[] = [];
  const partial = createPartialLine();
  /** Read position in the first chunk. */
  let start = 0;
  /** Size of the current line so far, including skipped bytes. */
  let lineBytes = 0;
  let isFirst = true;
  let isStopped = false;

  const reportOversized = (): void => {
    onLine({ kind: 'oversized', bytes: lineBytes });
    isStopped = oversized === 'stop';
  };
  const hold = (bytes: Buffer): void => {
    lineBytes += bytes.length;
    if (lineBytes <= maxLineBytes || oversized === 'cut') partial.add(bytes.subarray(0, maxLineBytes - partial.length));
    else {
      partial.clear();
      if (oversized === 'stop') reportOversized();
    }
  };
  const finishLine = (chunk: Buffer, from: number, to: number): void => {
    const bytes = lineBytes + to - from;
    const isCut = bytes > maxLineBytes;
    if (isCut && oversized !== 'cut') {
      lineBytes = bytes;
      reportOversized();
    } else if (lineBytes === 0) deliver(chunk.subarray(from, isCut ? from + maxLineBytes : to), bytes);
    else {
      hold(chunk.subarray(from, to));
      deliver(partial.bytes(), bytes);
    }
    partial.clear();
    lineBytes = 0;
  };
  const deliver = (line: Buffer, bytes: number): void => {
    const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
    let text = line.toString('utf8', 0, end);
    // Malformed UTF-8 is decoded to this character, which valid lines hardly ever contain.
    const kind = text.includes('\uFFFD') && !isUtf8(line) ? 'not-utf8' : 'text';
    // Some Windows shells put a byte order mark at the start of a pipe.
    if (isFirst && text.startsWith('\uFEFF')) text = text.slice(1);
    isFirst = false;
    if (kind === 'not-utf8' || text.trim() !== '') onLine({ kind, text, bytes });
  };
  const step = (): boolean => {
    const [chunk] = chunks;
    if (chunk === undefined || isStopped) return false;
    const from = start;
    const end = chunk.indexOf(LINE_FEED, from);
    start = end === -1 || end + 1 === chunk.length ? 0 : end + 1;
    if (start === 0) chunks.shift();
    if (end === -1) hold(chunk.subarray(from));
    else finishLine(chunk, from, end);
    return true;
  };

  return {
    /** Queues the next bytes of the stream. */
    push: (chunk: Uint8Array) => {
      if (!isStopped)
        chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    },
    /**
     * Delivers queued lines until no lines remain or `wanted()` returns false; returns true if all lines were
     * delivered.
     */
    drain: () => {
      while (wanted()) if (!step()) return true;
      return chunks.length === 0;
    },
    /** Delivers any text after the last line ending as a separate line. */
    end: () => {
      if (lineBytes > 0 && !isStopped) finishLine(NOTHING, 0, 0);
    },
  };
}

/**
 * The start of a line, stored in one buffer that at most doubles each time it grows, so that a million tiny chunks cost
 * no more than one large chunk.
 */
const MIN_BYTES = 4096;
const MAX_KEPT_BYTES = 1024 * 1024;

function createPartialLine() {
  let memory = NOTHING;
  let length = 0;
  return {
    get length() {
      return length;
    },
    add: (bytes: Buffer) => {
      const needed = length + bytes.length;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * memory.length, MIN_BYTES));
        memory.copy(larger, 0, 0, length);
        memory = larger;
      }
      bytes.copy(memory, length);
      length = needed;
    },
    /** Returns a view that is valid until the next call. */
    bytes: () => memory.subarray(0, length),
    clear: () => {
      if (memory.length > MAX_KEPT_BYTES) memory = NOTHING;
      length = 0;
    },
  };
}
