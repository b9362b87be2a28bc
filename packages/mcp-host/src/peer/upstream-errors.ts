import type { JsonObject } from '@modegate/json';
import { preview, type RequestTimeout, RpcError } from '@modegate/json-rpc';
import { HostError, hasCode } from '../host-error.ts';
import type { TransportEnd } from '../transport/transport.ts';

/** Identifies a request in messages; `server` is undefined for a server without a name. */
export interface RequestName {
  readonly server: string | undefined;
  readonly method: string;
}

/** Creates the error for a server that failed during `initialize`; returns an existing start error unchanged. */
export function startFailure(
  error: unknown,
  server: string | undefined,
  { endedByProbe }: { readonly endedByProbe: boolean },
): Error {
  const reason = startFailureReason(error);
  if (reason === undefined) return error instanceof Error ? error : new Error(String(error));
  return startFailureOf(reason, server, { cause: error, endedByProbe });
}

/** Creates the error for a link that did not open in time. */
export function lateStart(
  timeoutMs: number,
  server: string | undefined,
  cause: unknown,
): HostError<'UPSTREAM_START_FAILED'> {
  return startFailureOf(`could not connect within ${timeoutMs} ms.`, server, { cause });
}

/** Creates the error for a request whose link has ended. */
export function closedError(
  { message: reason }: Pick<TransportEnd, 'message'>,
  { server, method }: RequestName,
): HostError<'UPSTREAM_CLOSED'> {
  const message = `The connection to ${nameOf(server, 'the')} ended before "${method}" was answered. ${reason}`;
  return new HostError('UPSTREAM_CLOSED', message, { data: { server, reason } });
}

/**
 * Creates the error for a request that could not be sent; adds the server's name, which is not known to a link that is
 * ending.
 */
export function sendFailure(error: unknown, request: RequestName): unknown {
  return hasCode(error, 'UPSTREAM_CLOSED') ? closedError({ message: error.message }, request) : error;
}

/** Creates the error for a request that exceeded a time limit. */
export function timeoutError(
  { server, method }: RequestName,
  { timeoutMs, limit }: RequestTimeout,
): HostError<'REQUEST_TIMEOUT'> {
  const what = limit === 'total' ? `did not finish "${method}"` : `neither answered "${method}" nor reported progress`;
  return new HostError('REQUEST_TIMEOUT', `${nameOf(server)} ${what} within ${timeoutMs} ms.`, {
    data: { server, method, timeoutMs, limit },
  });
}

/** Creates the error for a response with neither a result nor a JSON-RPC error. */
export function malformedError(
  { result, error }: JsonObject,
  { server, method }: RequestName,
): HostError<'UPSTREAM_PROTOCOL'> {
  const received = error === undefined || error === null ? `the result ${preview(result)}` : preview(error);
  return protocolError(
    server,
    `answered "${method}" with ${received}, expected an object as the result or a JSON-RPC error`,
  );
}

/** Creates the error for a server that violates MCP; `reason` is a predicate that completes "it … ". */
export function protocolError(server: string | undefined, reason: string): HostError<'UPSTREAM_PROTOCOL'> {
  return new HostError('UPSTREAM_PROTOCOL', `${nameOf(server)} does not follow the protocol: it ${reason}.`, {
    data: { server, reason: `it ${reason}.` },
  });
}

/** Creates the error for a result of an unknown type. */
export function resultTypeError(
  { resultType }: JsonObject,
  { server, method }: RequestName,
): HostError<'UPSTREAM_PROTOCOL'> {
  return protocolError(server, `answered "${method}" with a result of the unknown type ${preview(resultType)}`);
}

/** Creates the error for a server that insists on an unsupported revision. */
export function versionError(
  { method, received }: { readonly method: string; readonly received: string },
  server: string | undefined,
  supported: readonly string[],
): HostError<'UPSTREAM_PROTOCOL'> {
  const reason = `it answered "${method}" with ${received}, expected one of ${supported.join(', ')}.`;
  const message = `${nameOf(server)} cannot be used: ${reason} Use another version of the server.`;
  return new HostError('UPSTREAM_PROTOCOL', message, { data: { server, reason } });
}

function nameOf(server: string | undefined, article: 'The' | 'the' = 'The'): string {
  return server === undefined ? `${article} server` : `${article} server "${server}"`;
}

function startFailureOf(
  reason: string,
  server: string | undefined,
  { cause, endedByProbe }: { readonly cause: unknown; readonly endedByProbe?: boolean },
): HostError<'UPSTREAM_START_FAILED'> {
  const data = { target: server ?? 'server', reason, systemCode: undefined, httpStatus: statusOf(cause) };
  return new HostError('UPSTREAM_START_FAILED', `${nameOf(server)} did not start: ${reason}`, {
    data: endedByProbe === true ? { ...data, endedByProbe } : data,
    cause,
  });
}

function startFailureReason(error: unknown): string | undefined {
  if (error instanceof RpcError) return `it refused "initialize" with error ${error.code}: ${error.message}`;
  if (hasCode(error, 'UPSTREAM_CLOSED')) return error.data.reason;
  if (hasCode(error, 'REQUEST_TIMEOUT')) {
    const { method, timeoutMs } = error.data;
    return `it did not answer "${method}" within ${timeoutMs} ms. Run its command manually to see what it is waiting for, or increase its "timeout".`;
  }
  return error instanceof HostError && statusOf(error) !== undefined ? error.message : undefined;
}

function statusOf(error: unknown): number | undefined {
  return hasCode(error, 'UPSTREAM_PROTOCOL') ? error.data.httpStatus : undefined;
}
