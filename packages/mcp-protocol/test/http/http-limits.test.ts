import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type HttpServing, type ServeHttpOptions, serveHttp } from '@modegate/mcp-protocol/http';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, initialize, openStream, session } from '../support/http-client.ts';
import { sampleServer, tool, waitingServer } from '../support/sample.ts';

const open: HttpServing[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

async function serve(options: ServeHttpOptions = {}, server = sampleServer()): Promise<HttpServing> {
  const serving = await serveHttp(server, { drainMs: 0, ...options });
  open.push(serving);
  return serving;
}

async function connectRaw({ port }: HttpServing): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Everything that the server says until it ends the connection. */
async function lastWords(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  if (!socket.closed) await once(socket, 'close');
  return text;
}

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('slow clients', () => {
  test('a connection that sends nothing is closed', async () => {
    const serving = await serve({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
    expect(await lastWords(await connectRaw(serving))).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  test.each([
    ['headers', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-A'],
    ['a body', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'],
  ])('%s that do not end in time are answered with 408', async (_what, begun) => {
    const serving = await serve({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
    const socket = await connectRaw(serving);
    socket.write(begun);
    expect(await lastWords(socket)).toMatch(/^HTTP\/1\.1 408/);
  });
});

describe('clients that send too much', () => {
  test('headers above the limit are answered with 431', async () => {
    const serving = await serve({ maxHeaderBytes: 8_192 });
    const flood = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`X-${index}`, 'x'.repeat(10)]));
    expect(await ask(serving, { headers: flood, body: initialize })).toMatchObject({ status: 431 });
  });

  test('a header after two thousand others still counts towards the limit', async () => {
    const serving = await serve({ maxHeaderBytes: 262_144 });
    const socket = await connectRaw(serving);
    const many = Array.from({ length: 2_500 }, (_, index) => `X-${index}: x`).join('\r\n');
    socket.end(
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${many}\r\nOrigin: https://evil.example\r\n\r\n`,
    );
    expect(await lastWords(socket)).toMatch(/^HTTP\/1\.1 403/);
  });

  test('a session may leave only a limited number of requests unanswered, even without waiting for them', async () => {
    const started: (() => void)[] = [];
    const server = sampleServer({
      tools: [
        tool('hang', async (_input, { signal }) => {
          for (const tell of started.splice(0)) tell();
          await once(signal, 'abort');
          return { content: [] };
        }),
      ],
    });
    const serving = await serve({ maxPending: 2 }, server);
    const headers = await session(serving);
    for (const id of [1, 2]) {
      const running = new Promise<void>((resolve) => started.push(resolve));
      const stream = await openStream(serving, headers, {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'hang' },
      });
      await running;
      stream.leave();
    }
    expect(await ask(serving, { headers, body: ping(3) })).toMatchObject({ status: 429 });
    expect(await ask(serving, { headers, body: { ...ping(3), id: undefined } })).toMatchObject({ status: 202 });
  });

  test('a session may keep only a limited number of streams open', async () => {
    const serving = await serve({ maxStreams: 1 });
    const headers = await session(serving);
    const stream = await openStream(serving, headers);
    expect(stream.status).toBe(200);
    expect(await ask(serving, { method: 'GET', headers })).toMatchObject({ status: 429 });
  });
});

describe('clients that do not read', () => {
  test('a client that does not read loses its stream once too much data is pending', async () => {
    const server = sampleServer();
    const serving = await serve({ maxUnsentBytes: 200_000 }, server);
    const headers = await session(serving);
    const socket = await connectRaw(serving);
    socket.write(
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nmcp-session-id: ${headers['mcp-session-id']}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.pause();
    expect(await isFree(serving, headers)).toBe(false);
    const [{ connectionId } = { connectionId: '' }] = server.connections;
    const params = { data: 'x'.repeat(100_000) };
    let sent = 0;
    // What the system takes before the server sees that nobody reads differs from one to the next.
    while (sent < 2_000 && !socket.destroyed) {
      server.notify('notifications/message', params, connectionId);
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (await isFree(serving, headers)) break;
    }
    expect(sent).toBeLessThan(2_000);
  });

  // The transport takes one stream of notifications; another is welcome once the first is gone.
  async function isFree(serving: HttpServing, headers: Readonly<Record<string, string>>): Promise<boolean> {
    const stream = await openStream(serving, headers);
    stream.leave();
    return stream.status === 200;
  }
});

describe('many connections', () => {
  test('idle connections make room, so that others are answered', async () => {
    const serving = await serve({ maxConnections: 8 });
    const idle = await Promise.all(Array.from({ length: 50 }, () => connectRaw(serving)));
    expect(await ask(serving, { body: initialize })).toMatchObject({ status: 200 });
    await Promise.all(idle.slice(0, 42).map(lastWords));
    expect(idle.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(8);
  });

  test('without idle connections a further one is answered with 503, and running answers continue', async () => {
    const { server, go, running, call } = waitingServer();
    const serving = await serve({ maxConnections: 1 }, server);
    const headers = await session(serving);
    const answer = ask(serving, { headers, body: call });
    await running.promise;
    const socket = await connectRaw(serving);
    expect(await lastWords(socket)).toMatch(/^HTTP\/1\.1 503[\s\S]*Retry-After: 1/);
    go.resolve();
    expect(await answer).toMatchObject({ status: 200, json: { id: 1 } });
  });

  test('unused sessions are ended, but not those with an open stream', async () => {
    let time = 0;
    const serving = await serve({ sessionEndMs: 20, now: () => time });
    const countLater = () => {
      time += 20;
      return serving.sessionCount;
    };
    const headers = await session(serving);
    const stream = await openStream(serving, headers);
    await session(serving);
    await expect.poll(countLater).toBe(1);
    expect(await ask(serving, { headers, body: ping(1) })).toMatchObject({ status: 200 });
    stream.leave();
    await expect.poll(countLater).toBe(0);
  });
});
