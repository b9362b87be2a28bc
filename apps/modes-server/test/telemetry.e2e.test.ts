import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFolder, startHttpServer } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { connectHttp, initialize, post } from './support/http-wire.ts';

/** A collector that keeps what it is sent. */
async function startCollector() {
  const received: { readonly path: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', body });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

test('traces and metrics use the endpoints of the variables and the trace of the header, without arguments', async () => {
  const { url: collector, received } = await startCollector();
  const env = {
    MODEGATE_GATEWAY_MODE: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'modes-of-the-team',
  };
  const place = { cwd: createFolder(), home: createFolder(), env };
  const { stdout: token } = await runServer(['token', 'add', 'ann', '--modes', '*'], place);
  const { child, url, ended } = await startHttpServer(builtServer, [], place);
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const headers = {
    Authorization: `Bearer ${token.trim()}`,
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
  };
  const client = await connectHttp(url, headers);
  await client.call('create_task', { mode_slug: 'ask', initial_message: 'my password is hush-hush' });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(received.map(({ path }) => path).sort()).toEqual(expect.arrayContaining(['/v1/metrics', '/v1/traces']));
  const all = received.map(({ body }) => body).join('\n');
  expect(all).toContain('modes-of-the-team');
  expect(all).toContain('tools/call create_task');
  expect(all).toContain(trace);
  expect(all).toContain('modegate.request.duration.seconds');
  for (const secret of ['hush-hush', token.trim(), client.sessionId]) expect(all).not.toContain(secret);
});

test('/metrics needs an authorised token, and an unavailable collector stops nothing', async () => {
  const env = { MODEGATE_GATEWAY_MODE: 'off', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const place = { cwd: createFolder(), home: createFolder(), env };
  const add = async (...flags: readonly string[]) => {
    const { stdout } = await runServer(['token', 'add', ...flags], place);
    return { Authorization: `Bearer ${stdout.trim()}` };
  };
  const [ann, ops] = [await add('ann', '--modes', 'ask'), await add('ops', '--metrics')];
  const { child, url, ended } = await startHttpServer(builtServer, [], place);
  const metrics = url.replace('/mcp', '/metrics');
  const statuses = [undefined, ann, ops].map(async (headers) => (await fetch(metrics, headers && { headers })).status);
  expect(await Promise.all(statuses)).toEqual([401, 403, 200]);
  expect((await post(url, initialize, ops)).status).toBe(403);
  expect((await post(url, initialize, ann)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a revoked token loses its open stream and its session, and other tokens keep theirs', async () => {
  const place = { cwd: createFolder(), home: createFolder(), env: { MODEGATE_GATEWAY_MODE: 'off' } };
  const add = async (name: string) => {
    const { stdout } = await runServer(['token', 'add', name, '--modes', '*'], place);
    return { Authorization: `Bearer ${stdout.trim()}` };
  };
  const [ann, bob] = [await add('ann'), await add('bob')];
  const { child, url, ended } = await startHttpServer(builtServer, ['--no-metrics'], place);
  const listen = async (who: { readonly Authorization: string }) => {
    const { sessionId } = await connectHttp(url, who);
    const headers = { ...who, Accept: 'text/event-stream', 'Mcp-Session-Id': sessionId };
    return { headers, stream: await fetch(url, { headers }) };
  };
  const [anns, bobs] = [await listen(ann), await listen(bob)];
  await runServer(['token', 'revoke', 'bob'], place);
  await expect(bobs.stream.text()).rejects.toThrow();
  expect((await fetch(url, { headers: bobs.headers })).status).toBe(401);
  const ping = await post(url, { jsonrpc: '2.0', id: 1, method: 'ping' }, anns.headers);
  expect(ping.status).not.toBe(401);
  await anns.stream.body?.cancel();
  expect((await fetch(url.replace('/mcp', '/metrics'))).status).toBe(404);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
