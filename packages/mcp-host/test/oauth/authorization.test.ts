import { describe, expect, test } from 'vitest';
import { sendJson } from '../support/oauth-server.ts';
import { logIn, oauthServer } from './support.ts';

describe('a login', () => {
  test('a login finds the issuer, registers, uses PKCE and requests tokens for this resource', async () => {
    const server = await oauthServer({ resource: { scopes_supported: ['read', 'write'] } });
    const login = await logIn(server);
    expect(login).toMatchObject({
      server: 'guarded',
      url: server.url,
      issuer: server.origin,
      resource: server.url,
      client_authentication: 'none',
      scope: 'read write',
    });
    const [authorize] = server.hitsOf('/authorize');
    expect(Object.fromEntries(authorize?.query ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: server.url,
      scope: 'read write',
    });
    const [token] = server.hitsOf('/token');
    expect(new URLSearchParams(token?.body).get('resource')).toBe(server.url);
    expect(Date.parse(login.expires_at ?? '')).toBeGreaterThan(Date.now());
  });

  test('a login requests the scopes of the challenge rather than all available ones', async () => {
    const server = await oauthServer({
      resource: { scopes_supported: ['read', 'admin'] },
      answers: {
        '/mcp': (_hit, response, { origin }) =>
          response
            .writeHead(401, {
              'www-authenticate': `Bearer scope="read", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
            })
            .end(),
      },
    });
    expect(await logIn(server)).toMatchObject({ scope: 'read' });
  });

  test('a login requests the scopes of the first list if initialize is public, and leaves no session', async () => {
    const server = await oauthServer({
      resource: { scopes_supported: ['profile'] },
      answers: {
        '/mcp': ({ method, headers, body }, response, { origin }) => {
          if (method === 'DELETE') response.writeHead(200).end();
          // The stream of the answer stays open.
          else if (body.includes('"initialize"'))
            response
              .writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 's1' })
              .write(': hello\n\n');
          else if (headers['mcp-session-id'] !== 's1') response.writeHead(400).end();
          else
            response
              .writeHead(401, {
                'www-authenticate': `Bearer scope="basic", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
              })
              .end();
        },
      },
    });
    expect(await logIn(server)).toMatchObject({ scope: 'basic' });
    const [, , end] = server.hitsOf('/mcp');
    expect([end?.method, end?.headers['mcp-session-id']]).toEqual(['DELETE', 's1']);
  });

  test('a login prefers a registered client or its metadata document to registering', async () => {
    const server = await oauthServer({ issuer: { client_id_metadata_document_supported: true } });
    expect(await logIn(server, { known: { id: 'registered' } })).toMatchObject({ client_id: 'registered' });
    const metadataUrl = 'https://client.example/modegate.json';
    expect(await logIn(server, { known: { metadataUrl } })).toMatchObject({ client_id: metadataUrl });
    expect(server.hitsOf('/register')).toEqual([]);
  });

  test('a login sends its secret by the method that the issuer wants', async () => {
    const server = await oauthServer({ issuer: { token_endpoint_auth_methods_supported: ['client_secret_post'] } });
    await logIn(server, { known: { id: 'registered', secret: 's3cret-value' } });
    const [token] = server.hitsOf('/token');
    expect(new URLSearchParams(token?.body).get('client_secret')).toBe('s3cret-value');
    expect(token?.headers.authorization).toBeUndefined();
  });

  test('a login works with a server of MCP 2025-03-26, which is its own issuer', async () => {
    const server = await oauthServer({
      answers: {
        '/mcp': (_hit, response) => response.writeHead(401).end(),
        '/.well-known/oauth-protected-resource/mcp': (_hit, response) => response.writeHead(404).end(),
      },
    });
    expect(await logIn(server)).toMatchObject({ issuer: server.origin, resource: server.url });
  });

  test('a login finds OpenID Connect metadata for an issuer with a path', async () => {
    const server = await oauthServer({
      answers: {
        '/.well-known/oauth-protected-resource/mcp': (_hit, response, { url, origin }) =>
          sendJson(response, { resource: url, authorization_servers: [`${origin}/tenant`] }),
        '/tenant/.well-known/openid-configuration': (_hit, response, { origin }) =>
          sendJson(response, {
            issuer: `${origin}/tenant`,
            authorization_endpoint: `${origin}/authorize`,
            token_endpoint: `${origin}/token`,
            registration_endpoint: `${origin}/register`,
            code_challenge_methods_supported: ['S256'],
            scopes_supported: ['openid', 'offline_access'],
          }),
      },
      redirect: ({ origin }) => ({ iss: `${origin}/tenant` }),
    });
    expect(await logIn(server)).toMatchObject({ issuer: `${server.origin}/tenant`, scope: 'offline_access' });
    expect(server.hitsOf('/authorize')[0]?.query.get('prompt')).toBe('consent');
  });

  test('a login refused by the issuer reports the reason in words without instructions', async () => {
    const server = await oauthServer();
    const refused = logIn(server, {
      change: (answer) => {
        answer.delete('code');
        answer.set('error', 'access_denied');
        answer.set('error_description', 'Not today\u001b[2J');
      },
    });
    await expect(refused).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
      message: 'The login to "guarded" is not possible: the authorization failed: access_denied (Not today [2J).',
    });
  });
});
