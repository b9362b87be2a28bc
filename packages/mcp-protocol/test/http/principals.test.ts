import { type Authorise, type HttpServing, serveHttp } from '@modegate/mcp-protocol/http';
import { afterEach, expect, test } from 'vitest';
import { ask, initialize, openStream, session } from '../support/http-client.ts';
import { sampleServer } from '../support/sample.ts';

const open: HttpServing[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

function guard() {
  const counted = { admitted: 0, released: 0 };
  const authorise: Authorise = async ({ authorization = '' }) => {
    if (authorization === '') {
      const headers = { 'WWW-Authenticate': 'Bearer scope="modes"' };
      return { kind: 'refused', status: 401, message: 'Who are you', headers };
    }
    counted.admitted += 1;
    return { kind: 'admitted', principal: { id: authorization }, release: () => (counted.released += 1) };
  };
  return { authorise, counted };
}

test('a session belongs to the principal that opened it; to others it does not exist', async () => {
  const { authorise, counted } = guard();
  const serving = await serveHttp(sampleServer(), { authorise });
  open.push(serving);
  const [ann, bob] = [{ Authorization: 'ann' }, { Authorization: 'bob' }];
  const own = await session(serving, '/mcp', ann);
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect(await ask(serving, { headers: { ...own, ...ann }, body })).toMatchObject({ status: 200 });
  const unknown = await ask(serving, { headers: { ...bob, 'mcp-session-id': 'no-such-session' }, body });
  for (const method of ['POST', 'GET', 'DELETE']) {
    const reply = await ask(serving, { method, headers: { ...own, ...bob }, ...(method === 'POST' ? { body } : {}) });
    expect(reply).toMatchObject({ status: 404, text: unknown.text });
  }
  const events = { ...own, ...bob, 'Last-Event-ID': '1_stream' };
  expect((await openStream(serving, events)).status).toBe(404);
  expect(await ask(serving, { headers: { ...own, ...ann }, body })).toMatchObject({ status: 200 });
  await expect.poll(() => counted.released).toBe(counted.admitted);
});

test('who is refused learns how to come in, and nothing of the body is read', async () => {
  const { authorise } = guard();
  const serving = await serveHttp(sampleServer(), { authorise });
  open.push(serving);
  expect(await ask(serving, { body: initialize })).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer scope="modes"' },
    json: { error: { message: 'Who are you.' } },
  });
  // The host is looked at first: a page in a browser learns nothing.
  expect(await ask(serving, { headers: { Origin: 'https://evil.example' }, body: initialize })).toMatchObject({
    status: 403,
  });
});

test('a factory may refuse a path to a principal', async () => {
  const { authorise } = guard();
  const serving = await serveHttp(
    ({ subpath, principal }) =>
      subpath === `/${principal?.id}` ? sampleServer() : { kind: 'refused', status: 403, message: 'Not yours' },
    { authorise },
  );
  open.push(serving);
  const headers = { Authorization: 'ann' };
  expect(await ask(serving, { path: '/mcp/ann', headers, body: initialize })).toMatchObject({ status: 200 });
  expect(await ask(serving, { path: '/mcp/bob', headers, body: initialize })).toMatchObject({ status: 403 });
  expect(serving.sessionCount).toBe(1);
});
