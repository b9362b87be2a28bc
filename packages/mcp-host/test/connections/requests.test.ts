import type { JsonObject } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { connect, entriesOf, plainClient } from '../support/connect.ts';
import { type Answer, politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

const alpha = { alpha: { command: 'alpha' } };

/** Lets a test decide when the servers answer `initialize`. */
function heldInitialize(): { readonly answer: Answer; readonly letGo: () => void } {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return {
    answer: async (request) => {
      if (request.method === 'initialize') await held;
      return politeAnswer(request);
    },
    letGo: () => letGo(),
  };
}

describe('request', () => {
  test('request passes the params to the server and returns its exact result', async () => {
    const result: JsonObject = { content: [], structuredContent: null, 'x-unknown': { __proto: 1 } };
    const { connections, servers } = connect(alpha, {
      answer: (request) => (request.method === 'tools/call' ? result : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    await connections.settled();
    const params = { name: 'echo', arguments: { deep: [1, { a: null }] } };
    expect(await connections.request('alpha', 'tools/call', params)).toBe(result);
    expect(servers.link('alpha').received.at(-1)?.params).toBe(params);
  });

  test('request waits for a server that is still connecting', async () => {
    const { answer, letGo } = heldInitialize();
    const { connections } = connect(alpha, { answer });
    connections.acquire(plainClient);
    const called = connections.request('alpha', 'tools/call', { name: 'echo' });
    await quiet();
    letGo();
    await expect(called).resolves.toMatchObject({ content: [{ type: 'text' }] });
  });

  test('request waits no longer than its timeout and reports the state of the server', async () => {
    const { connections, time } = connect(alpha, { answer: () => 'silence' });
    connections.acquire(plainClient);
    const called = connections.request('alpha', 'tools/call', { name: 'echo' }, { timeoutMs: 2_000 });
    const outcome = expect(called).rejects.toMatchObject({
      name: 'HostError',
      code: 'SERVER_UNAVAILABLE',
      message: 'The server "alpha" is still connecting (attempt 1, for 2 s so far).',
      data: { server: 'alpha', status: 'connecting', lastError: undefined, retryAt: undefined },
    });
    await time.pass(2_000);
    await outcome;
  });

  test('request keeps waiting when a restart replaces the start that it waits for', async () => {
    const { connections, servers } = connect(alpha, {
      answer: (request) => (servers.links.length === 1 ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    const called = connections.request('alpha', 'tools/call', { name: 'echo' });
    await quiet();
    await connections.restart('alpha');
    await expect(called).resolves.toMatchObject({ content: [{ type: 'text' }] });
  });

  test('request fails immediately if the server is not connected, with the reason and time of the next try', async () => {
    const { connections, servers, time } = connect(alpha);
    connections.acquire(plainClient);
    await connections.settled();
    servers.link('alpha').end('It crashed.');
    await quiet();
    await expect(connections.request('alpha', 'tools/list', undefined)).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: 'The server "alpha" is not connected: It crashed. The next attempt is in 1 s.',
      data: { status: 'disconnected', lastError: 'It crashed.', retryAt: time.clock() + 500 },
    });
  });

  test('request fails if the link ends while it is running', async () => {
    const { connections, servers } = connect(alpha, {
      answer: (request) => (request.method === 'tools/call' ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    await connections.settled();
    const called = connections.request('alpha', 'tools/call', { name: 'slow' });
    servers.link('alpha').end('It crashed.');
    await expect(called).rejects.toMatchObject({ code: 'UPSTREAM_CLOSED' });
  });

  test('request stops waiting when it is aborted', async () => {
    const { connections } = connect(alpha, { answer: () => 'silence' });
    connections.acquire(plainClient);
    const abort = new AbortController();
    const called = connections.request('alpha', 'tools/list', undefined, { signal: abort.signal });
    abort.abort(new Error('Never mind.'));
    await expect(called).rejects.toThrow('Never mind.');
    await expect(
      connections.request('alpha', 'tools/list', undefined, { signal: AbortSignal.abort(new Error('Too late.')) }),
    ).rejects.toThrow('Too late.');
  });

  test.each([
    ['unused', alpha, 'alpha', 'SERVER_UNAVAILABLE', 'The server "alpha" is not connected: No client is connected.'],
    ['unknown', alpha, 'omega', 'SERVER_UNKNOWN', 'No server is called "omega" (1 configured).'],
    [
      'switched off',
      { alpha: { command: 'a', disabled: true } },
      'alpha',
      'SERVER_UNAVAILABLE',
      'The server "alpha" is disabled: It is switched off in .mcp.json, line 1.',
    ],
  ])('a request to a server that is %s is refused', async (...[, servers, name, code, message]) => {
    const { connections } = connect(servers);
    await expect(connections.request(name, 'tools/list', undefined)).rejects.toMatchObject({ code, message });
    await expect(connections.notify(name, 'notifications/x')).rejects.toMatchObject({ code, message });
  });

  test('request uses the timeout of the entry, which an update changes without a restart', async () => {
    const { connections, servers, time } = connect(alpha, {
      answer: (request) => (request.method === 'tools/call' ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    await connections.settled();
    const slow = connections.request('alpha', 'tools/call', { name: 'slow' });
    const slowOutcome = expect(slow).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { timeoutMs: 60_000 } });
    await connections.update(entriesOf({ alpha: { command: 'alpha', timeout: 5 } }));
    const quick = connections.request('alpha', 'tools/call', { name: 'slow' });
    const quickOutcome = expect(quick).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { timeoutMs: 5_000 } });
    await time.pass(5_001);
    await quickOutcome;
    await time.pass(55_000);
    await slowOutcome;
    expect(servers.links).toHaveLength(1);
  });

  test('a notification reaches the server', async () => {
    const { connections, servers } = connect(alpha);
    connections.acquire(plainClient);
    await connections.notify('alpha', 'notifications/roots/list_changed');
    expect(servers.link('alpha').received.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/roots/list_changed',
    });
  });
});

describe('requests from a server', () => {
  test('a server request is answered by the caller, who receives the name of the server', async () => {
    const asked: unknown[] = [];
    const { connections, servers } = connect(alpha, {
      options: {
        async onRequest(server, method, params) {
          asked.push([server, method, params]);
          return { roots: [] };
        },
      },
    });
    connections.acquire(plainClient);
    await connections.settled();
    servers.link('alpha').send({ jsonrpc: '2.0', id: 'r1', method: 'roots/list', params: { a: 1 } });
    await quiet();
    expect(asked).toEqual([['alpha', 'roots/list', { a: 1 }]]);
    expect(servers.link('alpha').received.at(-1)).toEqual({ jsonrpc: '2.0', id: 'r1', result: { roots: [] } });
  });

  test('a server request receives an error if its handler throws, even synchronously', async () => {
    const { connections, servers, server } = connect(alpha, {
      options: {
        onRequest() {
          throw new Error('A bug.');
        },
      },
    });
    connections.acquire(plainClient);
    await connections.settled();
    servers.link('alpha').send({ jsonrpc: '2.0', id: 7, method: 'roots/list' });
    await quiet();
    expect(servers.link('alpha').received.at(-1)).toMatchObject({ id: 7, error: { code: -32_603 } });
    expect(server('alpha').state.status).toBe('connected');
  });

  const declaredTo = async (clients: readonly JsonObject[]) => {
    const { connections, servers } = connect(alpha);
    for (const capabilities of clients) connections.acquire({ capabilities });
    await connections.restart('alpha');
    const initialize = servers.link('alpha').received[0]?.params as { capabilities: JsonObject } | undefined;
    return initialize?.capabilities;
  };

  test('server requests are limited to what clients declare: sampling, elicitation and roots, as received', async () => {
    expect(await declaredTo([{}])).toEqual({});
    expect(await declaredTo([{ experimental: { x: {} }, tools: {}, roots: { listChanged: true } }])).toEqual({
      roots: { listChanged: true },
    });
    expect(await declaredTo([{ sampling: { tools: {} }, elicitation: {} }])).toEqual({
      sampling: { tools: {} },
      elicitation: {},
    });
  });

  test('the capabilities declared to a server are the union of those of its clients', async () => {
    const union = await declaredTo([
      { elicitation: {}, roots: { listChanged: false } },
      { elicitation: { url: {} }, roots: { listChanged: true }, sampling: { context: {} } },
      { sampling: { tools: {} } },
    ]);
    expect(union).toEqual({
      elicitation: { form: {}, url: {} },
      roots: { listChanged: true },
      sampling: { context: {}, tools: {} },
    });
  });

  test('the declared capabilities no longer include those of a client that released its lease', async () => {
    const { connections, servers } = connect(alpha);
    const able = connections.acquire({ capabilities: { sampling: {} } });
    connections.acquire({ capabilities: {} });
    await able.release();
    await connections.restart('alpha');
    expect(servers.link('alpha').received[0]?.params).toMatchObject({ capabilities: {} });
  });

  test('the declared capabilities leave out invalid declarations of a client', async () => {
    expect(await declaredTo([{ sampling: 'yes', elicitation: null, roots: [] }])).toEqual({});
    expect(await declaredTo([JSON.parse('{"roots":{"__proto__":{"x":1}},"sampling":{}}'), {}])).toEqual(
      JSON.parse('{"roots":{"__proto__":{"x":1}},"sampling":{}}'),
    );
  });
});
