import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { open, type Sent } from './support.ts';

describe('requests that do not come from the page', () => {
  test.each<readonly [string, Sent, number]>([
    ['another Host', { headers: { host: 'evil.example' } }, 403],
    ['a Host with another port', { headers: { host: '127.0.0.1:1' } }, 403],
    ['a Host that ends like ours', { headers: { host: 'evil-127.0.0.1' } }, 403],
    ['no Host', { headers: { host: undefined } }, 400],
    ['another Origin', { headers: { origin: 'https://evil.example' } }, 403],
    ['the Origin of a sandbox', { headers: { origin: 'null' } }, 403],
    ['the Origin of another port', { headers: { origin: 'http://127.0.0.1:1' } }, 403],
    ['a request that a browser says comes from another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['one of another port, which is the same site', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
    ['no token', { headers: { authorization: undefined } }, 401],
    ['another token', { headers: { authorization: 'Bearer x' } }, 401],
    ['GET', { method: 'GET', body: undefined }, 405],
    ['PUT', { method: 'PUT' }, 405],
    ['OPTIONS, which asks for other sites', { method: 'OPTIONS', body: undefined }, 405],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }, 415],
    ['plain text, which needs no question before', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
    ['a body that is no JSON', { body: '{' }, 400],
    ['a body with more than is known', { body: '{"a":1}' }, 400],
    ['a body that is too long', { body: `"${'x'.repeat(1024 * 1024)}"` }, 413],
    ['a body that says that it is too long', { headers: { 'content-length': '99999999' }, body: '{}' }, 413],
  ])('the page server refuses %s', async (_case, sent, status) => {
    const { send, problems } = await open();
    const answer = await send('/api/overview', { body: '{}', ...sent });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('docs');
    expect(problems).toEqual([]);
  });

  test('the page server answers the page itself', async () => {
    const { ask, send, origin } = await open();
    expect((await ask('overview')).status).toBe(200);
    const headers = { origin, 'sec-fetch-site': 'same-origin' };
    expect((await send('/api/overview', { headers, body: '{}' })).status).toBe(200);
  });
});

describe('paths of the page server', () => {
  test.each([
    '/../.roomodes',
    '/.roomodes',
    '/%2e%2e/.roomodes',
    '/page.js/../../.roomodes',
    '//127.0.0.1/.roomodes',
    'http://evil.example/',
    '/PAGE.JS',
    '/page.js%00',
    '/api',
    '/api/',
    '/api/overview/',
    '/api/__proto__',
    '/api/constructor',
    '/api/%6fverview',
    '*',
  ])('the path %s returns the page or nothing', async (path) => {
    const { send } = await open();
    const { status, text } = await send(path, { method: 'GET' });
    expect([404, 405]).toContain(status);
    expect(text).not.toContain('ours');
  });

  test('the page needs no token and contains nothing of the project', async () => {
    const { send, token } = await open();
    const { status, headers, text } = await send('/', { method: 'GET', headers: { authorization: undefined } });
    expect(status).toBe(200);
    expect(text).not.toContain(token);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });
});

describe('the code that opens the page from the command line', () => {
  const exchange = async (url: string, send: Awaited<ReturnType<typeof open>>['send']) => {
    const code = new URLSearchParams(new URL(url).hash.slice(1)).get('code');
    return send('/api/session', { headers: { authorization: undefined }, body: JSON.stringify({ code }) });
  };

  test('the code is exchanged once for the token and is not the token', async () => {
    const { served, send, token } = await open();
    const url = served.openingUrl();
    expect(url).not.toContain(token);
    const first = await exchange(url, send);
    expect([first.status, JSON.parse(first.text)]).toEqual([200, { token }]);
    expect((await exchange(url, send)).status).toBe(401);
  });

  test('the code is invalid once another is issued', async () => {
    const { served, send } = await open();
    const [old, next] = [served.openingUrl(), served.openingUrl()];
    expect((await exchange(old, send)).status).toBe(401);
    expect((await exchange(next, send)).status).toBe(200);
  });

  // Only root can start a program as another user.
  test.skipIf(process.platform !== 'linux' || process.geteuid?.() !== 0)(
    'another user of the machine cannot use or consume the code',
    async () => {
      const { served, send, origin } = await open();
      const url = served.openingUrl();
      const body = JSON.stringify({ code: new URLSearchParams(new URL(url).hash.slice(1)).get('code') });
      const script = `process.setgid(65534);process.setuid(65534);
        fetch('${origin}/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: process.argv[1] })
          .then((answer) => console.log(answer.status))`;
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, body]);
      expect(stdout).toBe('403\n');
      expect((await exchange(url, send)).status).toBe(200);
    },
  );

  test.each(['{}', 'null', '{"code":1}', '{"code":""}', '[]'])(
    'the body %s is not accepted as a code',
    async (body) => {
      const { served, send } = await open();
      served.openingUrl();
      expect((await send('/api/session', { headers: { authorization: undefined }, body })).status).toBe(401);
    },
  );
});

test('at most 16 event streams are open at a time, and closing the server ends them', async () => {
  const { origin, token, served } = await open();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const listen = () => fetch(`${origin}/api/events`, { method: 'POST', headers, body: '{}' });
  const streams = await Promise.all(Array.from({ length: 17 }, listen));
  const refused = streams.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual([429]);
  const texts = Promise.all(streams.map((stream) => stream.text()));
  await served.close();
  expect((await texts).filter((text) => text.startsWith('{"type":"audit"'))).toHaveLength(16);
});
