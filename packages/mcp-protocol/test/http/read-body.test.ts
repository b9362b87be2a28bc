import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpRefusal, MessageCost } from '../../src/http/auth/authentication.ts';
import { type Body, type BodyBounds, readBody } from '../../src/http/messages/read-body.ts';

/** Where nothing has to be paid. */
const upTo = (maxBytes: number): BodyBounds => ({ maxBytes, charge: undefined });

/** What `read` gives for a request of which a client has sent the headers. */
async function arrived(headers: string, read: (request: IncomingMessage) => Promise<Body>) {
  const body = Promise.withResolvers<Body>();
  const server = createServer((request) => void read(request).then(body.resolve)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  });
  client.on('error', () => undefined);
  client.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`);
  return { client, body: body.promise };
}

test('readBody joins a body that arrives in pieces, even with divided characters', async () => {
  const { client, body } = await arrived('Content-Length: 5', (request) => readBody(request, upTo(10)));
  const bytes = Buffer.from('a✓b');
  for (const byte of bytes) client.write(Buffer.of(byte));
  expect(await body).toEqual({ kind: 'text', text: 'a✓b', unpaidBytes: 5 });
});

test('readBody rejects bytes that are not UTF-8', async () => {
  const { client, body } = await arrived('Content-Length: 1', (request) => readBody(request, upTo(10)));
  client.write(Buffer.of(0xff));
  expect(await body).toEqual({ kind: 'not-utf8' });
});

test('readBody reads an endless body only up to the limit', async () => {
  const read = Promise.withResolvers<IncomingMessage>();
  const { client, body } = await arrived('Transfer-Encoding: chunked', (request) => {
    read.resolve(request);
    return readBody(request, upTo(1_000));
  });
  client.write(`10000\r\n${'x'.repeat(65_536)}\r\n`);
  expect(await body).toEqual({ kind: 'too-large' });
  expect((await read.promise).isPaused()).toBe(true);
});

test.each([
  ['while it is read', (request: IncomingMessage) => readBody(request, upTo(10))],
  ['before it is read', (request: IncomingMessage) => closed(request).then(() => readBody(request, upTo(10)))],
])('readBody reports a client that disconnects %s', async (_when, read) => {
  const { client, body } = await arrived('Content-Length: 5', read);
  client.end('ab', () => client.destroy());
  expect(await body).toEqual({ kind: 'aborted' });
});

describe('V8: a long body', () => {
  const long = 'x'.repeat(200_000);
  const chunked = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;

  test.each([
    ['at once where its length is known', `Content-Length: ${long.length}`, long, [long.length]],
    ['piece by piece where it is not', 'Transfer-Encoding: chunked', chunked, [65_536, 65_536, 65_536]],
  ])('a long body is charged %s', async (_how, headers, bytes, expected) => {
    const charged: number[] = [];
    const charge = async (cost: MessageCost) => void charged.push(cost.bytes);
    const { client, body } = await arrived(headers, (request) => readBody(request, { maxBytes: 1_000_000, charge }));
    client.write(bytes);
    expect(await body).toMatchObject({ kind: 'text', text: long });
    expect(charged).toEqual(expected);
  });

  test('a long body is not read further before the charge is accepted', async () => {
    const asked = Promise.withResolvers<IncomingMessage>();
    const paid = Promise.withResolvers<undefined>();
    const { client, body } = await arrived(`Content-Length: ${long.length}`, (request) => {
      const charge = () => {
        asked.resolve(request);
        return paid.promise;
      };
      return readBody(request, { maxBytes: 1_000_000, charge });
    });
    client.write(long);
    expect((await asked.promise).isPaused()).toBe(true);
    paid.resolve(undefined);
    expect(await body).toMatchObject({ kind: 'text', text: long });
  });

  test('a long body is not read further if the charge is refused', async () => {
    const refusal: HttpRefusal = { kind: 'refused', status: 429, message: 'Too much' };
    const { client, body } = await arrived(`Content-Length: ${long.length}`, (request) =>
      readBody(request, { maxBytes: 1_000_000, charge: async () => refusal }),
    );
    client.write(long);
    expect(await body).toEqual({ kind: 'refused', refusal });
  });
});

function closed(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', resolve);
  });
}
