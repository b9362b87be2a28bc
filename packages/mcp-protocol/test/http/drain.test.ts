import { serveHttp } from '@modegate/mcp-protocol/http';
import { expect, test } from 'vitest';
import { ask, initialize, openStream, session } from '../support/http-client.ts';
import { sampleServer, waitingServer } from '../support/sample.ts';

const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };

test('during a drain calls in flight finish, while new calls, new sessions and the probe receive 503', async () => {
  const { server, go, running, call } = waitingServer();
  const serving = await serveHttp(server, { drainMs: 60_000 });
  const headers = await session(serving);
  const answer = ask(serving, { headers, body: call });
  await running.promise;
  const closing = serving.close();
  for (const asked of [{ headers, body: ping }, { body: initialize }]) {
    expect(await ask(serving, asked)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  }
  expect(await ask(serving, { method: 'GET', path: '/readyz' })).toMatchObject({ status: 503 });
  expect(await ask(serving, { method: 'GET', path: '/healthz' })).toMatchObject({ status: 200 });
  // A call in flight may wait for what the client has to say.
  const note = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } };
  expect(await ask(serving, { headers, body: note })).toMatchObject({ status: 202 });
  go.resolve();
  expect(await answer).toMatchObject({ status: 200, json: { id: 1, result: {} } });
  await closing;
  expect(await serving.closed).toBe('closed');
  await expect(ask(serving, { body: initialize })).rejects.toThrow();
});

test('a call that does not finish the drain in time is ended with its session', async () => {
  const { server, running, call } = waitingServer();
  const serving = await serveHttp(server, { drainMs: 10 });
  const stream = await openStream(serving, await session(serving), call);
  await running.promise;
  await serving.close();
  await stream.ended;
  expect(server.connections).toEqual([]);
});

test('the health probes accept any host without a token, but only GET and HEAD', async () => {
  let isReady = false;
  const serving = await serveHttp(sampleServer(), {
    bearerToken: 's3cret',
    isReady: () => isReady,
    pages: (path) => (path === '/about' ? { status: 200, contentType: 'text/plain', body: 'about' } : undefined),
  });
  const probe = (path: string, method = 'GET') => ask(serving, { method, path, headers: { Host: '10.0.0.7:80' } });
  expect(await probe('/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
  expect(await probe('/readyz')).toMatchObject({ status: 503 });
  isReady = true;
  expect(await probe('/readyz', 'HEAD')).toMatchObject({ status: 200, text: '' });
  expect(await probe('/about')).toMatchObject({ status: 200, text: 'about' });
  expect(await probe('/healthz', 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(await probe('/healthz/..')).toMatchObject({ status: 403 });
  await serving.close();
});
