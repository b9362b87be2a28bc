import { isJsonObject, type JsonObject } from '@modegate/json';
import { MAX_JSON_DEPTH, parseText, readableId } from '@modegate/json-rpc';

/** Takes the messages of a text. */
export interface MessageTextReceiver {
  /** One message; those of a batch come one by one. */
  message(value: JsonObject): void;
  /** A text, or an item of a batch, that is not a JSON-RPC message. */
  garbage(text: string): void;
}

/** Reads the text of one message, or of one batch, and hands them on. A blank text holds nothing. */
export function readMessageText(text: string, receiver: MessageTextReceiver): void {
  const parsed = parseText(text);
  if (parsed.kind === 'not-json') {
    if (text.trim() !== '') receiver.garbage(text);
  } else if (parsed.kind === 'too-deep') {
    receiver.garbage(`Nested deeper than ${MAX_JSON_DEPTH} levels: ${text.slice(0, 200)}`);
    // What is left of a response that cannot be taken, so that the request which waits for it fails now and not by its time.
    const id = readableId(parsed.value);
    if (isMessage(parsed.value) && id !== null && parsed.value.method === undefined)
      receiver.message({ jsonrpc: '2.0', id, result: undefined });
  } else tellValue(parsed.value, text, receiver);
}

function tellValue(value: unknown, text: string, receiver: MessageTextReceiver): void {
  if (isMessage(value)) receiver.message(value);
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
