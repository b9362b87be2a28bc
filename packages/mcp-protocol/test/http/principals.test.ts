import { Agent, request as httpRequest } from 'node:http';
import {
  type Authenticate,
  type HttpLimits,
  type HttpServing,
  type MessageCost,
  serveHttp,
} from '@modegate/mcp-protocol/http';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, initialize, openStream, session } from '../support/http-client.ts';
import { sampleServer } from '../support/sample.ts';

const open: HttpServing[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

function guard() {
  const counted = { admitted: 0, released: 0 };
  const authenticate: Authenticate = async ({ authorization = '' }) => {
    if (authorization === '') {
      const headers = { 'WWW-Authenticate': 'Bearer scope="modes"' };
      return { kind: 'refused', status: 401, message: 'Who are you', headers };
    }
    counted.admitted += 1;
    return { kind: 'admitted', principal: { id: authorization }, release: () => (counted.released += 1) };
  };
  return { authenticate, counted };
}

test('a session belongs to the principal that opened it and does not exist for others', async () => {
  const { authenticate, counted } = guard();
  const serving = await serveHttp(sampleServer(), { authenticate });
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

test('a refused request receives the authentication challenge, and its body is not read', async () => {
  const { authenticate } = guard();
  const serving = await serveHttp(sampleServer(), { authenticate });
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

test('a server factory may refuse a path to a principal', async () => {
  const { authenticate } = guard();
  const serving = await serveHttp(
    ({ subpath, principal }) =>
      subpath === `/${principal?.id}` ? sampleServer() : { kind: 'refused', status: 403, message: 'Not yours' },
    { authenticate },
  );
  open.push(serving);
  const headers = { Authorization: 'ann' };
  expect(await ask(serving, { path: '/mcp/ann', headers, body: initialize })).toMatchObject({ status: 200 });
  expect(await ask(serving, { path: '/mcp/bob', headers, body: initialize })).toMatchObject({ status: 403 });
  expect(serving.sessionCount).toBe(1);
});

describe('V5: sessions and connections per principal', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const as = (who: string) => ({ Authorization: who });
  const serve = async (limits: Partial<HttpLimits>, now = () => 0) => {
    const serving = await serveHttp(sampleServer(), { authenticate: guard().authenticate, now, ...limits });
    open.push(serving);
    return serving;
  };

  test('a principal at its session limit receives 429, and others can still open sessions', async () => {
    const serving = await serve({ maxSessions: 1, maxSessionsEach: 3 });
    const hers = await session(serving, '/mcp', as('ann'));
    for (let count = 0; count < 3; count += 1) await session(serving, '/mcp', as('bob'));
    expect(await ask(serving, { headers: as('bob'), body: initialize })).toMatchObject({
      status: 429,
      json: { error: { message: expect.stringMatching(/^You have reached the session limit/) } },
    });
    expect(await ask(serving, { headers: { ...hers, ...as('ann') }, body: ping })).toMatchObject({ status: 200 });
    expect(await ask(serving, { headers: as('ann'), body: initialize })).toMatchObject({ status: 200 });
  });

  test('a new session ends an unused one of the same principal, never that of another', async () => {
    let time = 0;
    const serving = await serve({ maxSessionsEach: 1, sessionIdleMs: 1_000 }, () => time);
    const hers = await session(serving, '/mcp', as('ann'));
    const his = await session(serving, '/mcp', as('bob'));
    time = 5_000;
    await session(serving, '/mcp', as('bob'));
    expect(await ask(serving, { headers: { ...his, ...as('bob') }, body: ping })).toMatchObject({ status: 404 });
    expect(await ask(serving, { headers: { ...hers, ...as('ann') }, body: ping })).toMatchObject({ status: 200 });
  });

  test('beyond the maximum of principals a new one receives 503, and known ones continue', async () => {
    const serving = await serve({ maxPrincipals: 2 });
    for (const who of ['ann', 'bob']) await session(serving, '/mcp', as(who));
    expect(await ask(serving, { headers: as('cem'), body: initialize })).toMatchObject({ status: 503 });
    expect(await ask(serving, { headers: as('ann'), body: initialize })).toMatchObject({ status: 200 });
  });

  test('idle connections of a principal end to make room for it, not for another principal', async () => {
    const serving = await serve({ maxConnections: 2, maxConnectionsEach: 2 });
    const agents = (count: number) =>
      Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const [hers] = agents(1);
    const his = agents(6);
    const metadata = (agent: Agent | undefined, who: string) => rawPing(serving, agent, who);
    const port = await metadata(hers, 'ann');
    for (const agent of his) await metadata(agent, 'bob');
    await expect.poll(() => serving.connectionCount).toBe(3);
    expect(await metadata(hers, 'ann')).toBe(port);
    for (const agent of [hers, ...his]) agent?.destroy();
  });
});

describe('V8: the cost of a message', () => {
  test('a message is charged before it is parsed, by bytes, names and values', async () => {
    const charged: MessageCost[] = [];
    const authenticate: Authenticate = () => ({
      kind: 'admitted',
      principal: { id: 'ann' },
      charge: async (cost) => {
        charged.push(cost);
        return charged.length < 2 ? undefined : { kind: 'refused', status: 429, message: 'Too much' };
      },
    });
    const serving = await serveHttp(sampleServer(), { authenticate });
    open.push(serving);
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(await ask(serving, { body })).toMatchObject({ status: 400 });
    expect(charged).toEqual([{ bytes: JSON.stringify(body).length, names: 3, values: 4 }]);
    expect(await ask(serving, { body: '{' })).toMatchObject({ status: 429, json: { error: { message: 'Too much.' } } });
  });

  test.each([
    ['names', `{${'"a":1,'.repeat(10_001)}"b":1}`],
    ['values', `[${'1,'.repeat(50_001)}1]`],
  ])('a message with too many %s is refused with 413', async (_what, body) => {
    const serving = await serveHttp(sampleServer());
    open.push(serving);
    const message = 'The message contains more than 10000 names or 50000 values.';
    expect(await ask(serving, { body })).toMatchObject({ status: 413, json: { error: { message } } });
  });
});

/** Asks on the connection of an agent; returns the port at our end of it. */
function rawPing(serving: HttpServing, agent: Agent | undefined, who: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: who };
    const options = {
      host: '127.0.0.1',
      port: serving.port,
      path: '/mcp',
      method: 'PUT',
      headers,
      ...(agent && { agent }),
    };
    const request = httpRequest(options, (response) => {
      response.resume();
      response.on('end', () => setImmediate(resolve, request.socket?.localPort));
    });
    request.on('error', reject);
    request.end();
  });
}
