import { defined } from '@modegate/json';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  None,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  revocationRequest,
} from 'oauth4webapi';
import { type GrantedToken, readGrantedToken } from './access-token.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** Client authentication at the token endpoint. */
export type ClientAuthentication = 'none' | 'client_secret_basic' | 'client_secret_post';

/** This program's OAuth client, as registered with an issuer. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string | undefined;
  readonly authentication: ClientAuthentication;
}

/** The issuer, client and resource of a token request. */
export interface TokenEndpoint {
  readonly issuer: AuthorizationServer;
  readonly client: OAuthClient;
  readonly resource: string;
  readonly guarded: GuardedFetch;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
}

/** Exchanges an authorization code for tokens (RFC 6749 4.1.3, RFC 7636, RFC 8707). Passes on the library's errors. */
export async function exchangeCode(
  place: TokenEndpoint,
  answer: URLSearchParams,
  { redirectUri, codeVerifier }: { readonly redirectUri: string; readonly codeVerifier: string },
): Promise<GrantedToken> {
  const options = resourceOptions(place);
  const response = await authorizationCodeGrantRequest(...parties(place), answer, redirectUri, codeVerifier, options);
  return readGrantedToken(await processAuthorizationCodeResponse(...issuance(place), response), place.now());
}

/** Refreshes a token (RFC 6749 6). Passes on the library's errors. */
export async function refreshToken(place: TokenEndpoint, token: string): Promise<GrantedToken> {
  const response = await refreshTokenGrantRequest(...parties(place), token, resourceOptions(place));
  return readGrantedToken(await processRefreshTokenResponse(...issuance(place), response), place.now());
}

/** Requests a token for the client itself (RFC 6749 4.4). Passes on the library's errors. */
export async function requestClientToken(place: TokenEndpoint, scope: string | undefined): Promise<GrantedToken> {
  const parameters = { resource: place.resource, ...defined({ scope }) };
  const response = await clientCredentialsGrantRequest(...parties(place), parameters, requestOptions(place));
  return readGrantedToken(await processClientCredentialsResponse(...issuance(place), response), place.now());
}

/** Revokes a token if the issuer supports revocation (RFC 7009). Resolves to true if the issuer agreed. */
export async function revokeToken(place: TokenEndpoint, token: string): Promise<boolean> {
  if (place.issuer.revocation_endpoint === undefined) return false;
  const response = await revocationRequest(...parties(place), token, requestOptions(place));
  return response.status === 200;
}

/** Returns the preferred method among those that both sides support; RFC 8414 defaults to Basic. */
export function chooseAuthentication(issuer: AuthorizationServer, hasSecret: boolean): ClientAuthentication {
  if (!hasSecret) return 'none';
  const offered = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return offered.includes('client_secret_basic') || !offered.includes('client_secret_post')
    ? 'client_secret_basic'
    : 'client_secret_post';
}

/** Returns request options for the library: the `fetch` to use, and permission for plain HTTP if it is allowed. */
export function requestOptions({ guarded }: Pick<TokenEndpoint, 'guarded'>) {
  return { [customFetch]: guarded.fetch, [allowInsecureRequests]: guarded.allowsHttp };
}

/** Returns the OAuth client in the form that the library uses. */
export function libraryClient({ client }: Pick<TokenEndpoint, 'client'>): Client {
  return { client_id: client.id };
}

function resourceOptions(place: TokenEndpoint) {
  return { ...requestOptions(place), additionalParameters: { resource: place.resource } };
}

function issuance(place: TokenEndpoint): [AuthorizationServer, Client] {
  return [place.issuer, libraryClient(place)];
}

function parties(place: TokenEndpoint): [AuthorizationServer, Client, ClientAuth] {
  return [...issuance(place), clientAuth(place)];
}

function clientAuth({ client: { authentication, secret = '' } }: TokenEndpoint): ClientAuth {
  if (authentication === 'none') return None();
  return authentication === 'client_secret_post' ? ClientSecretPost(secret) : basic(secret);
}

/**
 * Authenticates as defined in RFC 6749, section 2.3.1. The library also encodes `-` and `.`; issuers that compare
 * without decoding reject the result.
 */
function basic(secret: string): ClientAuth {
  return (...[, { client_id: id }, , headers]) => {
    const pair = [id, secret].map((text) => new URLSearchParams([['', text]]).toString().slice(1)).join(':');
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };
}
