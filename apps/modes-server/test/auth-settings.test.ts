import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../src/settings/settings.ts';

function resolveAuth(auth: unknown) {
  const folder = createFolder();
  const config = writeInto(folder, 'config.json', JSON.stringify({ auth }));
  const flags = { config, globalConfigDir: join(folder, 'global') };
  return { folder, auth: resolveSettings(flags, {}).auth };
}

const jwt = {
  issuer: 'https://login.example',
  audience: 'https://modes.example/mcp',
  jwks_uri: 'https://login.example/keys',
  modes: { 'modes:read': ['ask'] },
};

describe('the auth section of the configuration file', () => {
  test('the auth section is optional: tokens are in the state folder, and none are required while none exist', () => {
    const { folder, auth } = resolveAuth(undefined);
    const tokensFile = join(folder, 'global', 'modegate', 'tokens.json');
    expect(auth).toEqual({
      isConfigured: false,
      tokensFile,
      resourceUrl: undefined,
      jwt: undefined,
      limits: { requestsPerSecond: 100, burst: 200, concurrent: 256 },
    });
    mkdirSync(join(folder, 'global', 'modegate'), { recursive: true });
    writeFileSync(tokensFile, '{ "version": 1, "tokens": [] }');
    const flags = { config: join(folder, 'config.json'), globalConfigDir: join(folder, 'global') };
    expect(resolveSettings(flags, {}).auth.isConfigured).toBe(true);
  });

  test('the auth section requires a credential as soon as it names a token file or an issuer', () => {
    expect(resolveAuth({ tokens_file: '/kept/tokens.json' }).auth).toMatchObject({
      isConfigured: true,
      tokensFile: '/kept/tokens.json',
    });
    expect(resolveAuth({ jwt }).auth).toMatchObject({
      isConfigured: true,
      resourceUrl: jwt.audience,
      jwt: {
        jwksUri: jwt.jwks_uri,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
        clockToleranceMs: 30_000,
        type: undefined,
        nameClaim: ['sub'],
        modesClaim: ['scope'],
        modes: new Map([['modes:read', ['ask']]]),
      },
    });
  });

  test('the auth section sets who may request what', () => {
    const other = { ...jwt, audience: 'modes', modes: undefined, modes_claim: ['realm', 'roles'], name_claim: 'email' };
    const { auth } = resolveAuth({ resource_url: 'https://a.example/mcp', jwt: other, limits: { burst: 7 } });
    expect(auth).toMatchObject({
      resourceUrl: 'https://a.example/mcp',
      jwt: { modesClaim: ['realm', 'roles'], nameClaim: ['email'], modes: undefined },
      limits: { requestsPerSecond: 100, burst: 7, concurrent: 256 },
    });
    expect(resolveAuth({ jwt: other }).auth.resourceUrl).toBeUndefined();
  });

  test.each<[unknown, string]>([
    [{ jwks: {} }, "unknown key 'auth.jwks'"],
    [{ jwt: { ...jwt, audiance: 'x' } }, "unknown key 'auth.jwt.audiance'. Did you mean 'audience'?"],
    [{ jwt: { ...jwt, audience: undefined } }, "'auth.jwt.audience' must be a text, but it is missing."],
    [
      { jwt: { ...jwt, jwks_uri: 'http://login.example/keys' } },
      "'auth.jwt.jwks_uri' cannot be used: expected an https URL",
    ],
    [
      { jwt: { ...jwt, jwks_uri: 'https://user:pw@login.example/' } },
      'expected an https URL without a user name or password',
    ],
    [{ jwt: { ...jwt, jwks_uri: 'file:///etc/passwd' } }, 'expected an https URL'],
    [{ jwt: { ...jwt, jwks_uri: 'http://127.0.0.1.example/' } }, 'expected an https URL'],
    [{ jwt: { ...jwt, algorithms: ['HS256'] } }, "'auth.jwt.algorithms.0' must be one of RS256"],
    [{ jwt: { ...jwt, algorithms: ['none'] } }, 'must be one of RS256'],
    [{ jwt: { ...jwt, algorithms: [] } }, "'auth.jwt.algorithms' must not be empty."],
    [{ jwt: { ...jwt, clock_tolerance: 301 } }, "'auth.jwt.clock_tolerance' must be at most 300, but it is 301."],
    [{ jwt: { ...jwt, modes: { 'modes:read': ['a/b'] } } }, 'expected a mode slug'],
    [{ jwt: { ...jwt, modes: undefined } }, "'auth.jwt.modes' is missing: say which modes each scope opens"],
    [{ jwt: { ...jwt, modes_claim: 7 } }, "'auth.jwt.modes_claim' cannot be used: expected the name of a claim"],
    [{ limits: { requests_per_second: 0 } }, "'auth.limits.requests_per_second' must be at least 0.01, but it is 0."],
    [{ limits: { concurrent: 1.5 } }, "'auth.limits.concurrent' must be a whole number, but it is 1.5."],
  ])('the auth section %j is rejected with the key and the expected value', (auth, message) => {
    expect(() => resolveAuth(auth)).toThrow(message);
  });

  test('the password in an address of the auth section appears in no message', () => {
    expect(() => resolveAuth({ jwt: { ...jwt, jwks_uri: 'https://user:s3cret@login.example/' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('s3cret') }),
    );
  });
});
