import { join } from 'node:path';
import { createFolder } from '@modegate/program-shell/testing';
import { describe, expect, test } from 'vitest';
import type { RequestHeaders } from '../../src/principals/bearer-token.ts';
import { openPrincipals } from '../../src/principals/open-principals.ts';
import { addToken, revokeToken } from '../../src/principals/tokens/token-file.ts';
import { createToken } from '../../src/principals/tokens/token-record.ts';
import { createKey, ISSUER, identify, NOW, openWithJwt, serveKeys } from './support.ts';

const wanted = { name: 'ann', modes: ['code', 'doc-*'], nowMs: NOW, expiresAtMs: undefined, replace: false };

async function openTokens() {
  const tokensFile = join(createFolder(), 'tokens.json');
  const token = await addToken(tokensFile, wanted);
  const limits = { requestsPerSecond: 10, burst: 3, concurrent: 2 };
  const problems: string[] = [];
  const clock = { now: 0 };
  const principals = await openPrincipals({
    auth: { isConfigured: true, tokensFile, resourceUrl: undefined, jwt: undefined, limits },
    serverName: 'modes',
    onProblem: (message) => problems.push(message),
    now: () => clock.now,
  });
  return { ...principals, tokensFile, token, authorization: `Bearer ${token}`, problems, clock };
}

describe('the Authorization header', () => {
  test.each<[string, (token: string) => RequestHeaders, number, string]>([
    ['none', () => ({}), 401, 'TOKEN_MISSING'],
    ['another scheme', (token) => ({ authorization: `Basic ${token}` }), 401, 'TOKEN_MISSING'],
    ['no scheme', (token) => ({ authorization: token }), 401, 'TOKEN_MISSING'],
    [
      'the right one twice',
      (token) => ({ authorization: [`Bearer ${token}`, `Bearer ${token}`] }),
      400,
      'TOKEN_MALFORMED',
    ],
    ['a wrong one first', (token) => ({ authorization: ['Bearer a', `Bearer ${token}`] }), 400, 'TOKEN_MALFORMED'],
    ['ten thousand', (token) => ({ authorization: Array(10_000).fill(`Bearer ${token}`) }), 400, 'TOKEN_MALFORMED'],
    ['two tokens in one', (token) => ({ authorization: `Bearer ${token}, Bearer ${token}` }), 400, 'TOKEN_MALFORMED'],
    ['no token', () => ({ authorization: 'Bearer ' }), 400, 'TOKEN_MALFORMED'],
    ['a token of 10 MB', () => ({ authorization: `Bearer ${'a'.repeat(10_000_000)}` }), 400, 'TOKEN_MALFORMED'],
    ['a token of 10 MB of dots', () => ({ authorization: `Bearer ${'.'.repeat(10_000_000)}` }), 400, 'TOKEN_MALFORMED'],
    [
      'the token in another header',
      (token) => ({ cookie: `token=${token}`, 'x-api-key': token }),
      401,
      'TOKEN_MISSING',
    ],
    ['a token that looks like a JWT', () => ({ authorization: 'Bearer a.b.c' }), 401, 'TOKEN_UNKNOWN'],
    ['a token that nobody has', () => ({ authorization: `Bearer ${createToken()}` }), 401, 'TOKEN_UNKNOWN'],
  ])('%s is refused', async (_what, headersWith, status, code) => {
    const { authorise, token, problems } = await openTokens();
    const refusal = await authorise(headersWith(token));
    expect(refusal).toMatchObject({ kind: 'refused', status, code });
    expect(JSON.stringify([refusal, problems])).not.toContain(token.slice(0, 20));
  });

  test('counts in any case of its scheme, and as a list of one', async () => {
    const opened = await openTokens();
    const { token } = opened;
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`, [`BEARER  ${token}`]])
      expect(await identify(opened, { authorization })).toMatchObject({ id: 'token:ann' });
  });

  test('that is missing is answered with no error, as RFC 6750 wants it', async () => {
    const { authorise } = await openTokens();
    expect(await authorise({})).toHaveProperty('headers', { 'WWW-Authenticate': 'Bearer' });
  });
});

describe('a principal', () => {
  test('of a token is nobody whom a JWT names', async () => {
    const key = await createKey('one');
    const { url } = await serveKeys([key.jwk]);
    const { show, tokensFile } = await openWithJwt(url);
    const token = await addToken(tokensFile, wanted);
    expect(await show(await key.sign({ sub: 'ann' }))).toMatchObject({ id: `jwt:${ISSUER} ann` });
    expect(await show(token)).toMatchObject({ id: 'token:ann', modes: ['code', 'doc-*'] });
  });

  test('is nobody any more once its token is revoked', async () => {
    const { authorise, authorization, tokensFile } = await openTokens();
    expect(await authorise({ authorization })).toMatchObject({ kind: 'admitted' });
    await revokeToken(tokensFile, 'ann');
    expect(await authorise({ authorization })).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
  });
});

describe('the limits', () => {
  test('stop one principal that asks too often, and not the others, until it has waited', async () => {
    const { authorise, authorization, clock, tokensFile } = await openTokens();
    const other = `Bearer ${await addToken(tokensFile, { ...wanted, name: 'bob' })}`;
    const ask = async (authorization: string) => {
      const answer = await authorise({ authorization });
      if (answer.kind === 'admitted') answer.release();
      return answer;
    };
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(authorization)).toMatchObject({ kind: 'admitted' });
    for (let turn = 0; turn < 3; turn += 1)
      expect(await ask(authorization)).toMatchObject({
        status: 429,
        code: 'RATE_LIMITED',
        headers: { 'Retry-After': '1' },
      });
    expect(await ask(other)).toMatchObject({ kind: 'admitted', principal: { name: 'bob' } });
    clock.now = 100;
    expect([await ask(authorization), await ask(authorization)]).toMatchObject([
      { kind: 'admitted' },
      { kind: 'refused' },
    ]);
  });

  test('let no principal have more under way than it may, and a place that is given back twice is one place', async () => {
    const { authorise, authorization, clock } = await openTokens();
    const first = await authorise({ authorization });
    expect(await authorise({ authorization })).toMatchObject({ kind: 'admitted' });
    clock.now = 10_000;
    expect(await authorise({ authorization })).toMatchObject({
      status: 429,
      code: 'TOO_MANY_AT_ONCE',
      headers: { 'Retry-After': '1' },
    });
    if (first.kind === 'admitted') for (const release of [first.release, first.release]) release();
    expect(await authorise({ authorization })).toMatchObject({ kind: 'admitted' });
    expect(await authorise({ authorization })).toMatchObject({ code: 'TOO_MANY_AT_ONCE' });
  });

  test('count nothing of those who are not let in', async () => {
    const { authorise, authorization } = await openTokens();
    for (let turn = 0; turn < 50; turn += 1) await authorise({ authorization: `Bearer ${createToken()}` });
    expect(await authorise({ authorization })).toMatchObject({ kind: 'admitted' });
  });
});

describe('the metadata', () => {
  test('is there where an issuer gives out tokens, and nowhere else', async () => {
    const { principals } = await openWithJwt('http://127.0.0.1:9/keys');
    expect(principals.metadataAt('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
      resource: 'https://modes.example/mcp',
      authorization_servers: [ISSUER],
      scopes_supported: ['modes:code', 'modes:all'],
      resource_name: 'modes',
    });
    expect(principals.metadataAt('/mcp')).toBeUndefined();
    const { metadataAt } = await openTokens();
    expect(metadataAt('/.well-known/oauth-protected-resource')).toBeUndefined();
  });
});
