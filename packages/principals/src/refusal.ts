import { bearerChallenge } from './challenge.ts';
import { type Denial, type DenialCode, denials } from './denial.ts';

/** The answer to a request that is not admitted, ready to be sent. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly status: 400 | 401 | 403 | 429 | 503;
  readonly code: DenialCode;
  /** For the client; without a full stop. */
  readonly message: string;
  /** `WWW-Authenticate` and `Retry-After`, where they are due. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a challenge tells a client about getting a token. */
export interface TokenSource {
  readonly metadataUrl: string | undefined;
  /** The scopes that would do. */
  readonly scopes: readonly string[];
}

/** Puts a denial into the words of HTTP. */
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
