import { createHeldBytes } from './held-bytes.ts';
import { type MessageTextReceiver, readMessageText } from './read-message-text.ts';

/** Cuts a byte stream into JSON-RPC messages, one a line. */
export interface JsonLines {
  /** Takes the next bytes and tells every message that they complete. */
  push(chunk: Buffer): void;
  /** Takes what follows the last line end as a line of its own. */
  end(): void;
}

/** The one who is told what the lines hold. */
export interface JsonLinesReceiver extends MessageTextReceiver {
  /** A line grew over the limit; nothing is told after that. */
  oversized(bytes: number): void;
}

const LINE_FEED = 0x0a;

/** Creates a reader of newline-delimited JSON (LF or CRLF) that holds at most one line of `maxMessageBytes`. */
export function createJsonLines(maxMessageBytes: number, receiver: JsonLinesReceiver): JsonLines {
  const held = createHeldBytes();
  let oversized = false;

  const exceeds = (moreBytes: number): boolean => {
    if (held.length + moreBytes <= maxMessageBytes) return false;
    oversized = true;
    receiver.oversized(held.length + moreBytes);
    held.clear();
    return true;
  };
  const takeLine = (chunk: Buffer, start: number, end: number): void => {
    if (exceeds(end - start)) return;
    if (held.length === 0) {
      readMessageText(chunk.toString('utf8', start, end), receiver);
      return;
    }
    // Bytes are joined before they are decoded, since a character may be spread over two chunks.
    held.add(chunk.subarray(start, end));
    readMessageText(held.takeText(), receiver);
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
      held.add(chunk.subarray(start));
    },
    end: () => {
      if (held.length > 0) readMessageText(held.takeText(), receiver);
    },
  };
}
