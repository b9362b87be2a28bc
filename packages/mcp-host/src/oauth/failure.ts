import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import { HostError, messageOf } from '../host-error.ts';

/** Makes the error of a login that did not come about. */
export function loginFailed(server: string, reason: string, cause?: unknown): HostError<'LOGIN_FAILED'> {
  const message = `The login to "${server.slice(0, 100)}" is not possible: ${reason}`;
  return new HostError('LOGIN_FAILED', message, { data: { server, reason }, cause });
}

/** Makes it of what the library or a request threw. Its own errors hold whole answers, tokens too, so none is kept as a cause. */
export function explainFailure(server: string, doing: string, error: unknown): HostError<'LOGIN_FAILED'> {
  if (error instanceof HostError && error.code === 'LOGIN_FAILED') return error;
  return loginFailed(server, `${doing} failed: ${reasonOf(error)}.`);
}

/** The error code of an issuer's answer, such as `invalid_grant`; undefined when it gave none. */
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
