import { type AuthFailure, type AuthFailureCode, authFailures } from './auth-failure.ts';

/** The response to a refused request, ready to be sent. */
export interface AuthErrorResponse {
  readonly kind: 'refusal';
  readonly status: 400 | 401 | 403 | 429 | 503;
  readonly code: AuthFailureCode;
  /** Message for the client, without a full stop. */
  readonly message: string;
  /** `WWW-Authenticate` and `Retry-After`, if applicable. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Information for a client on how to get a token. */
export interface ChallengeSource {
  readonly metadataUrl: string | undefined;
  /** Scopes that would be sufficient. */
  readonly scopes: readonly string[];
}

/** Converts a refusal into an HTTP response. */
export function toErrorResponse(
  { code, message, retryAfterMs }: AuthFailure,
  source: ChallengeSource,
): AuthErrorResponse {
  const { status, error } = authFailures[code];
  const challenge =
    status === 401 || status === 403
      ? { 'WWW-Authenticate': bearerChallenge({ error, description: error && message, ...source }) }
      : {};
  const retry =
    retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) };
  return { kind: 'refusal', status, code, message, headers: { ...challenge, ...retry } };
}

/** Parameters of a `WWW-Authenticate` header. */
export interface Challenge {
  /** An error code from RFC 6750, section 3.1; undefined if there was no credential. */
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  /** Scopes that would be sufficient. */
  readonly scopes?: readonly string[] | undefined;
  /** URL of the RFC 9728 metadata. */
  readonly metadataUrl?: string | undefined;
}

/** Returns the value of `WWW-Authenticate` (RFC 6750, section 3; RFC 9728, section 5.1). */
export function bearerChallenge({ error, description, scopes = [], metadataUrl }: Challenge = {}): string {
  const parts = [
    ['error', error],
    ['error_description', description],
    ['scope', scopes.length === 0 ? undefined : scopes.join(' ')],
    ['resource_metadata', metadataUrl],
  ] as const;
  const said = parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${quotable(value)}"`]));
  return said.length === 0 ? 'Bearer' : `Bearer ${said.join(', ')}`;
}

/** Replaces characters that RFC 6750 does not allow in a description; a line break must never get into a header. */
function quotable(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
}
