import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { type AuthenticatorOptions, createAuthenticator } from '../src/authenticator.ts';
import type { JwtSettings } from '../src/settings/auth-settings.ts';

export const NOW = Date.UTC(2026, 10, 22, 12);
export const ISSUER = 'https://login.example';
export const AUDIENCE = 'https://modes.example/mcp';

/** Makes a key. */
export async function createKey(kid: string, alg = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  const sign = (claims: Readonly<Record<string, unknown>> = {}, header: object = {}): Promise<string> =>
    new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'ann', scope: 'modes:code', exp: NOW / 1_000 + 60, ...claims })
      .setProtectedHeader({ alg, kid, ...header })
      .sign(privateKey);
  return { jwk, sign, privateKey };
}

/** Serves over HTTP until the test is over; returns the URL, and how often it was asked. */
export async function serveIssuer(listener: RequestListener) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/keys`, asked: () => count };
}

/** Serves these keys; the list may be changed. */
export function serveKeys(keys: readonly JWK[]) {
  return serveIssuer((_request, response) => response.end(JSON.stringify({ keys })));
}

/** Opens principals that take JWTs, and tokens of a file that is not there yet. */
export async function openWithJwt(
  jwksUri: string,
  changes: Partial<JwtSettings> = {},
  options: Partial<AuthenticatorOptions> = {},
) {
  const clock = { now: 0, wall: NOW };
  const problems: string[] = [];
  const tokensFile = join(createFolder(), 'tokens.json');
  const jwt: JwtSettings = {
    issuer: ISSUER,
    audience: AUDIENCE,
    jwksUri,
    algorithms: ['ES256', 'RS256'],
    clockToleranceMs: 30_000,
    type: undefined,
    nameClaim: ['sub'],
    modesClaim: ['scope'],
    metrics: undefined,
    editModes: undefined,
    modes: new Map([
      ['modes:code', ['code', 'debug']],
      ['modes:all', ['*']],
    ]),
    ...changes,
  };
  const principals = await createAuthenticator({
    auth: {
      isConfigured: true,
      tokensFile,
      resourceUrl: AUDIENCE,
      jwt,
      limits: { requestsPerSecond: 1_000, burst: 1_000, concurrent: 1_000 },
    },
    serverName: 'modes',
    onProblem: (message) => problems.push(message),
    now: () => clock.now,
    wallClock: () => clock.wall,
    ...options,
  });
  const show = (token: string) => principals.authenticate({ authorization: `Bearer ${token}` });
  return { principals, show, clock, problems, tokensFile };
}
