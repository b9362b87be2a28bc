import {
  createAuthorisedFetch,
  createClientCredentials,
  createStoredLogin,
  parseLogins,
  printLogins,
} from '@modegate/mcp-host/oauth';
import { expect, test } from 'vitest';
import type { OAuthServer } from '../support/oauth-server.ts';
import { logIn, memoryStore, oauthServer } from './support.ts';

const call: RequestInit = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' }) };

async function loggedIn(server: OAuthServer, scope = 'read') {
  const { url } = server;
  const store = memoryStore(await logIn(server, { scope }));
  const source = createStoredLogin({ key: { server: 'guarded', url }, store, now: Date.now, advice: 'Log in.' });
  return { store, fetch: createAuthorisedFetch({ server: 'guarded', url, source, namesEndpoint: false }) };
}

const calls = (server: OAuthServer) => server.hitsOf('/mcp').filter(({ body }) => body.includes('tools/call')).length;

test('a call that lacks a scope is sent once, and no tokens are requested', async () => {
  const server = await oauthServer({ callScope: 'call' });
  const { fetch } = await loggedIn(server);
  const before = server.hitsOf('/token').length;
  await expect(fetch(server.url, call)).rejects.toMatchObject({ code: 'LOGIN_NEEDED', data: { scope: 'call' } });
  expect([calls(server), server.hitsOf('/token').length]).toEqual([1, before]);
});

test('a login that already covers the scope is not missing, and no other login is requested', async () => {
  const server = await oauthServer({ callScope: 'call', refusesScope: true });
  const { fetch, store } = await loggedIn(server, 'read call');
  await expect(fetch(server.url, call)).rejects.toMatchObject({
    code: 'LOGIN_FAILED',
    message:
      'The server "guarded" denies this request because the scope "call" is missing, although the login covers it. Another login would not help; contact the operator of the server.',
  });
  expect(calls(server)).toBe(1);
  expect(store.logins()[0]).not.toHaveProperty('wanted_scope');
});

test('client credentials request a wider token once per call, whatever the server answers', async () => {
  const server = await insatiableServer((time) => `scope-${time}`);
  const source = createClientCredentials({
    key: { server: 'guarded', url: server.url },
    credentials: { issuer: server.origin, id: 'ci', secret: 'ci-secret-value', scope: undefined },
    now: Date.now,
    advice: 'Ask the owner.',
  });
  const fetch = createAuthorisedFetch({ server: 'guarded', url: server.url, source, namesEndpoint: false });
  await expect(fetch(server.url, call)).rejects.toMatchObject({ code: 'LOGIN_NEEDED' });
  expect([calls(server), server.hitsOf('/token').length]).toEqual([2, 2]);
});

test('a server that wants other scopes with each call does not make the login file unusable', async () => {
  const server = await insatiableServer((time) => `${time}-${'x'.repeat(3_900)}`);
  const { fetch, store } = await loggedIn(server);
  for (let time = 0; time < 8; time += 1)
    await expect(fetch(server.url, call)).rejects.toMatchObject({ code: 'LOGIN_NEEDED' });
  expect(parseLogins(printLogins(undefined, store.logins()))).toMatchObject([{ server: 'guarded', scope: 'read' }]);
});

/** A server that wants another scope with each call. */
function insatiableServer(scopeOf: (time: number) => string) {
  let time = 0;
  return oauthServer({
    answers: {
      '/mcp': ({ headers }, response, { tokens, origin }) => {
        const isKnown = tokens.has(headers.authorization?.slice(7) ?? '');
        const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
        time += 1;
        const wider = isKnown ? `, error="insufficient_scope", scope="${scopeOf(time)}"` : '';
        response.writeHead(isKnown ? 403 : 401, { 'www-authenticate': `Bearer ${metadata}${wider}` }).end();
      },
    },
  });
}
