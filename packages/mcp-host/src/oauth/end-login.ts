import { createGuardedFetch } from './guarded-fetch.ts';
import type { Login } from './login-record.ts';
import { findIssuer } from './oauth-target.ts';
import { revokeToken } from './token-requests.ts';

/**
 * Asks the issuer of a login to end its tokens (RFC 7009).
 *
 * @returns Whether the issuer agreed; false when it has no place to ask. Throws when it could not be asked.
 */
export async function endLogin(login: Login, now: () => number): Promise<boolean> {
  const { server, url, resource } = login;
  const guarded = await createGuardedFetch({ server, url });
  const issuer = await findIssuer({ server, url, guarded }, login.issuer);
  const client = { id: login.client_id, secret: login.client_secret, authentication: login.client_authentication };
  const place = { issuer, client, resource, guarded, now };
  const answers: boolean[] = [];
  // The refresh token first: with it go, at many issuers, the access tokens that came of it.
  for (const token of [login.refresh_token, login.access_token])
    if (token !== undefined) answers.push(await revokeToken(place, token));
  return answers.every(Boolean);
}
