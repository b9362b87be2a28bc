import { defined } from '@modegate/json';
import type { TokenEndpointResponse } from 'oauth4webapi';
import { readScope } from './challenge.ts';
import type { Login } from './login-record.ts';

/** The result of a token request. */
export interface GrantedToken {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scope: string | undefined;
  /** Expiry time in epoch milliseconds; undefined if not specified. */
  readonly expiresAtMs: number | undefined;
}

/** Reads a token response validated by the library. @throws Error for a token that cannot be sent in a header. */
export function readGrantedToken(response: TokenEndpointResponse, nowMs: number): GrantedToken {
  const { access_token, refresh_token, scope, expires_in, token_type } = response;
  if (token_type !== 'bearer') throw new Error('its tokens are not bearer tokens');
  for (const token of [access_token, refresh_token]) if (token !== undefined) requireToken(token);
  const isLifetime = expires_in !== undefined && expires_in >= 0 && expires_in < MAX_LIFETIME_S;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    scope: readScope(scope),
    expiresAtMs: isLifetime ? nowMs + expires_in * 1_000 : undefined,
  };
}

/**
 * Returns the token fields of a login record; fields missing from the response retain their previous values (RFC 6749
 * 5.1 and 6).
 */
export function tokenFields(
  token: GrantedToken,
  before: { readonly scope?: string | undefined; readonly refresh_token?: string | undefined },
): Pick<Login, 'access_token' | 'refresh_token' | 'scope' | 'expires_at'> {
  const kept = {
    refresh_token: token.refreshToken ?? before.refresh_token,
    scope: token.scope ?? before.scope,
    expires_at: token.expiresAtMs === undefined ? undefined : new Date(token.expiresAtMs).toISOString(),
  };
  return { access_token: token.accessToken, ...defined(kept) };
}

/** A hundred years: a longer lifetime is treated as unlimited, so that dates remain valid. */
const MAX_LIFETIME_S = 100 * 366 * 24 * 60 * 60;

/** Checks a token against RFC 6750, section 2.1, and against the length that servers accept in a header. */
function requireToken(token: string): void {
  if (!/^[\x21-\x7E]{1,16384}$/u.test(token))
    throw new Error('its token contains invalid characters or is too long for a header');
}
