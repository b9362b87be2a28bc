import {
  createAuthorisedFetch,
  createClientCredentials,
  createStoredLogin,
  type Login,
} from '@modegate/mcp-host/oauth';
import { describe, expect, test } from 'vitest';
import { type OAuthServer, sendJson } from '../support/oauth-server.ts';
import { logIn, memoryStore, oauthServer } from './support.ts';

const call = (method: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
});

interface Opened {
  readonly store?: ReturnType<typeof memoryStore>;
  readonly now?: () => number;
  readonly namesEndpoint?: boolean;
}

function open({ url }: OAuthServer, { store = memoryStore(), now = Date.now, namesEndpoint = false }: Opened = {}) {
  const source = createStoredLogin({ key: { server: 'guarded', url }, store, now, advice: 'Log in.' });
  return { store, source, fetch: createAuthorisedFetch({ server: 'guarded', url, source, namesEndpoint }) };
}

describe('an authorised request to a server', () => {
  test('a request without a login fails with one sentence that explains what to do', async () => {
    const server = await oauthServer();
    await expect(open(server).fetch(server.url, call('initialize'))).rejects.toMatchObject({
      code: 'LOGIN_NEEDED',
      message: 'The server "guarded" wants a login. Log in.',
      data: { httpStatus: 401 },
    });
  });

  test('a request carries the token, even one obtained later', async () => {
    const server = await oauthServer();
    const { fetch, store } = open(server);
    await fetch(server.url, call('initialize')).catch(() => undefined);
    await store.save(await logIn(server));
    expect((await fetch(server.url, call('initialize'))).status).toBe(200);
  });

  test('a request sends the token only to its resource', async () => {
    const server = await oauthServer({ answers: { '/other': (_hit, response) => response.end() } });
    const stranger = await oauthServer({ answers: { '/mcp': (_hit, response) => response.end() } });
    const { fetch } = open(server, { store: memoryStore(await logIn(server)) });
    await fetch(`${server.origin}/other`);
    await fetch(stranger.url);
    await fetch(`${server.origin}/mcp/../other`);
    const sent = [...server.hitsOf('/other'), ...stranger.hitsOf('/mcp')];
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  });

  test('a request sends the token to the message address of an HTTP+SSE server only at its own origin', async () => {
    const answer = { '/messages': (_hit: unknown, response: { end: () => unknown }) => void response.end() };
    const [server, stranger] = [await oauthServer({ answers: answer }), await oauthServer({ answers: answer })];
    const { fetch } = open(server, { store: memoryStore(await logIn(server)), namesEndpoint: true });
    await fetch(`${server.origin}/messages`);
    await fetch(`${stranger.origin}/messages`);
    expect(server.hitsOf('/messages')[0]?.headers.authorization).toMatch(/^Bearer access-/);
    expect(stranger.hitsOf('/messages')[0]?.headers.authorization).toBeUndefined();
  });

  test('a request does not use the login of another address, name or principal', async () => {
    const server = await oauthServer();
    const login = await logIn(server);
    for (const other of [{ url: `${server.origin}/other` }, { server: 'other' }, { principal: 'alice' }]) {
      const { fetch } = open(server, { store: memoryStore({ ...login, ...other }) });
      await expect(fetch(server.url, call('initialize'))).rejects.toMatchObject({ code: 'LOGIN_NEEDED' });
    }
  });

  test('a request does not start a login for a server that wants other credentials', async () => {
    const server = await oauthServer({
      answers: { '/mcp': (_hit, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end() },
    });
    expect((await open(server).fetch(server.url)).status).toBe(401);
  });
});

describe('an expired token', () => {
  const ended = (login: Login): Login => ({ ...login, expires_at: new Date(Date.now() - 1_000).toISOString() });

  test('an expired token is renewed once for all waiting requests, and the new refresh token is kept', async () => {
    const server = await oauthServer();
    const before = ended(await logIn(server));
    const { fetch, store } = open(server, { store: memoryStore(before) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(server.url, call('tools/list'))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(server.hitsOf('/token').filter(({ body }) => body.includes('grant_type=refresh_token'))).toHaveLength(1);
    const [after] = store.logins();
    expect(after?.refresh_token).not.toBe(before.refresh_token);
    expect(server.refreshTokens).toContain(after?.refresh_token);
  });

  test('an expired token is renewed once by all processes that share the store', async () => {
    const server = await oauthServer();
    const store = memoryStore(ended(await logIn(server)));
    const processes = [1, 2, 3].map(() => open(server, { store }));
    const answers = await Promise.all(processes.map(({ fetch }) => fetch(server.url, call('tools/list'))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(server.hitsOf('/token').filter(({ body }) => body.includes('grant_type=refresh_token'))).toHaveLength(1);
  });

  test('a token is renewed when the server rejects it, for the same resource', async () => {
    const server = await oauthServer();
    const { fetch } = open(server, { store: memoryStore(await logIn(server)) });
    server.tokens.clear();
    expect((await fetch(server.url, call('tools/list'))).status).toBe(200);
    expect(new URLSearchParams(server.hitsOf('/token').at(-1)?.body).get('resource')).toBe(server.url);
  });

  test('a used refresh token requires a new login and is not sent to the issuer again', async () => {
    const server = await oauthServer();
    const { fetch } = open(server, { store: memoryStore(ended(await logIn(server))) });
    server.tokens.clear();
    server.refreshTokens.clear();
    for (let time = 0; time < 3; time += 1)
      await expect(fetch(server.url, call('tools/list'))).rejects.toMatchObject({ code: 'LOGIN_NEEDED' });
    expect(server.hitsOf('/token').filter(({ body }) => body.includes('grant_type=refresh_token'))).toHaveLength(1);
  });

  test('renewing a token while the issuer is unreachable reports this and keeps the refresh token', async () => {
    const server = await oauthServer({
      answers: {
        '/token': (_hit, response) => sendJson(response, { error: 'temporarily_unavailable' }, 503),
      },
    });
    const login = { ...ended(await loginTo(server)), refresh_token: 'refresh-1' };
    const { fetch, store } = open(server, { store: memoryStore(login) });
    await expect(fetch(server.url, call('tools/list'))).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
      message: expect.stringContaining('getting a fresh token failed'),
    });
    expect(store.logins()).toEqual([login]);
  });

  test('the refresh token is not sent if the metadata now names another issuer', async () => {
    let issuer: string | undefined;
    const server = await oauthServer({
      answers: {
        '/.well-known/oauth-authorization-server': (_hit, response, { origin }) =>
          sendJson(response, { issuer: issuer ?? origin, token_endpoint: `${origin}/token` }),
      },
    });
    issuer = 'https://bank.example';
    const login = { ...ended(await loginTo(server)), refresh_token: 'refresh-1' };
    const { fetch } = open(server, { store: memoryStore(login) });
    await expect(fetch(server.url, call('tools/list'))).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
    expect(server.hitsOf('/token')).toEqual([]);
  });

  test('renewing a token after a logout elsewhere requires a new login', async () => {
    const server = await oauthServer();
    const { fetch, store } = open(server, { store: memoryStore(await logIn(server)) });
    await store.remove({ server: 'guarded', url: server.url });
    await expect(fetch(server.url, call('tools/list'))).rejects.toMatchObject({ code: 'LOGIN_NEEDED' });
  });
});

describe('a missing scope', () => {
  test('a missing scope is named in the error and kept for the next login', async () => {
    const server = await oauthServer({ callScope: 'call' });
    const { fetch, store } = open(server, { store: memoryStore(await logIn(server, { scope: 'read' })) });
    await expect(fetch(server.url, call('tools/call'))).rejects.toMatchObject({
      code: 'LOGIN_NEEDED',
      message:
        'The login to the server "guarded" does not cover this request: the server requires the scope "call". Log in.',
      data: { scope: 'call', httpStatus: 403 },
    });
    expect(store.logins()).toMatchObject([{ scope: 'read', wanted_scope: 'call' }]);
  });
});

describe('client credentials', () => {
  const credentials = (issuer: string, scope?: string) => ({ issuer, id: 'ci', secret: 'ci-secret-value', scope });
  const openClient = (server: OAuthServer, issuer = server.origin, scope?: string) => {
    const source = createClientCredentials({
      key: { server: 'guarded', url: server.url },
      credentials: credentials(issuer, scope),
      now: Date.now,
      advice: 'Ask the owner.',
    });
    return createAuthorisedFetch({ server: 'guarded', url: server.url, source, namesEndpoint: false });
  };

  test('client credentials obtain a token once, and another when it is refused', async () => {
    const server = await oauthServer();
    const fetch = openClient(server);
    for (let time = 0; time < 2; time += 1) expect((await fetch(server.url, call('tools/list'))).status).toBe(200);
    expect(server.hitsOf('/token')).toHaveLength(1);
    server.tokens.clear();
    expect((await fetch(server.url, call('tools/list'))).status).toBe(200);
    expect(server.hitsOf('/token')).toHaveLength(2);
  });

  test('client credentials request a wider scope automatically, once', async () => {
    const server = await oauthServer({ callScope: 'call' });
    expect((await openClient(server, server.origin, 'read')(server.url, call('tools/call'))).status).toBe(200);
    expect(new URLSearchParams(server.hitsOf('/token').at(-1)?.body).get('scope')).toBe('read call');
  });

  test('client credentials are not sent to an issuer that only the server names', async () => {
    const server = await oauthServer();
    await expect(openClient(server, 'https://issuer.example')(server.url, call('initialize'))).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
    });
    expect(server.hitsOf('/token')).toEqual([]);
  });
});

/** A login that this issuer never gave. */
async function loginTo({ url, origin }: OAuthServer): Promise<Login> {
  return {
    server: 'guarded',
    url,
    issuer: origin,
    resource: url,
    client_id: 'client-1',
    client_authentication: 'none',
    access_token: 'access-1',
    logged_in_at: new Date().toISOString(),
  };
}
