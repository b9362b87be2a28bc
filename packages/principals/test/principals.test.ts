import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import type { Schedule } from '@modegate/timing';
import { describe, expect, test } from 'vitest';
import type { AuthErrorResponse } from '../src/auth-error-response.ts';
import { type Authenticator, type AuthenticatorOptions, createAuthenticator } from '../src/authenticator.ts';
import type { RequestHeaders } from '../src/bearer-token.ts';
import type { Principal } from '../src/principal.ts';
import { addToken, removeToken } from '../src/tokens/token-file.ts';
import { createToken } from '../src/tokens/token-record.ts';
import { createKey, ISSUER, NOW, openWithJwt, serveKeys } from './support.ts';

const wanted = { name: 'ann', modes: ['code', 'doc-*'], nowMs: NOW, expiresAtMs: undefined, replace: false };

async function openTokens(options: Partial<AuthenticatorOptions> = {}) {
  const tokensFile = join(createFolder(), 'tokens.json');
  const token = await addToken(tokensFile, wanted);
  const limits = { requestsPerSecond: 10, burst: 3, concurrent: 2 };
  const problems: string[] = [];
  const clock = { now: 0 };
  const principals = await createAuthenticator({
    auth: { isConfigured: true, tokensFile, resourceUrl: undefined, jwt: undefined, limits },
    serverName: 'modes',
    onProblem: (message) => problems.push(message),
    now: () => clock.now,
    ...options,
  });
  const authorization = `Bearer ${token}`;
  const who = await principals.authenticate({ authorization });
  return { ...principals, principals, who, tokensFile, token, authorization, problems, clock };
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
  ])('a request with %s is refused', async (_what, headersWith, status, code) => {
    const { authenticate, token, problems } = await openTokens();
    const refusal = await authenticate(headersWith(token));
    expect(refusal).toMatchObject({ kind: 'refusal', status, code });
    expect(JSON.stringify([refusal, problems])).not.toContain(token.slice(0, 20));
  });

  test('the scheme of the header is case-insensitive, and a list of one header is accepted', async () => {
    const { authenticate, token } = await openTokens();
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`, [`BEARER  ${token}`]])
      expect(await authenticate({ authorization })).toMatchObject({ kind: 'principal', id: 'token:ann' });
  });

  test('a missing header is answered without an error code, as RFC 6750 requires', async () => {
    const { authenticate } = await openTokens();
    expect(await authenticate({})).toHaveProperty('headers', { 'WWW-Authenticate': 'Bearer' });
  });
});

describe('a principal', () => {
  test('a principal may use its modes and is refused any other', async () => {
    const { authenticate, refuseMode, authorization } = await openTokens();
    const ann = (await authenticate({ authorization })) as Principal;
    expect(['code', 'doc-', 'doc-writer'].map((mode) => refuseMode(ann, mode))).toEqual(Array(3).fill(undefined));
    for (const mode of ['Code', 'code2', 'ask', '', 'a-doc-b'])
      expect(refuseMode(ann, mode)).toMatchObject({ kind: 'refusal', status: 403, code: 'MODE_NOT_ALLOWED' });
  });

  test('a principal with a JWT learns which scopes open a mode and does not become a named token principal', async () => {
    const key = await createKey('one');
    const { url } = await serveKeys([key.jwk]);
    const { principals, show, tokensFile } = await openWithJwt(url);
    const token = await addToken(tokensFile, wanted);
    const bearers = [await show(await key.sign({ sub: 'ann' })), await show(token)] as [Principal, Principal];
    expect(bearers.map(({ id }) => id)).toEqual([`jwt:${ISSUER} ann`, 'token:ann']);
    expect(principals.refuseMode(bearers[0], 'ask')?.headers['WWW-Authenticate']).toContain('scope="modes:all"');
  });

  test('a principal loses its access once its token is revoked', async () => {
    const { authenticate, authorization, tokensFile } = await openTokens();
    expect(await authenticate({ authorization })).toMatchObject({ kind: 'principal' });
    await removeToken(tokensFile, 'ann');
    expect(await authenticate({ authorization })).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
  });
});

describe('a review of open sessions', () => {
  const stateOf = async (principals: Authenticator, who: Principal | AuthErrorResponse) =>
    who.kind === 'principal' ? (await principals.review())(who) : 'refused';

  test('a review finds a file token expired at its end, and revoked if it is gone or another has its name', async () => {
    let wall = NOW;
    const { principals, tokensFile, authorization, who } = await openTokens({ wallClock: () => wall });
    const brief = await addToken(tokensFile, { ...wanted, name: 'brief', expiresAtMs: NOW + 1_000 });
    const other = await principals.authenticate({ authorization: `Bearer ${brief}` });
    expect([await stateOf(principals, who), await stateOf(principals, other)]).toEqual(['holds', 'holds']);
    wall += 1_000;
    expect([await stateOf(principals, who), await stateOf(principals, other)]).toEqual(['holds', 'over']);
    await addToken(tokensFile, { ...wanted, name: 'ann', replace: true });
    expect(await stateOf(principals, who)).toBe('revoked');
    expect(await principals.authenticate({ authorization })).toMatchObject({ status: 401 });
    await removeToken(tokensFile, 'brief');
    expect(await stateOf(principals, other)).toBe('revoked');
  });

  test('a review finds every token expired while the file cannot be used', async () => {
    const { principals, tokensFile, who } = await openTokens();
    writeFileSync(tokensFile, '{');
    expect(await stateOf(principals, who)).toBe('over');
  });

  test('a review finds a JWT expired once nobody would accept it any more', async () => {
    const key = await createKey('one');
    const { url } = await serveKeys([key.jwk]);
    const { principals, show, clock } = await openWithJwt(url);
    const who = await show(await key.sign());
    clock.wall += 60_000 + 29_000;
    expect(await stateOf(principals, who)).toBe('holds');
    clock.wall += 1_000;
    expect(await stateOf(principals, who)).toBe('over');
  });
});

describe('the right to read the metrics', () => {
  test('the metrics right is separate: it opens no mode, and no mode includes it', async () => {
    const { principals, tokensFile, authorization } = await openTokens();
    const token = await addToken(tokensFile, { ...wanted, name: 'prometheus', modes: [], mayReadMetrics: true });
    const metrics = { authorization: `Bearer ${token}` };
    expect(await principals.authoriseMetrics(metrics)).toMatchObject({ name: 'prometheus' });
    expect(await principals.authenticate(metrics)).toMatchObject({ status: 403, code: 'NO_MODES' });
    expect(await principals.authoriseMetrics({ authorization })).toMatchObject({ code: 'METRICS_NOT_ALLOWED' });
    expect(await principals.authoriseMetrics({})).toMatchObject({ status: 401, code: 'TOKEN_MISSING' });
  });

  test('the metrics right comes from a claim value in a JWT, which is then not a mode', async () => {
    const key = await createKey('one');
    const { url } = await serveKeys([key.jwk]);
    const { principals } = await openWithJwt(url, { metrics: 'ops', modesClaim: ['roles'], modes: undefined });
    const show = async (roles: readonly string[]) => ({ authorization: `Bearer ${await key.sign({ roles })}` });
    expect(await principals.authoriseMetrics(await show(['ops']))).toMatchObject({ name: 'ann', modes: [] });
    expect(await principals.authenticate(await show(['ops']))).toMatchObject({ code: 'NO_MODES' });
    expect(await principals.authoriseMetrics(await show(['code']))).toMatchObject({ code: 'METRICS_NOT_ALLOWED' });
  });
});

describe('the right to edit modes', () => {
  test('the right to edit modes is separate, and off unless a token grants it', async () => {
    const { principals, tokensFile, authorization } = await openTokens();
    expect(await principals.authenticate({ authorization })).toMatchObject({ mayEditModes: false });
    const token = await addToken(tokensFile, { ...wanted, name: 'editor', modes: ['docs'], mayEditModes: true });
    const editor = await principals.authenticate({ authorization: `Bearer ${token}` });
    expect(editor).toMatchObject({ name: 'editor', modes: ['docs'], mayEditModes: true, mayReadMetrics: false });
  });

  test('the right to edit modes comes from a claim value in a JWT, which is then not a mode', async () => {
    const key = await createKey('one');
    const { url } = await serveKeys([key.jwk]);
    const { principals } = await openWithJwt(url, { editModes: 'edit', modesClaim: ['roles'], modes: undefined });
    const show = async (roles: readonly string[]) => ({ authorization: `Bearer ${await key.sign({ roles })}` });
    expect(await principals.authenticate(await show(['docs', 'edit']))).toMatchObject({
      modes: ['docs'],
      mayEditModes: true,
    });
    expect(await principals.authenticate(await show(['docs']))).toMatchObject({ modes: ['docs'], mayEditModes: false });
    expect(await principals.authenticate(await show(['edit']))).toMatchObject({ code: 'NO_MODES' });
  });

  test.each(['true', '1', '"yes"', 'false'])(
    'edit_modes is true in the file of tokens or absent; with %s nobody is let in unless it is true',
    async (value) => {
      const { principals, tokensFile, authorization } = await openTokens();
      const text = readFileSync(tokensFile, 'utf8');
      writeFileSync(tokensFile, text.replace('"modes"', `"edit_modes": ${value}, "modes"`));
      const answer = await principals.authenticate({ authorization });
      expect(answer).toMatchObject(value === 'true' ? { mayEditModes: true } : { code: 'NOT_JUDGED' });
    },
  );
});

/** Time that is over at once. */
const atOnce: Schedule = (over) => {
  over();
  return () => undefined;
};

/** The same, and how long it was to be. */
const noting =
  (given: number[]): Schedule =>
  (over, ms) => {
    if (ms > 0) given.push(ms);
    return atOnce(over, ms);
  };

const settle = () => new Promise(setImmediate);

describe('the limits for principals', () => {
  const principal = (id: string): Principal => ({
    kind: 'principal',
    id,
    name: id,
    modes: ['*'],
    mayReadMetrics: false,
    mayEditModes: false,
    credential: undefined,
    expiresAtMs: undefined,
  });

  test('the limits stop only the principal that asks too often, until it has waited', async () => {
    const { admit, clock } = await openTokens();
    const ask = (id: string) => {
      const answer = admit(principal(id));
      if (answer.kind === 'admission') answer.release();
      return answer;
    };
    expect(['a', 'a', 'a'].map((id) => ask(id).kind)).toEqual(Array(3).fill('admission'));
    for (let turn = 0; turn < 3; turn += 1)
      expect(ask('a')).toMatchObject({ status: 429, code: 'RATE_LIMITED', headers: { 'Retry-After': '1' } });
    expect(ask('b').kind).toBe('admission');
    clock.now = 100;
    expect([ask('a').kind, ask('a').kind]).toEqual(['admission', 'refusal']);
  });

  describe('V8: a large message', () => {
    const small = { bytes: 100, names: 3, values: 4 };

    test('a large message counts as several requests, which are charged before it is parsed', async () => {
      const { admit, clock } = await openTokens({ schedule: atOnce });
      const charge = async (cost: object) => {
        const answer = admit(principal('a'));
        if (answer.kind !== 'admission') return answer.status;
        const refusal = await answer.charge({ ...small, ...cost });
        answer.release();
        return refusal?.status ?? 'paid';
      };
      expect(await charge({})).toBe('paid');
      expect(await charge({ names: 10_000 })).toBe('paid');
      expect(await charge({})).toBe(429);
      clock.now += 1_700;
      expect(await charge({})).toBe(429);
      clock.now += 400;
      expect(await charge({ bytes: 4 * 1_048_576 })).toBe('paid');
    });

    test.each([
      ['10,000 names', { names: 10_000 }],
      ['50,000 values', { values: 50_000 }],
      ['4 MiB', { bytes: 4 * 1_048_576 }],
    ])(
      'a message of %s pays for 50 ms of the event loop, of which a principal may use a quarter',
      async (_what, cost) => {
        const given: number[] = [];
        const { admit } = await openTokens({ schedule: noting(given) });
        const answer = admit(principal('a'));
        if (answer.kind === 'admission') await answer.charge({ bytes: 0, names: 0, values: 0, ...cost });
        // One request has been counted already, and ten a second stand for a quarter.
        expect((given[0] ?? 0) / 4 / 10 + 2.5).toBeCloseTo(50, -1);
      },
    );

    test('a large message in parts is one request', async () => {
      const given: number[] = [];
      const { admit } = await openTokens({ schedule: noting(given) });
      const answer = admit(principal('a'));
      if (answer.kind !== 'admission') throw new Error('It is admitted.');
      for (const names of [400, 400, 200]) await answer.charge({ bytes: 0, names, values: 0 });
      expect(given.map(Math.round)).toEqual([60, 40]);
    });

    test('a large message waits until its principal has paid for the one before, while others do not wait', async () => {
      const waits: (() => void)[] = [];
      const { admit, clock } = await openTokens({
        schedule: (over, ms) => {
          if (ms > 0) waits.push(over);
          return ms > 0 ? () => undefined : atOnce(over, ms);
        },
      });
      const begun: string[] = [];
      const begin = (name: string, id: string, cost: object) => {
        const answer = admit(principal(id));
        if (answer.kind !== 'admission') return;
        void answer.charge({ ...small, ...cost }).then((refusal) => refusal ?? begun.push(name));
        answer.release();
        // What counts is how much it is, and not how often it asks.
        clock.now += 1_000;
      };
      begin('first', 'a', { names: 700 });
      begin('second', 'a', { names: 700 });
      begin('small', 'a', {});
      begin('other', 'b', { names: 700 });
      await settle();
      expect(begun.toSorted()).toEqual(['first', 'other', 'small']);
      waits[0]?.();
      await settle();
      expect(begun).toContain('second');
    });
  });

  test('the limits cap the calls of a principal in progress, and a place returned twice counts once', async () => {
    const { admit, clock } = await openTokens();
    const first = admit(principal('a'));
    expect(admit(principal('a')).kind).toBe('admission');
    clock.now = 10_000;
    expect(admit(principal('a'))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_AT_ONCE',
      headers: { 'Retry-After': '1' },
    });
    expect(admit(principal('b')).kind).toBe('admission');
    if (first.kind === 'admission') {
      first.release();
      first.release();
    }
    expect([admit(principal('a')).kind, admit(principal('a')).kind]).toEqual(['admission', 'refusal']);
  });
});

describe('the metadata of principals', () => {
  test('the metadata exists only if an issuer provides tokens', async () => {
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
