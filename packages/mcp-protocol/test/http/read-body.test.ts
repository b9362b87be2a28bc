import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Body, readBody } from '../../src/http/read-body.ts';

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

test('a body that comes in pieces is one text, characters that were cut included', async () => {
  const { client, body } = await arrived('Content-Length: 5', (request) => readBody(request, 10));
  const bytes = Buffer.from('a✓b');
  for (const byte of bytes) client.write(Buffer.of(byte));
  expect(await body).toEqual({ kind: 'text', text: 'a✓b' });
});

test('bytes that are not UTF-8 are no text', async () => {
  const { client, body } = await arrived('Content-Length: 1', (request) => readBody(request, 10));
  client.write(Buffer.of(0xff));
  expect(await body).toEqual({ kind: 'not-utf8' });
});

test('a body without end is read up to the limit', async () => {
  const read = Promise.withResolvers<IncomingMessage>();
  const { client, body } = await arrived('Transfer-Encoding: chunked', (request) => {
    read.resolve(request);
    return readBody(request, 1_000);
  });
  client.write(`10000\r\n${'x'.repeat(65_536)}\r\n`);
  expect(await body).toEqual({ kind: 'too-large' });
  expect((await read.promise).isPaused()).toBe(true);
});

test.each([
  ['while it is read', (request: IncomingMessage) => readBody(request, 10)],
  ['before it is read', (request: IncomingMessage) => closed(request).then(() => readBody(request, 10))],
])('a client that goes %s', async (_when, read) => {
  const { client, body } = await arrived('Content-Length: 5', read);
  client.end('ab', () => client.destroy());
  expect(await body).toEqual({ kind: 'aborted' });
});

function closed(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', resolve);
  });
}
