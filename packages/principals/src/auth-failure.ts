/**
 * Reasons for refusing a request, each with the response status and, if there is one, the error code from RFC 6750,
 * section 3.1.
 */
export const authFailures = {
  /** No credential. In this case, RFC 6750 requires that there be no error code. */
  TOKEN_MISSING: { status: 401, error: undefined },
  /** Several credentials, a scheme other than Bearer, or a token that cannot be valid. */
  TOKEN_MALFORMED: { status: 400, error: 'invalid_request' },
  /** Neither a token of this server nor a JWT with a valid signature. */
  TOKEN_UNKNOWN: { status: 401, error: 'invalid_token' },
  TOKEN_EXPIRED: { status: 401, error: 'invalid_token' },
  /** A JWT for another audience or from another issuer. */
  TOKEN_FOR_OTHERS: { status: 401, error: 'invalid_token' },
  /** The credential is valid, but allows no mode. */
  NO_MODES: { status: 403, error: 'insufficient_scope' },
  MODE_NOT_ALLOWED: { status: 403, error: 'insufficient_scope' },
  /** `/metrics` requires a separate permission. */
  METRICS_NOT_ALLOWED: { status: 403, error: 'insufficient_scope' },
  /** A token for hooks does not give access to anything else. */
  ONLY_FOR_HOOKS: { status: 403, error: 'insufficient_scope' },
  RATE_LIMITED: { status: 429, error: undefined },
  TOO_MANY_AT_ONCE: { status: 429, error: undefined },
  /** The tokens file or the issuer's keys cannot be read at the moment, so the credential cannot be checked. */
  NOT_JUDGED: { status: 503, error: undefined },
} as const;

/** A key of {@link authFailures}. */
export type AuthFailureCode = keyof typeof authFailures;

/** A refused request, independent of HTTP. */
export interface AuthFailure {
  readonly kind: 'denial';
  readonly code: AuthFailureCode;
  /** Message for the client, without a full stop; never contains any part of the credential. */
  readonly message: string;
  /** Time to wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Creates a refusal. */
export function authFailure(code: AuthFailureCode, message: string, retryAfterMs?: number): AuthFailure {
  return { kind: 'denial', code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
