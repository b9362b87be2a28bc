import { isJsonObject } from '@modegate/json';

/**
 * Every error that leaves a server, by name, with its number: JSON-RPC 2.0 section 5.1 and the application codes.
 *
 * @remarks -32001 to -32006 are this project's contract with its clients; SDKs use some of the same numbers for local
 * errors, so clients should key on `data.name` or `structuredContent.error.name`. From revision 2026-07-28 on they have other numbers
 * (`stateless/stateless-errors.ts`), and -32020 to -32022 are the specification's own.
 */
export const WIRE_ERROR_CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  MODE_NOT_FOUND: -32001,
  TASK_NOT_FOUND: -32002,
  SESSION_EXPIRED: -32003,
  VALIDATION_ERROR: -32004,
  TOOL_RESTRICTION_ERROR: -32005,
  FILE_RESTRICTION_ERROR: -32006,
  HEADER_MISMATCH: -32020,
  UNSUPPORTED_PROTOCOL_VERSION: -32022,
} as const;

/** The name of a wire error; the closed set of {@link WIRE_ERROR_CODES}. */
export type WireErrorName = keyof typeof WIRE_ERROR_CODES;

/** The data of a wire error beside its message: plain JSON, no secrets. */
export type WireErrorData = Readonly<Record<string, unknown>>;

/** The description of a failure as both faces of the wire carry it. */
export interface WireFailure {
  /** JSON-RPC error number. */
  readonly code: number;
  readonly name: WireErrorName;
  readonly message: string;
  readonly data?: WireErrorData;
}

/** The member `error` of a JSON-RPC error response. */
export interface JsonRpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error that a handler throws on purpose; its message and data are sent to the client. */
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
 * Creates the error that a handler throws to refuse or fail with a known code.
 *
 * @example throw wireError('MODE_NOT_FOUND', "Unknown mode 'architct'. Did you mean 'architect'?", { mode: 'architct' });
 */
export function wireError(name: WireErrorName, message: string, data?: WireErrorData): WireError {
  return new WireError(name, message, data === undefined ? {} : { data });
}

/** An error of another server, to be handed on as it came: number, message and data untouched. */
export class ForwardedError extends Error {
  override readonly name = 'ForwardedError';
  readonly code = 'FORWARDED_ERROR';
  readonly error: JsonRpcErrorObject;

  constructor(error: JsonRpcErrorObject) {
    super(error.message);
    this.error = error;
  }
}

/** Creates the error that a gateway throws to answer a request with exactly this JSON-RPC error, tool calls included. */
export function forwardedError(error: JsonRpcErrorObject): ForwardedError {
  return new ForwardedError(error);
}

/** Reads any thrown value as a {@link WireFailure} by its shape (`code` is a wire name), never by its class; undefined if it is none. */
export function readWireFailure(thrown: unknown): WireFailure | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code: name, message, data } = thrown;
  if (typeof name !== 'string' || typeof message !== 'string' || !isWireErrorName(name)) return undefined;
  return { code: WIRE_ERROR_CODES[name], name, message, ...(isJsonObject(data) ? { data } : {}) };
}

/** Reads a thrown value as a {@link ForwardedError} by its shape; undefined if it is none. */
export function readForwardedError(thrown: unknown): JsonRpcErrorObject | undefined {
  if (!isJsonObject(thrown) || thrown.code !== 'FORWARDED_ERROR' || !isJsonObject(thrown.error)) return undefined;
  const { code, message, data } = thrown.error;
  if (!Number.isSafeInteger(code) || typeof message !== 'string') return undefined;
  return { code: Number(code), message, ...(data === undefined ? {} : { data }) };
}

/** Renders a failure as the error of a JSON-RPC response; `data.name` carries the wire name. */
export function toJsonRpcError(failure: WireFailure): JsonRpcErrorObject {
  return { code: failure.code, message: failure.message, data: { ...failure.data, name: failure.name } };
}

function isWireErrorName(name: string): name is WireErrorName {
  return Object.hasOwn(WIRE_ERROR_CODES, name);
}
