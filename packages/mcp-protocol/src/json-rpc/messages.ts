import { isJsonObject, type JsonObject, numberLiteral } from '@modegate/json';
import type { JsonRpcErrorObject } from './wire-errors.ts';

/** The id of a JSON-RPC request: a string or a safe integer (MCP 2025-11-25, basic: never null). */
export type RequestId = string | number;

/** A request that wants an answer. */
export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

/** A one-way message. */
export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

/** The successful answer to a request. */
export interface JsonRpcSuccess {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: JsonObject;
}

/** The failed answer to a request; `id` is null when the request's id could not be read. */
export interface JsonRpcFailure {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: JsonRpcErrorObject;
}

/** Anything that a server writes or reads. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcSuccess | JsonRpcFailure;

/** Renders any value in at most `maxLength` characters (default 60) for a message, marked when it was cut. */
export function truncated(value: unknown, maxLength = 60): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, maxLength + 1)) : describe(value);
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const literal = numberLiteral(value);
  if (literal !== undefined) return literal;
  if (isJsonObject(value)) return `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no keys'}`;
  return typeof value === 'object' ? 'null' : `${value as string | number | boolean}`;
}
