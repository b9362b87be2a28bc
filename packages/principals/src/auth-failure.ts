/** Reasons to refuse a request, with the status of the response and its error of RFC 6750, section 3.1, if any. */
export const authFailures = {
  /** No credential at all; RFC 6750 wants no error then. */
  TOKEN_MISSING: { status: 401, error: undefined },
  /** Several credentials, another scheme than Bearer, or something that cannot be a token. */
  TOKEN_MALFORMED: { status: 400, error: 'invalid_request' },
  /** Neither a token of this server nor a JWT with a signature that holds. */
  TOKEN_UNKNOWN: { status: 401, error: 'invalid_token' },
  TOKEN_EXPIRED: { status: 401, error: 'invalid_token' },
  /** A JWT for another audience or from another issuer. */
  TOKEN_FOR_OTHERS: { status: 401, error: 'invalid_token' },
  /** The credential is good, and opens no mode. */
  NO_MODES: { status: 403, error: 'insufficient_scope' },
  MODE_NOT_ALLOWED: { status: 403, error: 'insufficient_scope' },
  /** `/metrics` requires a separate right. */
  METRICS_NOT_ALLOWED: { status: 403, error: 'insufficient_scope' },
  /** A token for hooks opens nothing else. */
  ONLY_FOR_HOOKS: { status: 403, error: 'insufficient_scope' },
  RATE_LIMITED: { status: 429, error: undefined },
  TOO_MANY_AT_ONCE: { status: 429, error: undefined },
  /** The tokens file or the issuer's keys cannot be read now, so the credential cannot be checked. */
  NOT_JUDGED: { status: 503, error: undefined },
} as const;

/** A key of {@link authFailures}. */
export type AuthFailureCode = keyof typeof authFailures;

/** A request that is not admitted, before it is put into the words of HTTP. */
export interface AuthFailure {
  readonly kind: 'denial';
  readonly code: AuthFailureCode;
  /** For the client, without a full stop; never has anything of the credential in it. */
  readonly message: string;
  /** Time after which to retry, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Makes a denial. */
export function authFailure(code: AuthFailureCode, message: string, retryAfterMs?: number): AuthFailure {
  return { kind: 'denial', code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
