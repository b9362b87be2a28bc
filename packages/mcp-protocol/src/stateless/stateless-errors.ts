import type { JsonRpcErrorObject } from '@modegate/json-rpc';
import { STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import type { WireErrorName, WireFailure } from '../json-rpc/wire-errors.ts';

/**
 * The codes of this project's own errors from revision 2026-07-28 on; that revision reserves the range used previously
 * (MCP 2026-07-28, basic: error codes). The names are unchanged.
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

/** MCP 2026-07-28, basic: a header does not match the body, or a version is not supported. */
const OF_ONE_LINK: ReadonlySet<number> = new Set([-32_020, -32_022]);

/** Returns a failure with the code that this client expects. */
export function renumberFailure(failure: WireFailure, isStateless: boolean): WireFailure {
  const code = isStateless ? STATELESS_CODES[failure.name] : undefined;
  return code === undefined ? failure : { ...failure, code };
}

/**
 * Converts an error from another server for a client without a session; `revision` is the other server's revision.
 * Codes that are reserved or redefined in this revision become standard codes, with the original code in
 * `data.forwarded_code`; the same applies to codes about the connection to the other server.
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
