import { failureAnswer } from './check-message.ts';
import { isJsonObject, type JsonRpcFailure, type RequestId } from './messages.ts';

/** A parsed JSON value, or the answer to text that is not acceptable JSON. */
export type ParsedMessage =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly answer: JsonRpcFailure };

/** The deepest nesting that is accepted; code that walks a message may recurse. */
export const MAX_JSON_DEPTH = 512;

/** Parses the text of one message; bad JSON is answered with -32700, JSON nested deeper than 512 with -32600. */
export function parseMessage(text: string): ParsedMessage {
  const value = parseJson(text);
  if (value === NOT_JSON) {
    return {
      kind: 'invalid',
      answer: failureAnswer(null, { name: 'PARSE_ERROR', message: 'Not JSON: expected one JSON-RPC message.' }),
    };
  }
  if (!tooDeep(text)) return { kind: 'value', value };
  const message = `Nested deeper than ${MAX_JSON_DEPTH} levels.`;
  return {
    kind: 'invalid',
    answer: failureAnswer(readableId(value), { name: 'INVALID_REQUEST', message, data: { maxDepth: MAX_JSON_DEPTH } }),
  };
}

const NOT_JSON = Symbol('not JSON');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

function readableId(value: unknown): RequestId | null {
  if (!isJsonObject(value)) return null;
  return typeof value.id === 'string' || Number.isSafeInteger(value.id) ? (value.id as RequestId) : null;
}

// Counts brackets outside strings. Text shorter than the limit cannot nest deeper, so ordinary messages skip the scan.
function tooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === BRACE || code === BRACKET) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === BRACE + 2 || code === BRACKET + 2) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BRACE = 0x7b;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, position: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
