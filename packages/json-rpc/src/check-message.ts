import { isJsonObject, type JsonObject } from '@modegate/json';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from './messages.ts';
import { preview } from './preview.ts';

/** A received JSON value, classified. */
export type CheckedMessage =
  | { readonly kind: 'request'; readonly message: JsonRpcRequest }
  | { readonly kind: 'notification'; readonly message: JsonRpcNotification }
  | { readonly kind: 'response'; readonly message: JsonObject }
  | { readonly kind: 'ignored'; readonly reason: string }
  | InvalidMessage;

/** A message to reject; `id` is null if the message's id cannot be read. */
export interface InvalidMessage {
  readonly kind: 'invalid';
  readonly id: RequestId | null;
  readonly name: 'INVALID_REQUEST' | 'INVALID_PARAMS';
  /** Message text: one sentence. */
  readonly message: string;
}

/** Rules that a protocol adds to JSON-RPC. */
export interface MessageRules {
  /** Describes the problem with the params of a request or notification; returns undefined if the params are valid. */
  readonly paramsProblem?: (params: JsonObject) => string | undefined;
  /** The reason for rejecting a batch. Default: a generic reason. */
  readonly batchProblem?: string;
}

const NO_RULES: MessageRules = {};

/**
 * Classifies a JSON value as a request, notification, response, ignored message or invalid message (JSON-RPC 2.0
 * sections 4 and 5.1).
 * A batch is rejected, because the caller passes messages one at a time. Params must be an object. A malformed
 * notification is ignored, because notifications are never answered.
 */
export function checkMessage(value: unknown, rules: MessageRules = NO_RULES): CheckedMessage {
  if (Array.isArray(value)) return refuse(null, rules.batchProblem ?? 'a batch');
  if (!isJsonObject(value)) return refuse(null, `${preview(value)}, expected a JSON-RPC object`);
  if (value.jsonrpc !== '2.0')
    return refuse(readableId(value), `"jsonrpc" is ${preview(value.jsonrpc)}, expected "2.0"`);
  const { method } = value;
  if (typeof method !== 'string') {
    if ('result' in value || 'error' in value) return { kind: 'response', message: value };
    return refuse(readableId(value), `"method" is ${preview(method)}, expected a string`);
  }
  return 'id' in value ? checkRequest(value, method, rules) : checkNotification(value, method, rules);
}

/** Returns the id of a possibly malformed message; null if the message has no readable id. */
export function readableId(value: unknown): RequestId | null {
  if (!isJsonObject(value)) return null;
  const { id } = value;
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

function checkRequest(value: JsonObject, method: string, rules: MessageRules): CheckedMessage {
  const { id, params } = value;
  if (typeof id !== 'string' && !Number.isSafeInteger(id))
    return refuse(readableId(value), `"id" is ${preview(id)}, expected a string or an integer`);
  const requestId = id as RequestId;
  if (params === undefined) return { kind: 'request', message: { jsonrpc: '2.0', id: requestId, method } };
  const problem = isJsonObject(params) ? rules.paramsProblem?.(params) : notObject(params);
  if (problem === undefined)
    return { kind: 'request', message: { jsonrpc: '2.0', id: requestId, method, params: params as JsonObject } };
  const message = `Invalid params of ${preview(method)}: ${problem}.`;
  return { kind: 'invalid', id: requestId, name: 'INVALID_PARAMS', message };
}

function checkNotification(value: JsonObject, method: string, rules: MessageRules): CheckedMessage {
  const { params } = value;
  if (params === undefined) return { kind: 'notification', message: { jsonrpc: '2.0', method } };
  const problem = isJsonObject(params) ? rules.paramsProblem?.(params) : notObject(params);
  if (problem !== undefined) return { kind: 'ignored', reason: `a notification ${preview(method)} whose ${problem}` };
  return { kind: 'notification', message: { jsonrpc: '2.0', method, params: params as JsonObject } };
}

function notObject(params: unknown): string {
  return `"params" is ${preview(params)}, expected an object`;
}

function refuse(id: RequestId | null, problem: string): InvalidMessage {
  return { kind: 'invalid', id, name: 'INVALID_REQUEST', message: `Not a JSON-RPC 2.0 request: ${problem}.` };
}
