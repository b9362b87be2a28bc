/**
 * Reasons why a request is not admitted: the status of the answer, and its error according to RFC 6750, section 3.1, if
 * it has one.
 */
export const denials = {
  /** No credential at all; RFC 6750 requires no error in this case. */
  TOKEN_MISSING: { status: 401, error: undefined },
  /** Several credentials, a scheme other than Bearer, or something that cannot be a token. */
  TOKEN_MALFORMED: { status: 400, error: 'invalid_request' },
  /** Neither a token of this server nor a JWT with a valid signature. */
  TOKEN_UNKNOWN: { status: 401, error: 'invalid_token' },
  TOKEN_EXPIRED: { status: 401, error: 'invalid_token' },
  /** A JWT for another audience or from another issuer. */
  TOKEN_FOR_OTHERS: { status: 401, error: 'invalid_token' },
  /** The credential is valid, but opens no mode. */
  NO_MODES: { status: 403, error: 'insufficient_scope' },
  MODE_NOT_ALLOWED: { status: 403, error: 'insufficient_scope' },
  /** `/metrics` requires a separate right. */
  METRICS_NOT_ALLOWED: { status: 403, error: 'insufficient_scope' },
  /** A token for hooks opens nothing else. */
  ONLY_FOR_HOOKS: { status: 403, error: 'insufficient_scope' },
  RATE_LIMITED: { status: 429, error: undefined },
  TOO_MANY_AT_ONCE: { status: 429, error: undefined },
  /** Data for judging the credential cannot be read now: the file of tokens, or the issuer's keys. */
  NOT_JUDGED: { status: 503, error: undefined },
} as const;

/** A key of {@link denials}. */
export type DenialCode = keyof typeof denials;

/** A request that is not admitted, before it is expressed in terms of HTTP. */
export interface Denial {
  readonly kind: 'denial';
  readonly code: DenialCode;
  /** For the client, without a full stop; never contains any part of the credential. */
  readonly message: string;
  /** Time until another try is worthwhile, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Makes a denial. */
export function deny(code: DenialCode, message: string, retryAfterMs?: number): Denial {
  return { kind: 'denial', code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
