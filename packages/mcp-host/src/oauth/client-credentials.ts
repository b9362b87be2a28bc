import type { GrantedToken } from './access-token.ts';
import { joinScopes } from './challenge.ts';
import { explainFailure, loginFailed } from './failure.ts';
import { createGuardedFetch, type GuardOptions } from './guarded-fetch.ts';
import type { LoginKey } from './login-record.ts';
import { findOAuthTarget } from './oauth-target.ts';
import { chooseAuthentication, requestClientToken } from './token-requests.ts';
import { RENEW_BEFORE_MS, type SentToken, shareRunning, type TokenSource } from './token-source.ts';

/** Client credentials for CI, where no person can log in. */
export interface ClientCredentials {
  /** The only issuer that receives the secret. */
  readonly issuer: string;
  readonly id: string;
  readonly secret: string;
  readonly scope: string | undefined;
}

/** Options of {@link createClientCredentials}. */
export interface ClientCredentialsOptions {
  readonly key: LoginKey;
  readonly credentials: ClientCredentials;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Sentence that explains how to log in. */
  readonly advice: string;
  readonly lookup?: GuardOptions['lookup'];
}

/** Requests tokens with client credentials (RFC 6749 4.4) on demand and stores them only in memory. */
export function createClientCredentials(options: ClientCredentialsOptions): TokenSource {
  const { credentials, now, advice } = options;
  let scope = credentials.scope;
  let held: { readonly token: GrantedToken; readonly resource: string } | undefined;
  const request = shareRunning(async () => {
    held = await requestToken(options, scope);
    return held;
  });
  const toSent = ({ token, resource }: NonNullable<typeof held>): SentToken => ({
    value: token.accessToken,
    resource,
    scope: token.scope,
  });
  return {
    advice,
    secrets: () => [credentials.secret, ...(held === undefined ? [] : [held.token.accessToken])],
    async current() {
      const isFresh =
        held !== undefined && (held.token.expiresAtMs ?? Number.POSITIVE_INFINITY) - RENEW_BEFORE_MS > now();
      return toSent(held !== undefined && isFresh ? held : await request());
    },
    async renew({ value }) {
      return toSent(held !== undefined && held.token.accessToken !== value ? held : await request());
    },
    async widen(wanted) {
      const wider = joinScopes(held?.token.scope ?? scope, wanted);
      // The same scope would yield the same token.
      if (wider === scope) return undefined;
      scope = wider;
      return toSent(await request());
    },
  };
}

async function requestToken({ key, credentials, now, lookup }: ClientCredentialsOptions, scope: string | undefined) {
  const { server, url } = key;
  const guarded = await createGuardedFetch({ server, url, ...(lookup === undefined ? {} : { lookup }) });
  const target = await findOAuthTarget({ server, url, guarded, issuer: credentials.issuer });
  const { issuer, resource } = target;
  if (issuer.token_endpoint === undefined)
    throw loginFailed(server, `its issuer ${issuer.issuer} has no "token_endpoint".`);
  const client = { id: credentials.id, secret: credentials.secret, authentication: chooseAuthentication(issuer, true) };
  try {
    return {
      token: await requestClientToken({ issuer, client, resource, guarded, now }, scope ?? target.scope),
      resource,
    };
  } catch (error) {
    throw explainFailure(server, 'getting a token for the client', error);
  }
}
