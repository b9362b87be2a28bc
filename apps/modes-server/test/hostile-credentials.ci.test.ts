import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFolder, type HttpProgram, startHttpServer, writeInto } from '@modegate/cli-kit/testing';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { connectHttp, initialize, post } from './support/http-wire.ts';

const ISSUER = 'https://login.example';
const AUDIENCE = 'https://modes.example/mcp';

let issuer: Server;
let program: HttpProgram;
let keys: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
let ann: { readonly Authorization: string };
let place: Parameters<typeof startHttpServer>[2];

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey;
}

function sign({ claims = {}, header = {}, key = keys.privateKey }: Forgery = {}): Promise<string> {
  const good = { iss: ISSUER, aud: AUDIENCE, sub: 'bob', scope: 'modes:ask', exp: nowSeconds() + 60 };
  return new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(key);
}

beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  issuer = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
  issuer.listen(0, '127.0.0.1');
  await once(issuer, 'listening');
  const jwks_uri = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
  const jwt = { issuer: ISSUER, audience: AUDIENCE, jwks_uri, clock_tolerance: 0, modes: { 'modes:ask': ['ask'] } };
  const cwd = createFolder();
  const config = writeInto(cwd, 'config.json', JSON.stringify({ auth: { jwt } }));
  place = { cwd, home: createFolder(), env: { MODEGATE_GATEWAY_MODE: 'off', MODEGATE_CONFIG: config } };
  const { stdout } = await runServer(['token', 'add', 'ann', '--modes', '*'], place);
  ann = bearer(stdout.trim());
  program = await startHttpServer(builtServer, [], place);
});

afterAll(async () => {
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  issuer.close();
});

/** The status of a first request with a credential. */
const knock = async (headers: Readonly<Record<string, string>>, path = '') =>
  (await post(`${program.url}${path}`, initialize, headers)).status;

describe('a JWT', () => {
  test('a JWT of the issuer is accepted, and opens only its modes', async () => {
    const bob = bearer(await sign());
    expect([await knock(bob), await knock(bob, '/ask'), await knock(bob, '/code')]).toEqual([200, 200, 403]);
  });

  test.each<[string, () => Forgery]>([
    ['has expired', () => ({ claims: { exp: nowSeconds() - 1 } })],
    ['never expires', () => ({ claims: { exp: undefined } })],
    ['is for another audience', () => ({ claims: { aud: 'https://other.example' } })],
    ['is from another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    [
      'brings a key in its header',
      () => ({ header: { jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }, key: other }),
    ],
    ['says where its key is', () => ({ header: { jku: 'http://127.0.0.1:1/keys' }, key: other })],
    ['is signed by another key under the same kid', () => ({ key: other })],
    ['names a key that is not there', () => ({ header: { kid: '../../etc/passwd' } })],
  ])('a JWT that %s is rejected', async (_what, forge) => {
    expect(await knock(bearer(await sign(forge())))).toBe(401);
  });

  let other: CryptoKey;
  beforeAll(async () => {
    other = (await generateKeyPair('ES256')).privateKey;
  });

  test.each(['none', 'None', 'nOnE', 'HS256'])('a JWT with the algorithm %s is rejected', async (alg) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, claims = ''] = (await sign()).split('.');
    const said = `${encode({ alg, kid: 'one' })}.${claims}`;
    const secret = await exportSPKI(keys.publicKey);
    for (const signature of ['', createHmac('sha256', secret).update(said).digest('base64url')])
      expect([400, 401]).toContain(await knock(bearer(`${said}.${signature}`)));
  });

  test('a JWT with changed claims is rejected, because its signature does not match', async () => {
    const [header, , signature] = (await sign()).split('.');
    const [, claims] = (await sign({ claims: { sub: 'ann', scope: 'modes:ask modes:all' } })).split('.');
    expect(await knock(bearer(`${header}.${claims}.${signature}`))).toBe(401);
  });

  test('an expired JWT is rejected, and its open stream has ended', async () => {
    const bob = bearer(await sign({ claims: { exp: nowSeconds() + 8 } }));
    const { sessionId, status } = await connectHttp(program.url, bob);
    expect(status).toBe(200);
    const headers = { ...bob, Accept: 'text/event-stream', 'Mcp-Session-Id': sessionId };
    const stream = await fetch(program.url, { headers });
    await expect(stream.text()).rejects.toThrow();
    await expect.poll(() => knock(bob)).toBe(401);
    // Whoever gets a new one goes on.
    const renewed = { ...bearer(await sign()), 'Mcp-Session-Id': sessionId };
    expect((await post(program.url, { jsonrpc: '2.0', id: 9, method: 'ping' }, renewed)).status).toBe(200);
  });

  test('a JWT with the name of a token gets no access to what belongs to the token', async () => {
    const { sessionId } = await connectHttp(program.url, ann);
    const twin = { ...bearer(await sign({ claims: { sub: 'ann' } })), 'Mcp-Session-Id': sessionId };
    expect((await post(program.url, { jsonrpc: '2.0', id: 1, method: 'ping' }, twin)).status).toBe(404);
  });
});

describe('attempts to guess the metrics token', () => {
  test('two thousand guessed tokens get 401, and other clients are answered meanwhile', async () => {
    const token = ann.Authorization.slice('Bearer '.length);
    const client = await connectHttp(program.url, ann);
    const guesses = Array.from({ length: 2_000 }, (_, index) => token.slice(0, -4) + String(index).padStart(4, '0'));
    const answers = new Set<number>();
    for (let from = 0; from < guesses.length; from += 50) {
      const some = guesses.slice(from, from + 50).map((guess) => knock(bearer(guess)));
      for (const status of await Promise.all(some)) answers.add(status);
      expect((await client.call('list_modes')).isError).not.toBe(true);
    }
    expect([...answers]).toEqual([401]);
  });

  test('a guessed session id is answered the same whether or not the session exists', async () => {
    const { sessionId } = await connectHttp(program.url, ann);
    const bob = bearer(await sign());
    for (const method of ['POST', 'GET', 'DELETE']) {
      const ask = async (id: string) => {
        const headers = {
          ...bob,
          'Mcp-Session-Id': id,
          'Content-Type': 'application/json',
          Accept: '*/*, text/event-stream',
        };
        const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) : null;
        const answer = await fetch(program.url, { method, headers, body });
        return [answer.status, await answer.text()];
      };
      expect(await ask(sessionId)).toEqual(await ask(crypto.randomUUID()));
      expect((await ask(sessionId))[0]).toBe(404);
    }
  });

  test.each([
    '/mcp/ask/../code',
    '/mcp/%63ode',
    '/mcp/ask%2f..%2fcode',
    '/mcp//code',
    '/mcp/code/',
    '/mcp/CODE',
    '/mcp/code%00',
    '/mcp/code;ask',
    '/mcp/ask\\..\\code',
  ])('the path %s opens no other mode', async (path) => {
    const bob = bearer(await sign());
    // By hand, since clients tidy paths up before they send them.
    const { port } = new URL(program.url);
    const headers = { ...bob, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const asking = request({ port, host: '127.0.0.1', method: 'POST', path, headers });
    asking.end(JSON.stringify(initialize));
    const [{ statusCode }] = await once(asking, 'response');
    expect([400, 404]).toContain(statusCode);
  });

  test('the log contains no token', () => {
    expect(program.stderr()).not.toContain(ann.Authorization.slice('Bearer '.length));
    expect(program.stderr()).not.toMatch(/eyJ[\w-]+\./);
  });
});
