import { isJsonObject, type JsonObject, nestsDeeper, parseExactly } from '@modegate/json';

/** Takes the messages of a text. */
export interface MessageTextReceiver {
  /** One message; those of a batch come one by one. */
  message(value: JsonObject): void;
  /** A text, or an item of a batch, that is not a JSON-RPC message. */
  garbage(text: string): void;
}

/** The deepest nesting of a message that is taken: code that walks one may recurse. */
const MAX_MESSAGE_DEPTH = 512;

// Some shells on Windows begin a pipe with a byte order mark.
const BYTE_ORDER_MARK = '\uFEFF';

/** Reads the text of one message, or of one batch, and hands them on. A blank text holds nothing. */
export function readMessageText(text: string, receiver: MessageTextReceiver): void {
  let value: unknown;
  try {
    value = parseExactly(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    if (text.trim() !== '') receiver.garbage(text);
    return;
  }
  tellValue(value, text, receiver);
}

function tellValue(value: unknown, text: string, receiver: MessageTextReceiver): void {
  if (nestsDeeper(text, MAX_MESSAGE_DEPTH)) {
    receiver.garbage(`Nested deeper than ${MAX_MESSAGE_DEPTH} levels: ${text.slice(0, 200)}`);
    const hollow = hollowResponse(value);
    if (hollow !== undefined) receiver.message(hollow);
  } else if (isMessage(value)) receiver.message(value);
  else if (Array.isArray(value) && value.length > 0) {
    // Batches were in MCP 2025-03-26 only, but servers of that time still run.
    for (const item of value) {
      if (isMessage(item)) receiver.message(item);
      else receiver.garbage(`In a batch: ${JSON.stringify(item).slice(0, 1000)}`);
    }
  } else receiver.garbage(text);
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
