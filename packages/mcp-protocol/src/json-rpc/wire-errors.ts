import { isJsonObject } from '@modegate/json';
import { type JsonRpcErrorObject, RPC_ERROR_CODES, RpcError, readRpcError } from '@modegate/json-rpc';

/**
 * All errors that a server sends, by name, with their numbers: JSON-RPC 2.0 section 5.1 and the application codes.
 *
 * @remarks -32001 to -32006 are this project's contract with its clients; SDKs use some of the same numbers for local
 * errors, so clients should rely on `data.name` or `structuredContent.error.name`. From revision 2026-07-28 on, the
 * numbers differ (`stateless/stateless-errors.ts`), and -32020 to -32022 belong to the specification.
 */
export const WIRE_ERROR_CODES = {
  ...RPC_ERROR_CODES,
  MODE_NOT_FOUND: -32001,
  TASK_NOT_FOUND: -32002,
  SESSION_EXPIRED: -32003,
  VALIDATION_ERROR: -32004,
  TOOL_RESTRICTION_ERROR: -32005,
  FILE_RESTRICTION_ERROR: -32006,
  HEADER_MISMATCH: -32020,
  UNSUPPORTED_PROTOCOL_VERSION: -32022,
} as const;

/** The name of a wire error, from the fixed set in {@link WIRE_ERROR_CODES}. */
export type WireErrorName = keyof typeof WIRE_ERROR_CODES;

/** Additional data for a wire error: plain JSON that contains no secrets. */
export type WireErrorData = Readonly<Record<string, unknown>>;

/** A failure, as carried by JSON-RPC errors and tool results. */
export interface WireFailure {
  /** JSON-RPC error number. */
  readonly code: number;
  readonly name: WireErrorName;
  readonly message: string;
  readonly data?: WireErrorData;
}

/** An error that a handler throws deliberately; its message and data are sent to the client. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: WireErrorName;
  readonly data: WireErrorData | undefined;

  constructor(
    code: WireErrorName,
    message: string,
    options: { readonly data?: WireErrorData; readonly cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.data = options.data;
  }
}

/**
 * Creates an error with a known code, for handlers to throw.
 *
 * @example throw wireError('MODE_NOT_FOUND', "Unknown mode 'architct'. Did you mean 'architect'?", { mode: 'architct'
 * });
 */
export function wireError(name: WireErrorName, message: string, data?: WireErrorData): WireError {
  return new WireError(name, message, data === undefined ? {} : { data });
}

/** Creates an error that makes the server answer a request, even a tool call, with exactly this JSON-RPC error. */
export function forwardedError({ code, message, data }: JsonRpcErrorObject): RpcError {
  return new RpcError(code, message, data);
}

/**
 * Reads any thrown value as a wire failure, recognised by its shape (`code` is a wire name) rather than its class;
 * returns undefined for any other value.
 */
export function readWireFailure(thrown: unknown): WireFailure | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code: name, message, data } = thrown;
  if (typeof name !== 'string' || typeof message !== 'string' || !isWireErrorName(name)) return undefined;
  return { code: WIRE_ERROR_CODES[name], name, message, ...(isJsonObject(data) ? { data } : {}) };
}

/**
 * Recognises a thrown {@link RpcError} by name, so that errors from any copy of the class are accepted; returns
 * undefined for any other value.
 */
export function readForwardedError(thrown: unknown): JsonRpcErrorObject | undefined {
  return isJsonObject(thrown) && thrown.name === 'RpcError' ? readRpcError(thrown) : undefined;
}

/** Returns the revision that defines the number of a thrown {@link RpcError}; undefined if unknown. */
export function readRevision(thrown: unknown): string | undefined {
  return isJsonObject(thrown) && typeof thrown.revision === 'string' ? thrown.revision : undefined;
}

/** Converts a failure to the error in a JSON-RPC response; `data.name` is the wire name. */
export function toJsonRpcError(failure: WireFailure): JsonRpcErrorObject {
  return { code: failure.code, message: failure.message, data: { ...failure.data, name: failure.name } };
}

function isWireErrorName(name: string): name is WireErrorName {
  return Object.hasOwn(WIRE_ERROR_CODES, name);
}
