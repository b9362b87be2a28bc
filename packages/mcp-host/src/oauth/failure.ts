import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import { HostError, messageOf } from '../host-error.ts';

/** Creates the error for a failed login. */
export function loginFailed(server: string, reason: string, cause?: unknown): HostError<'LOGIN_FAILED'> {
  const message = `The login to "${server.slice(0, 100)}" is not possible: ${reason}`;
  return new HostError('LOGIN_FAILED', message, { data: { server, reason }, cause });
}

/**
 * Converts an error from the library or a request. The library's errors contain whole responses, including tokens, and
 * are therefore not retained as the cause.
 */
export function explainFailure(server: string, doing: string, error: unknown): HostError<'LOGIN_FAILED'> {
  if (error instanceof HostError && error.code === 'LOGIN_FAILED') return error;
  return loginFailed(server, `${doing} failed: ${reasonOf(error)}.`);
}

/** Returns the OAuth error code, such as `invalid_grant`; undefined if the error has no such code. */
export function issuerErrorCode(error: unknown): string | undefined {
  return error instanceof ResponseBodyError || error instanceof AuthorizationResponseError ? error.error : undefined;
}

function reasonOf(error: unknown): string {
  const code = issuerErrorCode(error);
  if (code === undefined) return messageOf(error);
  const { error_description: detail } = error as ResponseBodyError;
  return printable(detail === undefined ? code : `${code} (${detail})`);
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7E]/gu, ' ').slice(0, 300);
}
