import { isJsonObject } from '@modegate/json';
import type { JsonRpcErrorObject } from './messages.ts';

/** A JSON-RPC error as received or to be sent, with the number, message and data unchanged. */
export class RpcError extends Error {
  /** The error number, such as -32601. */
  readonly code: number;
  /** The error's `data` member; undefined if the error has no such member. */
  readonly data: unknown;
  /** The protocol revision that defines the number, such as `2026-07-28`; undefined if unknown. */
  readonly revision?: string;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/**
 * Reads any thrown value as a JSON-RPC error, recognised by its shape rather than its class; returns undefined if the
 * value does not have that shape.
 */
export function readRpcError(thrown: unknown): JsonRpcErrorObject | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code, message, data } = thrown;
  if (!Number.isSafeInteger(code) || typeof message !== 'string') return undefined;
  return { code: Number(code), message, ...(data === undefined ? {} : { data }) };
}
