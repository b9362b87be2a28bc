import { toolResult } from '@modegate/mcp-protocol';
import { expect, test } from 'vitest';
import { ask, initialize, openStream, session } from '../support/http-client.ts';
import { deferred, sampleServer, tool } from '../support/sample.ts';
import { serve } from '../support/serve.ts';

const version = { 'MCP-Protocol-Version': '2025-11-25' };
const echo = (id: number | string, text = 'hi') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text } },
});

/** A tool that waits until it is let go, and one that reports progress first. */
function reportingServer() {
  const go = deferred();
  const running = deferred();
  let calls = 0;
  const wait = async () => {
    calls++;
    running.resolve();
    await go.promise;
    return toolResult({ text: 'the answer' });
  };
  const server = sampleServer({
    tools: [
      tool('wait', wait),
      tool('report', async (_input, { progress }) => {
        for (const step of [1, 2, 3]) await progress({ progress: step });
        return wait();
      }),
    ],
  });
  const call = (name: string, id = 1) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, _meta: { progressToken: 'p' } },
  });
  return { server, go, running, call, calls: () => calls };
}

test('an immediate answer is a complete stream of known length that begins with an id to resume from', async () => {
  const serving = await serve();
  const headers = { ...(await session(serving)), ...version };
  const { status, headers: answered, text } = await ask(serving, { headers, body: echo(1, 'größer 🌍') });
  expect(status).toBe(200);
  expect(answered).toMatchObject({
    'content-type': 'text/event-stream',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'mcp-session-id': headers['mcp-session-id'],
  });
  expect(text).toMatch(
    /^id: \d+_([\w-]+)\nretry: 1000\ndata: \n\nevent: message\nid: \d+_\1\ndata: \{.*größer 🌍.*\}\n\n$/,
  );
});

test('a client that received only the first event resumes for the answer', async () => {
  const serving = await serve();
  const headers = { ...(await session(serving)), ...version };
  const { text } = await ask(serving, { headers, body: echo('a') });
  const [, first = ''] = /^id: (.*)$/m.exec(text) ?? [];
  const again = await openStream(serving, { ...headers, 'Last-Event-ID': first });
  expect(await again.until((seen) => seen.includes('"id":"a"'))).toContain('"said":"hi"');
});

test.each([
  ['a client that names an older revision', { 'MCP-Protocol-Version': '2025-06-18' }, {}, /^event: message\nid: \d+_/],
  ['a client that names none', {}, {}, /^event: message\nid: \d+_/],
  ['a server that keeps no events', version, { maxEvents: 0 }, /^event: message\ndata: \{/],
])('%s receives no event without data', async (_what, sent, options, expected) => {
  const serving = await serve(sampleServer(), options);
  const headers = { ...(await session(serving)), ...sent };
  expect((await ask(serving, { headers, body: echo(1) })).text).toMatch(expected);
});

test('reports precede the answer in order, and the tool is called once', async () => {
  const { server, go, running, call, calls } = reportingServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const stream = await openStream(serving, headers, call('report'));
  await stream.until((text) => text.includes('"progress":3'));
  await running.promise;
  go.resolve();
  const text = await stream.until((seen) => seen.includes('the answer'));
  await stream.ended;
  expect(text.match(/^data: *$|"progress":\d|the answer/gm)).toEqual([
    'data: ',
    '"progress":1',
    '"progress":2',
    '"progress":3',
    'the answer',
  ]);
  expect(calls()).toBe(1);
});

test('an answer immediately after its progress is not lost and comes after it', async () => {
  const server = sampleServer({
    tools: [
      tool('report', async (_input, { progress }) => {
        void progress({ progress: 1 });
        return toolResult({ text: 'the answer' });
      }),
    ],
  });
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'report', _meta: { progressToken: 1 } },
  };
  const { text } = await ask(serving, { headers, body });
  expect(text.match(/"progress":1|the answer/g)).toEqual(['"progress":1', 'the answer']);
});

test('a long call begins its stream and is answered on it once', async () => {
  const { server, go, call, calls } = reportingServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const stream = await openStream(serving, headers, call('wait'));
  await stream.until((text) => text.includes('retry: 1000'));
  go.resolve();
  const text = await stream.until((seen) => seen.includes('the answer'));
  await stream.ended;
  expect([text.match(/the answer/g)?.length, calls()]).toEqual([1, 1]);
});

test.each(['wait', 'report'])('a cancelled call ends its stream without an answer: %s', async (name) => {
  const { server, go, running, call } = reportingServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const stream = ask(serving, { headers, body: call(name) });
  await running.promise;
  const params = { requestId: 1 };
  await ask(serving, { headers, body: { jsonrpc: '2.0', method: 'notifications/cancelled', params } });
  go.resolve();
  expect((await stream).text).not.toContain('the answer');
});

test('the end of a session ends its pending responses', async () => {
  const { server, running, call } = reportingServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const answer = ask(serving, { headers, body: call('wait') });
  await running.promise;
  expect(await ask(serving, { method: 'DELETE', headers })).toMatchObject({ status: 200 });
  expect(await answer).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^id: \S+\nretry: 1000\ndata: \n\n$/),
  });
});

test('a client that disconnects before its answer does not end the session', async () => {
  const { server, go, running, call } = reportingServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version };
  const left = new AbortController();
  const asked = fetch(serving.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(call('wait')),
    signal: left.signal,
  });
  await running.promise;
  left.abort();
  await expect(asked).rejects.toThrow();
  go.resolve();
  expect(await ask(serving, { headers, body: call('wait') })).toMatchObject({ status: 200, json: { id: 1 } });
});

test.each([
  ['that accepts no stream', { Accept: 'application/json' }, 406],
  ['that accepts no JSON', { Accept: 'text/event-stream' }, 406],
  ['of another type', { 'Content-Type': 'text/plain; a=application/json' }, 415],
  ['of a revision that nobody knows', { 'MCP-Protocol-Version': '2099-01-01' }, 400],
])('an HTTP request %s is refused before anything is executed', async (_what, sent, status) => {
  const { server, call, calls } = reportingServer();
  const serving = await serve(server);
  const headers = { ...(await session(serving)), ...version, ...sent };
  expect(await ask(serving, { headers, body: call('wait') })).toMatchObject({ status });
  expect(calls()).toBe(0);
});

test('a second initialize and an invalid task are left to the transport to refuse', async () => {
  const serving = await serve();
  const headers = { ...(await session(serving)), ...version };
  const again = { ...initialize, id: 5 };
  const task = { ...echo(6), params: { ...echo(6).params, _meta: { 'io.modelcontextprotocol/related-task': 7 } } };
  for (const body of [again, task]) expect(await ask(serving, { headers, body })).toMatchObject({ status: 400 });
});

test('JSON with a charset is accepted as JSON', async () => {
  const serving = await serve();
  const headers = { ...(await session(serving)), ...version, 'Content-Type': 'application/json; charset=utf-8' };
  expect(await ask(serving, { headers, body: echo(1) })).toMatchObject({ status: 200, json: { id: 1 } });
});
