import { type Denial, type DenialCode, denials } from './denial.ts';

/** The answer to a request that is not admitted, ready to send. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly status: 400 | 401 | 403 | 429 | 503;
  readonly code: DenialCode;
  /** For the client; without a full stop. */
  readonly message: string;
  /** `WWW-Authenticate` and `Retry-After`, if applicable. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Information for a client on getting a token, as part of a challenge. */
export interface TokenSource {
  readonly metadataUrl: string | undefined;
  /** Scopes that would be sufficient. */
  readonly scopes: readonly string[];
}

/** Converts a denial to the terms of HTTP. */
export function toRefusal({ code, message, retryAfterMs }: Denial, source: TokenSource): Refusal {
  const { status, error } = denials[code];
  const challenge =
    status === 401 || status === 403
      ? { 'WWW-Authenticate': bearerChallenge({ error, description: error && message, ...source }) }
      : {};
  const retry =
    retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) };
  return { kind: 'refusal', status, code, message, headers: { ...challenge, ...retry } };
}

/** Content of a `WWW-Authenticate` header, in addition to the need for a bearer token. */
export interface Challenge {
  /** An error of RFC 6750, section 3.1; none when there was no credential. */
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  /** Scopes that would be sufficient. */
  readonly scopes?: readonly string[] | undefined;
  /** URL of the metadata of RFC 9728. */
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

/**
 * Replaces the characters that RFC 6750 does not allow unescaped in a description; a line break must never enter a
 * header.
 */
function quotable(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
}
