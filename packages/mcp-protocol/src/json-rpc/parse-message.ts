import { isJsonObject, nestsDeeper, parseExactly } from '@modegate/json';
import { failureAnswer } from './check-message.ts';
import type { JsonRpcFailure, RequestId } from './messages.ts';

/** A parsed JSON value, or the answer to text that is not acceptable JSON. */
export type ParsedMessage =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly answer: JsonRpcFailure };

/** The deepest nesting that is accepted; code that walks a message may recurse. */
export const MAX_JSON_DEPTH = 512;

/** Parses the text of one message, its numbers as they are spelt (`parseExactly`); bad JSON is answered with -32700, JSON nested deeper than 512 with -32600. */
export function parseMessage(text: string): ParsedMessage {
  const value = parseJson(text);
  if (value === NOT_JSON) {
    return {
      kind: 'invalid',
      answer: failureAnswer(null, { name: 'PARSE_ERROR', message: 'Not JSON: expected one JSON-RPC message.' }),
    };
  }
  if (!nestsDeeper(text, MAX_JSON_DEPTH)) return { kind: 'value', value };
  const message = `Nested deeper than ${MAX_JSON_DEPTH} levels.`;
  return {
    kind: 'invalid',
    answer: failureAnswer(readableId(value), { name: 'INVALID_REQUEST', message, data: { maxDepth: MAX_JSON_DEPTH } }),
  };
}

const NOT_JSON = Symbol('not JSON');

function parseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return NOT_JSON;
  }
}

function readableId(value: unknown): RequestId | null {
  if (!isJsonObject(value)) return null;
  return typeof value.id === 'string' || Number.isSafeInteger(value.id) ? (value.id as RequestId) : null;
}
