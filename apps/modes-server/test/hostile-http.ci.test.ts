import { connect, type Socket } from 'node:net';
import { createFolder, type HttpProgram, startHttpServer } from '@modegate/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from './support/built-server.ts';
import { connectHttp, type HttpWire, initialize, post } from './support/http-wire.ts';

let program: HttpProgram;
let client: HttpWire;
let sessionId: string;

beforeAll(async () => {
  const where = { cwd: createFolder(), home: createFolder(), env: { MODEGATE_GATEWAY_MODE: 'off' } };
  const limits = ['max_connections=500', 'headers_timeout_ms=2000', 'request_timeout_ms=2000', 'max_sessions=50'];
  program = await startHttpServer(
    builtServer,
    limits.flatMap((limit) => ['--http-limit', limit]),
    where,
  );
  client = await connectHttp(program.url);
  sessionId = (await client.call('create_task', { mode_slug: 'ask' })).structuredContent.session_id;
});

afterAll(async () => {
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

async function answers(): Promise<boolean> {
  const judged = await client.call('validate_tool_use', { session_id: sessionId, tool_name: 'read_file' });
  return judged.structuredContent.mode === 'ask';
}

async function openRaw(count: number, begin = ''): Promise<readonly Socket[]> {
  const port = Number(new URL(program.url).port);
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1', () => void (begin !== '' && socket.write(begin)));
    socket.on('error', () => undefined);
    socket.resume();
    sockets.push(socket);
    if (index % 100 === 99)
      await new Promise<void>((resolve) => void socket.once('connect', () => resolve()).once('close', () => resolve()));
  }
  return sockets;
}

async function endAll(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
}

describe('the built program over HTTP', () => {
  test('the HTTP server answers despite 5,000 idle connections, and keeps no more than its limit', async () => {
    const sockets = await openRaw(5_000);
    expect(await answers()).toBe(true);
    await expect
      .poll(() => sockets.filter((socket) => !socket.destroyed).length, { timeout: 20_000 })
      .toBeLessThanOrEqual(500);
    expect(await answers()).toBe(true);
    await endAll(sockets);
  });

  test.each([
    ['headers', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'bodies',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{"a":"',
    ],
  ])('the HTTP server answers while 1,000 %s arrive byte by byte, and ends them', async (_what, begin) => {
    const sockets = await openRaw(1_000, begin);
    const drip = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('x');
    }, 200);
    expect(await answers()).toBe(true);
    await expect.poll(() => sockets.every((socket) => socket.destroyed), { timeout: 30_000 }).toBe(true);
    clearInterval(drip);
    expect(await answers()).toBe(true);
  });

  test('the HTTP server rejects other hosts and origins, large bodies and headers, methods and paths', async () => {
    const { url } = program;
    const large = { ...initialize, params: { ...initialize.params, filler: 'x'.repeat(5_000_000) } };
    expect((await post(url, initialize, { Origin: 'https://evil.example' })).status).toBe(403);
    // The answer may come while the client is still writing, which it then notices first.
    const tooLarge = post(url, large).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(await tooLarge);
    expect((await fetch(url, { headers: { 'X-Flood': 'x'.repeat(40_000) } })).status).toBe(431);
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD']) expect((await fetch(url, { method })).status).toBe(405);
    for (const path of ['/', '/mcp2', '/.env', '/mcp/nope'])
      expect((await post(new URL(path, url).href, initialize)).status).toBe(404);
    const unknown = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { 'Mcp-Session-Id': 'nope' });
    expect(unknown.status).toBe(404);
    expect(await answers()).toBe(true);
  });

  test('the HTTP server answers 503 after its session limit, and existing sessions continue', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async () => (await post(program.url, initialize)).status),
    );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(50);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(await answers()).toBe(true);
  });
});
