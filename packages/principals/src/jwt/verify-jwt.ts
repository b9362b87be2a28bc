import { createRemoteJWKSet, customFetch, errors, type JWTVerifyOptions, jwtVerify } from 'jose';
import { type AuthFailure, authFailure } from '../auth-failure.ts';
import type { Principal } from '../principal.ts';
import type { JwtSettings } from '../settings/auth-settings.ts';
import { type Claims, claimAt, givesRight, modesOfClaims } from './claim-modes.ts';
import { createKeyFetch, type FetchKeysOptions, KeysUnavailable, keyBounds } from './issuer-keys.ts';

/** Verifies a JWT and returns its bearer. */
export type VerifyJwt = (token: string) => Promise<Principal | AuthFailure>;

/** Options for {@link createVerifyJwt}. */
export interface VerifyJwtOptions extends FetchKeysOptions {
  /** Returns epoch milliseconds, used to determine when tokens expire. */
  readonly wallClock: () => number;
}

/**
 * Creates a verifier for JWTs (RFC 7519, following the advice in RFC 8725). A valid JWT is signed with one of the
 * issuer's keys and a configured algorithm, comes from the issuer, is intended for the audience, and has not expired.
 * Ignores keys and key addresses in the token itself. Fetches keys when it verifies the first token.
 */
export function createVerifyJwt(settings: JwtSettings, options: VerifyJwtOptions): VerifyJwt {
  const keys = createRemoteJWKSet(new URL(settings.jwksUri), {
    timeoutDuration: options.timeoutMs,
    cacheMaxAge: keyBounds.cacheMs,
    cooldownDuration: keyBounds.cooldownMs,
    [customFetch]: createKeyFetch(options),
  });
  const rules = rulesOf(settings);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...rules, currentDate: new Date(options.wallClock()) });
      return toPrincipal(payload, settings);
    } catch (error) {
      return describeFailure(error);
    }
  };
}

function rulesOf({ issuer, audience, algorithms, clockToleranceMs, type }: JwtSettings): JWTVerifyOptions {
  return {
    issuer,
    audience,
    algorithms: [...algorithms],
    clockTolerance: clockToleranceMs / 1_000,
    requiredClaims: ['exp'],
    ...(type === undefined ? {} : { typ: type }),
  };
}

function toPrincipal(claims: Claims & { readonly exp?: number }, settings: JwtSettings): Principal | AuthFailure {
  const name = claimAt(claims, settings.nameClaim);
  if (typeof name !== 'string' || !/^[^\p{Cc}]{1,256}$/u.test(name))
    return authFailure('TOKEN_UNKNOWN', 'The token does not identify its bearer');
  const modes = modesOfClaims(claims, settings);
  return {
    kind: 'principal',
    id: `jwt:${settings.issuer} ${name}`,
    name,
    modes,
    mayReadMetrics: givesRight(claims, settings, settings.metrics),
    mayEditModes: givesRight(claims, settings, settings.editModes),
    credential: undefined,
    expiresAtMs: (claims.exp ?? 0) * 1_000,
  };
}

function describeFailure(error: unknown): AuthFailure {
  if (error instanceof errors.JWTExpired) return authFailure('TOKEN_EXPIRED', 'The token has expired');
  if (error instanceof errors.JWTClaimValidationFailed) return describeClaim(error.claim);
  if (error instanceof KeysUnavailable || error instanceof errors.JWKSTimeout)
    return authFailure('NOT_JUDGED', 'Tokens cannot be checked at the moment', RETRY_MS);
  // Whatever the cause, the token has not been shown to be valid.
  return authFailure('TOKEN_UNKNOWN', 'The token is unknown');
}

const RETRY_MS = 5_000;

function describeClaim(claim: string): AuthFailure {
  if (claim === 'aud') return authFailure('TOKEN_FOR_OTHERS', 'The token is for a different audience');
  if (claim === 'iss') return authFailure('TOKEN_FOR_OTHERS', 'The token is from a different issuer');
  return authFailure('TOKEN_UNKNOWN', `The token's '${claim}' is missing or invalid`);
}
