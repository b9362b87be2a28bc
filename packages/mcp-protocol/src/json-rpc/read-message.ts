import { isJsonObject } from '@modegate/json';
import {
  type JsonRpcFailure,
  MAX_JSON_DEPTH,
  type MessageRules,
  parseText,
  preview,
  type RequestId,
  readableId,
} from '@modegate/json-rpc';
import { toJsonRpcError, WIRE_ERROR_CODES, type WireFailure } from './wire-errors.ts';

/** The rules for messages that MCP adds to JSON-RPC. */
export const MESSAGE_RULES: MessageRules = {
  batchProblem: 'a batch, which only MCP 2025-03-26 supports; send one message per line',
  paramsProblem: ({ _meta: meta }) => {
    if (meta === undefined) return undefined;
    if (!isJsonObject(meta)) return `"params._meta" is ${preview(meta)}, expected an object`;
    const token = meta.progressToken;
    if (token === undefined || typeof token === 'string' || Number.isSafeInteger(token)) return undefined;
    return `"params._meta.progressToken" is ${preview(token)}, expected a string or an integer`;
  },
};

/** A parsed JSON value, or the response to invalid text. */
export type ParsedMessage =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly answer: JsonRpcFailure };

/**
 * Parses the text of a message; invalid JSON is answered with -32700, and JSON nested more than 512 levels deep is
 * answered with -32600.
 */
export function parseMessage(text: string): ParsedMessage {
  const parsed = parseText(text);
  if (parsed.kind === 'value') return parsed;
  const answer =
    parsed.kind === 'not-json'
      ? failureAnswer(null, { name: 'PARSE_ERROR', message: 'Not JSON: expected one JSON-RPC message.' })
      : failureAnswer(readableId(parsed.value), {
          name: 'INVALID_REQUEST',
          message: `Nested deeper than ${MAX_JSON_DEPTH} levels.`,
          data: { maxDepth: MAX_JSON_DEPTH },
        });
  return { kind: 'invalid', answer };
}

/** Builds the response to an invalid message. */
export function failureAnswer(id: RequestId | null, error: Omit<WireFailure, 'code'>): JsonRpcFailure {
  return { jsonrpc: '2.0', id, error: toJsonRpcError({ code: WIRE_ERROR_CODES[error.name], ...error }) };
}
