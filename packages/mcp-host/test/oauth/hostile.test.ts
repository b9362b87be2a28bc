import { createGuardedFetch } from '@modegate/mcp-host/oauth';
import { describe, expect, test } from 'vitest';
import { type OAuthServerOptions, sendJson } from '../support/oauth-server.ts';
import { logIn, oauthServer } from './support.ts';

const failing = (about: RegExp) => ({ code: 'LOGIN_FAILED', message: expect.stringMatching(about) });

describe('a login is refused', () => {
  const cases: readonly (readonly [string, OAuthServerOptions, RegExp])[] = [
    [
      'when the metadata is about another resource',
      { resource: { resource: 'https://bank.example/mcp' } },
      /another resource/,
    ],
    [
      'when the resource is a neighbour by its name',
      { resource: { resource: 'http://127.0.0.1/mcpx' } },
      /another resource/,
    ],
    ['when the metadata is of another issuer', { issuer: { issuer: 'https://bank.example' } }, /does not match/],
    [
      'when the issuer does not say that it has PKCE',
      { issuer: { code_challenge_methods_supported: ['plain'] } },
      /PKCE/,
    ],
    ['when the issuer says nothing of PKCE', { issuer: { code_challenge_methods_supported: undefined } }, /PKCE/],
    [
      'when the browser is to be sent to a script',
      { issuer: { authorization_endpoint: 'javascript:alert(1)' } },
      /not HTTPS/,
    ],
    [
      'when the browser is to be sent to a file',
      { issuer: { authorization_endpoint: 'file:///etc/passwd' } },
      /not HTTPS/,
    ],
    ['when the answer is of another issuer (RFC 9207)', { redirect: () => ({ iss: 'https://bank.example' }) }, /"iss"/],
    ['when an issuer that names itself in answers does not', { redirect: () => ({}) }, /"iss".*missing/],
    [
      'when the issuer is in a link-local network',
      { resource: { authorization_servers: ['http://169.254.169.254'] } },
      /more private than that of the server itself/,
    ],
    [
      'when the token is of another type',
      { answers: { '/token': (_hit, response) => sendJson(response, { access_token: 'a', token_type: 'mac' }) } },
      /token/,
    ],
    [
      'when a token could end a header',
      {
        answers: {
          '/token': (_hit, response) => sendJson(response, { access_token: 'a\r\nx: y', token_type: 'bearer' }),
        },
      },
      /too long for a header/,
    ],
    [
      'when the token endpoint leads elsewhere',
      {
        answers: {
          '/token': (_hit, response, { origin }) => response.writeHead(307, { location: `${origin}/elsewhere` }).end(),
        },
      },
      /exchange of the code failed/,
    ],
    [
      'when the metadata leads elsewhere',
      {
        answers: {
          '/.well-known/oauth-protected-resource/mcp': (_hit, response, { origin }) =>
            response.writeHead(302, { location: `${origin}/elsewhere` }).end(),
        },
      },
      /HTTP 302/,
    ],
    [
      'when the metadata of the issuer leads elsewhere',
      {
        answers: {
          '/.well-known/oauth-authorization-server': (_hit, response, { origin }) =>
            response.writeHead(307, { location: `${origin}/elsewhere` }).end(),
        },
      },
      /has no metadata .*HTTP 307/,
    ],
    [
      'when the registration leads elsewhere',
      {
        answers: {
          '/register': (_hit, response, { origin }) =>
            response.writeHead(307, { location: `${origin}/elsewhere` }).end(),
        },
      },
      /registration of this program failed/,
    ],
    [
      'when the token endpoint is in a link-local network',
      { issuer: { token_endpoint: 'http://169.254.169.254/latest' } },
      /more private than that of the server itself/,
    ],
    [
      'when the registration endpoint is in a link-local network',
      { issuer: { registration_endpoint: 'http://[fe80::1]/register' } },
      /more private than that of the server itself/,
    ],
    [
      'when the browser is to be sent into a link-local network',
      { issuer: { authorization_endpoint: 'http://169.254.169.254/authorize' } },
      /more private than that of the server itself/,
    ],
    [
      'when the metadata that the challenge names is in a link-local network',
      {
        answers: {
          '/mcp': (_hit, response) =>
            response
              .writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="http://169.254.169.254/latest"' })
              .end(),
        },
      },
      /more private than that of the server itself/,
    ],
    [
      'when the answer to the exchange is huge',
      { answers: { '/token': (_hit, response) => response.end('x'.repeat(300_000)) } },
      /more than 262144 bytes/,
    ],
    [
      'when the client gets an id that cannot be kept',
      {
        answers: {
          '/register': ({ body }, response) =>
            sendJson(response, { ...(JSON.parse(body) as object), client_id: 'x'.repeat(30_000) }, 201),
        },
      },
      /too long to be stored/,
    ],
    [
      'when the client gets a secret that cannot be kept',
      {
        answers: {
          '/register': ({ body }, response) =>
            sendJson(
              response,
              { ...(JSON.parse(body) as object), client_id: 'c', client_secret: 'x'.repeat(30_000) },
              201,
            ),
        },
      },
      /too long to be stored/,
    ],
    [
      'when the metadata is huge',
      {
        answers: {
          '/.well-known/oauth-authorization-server': (_hit, response) => response.end('x'.repeat(300_000)),
        },
      },
      /more than 262144 bytes/,
    ],
    [
      'when the metadata is no JSON',
      { answers: { '/.well-known/oauth-protected-resource/mcp': (_hit, response) => response.end('<html>') } },
      /RFC 9728/,
    ],
  ];

  test.each(cases)('a login fails %s', async (_when, options, about) => {
    const server = await oauthServer(options);
    await expect(logIn(server)).rejects.toMatchObject(failing(about));
    expect(server.hitsOf('/elsewhere')).toEqual([]);
  });

  test('a login fails when the answer has the state of another login', async () => {
    const server = await oauthServer();
    await expect(logIn(server, { change: (answer) => answer.set('state', 'other') })).rejects.toMatchObject(
      failing(/"state"/),
    );
    expect(server.hitsOf('/token')).toEqual([]);
  });

  test('a login fails when the code of another login was substituted', async () => {
    const server = await oauthServer();
    let others = '';
    const keep = (answer: URLSearchParams): void => {
      others = answer.get('code') ?? '';
      answer.delete('code');
    };
    await logIn(server, { change: keep }).catch(() => undefined);
    const second = logIn(server, { change: (answer) => answer.set('code', others) });
    await expect(second).rejects.toMatchObject(failing(/exchange of the code failed: invalid_grant/));
  });

  test('a login fails when a code is answered twice', async () => {
    const server = await oauthServer();
    const change = (answer: URLSearchParams) => answer.append('code', 'another');
    await expect(logIn(server, { change })).rejects.toMatchObject(failing(/exchange of the code/));
    expect(server.hitsOf('/token')).toEqual([]);
  });

  test('a failed login keeps nothing that the issuer answered in the error', async () => {
    const server = await oauthServer({
      answers: {
        '/token': (_hit, response) => sendJson(response, { access_token: 'top-secret-token', token_type: 'mac' }),
      },
    });
    const error: unknown = await logIn(server).catch((thrown: unknown) => thrown);
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10 })).not.toContain('top-secret-token');
  });
});

describe('addresses that a server names', () => {
  const addresses: Readonly<Record<string, readonly string[]>> = {
    'public.example': ['93.184.216.34'],
    'mixed.example': ['93.184.216.34', '127.0.0.1'],
    'inner.example': ['10.0.0.7'],
    'issuer.example': ['93.184.216.35', '2606:2800:220:1::1'],
  };
  const guard = (url: string) =>
    createGuardedFetch({ server: 'guarded', url, lookup: async (host) => addresses[host] ?? [] });

  test.each([
    ['http://127.0.0.1:8080/'],
    ['https://127.0.0.1/'],
    ['https://[::1]/'],
    ['https://[::ffff:127.0.0.1]/'],
    ['https://0x7f000001/'],
    ['https://2130706433/'],
    ['https://10.1.2.3/'],
    ['https://192.168.1.1/'],
    ['https://[fd00::1]/'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://[fe80::1]/'],
    ['https://0.0.0.0/'],
    ['https://[64:ff9b::7f00:1]/'],
    ['https://168.63.129.16/'],
    ['https://inner.example/'],
    ['https://mixed.example/'],
    ['https://nowhere.example/'],
    ['http://issuer.example/'],
    ['https://user:secret@issuer.example/'],
    ['ftp://issuer.example/'],
  ])('a public server cannot redirect a login to %s', async (url) => {
    const { check } = await guard('https://public.example/mcp');
    const error: unknown = await check(new URL(url)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(String(error)).not.toContain('secret');
  });

  test('a public server may name a public issuer, and an internal server any issuer', async () => {
    for (const url of ['https://public.example/mcp', 'https://inner.example/mcp'])
      await (await guard(url)).check(new URL('https://issuer.example/'));
    await (await guard('https://inner.example/mcp')).check(new URL('https://10.9.9.9/'));
  });

  test('a server without HTTPS gets no login unless it is on this machine', async () => {
    await expect(guard('http://public.example/mcp')).rejects.toMatchObject(failing(/not HTTPS/));
    expect(await guard('http://127.0.0.1:1/mcp')).toMatchObject({ allowsHttp: true });
  });

  test('a login request that is never answered ends after a timeout', async () => {
    const server = await oauthServer({ answers: { '/slow': (_hit, response) => response.write('{') } });
    const { fetch } = await createGuardedFetch({ server: 'guarded', url: server.url, timeoutMs: 50 });
    await expect(fetch(`${server.origin}/slow`)).rejects.toMatchObject(failing(/no complete response arrived/));
  });

  test('a login connects to the address that was checked, whatever a second DNS answer says', async () => {
    const server = await oauthServer();
    const port = new URL(server.url).port;
    const asked: string[] = [];
    const { fetch } = await createGuardedFetch({
      server: 'guarded',
      url: `http://rebound.example:${port}/mcp`,
      lookup: async (host) => {
        asked.push(host);
        return ['127.0.0.1'];
      },
    });
    expect((await fetch(`http://rebound.example:${port}/revoke`, { method: 'POST', body: 'token=x' })).status).toBe(
      200,
    );
    // The system knows no such host, so nothing but the checked address was used.
    expect(asked.length).toBeGreaterThan(0);
  });
});
