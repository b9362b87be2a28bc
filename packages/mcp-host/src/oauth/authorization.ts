import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { tokenFields } from './access-token.ts';
import { joinScopes } from './challenge.ts';
import { chooseClient, type KnownClient } from './client-registration.ts';
import { explainFailure, loginFailed } from './failure.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { type Login, type LoginKey, loginAddress } from './login-record.ts';
import { findOAuthTarget, type OAuthTarget } from './oauth-target.ts';
import { exchangeCode, libraryClient, type OAuthClient } from './token-requests.ts';

/** Options of {@link beginAuthorization}. */
export interface AuthorizationOptions {
  readonly key: LoginKey;
  readonly guarded: GuardedFetch;
  /** Redirect URI to which the browser is sent. */
  readonly redirectUri: string;
  readonly known: KnownClient;
  /** Scope to request in addition to the scopes of the server. */
  readonly scope?: string | undefined;
  /** Scope to request instead of the scopes of the server. */
  readonly onlyScope?: string | undefined;
  readonly issuer?: string | undefined;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
}

/** An authorization waiting for a person. */
export interface Authorization {
  /** The URL to open in a browser. */
  readonly url: string;
  readonly issuer: string;
  /**
   * True if a response belongs to this authorization; any other response came from someone else and must be ignored.
   */
  readonly isOwn: (answer: URLSearchParams) => boolean;
  /**
   * Exchanges the response for a login. @throws HostError `LOGIN_FAILED` if the response is a refusal, comes from
   * another issuer, or is invalid.
   */
  readonly complete: (answer: URLSearchParams) => Promise<Login>;
}

/**
 * Begins an authorization with an authorization code and PKCE (MCP 2025-11-25, basic/authorization).
 *
 * @throws HostError `LOGIN_FAILED` if the server, its issuer or the registration prevents the authorization.
 */
export async function beginAuthorization(options: AuthorizationOptions): Promise<Authorization> {
  const { key, guarded, redirectUri, known } = options;
  const { server } = key;
  const target = await findOAuthTarget({ server, url: key.url, guarded, issuer: options.issuer });
  const { issuer } = target;
  const endpoint = await checkIssuer(target, options);
  const scope = chooseScope(target, options);
  const client = await chooseClient({ server, issuer, guarded, redirectUri, scope, known });
  const [state, codeVerifier] = [generateRandomState(), generateRandomCodeVerifier()];
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    resource: target.resource,
    ...(scope === undefined ? {} : { scope }),
    // Without this parameter, OpenID providers omit the refresh token.
    ...(scope?.split(' ').includes('offline_access') === true ? { prompt: 'consent' } : {}),
  }))
    endpoint.searchParams.set(name, value);
  const isOwn = (answer: URLSearchParams): boolean => answer.get('state') === state;
  return {
    url: endpoint.href,
    issuer: issuer.issuer,
    isOwn,
    complete: (answer) => complete(options, { target, client, state, codeVerifier, scope }, answer),
  };
}

/**
 * Returns the issuer's authorization URL for the browser, after checking the URL and checking that the issuer supports
 * PKCE with S256.
 */
async function checkIssuer({ issuer }: OAuthTarget, { key, guarded }: AuthorizationOptions): Promise<URL> {
  const { authorization_endpoint: endpoint, code_challenge_methods_supported: methods } = issuer;
  if (endpoint === undefined || !URL.canParse(endpoint))
    throw loginFailed(key.server, `its issuer ${issuer.issuer} has no "authorization_endpoint".`);
  if (methods?.includes('S256') !== true)
    throw loginFailed(key.server, `its issuer ${issuer.issuer} does not declare support for PKCE with S256.`);
  const url = new URL(endpoint);
  await guarded.check(url);
  return url;
}

function chooseScope(target: OAuthTarget, { scope, onlyScope }: AuthorizationOptions): string | undefined {
  if (onlyScope !== undefined) return onlyScope;
  const wanted = joinScopes(target.scope, scope);
  const refreshes = target.issuer.scopes_supported?.includes('offline_access') === true;
  return refreshes ? joinScopes(wanted, 'offline_access') : wanted;
}

interface PendingAuthorization {
  readonly target: OAuthTarget;
  readonly client: OAuthClient;
  readonly state: string;
  readonly codeVerifier: string;
  readonly scope: string | undefined;
}

async function complete(
  { key, guarded, redirectUri, now }: AuthorizationOptions,
  { target, client, state, codeVerifier, scope }: PendingAuthorization,
  answer: URLSearchParams,
): Promise<Login> {
  const { issuer, resource } = target;
  try {
    const checked = validateAuthResponse(issuer, libraryClient({ client }), answer, state);
    const place = { issuer, client, resource, guarded, now };
    const token = await exchangeCode(place, checked, { redirectUri, codeVerifier });
    return {
      ...key,
      url: loginAddress(key.url),
      issuer: issuer.issuer,
      resource,
      client_id: client.id,
      ...(client.secret === undefined ? {} : { client_secret: client.secret }),
      client_authentication: client.authentication,
      logged_in_at: new Date(now()).toISOString(),
      ...tokenFields(token, { scope }),
    };
  } catch (error) {
    const doing = error instanceof AuthorizationResponseError ? 'the authorization' : 'the exchange of the code';
    throw explainFailure(key.server, doing, error);
  }
}
