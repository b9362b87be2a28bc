import { isJsonObject, type JsonObject } from '@modegate/json';
import {
  type JsonRpcFailure,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type RequestId,
  truncated,
} from './messages.ts';
import { toJsonRpcError, WIRE_ERROR_CODES, type WireErrorData, type WireErrorName } from './wire-errors.ts';

/** A received JSON value, sorted. */
export type CheckedMessage =
  | { readonly kind: 'request'; readonly message: JsonRpcRequest }
  | { readonly kind: 'notification'; readonly message: JsonRpcNotification }
  | { readonly kind: 'response'; readonly response: JsonObject }
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'invalid'; readonly answer: JsonRpcFailure };

/**
 * Sorts a JSON value into request, notification, response, something to ignore, or something to refuse (JSON-RPC 2.0 sections 4 and 5.1).
 *
 * A batch is refused: only MCP 2025-03-26 has them, and then its messages come one by one. A malformed notification is ignored, since a notification is
 * never answered.
 */
export function checkMessage(value: unknown): CheckedMessage {
  if (Array.isArray(value)) return refuse(null, 'a batch, which only MCP 2025-03-26 has; send one message a line');
  if (!isJsonObject(value)) return refuse(null, `${truncated(value)}, expected a JSON-RPC object`);
  const id = readableId(value.id);
  if (value.jsonrpc !== '2.0') return refuse(id, `"jsonrpc" is ${truncated(value.jsonrpc)}, expected "2.0"`);
  if (typeof value.method !== 'string') {
    if ('result' in value || 'error' in value) return { kind: 'response', response: value };
    return refuse(id, `"method" is ${truncated(value.method)}, expected a string`);
  }
  return 'id' in value ? checkRequest(value, value.method) : checkNotification(value, value.method);
}

/** Builds the answer to something that is not a JSON-RPC message. */
export function failureAnswer(
  id: RequestId | null,
  error: { readonly name: WireErrorName; readonly message: string; readonly data?: WireErrorData },
): JsonRpcFailure {
  return { jsonrpc: '2.0', id, error: toJsonRpcError({ code: WIRE_ERROR_CODES[error.name], ...error }) };
}

function checkRequest(value: JsonObject, method: string): CheckedMessage {
  const { id, params } = value;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) {
    return refuse(readableId(id), `"id" is ${truncated(id)}, expected a string or an integer`);
  }
  const requestId = id as RequestId;
  const problem = paramsProblem(params);
  if (problem !== undefined) {
    return {
      kind: 'invalid',
      answer: failureAnswer(requestId, {
        name: 'INVALID_PARAMS',
        message: `Invalid params of ${truncated(method)}: ${problem}.`,
      }),
    };
  }
  const message: JsonRpcRequest = isJsonObject(params)
    ? { jsonrpc: '2.0', id: requestId, method, params }
    : { jsonrpc: '2.0', id: requestId, method };
  return { kind: 'request', message };
}

function checkNotification(value: JsonObject, method: string): CheckedMessage {
  const { params } = value;
  const problem = paramsProblem(params);
  if (problem !== undefined) return { kind: 'ignored', reason: `a notification ${truncated(method)} whose ${problem}` };
  return { kind: 'notification', message: { jsonrpc: '2.0', method, ...(isJsonObject(params) ? { params } : {}) } };
}

function paramsProblem(params: unknown): string | undefined {
  if (params === undefined) return undefined;
  if (!isJsonObject(params)) return `"params" is ${truncated(params)}, expected an object`;
  const meta = params._meta;
  if (meta === undefined) return undefined;
  if (!isJsonObject(meta)) return `"params._meta" is ${truncated(meta)}, expected an object`;
  const token = meta.progressToken;
  if (token === undefined || typeof token === 'string' || Number.isSafeInteger(token)) return undefined;
  return `"params._meta.progressToken" is ${truncated(token)}, expected a string or an integer`;
}

function refuse(id: RequestId | null, problem: string): CheckedMessage {
  return {
    kind: 'invalid',
    answer: failureAnswer(id, { name: 'INVALID_REQUEST', message: `Not a JSON-RPC 2.0 request: ${problem}.` }),
  };
}

function readableId(id: unknown): RequestId | null {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}
