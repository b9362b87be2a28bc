import type { Login } from '@modegate/mcp-host/oauth';
import { displayPrincipal } from './read-principal.ts';

/** The parts of a login that are not secret. */
export type LoginDescription = ReturnType<typeof describeLogin>;

/** Describes a login without its secrets. */
export function describeLogin(login: Login, nowMs: number) {
  const { server, url, issuer, scope = null, wanted_scope = null, expires_at = null, refresh_token } = login;
  const renewed = refresh_token !== undefined;
  const ended = !renewed && expires_at !== null && Date.parse(expires_at) <= nowMs;
  const principal = login.principal === undefined ? null : displayPrincipal(login.principal);
  return {
    server,
    /** Owner in the syntax of `--principal`; null for the user of this machine. */
    principal,
    /** The server's URL without its query, which may contain a secret. */
    url: url.split('?', 1)[0] ?? '',
    issuer,
    scope,
    /** Expiry time in ISO 8601; null if the token has none. */
    expires_at,
    /** True if the login is renewed without involving the user. */
    renewed,
    /** True if the login has ended, so that a new login is needed. */
    ended,
    /** Scopes that the server found to be missing. */
    wanted_scope,
  };
}

/** Describes a login in a phrase that follows the server's name. */
export function loginLine({ issuer, expires_at, renewed, ended, wanted_scope }: LoginDescription): string {
  const time = expires_at === null ? undefined : expires_at.replace(/\.\d+Z$/, 'Z');
  const state = ended
    ? `the login has ended${time === undefined ? '' : ` (${time})`}; log in again`
    : renewed
      ? `logged in; renewed automatically${time === undefined ? '' : `, next renewal by ${time}`}`
      : `logged in ${time === undefined ? 'without an end' : `until ${time}`}`;
  const wanted = wanted_scope === null ? '' : `; the scope "${wanted_scope}" is also required: log in again`;
  return `${state}, at ${issuer}${wanted}`;
}
