import { type MessageTextReceiver, readMessageText } from '../transport/read-message-text.ts';

/** Cuts a byte stream into JSON-RPC messages, one a line. */
export interface JsonLines {
  /** Takes the next bytes and tells every message that they complete. */
  push(chunk: Buffer): void;
  /** Takes what follows the last line end as a line of its own. */
  end(): void;
}

/** Takes the messages of the lines. */
export interface JsonLinesReceiver extends MessageTextReceiver {
  /** A line grew over the limit; no other call follows. */
  oversized(bytes: number): void;
}

const LINE_FEED = 0x0a;

/** Creates a reader of newline-delimited JSON (LF or CRLF) that holds at most one line of `maxMessageBytes`. */
export function createJsonLines(maxMessageBytes: number, receiver: JsonLinesReceiver): JsonLines {
  const partial = createPartialLine();
  let oversized = false;

  const exceeds = (moreBytes: number): boolean => {
    if (partial.length + moreBytes <= maxMessageBytes) return false;
    oversized = true;
    receiver.oversized(partial.length + moreBytes);
    partial.clear();
    return true;
  };
  const takeLine = (chunk: Buffer, start: number, end: number): void => {
    if (exceeds(end - start)) return;
    if (partial.length === 0) {
      readMessageText(chunk.toString('utf8', start, end), receiver);
      return;
    }
    // Bytes are joined before they are decoded, since a character may be spread over two chunks.
    partial.add(chunk.subarray(start, end));
    readMessageText(partial.takeText(), receiver);
  };

  return {
    push: (chunk) => {
      let start = 0;
      while (!oversized) {
        const end = chunk.indexOf(LINE_FEED, start);
        if (end === -1) break;
        takeLine(chunk, start, end);
        start = end + 1;
      }
      if (oversized || start === chunk.length || exceeds(chunk.length - start)) return;
      partial.add(chunk.subarray(start));
    },
    end: () => {
      if (partial.length > 0) readMessageText(partial.takeText(), receiver);
    },
  };
}

/** The bytes of a line whose end has not come, in one piece of memory that at most doubles as they come. */
interface PartialLine {
  readonly length: number;
  add(bytes: Buffer): void;
  /** Decodes them as UTF-8 and forgets them; a malformed sequence becomes U+FFFD. */
  takeText(): string;
  /** Forgets them and gives their memory back. */
  clear(): void;
}

const SMALLEST_BYTES = 4096;
const KEPT_BYTES = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** Creates an empty one, which has no memory of its own yet. */
function createPartialLine(): PartialLine {
  let memory = NOTHING;
  let length = 0;
  const clear = (): void => {
    memory = NOTHING;
    length = 0;
  };
  return {
    get length() {
      return length;
    },
    add: (bytes) => {
      const needed = length + bytes.length;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * memory.length, SMALLEST_BYTES));
        memory.copy(larger, 0, 0, length);
        memory = larger;
      }
      bytes.copy(memory, length);
      length = needed;
    },
    takeText: () => {
      const text = memory.toString('utf8', 0, length);
      if (memory.length > KEPT_BYTES) clear();
      length = 0;
      return text;
    },
    clear,
  };
}
