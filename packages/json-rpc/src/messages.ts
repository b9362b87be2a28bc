import type { JsonObject } from '@modegate/json';

/** The id of a request: a string or a safe integer, never null. */
export type RequestId = string | number;

/** A request that expects a response. */
export type JsonRpcRequest<Id extends RequestId = RequestId> = {
  readonly jsonrpc: '2.0';
  readonly id: Id;
  readonly method: string;
  readonly params?: JsonObject;
};

/** A one-way message. */
export type JsonRpcNotification = {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
};

/** The successful response to a request. */
export type JsonRpcSuccess = {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: JsonObject;
};

/** The error response to a request; `id` is null if the request's id could not be read. */
export type JsonRpcFailure = {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: JsonRpcErrorObject;
};

/** Any JSON-RPC message. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcSuccess | JsonRpcFailure;

/** The `error` member of a failed response. */
export type JsonRpcErrorObject = {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
};

/** The error numbers of JSON-RPC 2.0 section 5.1. */
export const RPC_ERROR_CODES = {
  PARSE_ERROR: -32_700,
  INVALID_REQUEST: -32_600,
  METHOD_NOT_FOUND: -32_601,
  INVALID_PARAMS: -32_602,
  INTERNAL_ERROR: -32_603,
} as const;
