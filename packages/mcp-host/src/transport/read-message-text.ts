import { isJsonObject, type JsonObject } from '@modegate/json';
import { MAX_JSON_DEPTH, parseText, readableId } from '@modegate/json-rpc';

/** Receives the messages read from text. */
export interface MessageTextReceiver {
  /** Called with a message; the messages in a batch are passed one by one. */
  message(value: JsonObject): void;
  /** Called with text or a batch item that is not a JSON-RPC message. */
  garbage(text: string): void;
}

/** Reads the text of a message or batch and passes on the messages. Ignores blank text. */
export function readMessageText(text: string, receiver: MessageTextReceiver): void {
  const parsed = parseText(text);
  if (parsed.kind === 'not-json') {
    if (text.trim() !== '') receiver.garbage(text);
  } else if (parsed.kind === 'too-deep') {
    receiver.garbage(`Nested deeper than ${MAX_JSON_DEPTH} levels: ${text.slice(0, 200)}`);
    // An unacceptable response is reduced to its id, so that the request fails immediately rather than when its time
    // limit is reached.
    const id = readableId(parsed.value);
    if (isMessage(parsed.value) && id !== null && parsed.value.method === undefined)
      receiver.message({ jsonrpc: '2.0', id, result: undefined });
  } else tellValue(parsed.value, text, receiver);
}

function tellValue(value: unknown, text: string, receiver: MessageTextReceiver): void {
  if (isMessage(value)) receiver.message(value);
  else if (Array.isArray(value) && value.length > 0) {
    // Only MCP 2025-03-26 supported batches, but servers that use this revision are still running.
    for (const item of value) {
      if (isMessage(item)) receiver.message(item);
      else receiver.garbage(`In a batch: ${JSON.stringify(item).slice(0, 1000)}`);
    }
  } else receiver.garbage(text);
}

// Programs also log JSON to stdout, and log entries about HTTP requests have a `method` member.
function isMessage(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.jsonrpc === '2.0';
}
