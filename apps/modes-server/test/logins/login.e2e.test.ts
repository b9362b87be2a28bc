import { existsSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openGuarded, redirectOf, secretsOf } from './support.ts';

describe('modes-server login', () => {
  test('modes-server login prints an address, accepts the browser response, and keeps tokens for the owner only', async () => {
    const { server, logIn, file, logins, run } = await openGuarded();
    const { code, stdout, stderr } = await logIn();
    expect([code, stderr()]).toEqual([0, '']);
    expect(stdout()).toMatch(/'guarded': logged in; renewed automatically, next renewal by \d{4}-.*Z, at http:\/\/127/);
    expect(logins()).toMatchObject([{ server: 'guarded', url: server.url, issuer: server.origin }]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    const { stdout: report } = await run('doctor', '--json');
    expect(JSON.parse(report).logins).toMatchObject({
      logins: [{ server: 'guarded', issuer: server.origin, renewed: true, ended: false }],
    });
    const { stdout: text, code: verdict } = await run('doctor');
    expect(text).toMatch(/✓ guarded +logged in; renewed automatically/);
    expect([verdict, text]).toEqual([0, expect.stringContaining('1 tool,')]);
    for (const secret of secretsOf(server)) expect(stdout() + report + text).not.toContain(secret);
  });

  test('modes-server login accepts the pasted address, as over ssh, and ignores other lines', async () => {
    const { startLogin, logins } = await openGuarded();
    const { child, address, ended, stderr } = startLogin();
    const answer = await redirectOf(await address);
    child.stdin.write(`\nwhat?\n${answer.replace(/state=[^&]+/, 'state=other')}\n${answer}\n`);
    expect(await ended).toBe(0);
    expect(stderr().match(/This is not the address/g)).toHaveLength(2);
    expect(logins()).toHaveLength(1);
  });

  test('modes-server login ignores foreign requests to its port', async () => {
    const { startLogin, server } = await openGuarded();
    const { address, ended } = startLogin();
    const answer = new URL(await redirectOf(await address));
    const status = async (change: (url: URL) => void, init: RequestInit = {}) => {
      const url = new URL(answer);
      change(url);
      return (await fetch(url, init)).status;
    };
    expect(await status((url) => url.searchParams.set('state', 'other'))).toBe(400);
    expect(await status((url) => url.searchParams.delete('state'))).toBe(400);
    expect(
      await status((url) => {
        url.pathname = '/other';
      }),
    ).toBe(404);
    expect(await status(() => undefined, { method: 'POST' })).toBe(404);
    expect(await statusFor(answer, 'rebound.example')).toBe(404);
    expect(server.hitsOf('/token')).toEqual([]);
    const page = await fetch(answer);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('You are logged in.')]);
    expect(await ended).toBe(0);
  });

  test('modes-server login fails and keeps nothing when the response comes from another issuer', async () => {
    const { logIn, file } = await openGuarded({ redirect: () => ({ iss: 'https://bank.example' }) });
    const { code, stderr } = await logIn();
    expect([code, stderr()]).toEqual([1, expect.stringContaining('unexpected "iss" (issuer)')]);
    expect(existsSync(file)).toBe(false);
  });

  test('modes-server login respects --timeout and Ctrl-C, and then keeps nothing', async () => {
    const { startLogin, file } = await openGuarded();
    const late = startLogin('--timeout', '1');
    expect(await late.ended).toBe(1);
    expect(late.stderr()).toContain('No login within 1 s');
    const interrupted = startLogin();
    await interrupted.address;
    interrupted.child.kill('SIGINT');
    expect(await interrupted.ended).toBe('SIGINT');
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    [['login', 'gaurded'], "Unknown server 'gaurded'. Did you mean 'guarded'?"],
    [['login', 'guarded', '--callback-port', 'x'], '--callback-port must be a number'],
    [['login', 'guarded', '--timeout', '0'], '--timeout must be a number of seconds'],
    [['login', 'guarded', '--issuer', 'x'], '--issuer must be a URL'],
    [['login', 'guarded', '--issuer', 'https://other.example'], 'it accepts tokens from "http://127.0.0.1'],
    [['logout', 'guarded'], "No one is logged in to 'guarded' here."],
  ])('modes-server %j fails with an explanation', async (args, sentence) => {
    const { run } = await openGuarded();
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(sentence)]);
    expect(code).not.toBe(0);
  });
});

describe('modes-server logout', () => {
  test('modes-server logout removes the tokens, and revokes them at the issuer', async () => {
    const { server, logIn, run, logins } = await openGuarded();
    await logIn();
    expect(await run('logout', 'guarded')).toMatchObject({ code: 0, stderr: '' });
    expect([logins(), secretsOf(server)]).toEqual([[], []]);
  });
});

function statusFor(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
