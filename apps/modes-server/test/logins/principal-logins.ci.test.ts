import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpServer } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { OAuthServer } from '../../../../packages/mcp-host/test/support/oauth-server.ts';
import { builtServer } from '../support/built-server.ts';
import { connectHttp, type HttpWire } from '../support/http-wire.ts';
import { openGuarded, secretsOf } from './support.ts';

/** Who asked the server for something, and with which token: each principal says its name in a header of the entry. */
function tokensSeen(server: OAuthServer, who: string): ReadonlySet<string> {
  const hits = server.hitsOf('/mcp').filter(({ headers }) => headers['x-who'] === who);
  return new Set(hits.flatMap(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? []));
}

/** A server that wants a login, and principals who use it over HTTP, each with a token of ours. */
async function openService(
  names: readonly string[],
  entry: object = { headers: { 'X-Who': '${env:MODEGATE_PRINCIPAL}' } },
) {
  const guarded = await openGuarded({}, () => ({ MODEGATE_PRINCIPAL: 'nobody' }), entry);
  const credentials = new Map<string, string>();
  for (const name of names)
    credentials.set(name, (await guarded.run('token', 'add', name, '--modes', '*')).stdout.trim());
  const serve = async (): Promise<(name: string) => Promise<HttpWire>> => {
    const { url, child, ended } = await startHttpServer(builtServer, ['--mode', 'code'], guarded.where);
    onTestFinished(async () => {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
    return (name) => connectHttp(url, { authorization: `Bearer ${credentials.get(name)}` });
  };
  const loginOf = (name: string | undefined) =>
    guarded.logins().find(({ principal }: { principal?: string }) => principal === (name && `token:${name}`));
  return { ...guarded, serve, loginOf };
}

/** What the server says to a principal: the answer of its tool, or why there is none. */
async function greeted(wire: HttpWire): Promise<string> {
  const { json } = await wire.request('tools/call', { name: 'guarded__greet', arguments: {} });
  if (json.result?.content?.[0]?.text === 'hello') return 'hello';
  const [state] = (await wire.call('list_available_tools')).structuredContent.servers;
  return state.detail ?? json.error?.message ?? json.result?.content?.[0]?.text ?? state.state;
}

const hears = (wire: HttpWire, text: string) => expect.poll(() => greeted(wire), { timeout: 20_000 }).toContain(text);

test('each principal uses only its own login until the logout', async () => {
  const { server, serve, run, logIn, loginOf } = await openService(['alice', 'bob']);
  // The login of the person who runs the process is there all the time.
  await logIn();
  const connect = await serve();
  const [alice, bob] = [await connect('alice'), await connect('bob')];
  await hears(alice, "log you in with 'modes-server login guarded --principal alice'");
  const { code, stdout } = await logIn('--principal', 'alice');
  expect([code, stdout()]).toEqual([0, expect.stringContaining("is for the principal 'alice'")]);
  await hears(alice, 'hello');
  await hears(bob, "log you in with 'modes-server login guarded --principal bob'");
  expect(tokensSeen(server, 'token-bob')).toEqual(new Set());

  await logIn('--principal', 'bob');
  await hears(bob, 'hello');
  await hears(alice, 'hello');
  const own = [undefined, 'alice', 'bob'].map((name) => loginOf(name).access_token);
  expect(new Set(own).size).toBe(3);
  expect(['token-alice', 'token-bob'].map((who) => [...tokensSeen(server, who)])).toEqual([[own[1]], [own[2]]]);

  const doctor = await run('doctor', '--offline');
  expect(doctor.stdout).toMatch(/✓ guarded for alice +logged in/);
  for (const secret of secretsOf(server)) expect(doctor.stdout).not.toContain(secret);

  expect(await run('logout', 'guarded', '--principal', 'alice')).toMatchObject({ code: 0, stderr: '' });
  await hears(alice, 'modes-server login guarded --principal alice');
  await hears(bob, 'hello');
  expect([loginOf('alice'), loginOf('bob').access_token, loginOf(undefined).access_token]).toEqual([
    undefined,
    own[2],
    own[0],
  ]);
  expect([...server.tokens]).not.toContain(own[1]);
}, 120_000);

test('concurrent instances renew the token of a principal once, and none loses the next one', async () => {
  const { server, serve, logIn, loginOf, file } = await openService(['alice']);
  await logIn('--principal', 'alice');
  const before = loginOf('alice');
  const [one, other] = [await serve(), await serve()];
  const wires = [await one('alice'), await other('alice')];
  const renewals = () => server.hitsOf('/token').filter(({ body }) => body.includes('grant_type=refresh_token')).length;
  await Promise.all(wires.map((wire) => hears(wire, 'hello')));
  for (let round = 1; round <= 3; round += 1) {
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/"expires_at": "[^"]+"/, '"expires_at": "2026-01-01T00:00:00.000Z"'),
    );
    // What has ended is not taken by the server either.
    server.tokens.clear();
    expect(await Promise.all(wires.map(greeted))).toEqual(['hello', 'hello']);
    expect(renewals()).toBe(round);
  }
  const after = loginOf('alice');
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect([...server.refreshTokens]).toEqual([after.refresh_token]);
}, 120_000);

test('a shared entry uses the login of the machine for all, and accepts none for a principal', async () => {
  const { server, serve, run, logIn, loginOf } = await openService(['alice', 'bob'], { shared: true });
  const refused = await run('login', 'guarded', '--principal', 'alice');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Remove --principal')]);
  const connect = await serve();
  const wires = [await connect('alice'), await connect('bob')];
  await logIn();
  await Promise.all(wires.map((wire) => hears(wire, 'hello')));
  const tokens = server.hitsOf('/mcp').flatMap(({ headers }) => headers.authorization ?? []);
  expect(new Set(tokens)).toEqual(new Set([`Bearer ${loginOf(undefined).access_token}`]));
}, 120_000);

test.each([
  [['login', 'guarded', '--principal', 'alcie'], "has no token 'alcie'. Did you mean 'alice'?"],
  [['login', 'guarded', '--principal', 'jwt:https://issuer.example ann'], 'no JWT issuer is configured'],
  [['logout', 'guarded', '--principal', 'alice'], "The principal 'alice' is not logged in to 'guarded' here."],
])('modes-server %j with principals fails with an explanation', async (args, sentence) => {
  const { run } = await openService(['alice']);
  const { code, stderr } = await run(...args);
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining(sentence)]);
});

test('logout without a principal keeps the logins of principals, and names them', async () => {
  const { run, logIn, loginOf } = await openService(['alice']);
  await logIn('--principal', 'alice');
  const { code, stderr } = await run('logout', 'guarded');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Use --principal to end the logins of alice.')]);
  expect(loginOf('alice')).toBeDefined();
});

test('a login for a bearer of the configured issuer is stored under issuer and name', async () => {
  const { where, logIn, logins } = await openService([]);
  const jwt = {
    issuer: 'https://login.example',
    audience: 'modes',
    jwks_uri: 'https://login.example/certs',
    modes: { a: ['*'] },
  };
  const config = join(where.cwd, 'config.json');
  writeFileSync(config, JSON.stringify({ auth: { jwt } }));
  const { code, stderr } = await logIn('--principal', 'jwt:https://login.example ann', '--config', config);
  expect([code, stderr()]).toEqual([0, '']);
  expect(logins()).toMatchObject([{ principal: 'jwt:https://login.example ann' }]);
});
