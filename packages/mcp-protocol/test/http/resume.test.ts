import { expect, test } from 'vitest';
import { openStream, session } from '../support/http-client.ts';
import { sampleServer, waitingServer } from '../support/sample.ts';
import { serve } from '../support/serve.ts';

const version = { 'MCP-Protocol-Version': '2025-11-25' };
const lastId = (text: string): string => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';

test('a client that lost its connection receives the answer to its call when it reconnects', async () => {
  const { server, go, running, call } = waitingServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const first = await openStream(serving, headers, call);
  const begun = await first.until((text) => text.includes('id: '));
  await running.promise;
  first.leave();
  go.resolve();
  const second = await openStream(serving, { ...headers, 'Last-Event-ID': lastId(begun) });
  expect(await second.until((text) => text.includes('"id":1'))).toContain('worth waiting for');
});

test('a resumed stream receives missed notifications once, and only those of its stream', async () => {
  const server = sampleServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const first = await openStream(serving, headers);
  server.notify('notifications/message', { data: 'one' });
  const begun = await first.until((text) => text.includes('one'));
  first.leave();
  await first.ended;
  server.notify('notifications/message', { data: 'two' });
  const second = await openStream(serving, { ...headers, 'Last-Event-ID': lastId(begun) });
  server.notify('notifications/message', { data: 'three' });
  const text = await second.until((seen) => seen.includes('three'));
  expect([text.match(/one/g)?.length ?? 0, text.match(/two/g)?.length]).toEqual([0, 1]);
});

test('kept events are limited: the oldest is dropped, and the stream continues', async () => {
  const server = sampleServer();
  const serving = await serve(server, { maxEvents: 2 });
  const headers = { ...(await session(serving)), ...version };
  const first = await openStream(serving, headers);
  server.notify('notifications/message', { data: 'first' });
  const begun = await first.until((text) => text.includes('first'));
  first.leave();
  await first.ended;
  for (const data of ['a', 'b', 'c']) server.notify('notifications/message', { data });
  const second = await openStream(serving, { ...headers, 'Last-Event-ID': lastId(begun) });
  const text = await second.until((seen) => seen.includes('"c"'));
  expect(text).not.toContain('"a"');
});

test.each(['', 'x', '999_stream', '1', '-1_a', `1_${'x'.repeat(100)}`])(
  'Last-Event-ID with an event that was never sent is refused: %j',
  async (id) => {
    const serving = await serve();
    const headers = { ...(await session(serving)), ...version };
    const { status } = await openStream(serving, { ...headers, 'Last-Event-ID': id });
    // An empty header counts as none.
    expect(status).toBe(id === '' ? 200 : 400);
  },
);
