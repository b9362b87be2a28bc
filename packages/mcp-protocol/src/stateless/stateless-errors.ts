import type { JsonRpcErrorObject } from '@modegate/json-rpc';
import { STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import type { WireErrorName, WireFailure } from '../json-rpc/wire-errors.ts';

/**
 * The numbers of this project's own errors from revision 2026-07-28 on, which has reclaimed the range that they are in before
 * (MCP 2026-07-28, basic: error codes). The names stay.
 */
const STATELESS_CODES: Partial<Readonly<Record<WireErrorName, number>>> = {
  MODE_NOT_FOUND: -31_001,
  TASK_NOT_FOUND: -31_002,
  SESSION_EXPIRED: -31_003,
  VALIDATION_ERROR: -31_004,
  TOOL_RESTRICTION_ERROR: -31_005,
  FILE_RESTRICTION_ERROR: -31_006,
};

const RESOURCE_NOT_FOUND = -32_002;
const URL_ELICITATION_REQUIRED = -32_042;

/** MCP 2026-07-28, basic: a header that does not match the body, a version that is not supported. */
const OF_ONE_LINK: ReadonlySet<number> = new Set([-32_020, -32_022]);

/** A failure with the number that it has for this client. */
export function renumberFailure(failure: WireFailure, isStateless: boolean): WireFailure {
  const code = isStateless ? STATELESS_CODES[failure.name] : undefined;
  return code === undefined ? failure : { ...failure, code };
}

/**
 * An error of another server, for a client without a session; `revision` is that in which the other server has numbered it. Numbers that only
 * this revision has given a meaning, or forbids, become the standard ones, and what came is in `data.forwarded_code`. So do those that speak of
 * the link to the other server, since this client has a link of its own.
 */
export function renumberForwardedError(error: JsonRpcErrorObject, revision: string | undefined): JsonRpcErrorObject {
  const { code, message, data } = error;
  if (revision === STATELESS_REVISION && !OF_ONE_LINK.has(code)) return error;
  if (code === RESOURCE_NOT_FOUND) return { ...error, code: -32_602 };
  const isReserved = code <= -32_020 && code >= -32_099;
  if (!isReserved && code !== URL_ELICITATION_REQUIRED) return error;
  return {
    code: -32_603,
    message,
    data: { forwarded_code: code, ...(data === undefined ? {} : { forwarded_data: data }) },
  };
}
