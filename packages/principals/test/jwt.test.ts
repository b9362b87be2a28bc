import { createHmac } from 'node:crypto';
import { type CryptoKey, exportSPKI, importJWK } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AUDIENCE, createKey, ISSUER, NOW, openWithJwt, serveIssuer, serveKeys } from './support.ts';

const SECOND = NOW / 1_000;

async function openIssuer() {
  const key = await createKey('one');
  const keys = [key.jwk];
  const issuer = await serveKeys(keys);
  return { key, keys, issuer, ...(await openWithJwt(issuer.url)) };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'ann', scope: 'modes:all', exp: SECOND + 60 };

describe('a JWT', () => {
  test('a JWT of the issuer for this server opens the modes of its scopes', async () => {
    const { key, show } = await openIssuer();
    expect(await show(await key.sign({ scope: 'openid modes:code profile' }))).toEqual({
      kind: 'principal',
      id: `jwt:${ISSUER} ann`,
      name: 'ann',
      modes: ['code', 'debug'],
      mayReadMetrics: false,
      mayEditModes: false,
      credential: undefined,
      expiresAtMs: NOW + 60_000,
    });
    expect(await show(await key.sign({ aud: ['https://other.example', AUDIENCE] }))).toMatchObject({ name: 'ann' });
  });

  test.each<[string, object, string]>([
    ['has expired', { exp: SECOND - 31 }, 'TOKEN_EXPIRED'],
    ['does not expire', { exp: undefined }, 'TOKEN_UNKNOWN'],
    ['is not valid yet', { nbf: SECOND + 31 }, 'TOKEN_UNKNOWN'],
    ['is for another audience', { aud: 'https://other.example/mcp' }, 'TOKEN_FOR_OTHERS'],
    ['is for an audience that begins like ours', { aud: `${AUDIENCE}/code` }, 'TOKEN_FOR_OTHERS'],
    ['is for nobody', { aud: undefined }, 'TOKEN_FOR_OTHERS'],
    ['is from another issuer', { iss: `${ISSUER}/` }, 'TOKEN_FOR_OTHERS'],
    ['names nobody', { sub: undefined }, 'TOKEN_UNKNOWN'],
    ['has a line break in its name', { sub: 'ann\nroot' }, 'TOKEN_UNKNOWN'],
    ['has an endless name', { sub: 'a'.repeat(257) }, 'TOKEN_UNKNOWN'],
  ])('a JWT is refused when it %s', async (_what, changes, code) => {
    const { key, show } = await openIssuer();
    const refusal = await show(await key.sign({ ...changes }));
    expect(refusal).toMatchObject({ kind: 'refusal', status: 401, code });
    expect(refusal).toHaveProperty('headers.WWW-Authenticate', expect.stringContaining('error="invalid_token"'));
  });

  test('the times of a JWT may be off by the clock tolerance and no more', async () => {
    const { key, show, clock } = await openIssuer();
    const token = await key.sign({ exp: SECOND });
    clock.wall = NOW + 29_000;
    expect(await show(token)).toMatchObject({ kind: 'principal' });
    clock.wall = NOW + 30_000;
    expect(await show(token)).toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('a JWT without a scope that opens a mode is forbidden, and the answer names the scopes that do', async () => {
    const { key, show } = await openIssuer();
    for (const scope of ['openid', '', '__proto__', 'constructor', undefined, 3, { code: true }]) {
      const refusal = await show(await key.sign({ scope }));
      expect(refusal).toMatchObject({ status: 403, code: 'NO_MODES' });
      expect(refusal).toHaveProperty(
        'headers.WWW-Authenticate',
        expect.stringMatching(/error="insufficient_scope".* scope="modes:code modes:all", resource_metadata="https:/),
      );
    }
  });

  test('a JWT may name its modes in another claim, found through a list of keys', async () => {
    const key = await createKey('one');
    const { url } = await serveKeys([key.jwk]);
    const { show } = await openWithJwt(url, { modesClaim: ['realm', 'roles'], modes: undefined, nameClaim: ['email'] });
    const token = await key.sign({ realm: { roles: ['ask', 'doc-*', 7] }, email: 'ann@example' });
    expect(await show(token)).toMatchObject({ name: 'ann@example', modes: ['ask', 'doc-*'] });
    expect(await show(await key.sign({ 'realm.roles': ['ask'], email: 'ann' }))).toMatchObject({ code: 'NO_MODES' });
  });

  test('a JWT must have the required type', async () => {
    const key = await createKey('one');
    const { url } = await serveKeys([key.jwk]);
    const { show } = await openWithJwt(url, { type: 'at+jwt' });
    expect(await show(await key.sign({}, { typ: 'at+jwt' }))).toMatchObject({ kind: 'principal' });
    expect(await show(await key.sign({}, { typ: 'JWT' }))).toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });
});

describe('forged JWTs', () => {
  test.each(['none', 'None', 'NONE', ''])("a JWT with the algorithm '%s' and no signature is refused", async (alg) => {
    const { show } = await openIssuer();
    const unsigned = `${encode({ alg, kid: 'one' })}.${encode(claims)}.`;
    expect(await show(unsigned)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
  });

  test('a JWT with an HMAC of the public key as secret is refused, in every form of the key', async () => {
    const key = await createKey('one', 'RS256');
    const { url } = await serveKeys([key.jwk]);
    const { show } = await openWithJwt(url);
    expect(await show(await key.sign())).toMatchObject({ kind: 'principal' });
    const pem = await exportSPKI((await importJWK(key.jwk, 'RS256')) as CryptoKey);
    for (const secret of [pem, pem.trim(), JSON.stringify(key.jwk), key.jwk.n ?? '']) {
      const head = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`;
      const forged = `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
      expect(await show(forged)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
    }
  });

  test('a JWT with a symmetric key is refused even if the issuer publishes one', async () => {
    const k = Buffer.from('a secret that everybody can read').toString('base64url');
    const { url } = await serveKeys([{ kty: 'oct', k, kid: 'one', alg: 'HS256' }]);
    const { show } = await openWithJwt(url);
    const head = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`;
    const forged = `${head}.${createHmac('sha256', Buffer.from(k, 'base64url')).update(head).digest('base64url')}`;
    expect(await show(forged)).toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });

  test('a JWT signed with a foreign key under the name of ours is refused', async () => {
    const { show } = await openIssuer();
    const other = await createKey('one');
    expect(await show(await other.sign())).toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });

  test('a JWT with a key or the address of one in its header is refused, and the address is never fetched', async () => {
    const { show } = await openIssuer();
    const other = await createKey('one');
    const elsewhere = await serveKeys([other.jwk]);
    for (const header of [{ jwk: other.jwk }, { jku: elsewhere.url }, { x5u: elsewhere.url }, { kid: elsewhere.url }])
      expect(await show(await other.sign({}, header))).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    expect(elsewhere.asked()).toBe(0);
  });

  test.each([
    '../../../../dev/null',
    '/etc/passwd',
    "one' OR '1'='1",
    '__proto__',
    'constructor',
    '',
    'one\0',
    'o'.repeat(4_000),
    ['one'],
    { kid: 'one' },
    7,
    null,
  ])('a JWT with the kid %j is refused', async (kid) => {
    const { show } = await openIssuer();
    const other = await createKey('other');
    const [, body, signature] = (await other.sign()).split('.');
    const forged = `${encode({ alg: 'ES256', kid })}.${body}.${signature}`;
    expect(await show(forged)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
  });

  test('a JWT with changed claims, a signature of zeros or an unknown extension is refused', async () => {
    const { key, show } = await openIssuer();
    const [head, , signature] = (await key.sign()).split('.');
    expect(await show(`${head}.${encode(claims)}.${signature}`)).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    expect(await show(`${head}.${encode(claims)}.${Buffer.alloc(64).toString('base64url')}`)).toMatchObject({
      code: 'TOKEN_UNKNOWN',
    });
    const critical = `${encode({ alg: 'ES256', kid: 'one', crit: ['exp'] })}.${encode(claims)}.${signature}`;
    expect(await show(critical)).toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });

  test.each(['..', 'a.b.c', '.', '...', 'e30.e30.', 'a.b.c.d.e', `${'a'.repeat(4_000)}.b.c`])(
    'a text that cannot be a JWT is refused: %s',
    async (text) => {
      const { show } = await openIssuer();
      expect(await show(text)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
    },
  );
});

describe("the issuer's keys", () => {
  test('the keys are fetched with the first token, once for many, and again for a new key', async () => {
    const { key, keys, issuer, show } = await openIssuer();
    expect(issuer.asked()).toBe(0);
    const token = await key.sign();
    await Promise.all(Array.from({ length: 20 }, () => show(token)));
    expect(issuer.asked()).toBe(1);
    const second = await createKey('two');
    keys.splice(0, 1, second.jwk);
    // Nobody can make the server ask again and again: a key that is not known waits for the cooldown.
    for (let index = 0; index < 20; index += 1) await show(await second.sign({}, { kid: `guess-${index}` }));
    expect(issuer.asked()).toBe(1);
  });

  test('replacement keys are found after the cooldown, and the old keys no longer work', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    onTestFinished(() => void vi.useRealTimers());
    const { key, keys, show } = await openIssuer();
    const [second, token] = [await createKey('two'), await key.sign()];
    expect(await show(token)).toMatchObject({ kind: 'principal' });
    keys.splice(0, 1, second.jwk);
    expect(await show(await second.sign())).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    vi.setSystemTime(NOW + 30_000);
    expect(await show(await second.sign())).toMatchObject({ kind: 'principal' });
    expect(await show(token)).toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });

  test.each<[string, Parameters<typeof serveIssuer>[0], string]>([
    [
      'are too many bytes',
      (_request, response) => response.end(`{"keys":[],"x":"${'x'.repeat(300_000)}"}`),
      'longer than 262144 bytes',
    ],
    [
      'never end',
      (_request, response) => {
        const timer = setInterval(() => response.write('x'.repeat(100_000)), 1);
        response.on('close', () => clearInterval(timer));
      },
      'longer than 262144 bytes',
    ],
    [
      'are too many',
      (_request, response) => response.end(JSON.stringify({ keys: Array(101).fill({}) })),
      'more than 100 keys',
    ],
    [
      'are elsewhere',
      (_request, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/keys' }).end(),
      '302, and redirects are not followed',
    ],
    [
      'are not there',
      (_request, response) => response.writeHead(404).end('{"keys":[]}'),
      'the response status was 404',
    ],
    ['are not JSON', (_request, response) => response.end('<html>'), 'not JSON'],
    ['are null', (_request, response) => response.end('null'), "no 'keys' list"],
    ['are not a list', (_request, response) => response.end('{"keys":{}}'), "no 'keys' list"],
    ['are not keys', (_request, response) => response.end('{"keys":[null]}'), 'not a key'],
    ['break off', (request) => request.socket.destroy(), 'Cannot fetch the issuer keys'],
  ])('keys that %s let nobody in and are not requested again immediately', async (_what, listener, problem) => {
    const key = await createKey('one');
    const issuer = await serveIssuer(listener);
    const { show, problems, clock } = await openWithJwt(issuer.url);
    const token = await key.sign();
    const refusal = await show(token);
    expect(refusal).toMatchObject({ status: 503, code: 'NOT_JUDGED', headers: { 'Retry-After': '5' } });
    for (let index = 0; index < 10; index += 1) expect(await show(token)).toMatchObject({ status: 503 });
    expect([issuer.asked(), problems]).toEqual([1, [expect.stringContaining(problem)]]);
    expect(JSON.stringify([refusal, problems])).not.toContain(token.slice(0, 20));
    clock.now += 2_000;
    await show(token);
    expect(issuer.asked()).toBe(2);
  });

  test('keys that arrive too late let nobody in', async () => {
    const key = await createKey('one');
    const issuer = await serveIssuer((_request, response) => void response.write('{"keys":['));
    const { show, problems } = await openWithJwt(issuer.url, {}, { keyTimeoutMs: 50 });
    expect(await show(await key.sign())).toMatchObject({ status: 503 });
    expect(problems).toEqual([expect.stringContaining('no complete response arrived within 50 ms')]);
  });

  test('broken keys let nobody in, and the others still work', async () => {
    const key = await createKey('one');
    const broken = await createKey('broken');
    const { url } = await serveKeys([{ ...broken.jwk, x: 'AA' }, { kty: 'EC' }, {}, key.jwk]);
    const { show } = await openWithJwt(url);
    expect(await show(await broken.sign())).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    expect(await show(await key.sign())).toMatchObject({ kind: 'principal' });
  });
});
