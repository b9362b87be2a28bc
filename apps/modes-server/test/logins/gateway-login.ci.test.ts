import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sendJson } from '../../../../packages/mcp-host/test/support/oauth-server.ts';
import type { WireClient } from '../support/wire-client.ts';
import { openGuarded, secretsOf } from './support.ts';

const renewals = (hits: readonly { readonly body: string }[]) =>
  hits.filter(({ body }) => body.includes('grant_type=refresh_token')).length;

test('a server that needs a login says so in one sentence, and a running gateway uses the new login', async () => {
  const { connect, logIn } = await openGuarded();
  const client = await connect('--mode', 'code');
  const refused = await callUntil(client, (text) => text.includes('login'));
  expect(refused).toBe(
    `The server "guarded" wants a login. Ask the user to run 'modes-server login guarded' in a terminal; this server then picks up the login automatically.`,
  );
  expect((await logIn()).code).toBe(0);
  expect(await callUntil(client, (text) => text === 'hello')).toBe('hello');
}, 60_000);

test('a server that needs a login for its first list says so, and the gateway uses the new login', async () => {
  const { connect, logIn } = await openGuarded({ isOpenAtFirst: true });
  const client = await connect('--mode', 'code');
  const state = async () => (await client.call('list_available_tools')).structuredContent.servers[0];
  await expect.poll(state, { timeout: 10_000 }).toMatchObject({
    state: 'disconnected',
    detail: expect.stringContaining(`wants a login. Ask the user to run 'modes-server login guarded' in a terminal`),
  });
  expect((await logIn()).code).toBe(0);
  expect(await callUntil(client, (text) => text === 'hello')).toBe('hello');
}, 60_000);

test('a missing scope is one clear error, and the next login requests it', async () => {
  const { connect, logIn, server, run } = await openGuarded({ callScope: 'call' });
  await logIn('--scope', 'read');
  const client = await connect('--mode', 'code');
  expect(await callUntil(client, (text) => text.includes('scope'))).toContain('the server requires the scope "call"');
  expect((await run('doctor', '--offline')).stdout).toContain('the scope "call" is also required: log in again');
  await logIn();
  expect(server.hitsOf('/authorize').at(-1)?.query.get('scope')).toBe('read call');
  expect(await callUntil(client, (text) => text === 'hello')).toBe('hello');
}, 60_000);

test('concurrent processes renew a token once', async () => {
  const { connect, logIn, server, file } = await openGuarded();
  await logIn();
  const ended = readFileSync(file, 'utf8').replace(/"expires_at": "[^"]+"/, '"expires_at": "2026-01-01T00:00:00.000Z"');
  writeFileSync(file, ended);
  const clients = await Promise.all([1, 2, 3].map(() => connect('--mode', 'code')));
  const texts = await Promise.all(clients.map((client) => callUntil(client, (text) => text === 'hello')));
  expect(texts).toEqual(['hello', 'hello', 'hello']);
  expect(renewals(server.hitsOf('/token'))).toBe(1);
}, 60_000);

test('variables are enough for a login in CI, and no secret is shown anywhere', async () => {
  const secret = 'client-secret-of-ci';
  const { connect, server, run, where } = await openGuarded({}, (origin) => ({
    MODEGATE_OAUTH_GUARDED_CLIENT_ID: 'ci',
    MODEGATE_OAUTH_GUARDED_CLIENT_SECRET: secret,
    MODEGATE_OAUTH_GUARDED_ISSUER: origin,
  }));
  const log = join(where.cwd, 'server.log');
  const client = await connect('--mode', 'code', '--log-level', 'DEBUG', '--log-file', log);
  expect(await callUntil(client, (text) => text === 'hello')).toBe('hello');
  const doctor = await run('doctor');
  expect(doctor.stdout).toMatch(/✓ guarded +client credentials from environment variables/);
  const shown = `${client.stderr()}${readFileSync(log, 'utf8')}${doctor.stdout}${doctor.stderr}`;
  for (const each of [secret, ...secretsOf(server)]) expect(shown).not.toContain(each);
}, 60_000);

test('a token that a server quotes in an error is not shown', async () => {
  const { connect, logIn, server, where } = await openGuarded({
    answers: {
      '/mcp': ({ headers, method }, response, { tokens, origin }) => {
        const token = headers.authorization?.slice(7) ?? '';
        if (!tokens.has(token))
          response
            .writeHead(401, {
              'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
            })
            .end();
        else
          response
            .writeHead(method === 'POST' ? 500 : 405)
            .end(`bad token ${token} ${Buffer.from(token).toString('base64')}`);
      },
    },
  });
  await logIn();
  const log = join(where.cwd, 'server.log');
  const client = await connect('--mode', 'code', '--log-level', 'DEBUG', '--log-file', log);
  const text = await callUntil(client, (said) => said.includes('bad token'));
  const shown = `${text}${client.stderr()}${readFileSync(log, 'utf8')}`;
  expect(shown).toContain('bad token');
  for (const secret of secretsOf(server))
    for (const form of [secret, Buffer.from(secret).toString('base64')]) expect(shown).not.toContain(form);
}, 60_000);

test('a server that redirects requests to another address gets no token there', async () => {
  const seen: (string | undefined)[] = [];
  const stranger = await openGuarded({
    answers: {
      '/mcp': ({ headers }, response) => {
        seen.push(headers.authorization);
        response.writeHead(500).end();
      },
    },
  });
  let isLeading = false;
  const { connect, logIn, server } = await openGuarded({
    answers: {
      '/mcp': ({ headers, body }, response, { origin, tokens }) => {
        if (!tokens.has(headers.authorization?.slice(7) ?? '')) {
          const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
          response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
        } else {
          const where = body.includes('server/discover') ? `${origin}/elsewhere` : stranger.server.url;
          isLeading = true;
          response.writeHead(307, { location: where }).end();
        }
      },
      '/elsewhere': ({ headers }, response) => {
        seen.push(headers.authorization);
        response.writeHead(404).end();
      },
    },
  });
  await logIn();
  const client = await connect('--mode', 'code');
  await expect
    .poll(async () => {
      await client.call('list_available_tools');
      return isLeading && server.hitsOf('/elsewhere').length > 0;
    })
    .toBe(true);
  expect(seen.filter((header) => header !== undefined)).toEqual([]);
}, 60_000);

test('a changed issuer of a server is shown to the person, and the old login is not used', async () => {
  const next = await openGuarded();
  let issuer: typeof next.server | undefined;
  const { connect, logIn, server, logins } = await openGuarded({
    answers: {
      '/.well-known/oauth-protected-resource/mcp': (_hit, response, { url, origin }) =>
        sendJson(response, { resource: url, authorization_servers: [issuer?.origin ?? origin] }),
    },
  });
  await logIn();
  const client = await connect('--mode', 'code');
  expect(await callUntil(client, (text) => text === 'hello')).toBe('hello');
  const [old] = logins();
  issuer = next.server;
  server.tokens.clear();
  server.refreshTokens.clear();
  expect(await callUntil(client, (text) => text.includes('no longer accepts the login'))).toContain(
    "Ask the user to run 'modes-server login guarded'",
  );
  const { code, stdout } = await logIn();
  expect(code).toBe(0);
  expect(stdout()).toContain(`'guarded' had tokens from ${server.origin}, but now specifies another issuer.`);
  const [fresh, ...others] = logins();
  expect([fresh.issuer, others]).toEqual([next.server.origin, []]);
  server.tokens.add(fresh.access_token);
  expect(await callUntil(client, (text) => text === 'hello')).toBe('hello');
  const shown = JSON.stringify(next.server.hits.map(({ headers, body, query }) => [headers, body, [...query]]));
  for (const secret of [old.access_token, old.refresh_token, old.client_id]) expect(shown).not.toContain(secret);
}, 60_000);

/** Calls the tool of the server again and again, until the answer or the state of the server fits; it connects, and fails, when it likes. */
async function callUntil(client: WireClient, fits: (text: string) => boolean): Promise<string> {
  for (;;) {
    const called = await client.request('tools/call', { name: 'guarded__greet', arguments: {} });
    const { structuredContent } = await client.call('list_available_tools');
    const [state] = structuredContent.servers as readonly { readonly detail?: string }[];
    const texts = [called.result?.content?.[0]?.text ?? '', called.error?.message ?? '', state?.detail ?? ''];
    const found = texts.find(fits);
    if (found !== undefined) return found;
    await delay(100);
  }
}
