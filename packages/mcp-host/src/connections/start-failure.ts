import { HostError } from '../host-error.ts';
import { RpcError } from './rpc-error.ts';

/** Writes the error for a server that did not get through `initialize`; one that already says so is returned as it is. */
export function startFailure(error: unknown, server: string | undefined): Error {
  const reason = reasonOf(error);
  if (reason === undefined) return error instanceof Error ? error : new Error(String(error));
  return failure({ server, reason, cause: error });
}

/** Writes the error for a link that could not be opened in time. */
export function lateStart(
  timeoutMs: number,
  server: string | undefined,
  cause: unknown,
): HostError<'UPSTREAM_START_FAILED'> {
  return failure({ server, reason: `no link to it could be opened within ${timeoutMs} ms.`, cause });
}

function failure({ server, reason, cause }: Failure): HostError<'UPSTREAM_START_FAILED'> {
  const who = server === undefined ? 'The server' : `The server "${server}"`;
  return new HostError('UPSTREAM_START_FAILED', `${who} did not start: ${reason}`, {
    data: { target: server ?? 'server', reason, systemCode: undefined, httpStatus: statusOf(cause) },
    cause,
  });
}

interface Failure {
  readonly server: string | undefined;
  readonly reason: string;
  readonly cause: unknown;
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof RpcError) return `it refused "initialize" with error ${error.code}: ${error.message}`;
  if (!(error instanceof HostError)) return undefined;
  if (isCode(error, 'UPSTREAM_CLOSED')) return error.data.reason;
  if (isCode(error, 'REQUEST_TIMEOUT')) {
    const { method, timeoutMs } = error.data;
    return `it did not answer "${method}" within ${timeoutMs} ms. Run its command by hand to see what it waits for, or raise its "timeout".`;
  }
  return statusOf(error) === undefined ? undefined : error.message;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof HostError && isCode(error, 'UPSTREAM_PROTOCOL') ? error.data.httpStatus : undefined;
}

function isCode<Code extends HostError['code']>(error: HostError, code: Code): error is HostError<Code> {
  return error.code === code;
}
