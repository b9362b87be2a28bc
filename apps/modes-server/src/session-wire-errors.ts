import { type WireErrorName, wireError } from '@modegate/mcp-protocol';
import type { AnySessionError, SessionErrorCode } from '@modegate/session-store';

const wireNames: Readonly<Record<SessionErrorCode, WireErrorName>> = {
  SESSION_NOT_FOUND: 'TASK_NOT_FOUND',
  SESSION_EXPIRED: 'SESSION_EXPIRED',
  SESSION_CONFLICT: 'VALIDATION_ERROR',
  SESSION_LIMIT: 'VALIDATION_ERROR',
  MODE_UNKNOWN: 'MODE_NOT_FOUND',
  TASK_STATE_ILLEGAL: 'VALIDATION_ERROR',
  VALUE_INVALID: 'VALIDATION_ERROR',
  STORE_CORRUPT: 'INTERNAL_ERROR',
};

/** Runs a session operation; its errors become the wire errors of the requirement, with the store's own code in `data.reason`. */
export async function withWireErrors<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    throw toWireError(error) ?? error;
  }
}

function toWireError(error: unknown): Error | undefined {
  if (!(error instanceof Error) || error.name !== 'SessionError') return undefined;
  const { code, data } = error as AnySessionError;
  return wireError(wireNames[code], error.message, { reason: code, ...data });
}
