import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonRpcFailure } from '@modegate/json-rpc';
import { failureAnswer } from '../../json-rpc/read-message.ts';
import type { AuthenticatedPrincipal, HttpRefusal } from '../auth/authentication.ts';
import type { QuotaExceeded } from '../auth/principal-quota.ts';

/** The reason why the HTTP server rejected a request before it reached the protocol. */
export type HttpRefusalReason =
  | 'host'
  | 'path'
  | 'method'
  | 'body_too_large'
  | 'malformed'
  | 'session_missing'
  | 'session_unknown'
  | 'id_in_flight'
  | 'too_many_pending'
  | 'too_many_streams'
  | 'too_many_sessions'
  | 'too_many_principals'
  | 'too_many_connections'
  | 'instance_broke_off'
  | 'instance_unreachable'
  | 'stopping'
  | 'fault';

/** Counts refusals. */
export interface RefusalCounter {
  readonly refused: (reason: string) => void;
}

/** A refusal from the HTTP server itself. */
export interface HttpError extends Omit<HttpRefusal, 'kind'> {
  readonly reason: HttpRefusalReason;
}

/** Answers a request that is refused. */
export function rejectRequest(
  counter: RefusalCounter,
  response: ServerResponse,
  refusal: HttpRefusal | HttpError,
): void {
  const { status, reason = 'refused', message, headers = {} } = refusal;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  counter.refused(reason);
  reply(response, status, failureAnswer(null, { name: 'INVALID_REQUEST', message: `${message}.` }));
}

/** Rejects a request while the server is shutting down. */
export function rejectWhileDraining(count: RefusalCounter, response: ServerResponse): void {
  response.setHeader('Retry-After', '1');
  response.setHeader('Connection', 'close');
  rejectRequest(count, response, { status: 503, reason: 'stopping', message: 'The server is shutting down' });
}

/**
 * Rejects a request that exceeds a quota: with 429 for the principal's own limit, and with 503 for the other limits.
 */
export function rejectOverQuota(
  count: RefusalCounter,
  response: ServerResponse,
  { reason, principal }: { readonly reason: QuotaExceeded; readonly principal: AuthenticatedPrincipal | undefined },
): void {
  response.setHeader('Retry-After', '5');
  const isOwn = reason === 'too_many_sessions' && principal !== undefined;
  const message = isOwn ? OWN_SESSIONS : shareMessages[reason];
  rejectRequest(count, response, { status: isOwn ? 429 : 503, reason, message });
}

const OWN_SESSIONS = 'You have reached the session limit. End a session, or wait until one is idle';

const shareMessages: Readonly<Record<QuotaExceeded, string>> = {
  too_many_sessions: 'Too many sessions',
  too_many_principals: 'Too many users at this time',
};

/** Rejects a body that is not a message. */
export function rejectMessage(count: RefusalCounter, response: ServerResponse, answer: JsonRpcFailure): void {
  count.refused('malformed');
  reply(response, 400, answer);
}

/** Creates the error for an unknown path. */
export function notFound(place: string): HttpError {
  return { status: 404, reason: 'path', message: `Nothing is served ${place.slice(0, 150)}` };
}

/** Creates the error for a body that exceeds the limit. */
export function bodyTooLarge(maxBodyBytes: number): HttpError {
  return { status: 413, reason: 'body_too_large', message: `The body exceeds the limit of ${maxBodyBytes} bytes` };
}

/** Creates the error for an unsupported method. */
export function methodNotAllowed({ method = '' }: IncomingMessage): HttpError {
  return { status: 405, reason: 'method', message: `Method ${method} is not allowed` };
}

function reply(response: ServerResponse, status: number, body: JsonRpcFailure): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
