import { isJsonObject } from '@modegate/json';
import type { JsonRpcErrorObject } from './messages.ts';

/** A JSON-RPC error, exactly as the other side sent it or as it is to be sent: number, message and data untouched. */
export class RpcError extends Error {
  /** The error's number, such as -32601. */
  readonly code: number;
  /** The member `data` of the error; undefined when it has none. */
  readonly data: unknown;
  /** The revision of the protocol whose numbers it uses, such as `2026-07-28`; undefined where that is not known. */
  readonly revision?: string;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** Reads any thrown value as a JSON-RPC error by its shape, never by its class; undefined when it is none. */
export function readRpcError(thrown: unknown): JsonRpcErrorObject | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code, message, data } = thrown;
  if (!Number.isSafeInteger(code) || typeof message !== 'string') return undefined;
  return { code: Number(code), message, ...(data === undefined ? {} : { data }) };
}
