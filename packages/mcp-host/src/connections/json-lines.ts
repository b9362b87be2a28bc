import { createHeldBytes } from './held-bytes.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { MAX_MESSAGE_DEPTH, nestsTooDeep } from './nesting.ts';

/** Cuts a byte stream into JSON-RPC messages, one a line. */
export interface JsonLines {
  /** Takes the next bytes and tells every message that they complete. */
  push(chunk: Buffer): void;
  /** Takes what follows the last line end as a line of its own. */
  end(): void;
}

/** The one who is told what the lines hold. */
export interface JsonLinesReceiver {
  /** One message; those of a batch come one by one. */
  message(value: JsonObject): void;
  /** A line that is no JSON-RPC message. */
  garbage(line: string): void;
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
      readLine(chunk.toString('utf8', start, end), receiver);
      return;
    }
    // Bytes are joined before they are decoded, since a character may be spread over two chunks.
    held.add(chunk.subarray(start, end));
    readLine(held.takeText(), receiver);
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
      if (held.length > 0) readLine(held.takeText(), receiver);
    },
  };
}

// Some shells on Windows begin a pipe with a byte order mark.
const BYTE_ORDER_MARK = '\uFEFF';

function readLine(line: string, receiver: JsonLinesReceiver): void {
  let value: unknown;
  try {
    value = JSON.parse(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line);
  } catch {
    if (line.trim() !== '') receiver.garbage(line);
    return;
  }
  tellValue(value, line, receiver);
}

function tellValue(value: unknown, line: string, receiver: JsonLinesReceiver): void {
  if (nestsTooDeep(line)) {
    receiver.garbage(`Nested deeper than ${MAX_MESSAGE_DEPTH} levels: ${line.slice(0, 200)}`);
    const hollow = hollowResponse(value);
    if (hollow !== undefined) receiver.message(hollow);
  } else if (isMessage(value)) receiver.message(value);
  else if (Array.isArray(value) && value.length > 0) {
    // Batches were in MCP 2025-03-26 only, but servers of that time still run.
    for (const item of value) {
      if (isMessage(item)) receiver.message(item);
      else receiver.garbage(`In a batch: ${JSON.stringify(item).slice(0, 1000)}`);
    }
  } else receiver.garbage(line);
}

// Programs log JSON to stdout, too, and an HTTP log has a member `method`.
function isMessage(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.jsonrpc === '2.0';
}

// What is left of a response that cannot be taken, so that the request which waits for it fails now and not by its time.
function hollowResponse(value: unknown): JsonObject | undefined {
  return isMessage(value) && value.id !== undefined && value.method === undefined
    ? { jsonrpc: '2.0', id: value.id }
    : undefined;
}
