import { createAuthorisedFetch, createStoredLogin, type Login } from '@modegate/mcp-host/oauth';
import { expect, test } from 'vitest';
import { type OAuthServer, sendJson } from '../support/oauth-server.ts';
import { logIn, memoryStore, oauthServer } from './support.ts';

const call: RequestInit = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) };

/** A server whose metadata names one issuer and then another, and that takes the tokens of the one that it names. */
async function migratingServer() {
  const issuers = [await oauthServer(), await oauthServer()] as const;
  let current: OAuthServer = issuers[0];
  const server = await oauthServer({
    answers: {
      '/.well-known/oauth-protected-resource/mcp': (_hit, response, { url }) =>
        sendJson(response, { resource: url, authorization_servers: [current.origin] }),
      '/mcp': ({ headers, body }, response, { origin }) => {
        const metadata = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
        if (!current.tokens.has(headers.authorization?.slice(7) ?? ''))
          response.writeHead(401, { 'www-authenticate': metadata }).end();
        else sendJson(response, { jsonrpc: '2.0', id: (JSON.parse(body) as { readonly id: number }).id, result: {} });
      },
    },
  });
  const migrate = (): void => {
    current = issuers[1];
  };
  return { server, issuers, migrate };
}

/** All that a login may show to its own issuer only. */
function secretsOf({ access_token, refresh_token = '', client_id }: Login): readonly string[] {
  return [access_token, refresh_token, client_id];
}

function seenBy(issuer: OAuthServer): string {
  return JSON.stringify(issuer.hits.map(({ body, headers, query }) => [body, headers, [...query]]));
}

test('after a migration the old and the new issuer see nothing of the login at the other', async () => {
  const { server, issuers, migrate } = await migratingServer();
  const [before, after] = issuers;
  const store = memoryStore(await logIn(server));
  const { url } = server;
  const source = createStoredLogin({ key: { server: 'guarded', url }, store, now: Date.now, advice: 'Log in.' });
  const fetch = createAuthorisedFetch({ server: 'guarded', url, source, namesEndpoint: false });
  expect((await fetch(url, call)).status).toBe(200);
  migrate();
  await expect(fetch(url, call)).rejects.toMatchObject({
    code: 'LOGIN_NEEDED',
    message: 'The server "guarded" no longer accepts the login. Log in.',
  });
  // It was renewed where it came from.
  const [old] = store.logins() as [Login];
  expect(old.issuer).toBe(before.origin);
  expect(after.hits).toEqual([]);

  const fresh = await logIn(server);
  await store.save(fresh);
  expect(fresh.issuer).toBe(after.origin);
  expect((await fetch(url, call)).status).toBe(200);
  after.tokens.clear();
  expect((await fetch(url, call)).status).toBe(200);
  const renewed = store.logins().find(({ issuer }) => issuer === after.origin) as Login;
  for (const secret of secretsOf(old)) expect(seenBy(after)).not.toContain(secret);
  for (const secret of [...secretsOf(fresh), ...secretsOf(renewed)]) expect(seenBy(before)).not.toContain(secret);
});
