import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { type ProtocolServer, toolResult } from '@modegate/mcp-protocol';
import { type HttpServing, type ServeHttpOptions, type ServerFactory, serveHttp } from '@modegate/mcp-protocol/http';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, initialize, session } from '../support/http-client.ts';
import { deferred, sampleServer, tool } from '../support/sample.ts';

const open: HttpServing[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

async function serve(
  server: ProtocolServer | ServerFactory = sampleServer(),
  options: ServeHttpOptions = {},
): Promise<HttpServing> {
  const serving = await serveHttp(server, options);
  open.push(serving);
  return serving;
}

describe('HTTP sessions', () => {
  test('a session begins with initialize, is used by its id and ends with DELETE', async () => {
    const server = sampleServer();
    const serving = await serve(server);
    expect(serving.url).toBe(`http://127.0.0.1:${serving.port}/mcp`);
    const first = await ask(serving, { body: initialize });
    expect(first).toMatchObject({ status: 200, json: { id: 0, result: { serverInfo: { name: 'sample' } } } });
    const headers = { 'mcp-session-id': String(first.headers['mcp-session-id']) };
    expect(server.connections.map((each) => each.connectionId)).toEqual([headers['mcp-session-id']]);
    expect(
      await ask(serving, { headers, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
    ).toMatchObject({ status: 202 });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'hi' } } };
    expect(await ask(serving, { headers, body: call })).toMatchObject({
      status: 200,
      json: { id: 1, result: { structuredContent: { said: 'hi' } } },
    });
    expect(await ask(serving, { method: 'DELETE', headers })).toMatchObject({ status: 200 });
    expect(await ask(serving, { headers, body: call })).toMatchObject({ status: 404 });
    expect([serving.sessionCount, server.connections.length]).toEqual([0, 0]);
  });

  test('each initialize opens a separate session', async () => {
    const serving = await serve();
    const [a, b] = [await session(serving), await session(serving)];
    expect(a).not.toEqual(b);
    expect(serving.sessionCount).toBe(2);
  });

  test('a request without a session, or with one that has ended, is refused', async () => {
    const serving = await serve();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await ask(serving, { body })).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
    expect(await ask(serving, { body, headers: { 'mcp-session-id': 'x' } })).toMatchObject({
      status: 404,
      json: { error: { code: -32600 } },
    });
    expect(await ask(serving, { method: 'GET' })).toMatchObject({ status: 400 });
    expect(await ask(serving, { method: 'DELETE' })).toMatchObject({ status: 400 });
  });

  test('a factory may provide a server for each path, and a session stays on its path', async () => {
    const servers: Readonly<Record<string, ProtocolServer>> = {
      '/code': sampleServer({ info: { name: 'code', version: '1' } }),
      '/ask': sampleServer({ info: { name: 'ask', version: '1' } }),
    };
    const serving = await serve(({ subpath }) => servers[subpath]);
    expect(await ask(serving, { path: '/mcp/code', body: initialize })).toMatchObject({
      json: { result: { serverInfo: { name: 'code' } } },
    });
    const headers = await session(serving, '/mcp/ask');
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(await ask(serving, { path: '/mcp/ask', headers, body })).toMatchObject({ status: 200 });
    expect(await ask(serving, { path: '/mcp/code', headers, body })).toMatchObject({ status: 404 });
    expect(await ask(serving, { path: '/mcp/other', body: initialize })).toMatchObject({ status: 404 });
  });

  test('sessions are limited: an idle one makes room, and without one a new session receives 503', async () => {
    let time = 0;
    const serving = await serve(sampleServer(), { maxSessions: 2, sessionIdleMs: 1_000, now: () => time });
    const first = await session(serving);
    await session(serving);
    expect(await ask(serving, { body: initialize })).toMatchObject({ status: 503 });
    time = 1_000;
    await session(serving);
    expect(serving.sessionCount).toBe(2);
    expect(await ask(serving, { headers: first, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).toMatchObject({
      status: 404,
    });
  });

  test('notifications reach the stream of their session', async () => {
    const server = sampleServer();
    const serving = await serve(server);
    const headers = { ...(await session(serving)), Accept: 'text/event-stream' };
    const received = deferred<string>();
    const listening = deferred();
    const request = httpRequest(
      { host: '127.0.0.1', port: serving.port, path: '/mcp', method: 'GET', headers },
      (response) => {
        listening.resolve();
        response.on('data', (chunk: Buffer) => received.resolve(chunk.toString()));
        response.on('error', () => undefined);
      },
    );
    request.on('error', () => undefined);
    request.flushHeaders();
    request.end();
    await listening.promise;
    server.notifyToolsChanged();
    expect(await received.promise).toContain('notifications/tools/list_changed');
  });

  test('a cancelled HTTP request ends its stream without an answer', async () => {
    const started = deferred();
    const server = sampleServer({
      tools: [
        tool('hang', async (_input, { signal }) => {
          started.resolve();
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          return toolResult({ text: 'late' });
        }),
      ],
    });
    const serving = await serve(server);
    const headers = await session(serving);
    const reply = ask(serving, {
      headers,
      body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'hang' } },
    });
    await started.promise;
    expect(await ask(serving, { headers, body: { jsonrpc: '2.0', id: 7, method: 'ping' } })).toMatchObject({
      status: 400,
    });
    await ask(serving, {
      headers,
      body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
    });
    expect((await reply).text).not.toContain('late');
  });
});

describe('access to the HTTP server', () => {
  test.each([
    ['another host', { Host: 'evil.example' }],
    ['another host with the right port', { Host: 'evil.example:80' }],
    ['a name that only begins like loopback', { Host: 'localhost.evil.example' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['a file', { Origin: 'file://localhost' }],
  ])('a request from %s is answered with 403', async (_what, headers) => {
    const serving = await serve();
    expect(await ask(serving, { headers, body: initialize })).toMatchObject({ status: 403 });
    expect(await ask(serving, { method: 'GET', headers })).toMatchObject({ status: 403 });
  });

  test.each([
    { Host: 'localhost:1234' },
    { Host: '[::1]:80' },
    { Host: 'LOCALHOST' },
    { Origin: 'http://localhost:3000' },
  ])('the headers %j count as loopback', async (headers) => {
    expect(await ask(await serve(), { headers, body: initialize })).toMatchObject({ status: 200 });
  });

  test('additional hosts and origins can be allowed', async () => {
    const serving = await serve(sampleServer(), {
      allowedHosts: ['modes.example'],
      allowedOrigins: ['https://app.example'],
    });
    const Host = 'modes.example';
    expect(await ask(serving, { body: initialize })).toMatchObject({ status: 403 });
    expect(await ask(serving, { headers: { Host, Origin: 'https://app.example' }, body: initialize })).toMatchObject({
      status: 200,
    });
    expect(await ask(serving, { headers: { Host, Origin: 'https://modes.example' }, body: initialize })).toMatchObject({
      status: 403,
    });
  });

  test('serving beyond loopback requires an access setting', async () => {
    await expect(serveHttp(sampleServer(), { host: '0.0.0.0' })).rejects.toThrow(TypeError);
  });

  test('a configured bearer token must be correct', async () => {
    const serving = await serve(sampleServer(), { bearerToken: 's3cret' });
    for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: 's3cret' }]) {
      const reply = await ask(serving, { headers, body: initialize });
      expect(reply).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    }
    expect(await ask(serving, { headers: { Authorization: 'Bearer s3cret' }, body: initialize })).toMatchObject({
      status: 200,
    });
  });
});

describe('a batch over HTTP, which only 2025-03-26 allows (servers F8)', () => {
  const agree = async (serving: HttpServing, protocolVersion: string) => {
    const body = { ...initialize, params: { ...initialize.params, protocolVersion } };
    const { headers } = await ask(serving, { body });
    return { 'Mcp-Session-Id': String(headers['mcp-session-id']) };
  };
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

  test('an HTTP batch is answered with an event for each request', async () => {
    const serving = await serve();
    const headers = await agree(serving, '2025-03-26');
    const { status, text } = await ask(serving, { headers, body: [ping(1), ping(2)] });
    expect(status).toBe(200);
    for (const id of [1, 2]) expect(text).toContain(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}`);
  });

  test.each([
    ['2025-03-26', []],
    ['2025-03-26', [ping(1), 7]],
    ['2025-06-18', [ping(1)]],
  ])('an HTTP batch is refused after %s: %j', async (version, body) => {
    const serving = await serve();
    const headers = await agree(serving, version);
    expect(await ask(serving, { headers, body })).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
  });
});

describe('invalid requests', () => {
  test.each([
    ['no JSON', '{', 400, -32700],
    ['no body', '', 400, -32700],
    ['a batch', [initialize], 400, -32600],
    ['no JSON-RPC', {}, 400, -32600],
    ['params of the wrong kind', { ...initialize, params: [] }, 400, -32602],
    ['an initialize without its params', { ...initialize, params: {} }, 400, -32602],
    ['nesting without end', `${'['.repeat(1_000)}${']'.repeat(1_000)}`, 400, -32600],
  ])('%s is answered with a JSON-RPC error', async (_what, body, status, code) => {
    const serving = await serve();
    expect(await ask(serving, { body })).toMatchObject({ status, json: { jsonrpc: '2.0', error: { code } } });
    expect(serving.sessionCount).toBe(0);
  });

  test('a body above the limit is answered with 413, with or without a declared length', async () => {
    const serving = await serve(sampleServer(), { maxBodyBytes: 1_000 });
    expect(await ask(serving, { body: 'x'.repeat(2_000) })).toMatchObject({ status: 413 });
    const reply = await new Promise<string>((resolve) => {
      const socket = connect(serving.port, '127.0.0.1', () => {
        socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
        socket.write(`7d0\r\n${'x'.repeat(2_000)}\r\n0\r\n\r\n`);
      });
      socket.once('data', (chunk: Buffer) => {
        socket.destroy();
        resolve(chunk.toString());
      });
    });
    expect(reply).toMatch(/^HTTP\/1\.1 413/);
  });

  test('other paths and methods are refused', async () => {
    const serving = await serve();
    expect(await ask(serving, { path: '/', body: initialize })).toMatchObject({ status: 404 });
    expect(await ask(serving, { path: '/mcpx', body: initialize })).toMatchObject({ status: 404 });
    expect(await ask(serving, { path: '/mcp/x', body: initialize })).toMatchObject({ status: 404 });
    expect(await ask(serving, { path: '//', body: initialize })).toMatchObject({ status: 404 });
    expect(await ask(serving, { method: 'PUT', body: initialize })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, POST, DELETE' },
    });
  });

  test('an error of the server factory reveals nothing', async () => {
    const serving = await serve(() => {
      throw new Error('secret');
    });
    const reply = await ask(serving, { body: initialize });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('secret');
  });
});
