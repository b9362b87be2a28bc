import {
  beginAuthorization,
  createGuardedFetch,
  findLogin,
  isLoginOf,
  type Login,
  type LoginStore,
  loginAddress,
  withLogin,
} from '@modegate/mcp-host/oauth';
import { afterEach } from 'vitest';
import { type OAuthServer, type OAuthServerOptions, startOAuthServer } from '../support/oauth-server.ts';

const open: OAuthServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Starts a server that is ended after the test. */
export async function oauthServer(options: OAuthServerOptions = {}): Promise<OAuthServer> {
  const server = await startOAuthServer(options);
  open.push(server);
  return server;
}

export interface Attempt {
  readonly scope?: string;
  readonly issuer?: string;
  readonly known?: Parameters<typeof beginAuthorization>[0]['known'];
  /** Changes the address that the browser is sent back to. */
  readonly change?: (answer: URLSearchParams) => void;
}

/** Logs in as a person with a browser does, who is sent back at once. */
export async function logIn({ url }: OAuthServer, { change, known = {}, ...asked }: Attempt = {}): Promise<Login> {
  const guarded = await createGuardedFetch({ server: 'guarded', url });
  const authorization = await beginAuthorization({
    key: { server: 'guarded', url: loginAddress(url) },
    guarded,
    redirectUri: 'http://127.0.0.1:1/callback',
    known,
    now: Date.now,
    ...asked,
  });
  const answer = await browse(authorization.url);
  change?.(answer);
  return authorization.complete(answer);
}

/** What a browser is sent back with. */
export async function browse(url: string): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: 'manual' });
  await response.body?.cancel();
  return new URL(response.headers.get('location') ?? '').searchParams;
}

/** Logins in memory, and how often somebody was alone with them. */
export function memoryStore(...logins: readonly Login[]): LoginStore & { readonly logins: () => readonly Login[] } {
  let kept: readonly Login[] = logins;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    logins: () => kept,
    find: async (key) => findLogin(kept, key),
    save: async (login) => {
      kept = withLogin(kept, login);
    },
    remove: async (key) => {
      const own = kept.filter((login) => isLoginOf(login, key));
      kept = kept.filter((login) => !isLoginOf(login, key));
      return own;
    },
    alone: (_key, run) => {
      const next = turn.then(run);
      turn = next.catch(() => undefined);
      return next;
    },
  };
}
