import { tokenFields } from './access-token.ts';
import { joinScopes } from './challenge.ts';
import type { ClientCredentialsOptions } from './client-credentials.ts';
import { explainFailure, issuerErrorCode } from './failure.ts';
import { createGuardedFetch, type GuardOptions } from './guarded-fetch.ts';
import type { Login } from './login-record.ts';
import type { LoginStore } from './login-store.ts';
import { findIssuer } from './oauth-target.ts';
import { RENEW_BEFORE_MS, type SentToken, type TokenSource } from './token-source.ts';

/** Options of {@link createStoredLogin}. */
export interface StoredLoginOptions extends Omit<ClientCredentialsOptions, 'credentials'> {
  readonly store: LoginStore;
}

/**
 * Provides the tokens from a stored login. Reads the store each time, so that a login, refresh or logout elsewhere
 * takes effect immediately.
 */
export function createStoredLogin(options: StoredLoginOptions): TokenSource {
  const { key, store, advice } = options;
  const known = new Set<string>();
  const seen = (login: Login | undefined): Login | undefined => {
    for (const secret of [login?.access_token, login?.refresh_token, login?.client_secret])
      if (secret !== undefined) remember(known, secret);
    return login;
  };
  const read = async (): Promise<Login | undefined> => seen(await store.find(key));
  const renew = async (refused: string): Promise<Login | undefined> => seen(await renewLogin(options, refused));
  const turns = new Map<string, Promise<Login | undefined>>();
  /** Renews once per token in this process; {@link LoginStore.alone} takes care of other processes. */
  const renewOnce = (refused: string): Promise<Login | undefined> => {
    const running = turns.get(refused) ?? renew(refused).finally(() => turns.delete(refused));
    turns.set(refused, running);
    return running;
  };
  return {
    advice,
    secrets: () => [...known],
    async current() {
      const login = await read();
      if (login === undefined || !endsSoon(login, options.now())) return toSent(login);
      if (login.refresh_token === undefined) return hasEnded(login, options.now()) ? undefined : toSent(login);
      try {
        return toSent(await renewOnce(login.access_token));
      } catch (error) {
        // A token that is still valid can be used while the issuer is unavailable.
        if (hasEnded(login, options.now())) throw error;
        return toSent(login);
      }
    },
    renew: async ({ value }) => toSent(await renewOnce(value)),
    async widen(scope) {
      await store.alone(key, async () => {
        const login = await store.find(key);
        const wanted = joinScopes(login?.wanted_scope, scope);
        // When `login` is next called, it automatically requests that scope.
        if (login !== undefined && wanted !== login.wanted_scope) await store.save({ ...login, wanted_scope: wanted });
      });
      return undefined;
    },
  };
}

/** Maximum number of former secrets that are still masked. */
const MAX_KNOWN = 12;

function remember(known: Set<string>, secret: string): void {
  known.delete(secret);
  known.add(secret);
  for (const oldest of known) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(oldest);
  }
}

function toSent(login: Login | undefined): SentToken | undefined {
  return login === undefined ? undefined : { value: login.access_token, resource: login.resource, scope: login.scope };
}

function endsSoon({ expires_at }: Login, nowMs: number): boolean {
  return expires_at !== undefined && Date.parse(expires_at) - RENEW_BEFORE_MS <= nowMs;
}

function hasEnded({ expires_at }: Login, nowMs: number): boolean {
  return expires_at !== undefined && Date.parse(expires_at) <= nowMs;
}

/**
 * Renews a login. Many issuers accept a refresh token only once, so a caller that had to wait for another caller uses
 * the token that the other caller obtained.
 */
async function renewLogin(
  { key, store, now, lookup }: StoredLoginOptions,
  refused: string,
): Promise<Login | undefined> {
  return store.alone(key, async () => {
    const login = await store.find(key);
    if (login === undefined) return undefined;
    if (login.access_token !== refused) return login;
    if (login.refresh_token === undefined) return undefined;
    const fresh = await refresh(login, { now, ...(lookup === undefined ? {} : { lookup }) });
    await store.save(fresh);
    return fresh.refresh_token === undefined && fresh.access_token === refused ? undefined : fresh;
  });
}

async function refresh(
  login: Login,
  { now, lookup }: { readonly now: () => number; readonly lookup?: GuardOptions['lookup'] },
): Promise<Login> {
  const { server, url, resource, refresh_token: token = '', expires_at: _, ...kept } = login;
  try {
    const guarded = await createGuardedFetch({ server, url, ...(lookup === undefined ? {} : { lookup }) });
    const issuer = await findIssuer({ server, url, guarded }, login.issuer);
    const client = { id: login.client_id, secret: login.client_secret, authentication: login.client_authentication };
    const requests = await import('./token-requests.ts');
    const fresh = await requests.refreshToken({ issuer, client, resource, guarded, now }, token);
    return { ...kept, server, url, resource, ...tokenFields(fresh, login) };
  } catch (error) {
    // The token was already used, revoked or expired: retrying is pointless, and some issuers treat a retry as theft.
    if (REFUSALS.has(issuerErrorCode(error) ?? '')) {
      const { refresh_token: _ended, ...rest } = login;
      return { ...rest, expires_at: new Date(now()).toISOString() };
    }
    throw explainFailure(server, 'getting a fresh token', error);
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/**
 * Asks the issuer of a login to revoke its tokens (RFC 7009).
 *
 * @returns True if the issuer agreed; false if the issuer has no revocation endpoint. Throws if the issuer could not be
 * reached.
 */
export async function endLogin(login: Login, now: () => number): Promise<boolean> {
  const { server, url, resource } = login;
  const guarded = await createGuardedFetch({ server, url });
  const issuer = await findIssuer({ server, url, guarded }, login.issuer);
  const client = { id: login.client_id, secret: login.client_secret, authentication: login.client_authentication };
  const place = { issuer, client, resource, guarded, now };
  const { revokeToken } = await import('./token-requests.ts');
  const answers: boolean[] = [];
  // Starts with the refresh token, because many issuers then also revoke the access tokens derived from it.
  for (const token of [login.refresh_token, login.access_token])
    if (token !== undefined) answers.push(await revokeToken(place, token));
  return answers.every(Boolean);
}
