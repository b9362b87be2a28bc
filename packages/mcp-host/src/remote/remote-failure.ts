import { truncate } from '@modegate/json-rpc';
import { HostError, hasCode } from '../host-error.ts';
import { readableLine } from '../transport/server-log.ts';

/** The cause of a failed HTTP request. */
export interface RemoteFailure {
  /** Status of the response; undefined if there was no response. */
  readonly status: number | undefined;
  /** The system's error code, for example `ECONNREFUSED`; undefined if the system reported none. */
  readonly systemCode: string | undefined;
  /** One sentence that explains the failure to people. */
  readonly reason: string;
}

/** Reads an error from the SDK's transports or from `fetch`. */
export function readRemoteFailure(error: unknown): RemoteFailure {
  const status = statusOf(error);
  const systemCode = systemCodeOf(error);
  return { status, systemCode, reason: explain({ error, status, systemCode }) };
}

/** True if a request failed because there was no login or no valid token. */
export function isLoginError(error: unknown): error is HostError<'LOGIN_NEEDED' | 'LOGIN_FAILED'> {
  return hasCode(error, 'LOGIN_NEEDED') || hasCode(error, 'LOGIN_FAILED');
}

/** Creates the error for a remote server that is unreachable or refuses the connection. */
export function remoteStartFailure(
  url: string,
  { reason, systemCode, status }: RemoteFailure,
  cause?: unknown,
): HostError<'UPSTREAM_START_FAILED'> {
  const target = withoutSecrets(url);
  return new HostError('UPSTREAM_START_FAILED', `Could not connect to ${target}: ${reason}`, {
    data: { target, reason, systemCode, httpStatus: status },
    cause,
  });
}

/** Creates the error for a connection that is not open. */
export function remoteClosed(url: string, reason: string, cause?: unknown): HostError<'UPSTREAM_CLOSED'> {
  return new HostError('UPSTREAM_CLOSED', `The connection to ${withoutSecrets(url)} cannot be used: ${reason}`, {
    data: { server: undefined, reason },
    cause,
  });
}

/** Returns a URL without its user name, password, query or fragment. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return truncate(url.split('?', 1)[0] ?? '', 100);
  const { origin, pathname, protocol, host } = new URL(url);
  return `${origin === 'null' ? `${protocol}//${host}` : origin}${pathname}`;
}

function explain({ error, status, systemCode }: { error: unknown } & Omit<RemoteFailure, 'reason'>): string {
  const said = readableLine(truncate(messageOf(error), 300));
  if (status !== undefined) return `it answered with HTTP ${status}${STATUS_HINTS[status] ?? ''}. ${said}`;
  const hint = systemCode === undefined ? undefined : SYSTEM_HINTS[systemCode];
  return hint === undefined ? said : `${hint} (${systemCode}).`;
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: ', so it requires different credentials; correct "headers", or remove "Authorization" there and log in with \'modes-server login\'',
  403: ', so the credentials in "headers" are not sufficient',
  404: ', so the path of "url" is wrong or the session has ended',
  405: ', so it may use another transport; correct "type"',
  406: ', so it may use another transport; correct "type"',
  429: ', so it is receiving too many requests',
};

const SYSTEM_HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is listening there; start the server or correct "url"',
  ENOTFOUND: 'the host name is unknown; correct "url" or check the network',
  EAI_AGAIN: 'the host name cannot be looked up at the moment; check the network',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  ETIMEDOUT: 'the host does not answer; check the network',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer; check the network',
  UND_ERR_HEADERS_TIMEOUT: 'no response arrived for five minutes',
  UND_ERR_BODY_TIMEOUT: 'no data arrived for five minutes',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; add it with NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed; add it with NODE_EXTRA_CA_CERTS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}

// One of the SDK's two transports puts the status in `code`; the other mentions it only in the message.
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
  if (code >= 100 && code < 600) return code;
  const found = /\(HTTP (\d{3})\)/u.exec(error.message);
  return found === null ? undefined : Number(found[1]);
}

function systemCodeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    const [first] = current instanceof AggregateError ? (current.errors as unknown[]) : [];
    if (first instanceof Error && 'code' in first && typeof first.code === 'string') return first.code;
  }
  return undefined;
}
