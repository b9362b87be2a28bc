import type { JsonObject } from '@modegate/mcp-host/connections';
import { RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { openFake, settle } from '../support/fake-link.ts';

const ask = (id: unknown, method = 'sampling/createMessage', params?: unknown): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

describe('a request from the server', () => {
  test('a server request is answered with the result of its handler', async () => {
    const asked: unknown[] = [];
    const result = { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm', 'x-ext': 1 };
    const { link } = await openFake({
      onRequest: async (method, params) => {
        asked.push([method, params]);
        return result;
      },
    });
    link.receive(ask('s-1', 'sampling/createMessage', { messages: [] }));
    await settle();
    expect(asked).toEqual([['sampling/createMessage', { messages: [] }]]);
    expect(link.sent).toEqual([{ jsonrpc: '2.0', id: 's-1', result }]);
  });

  test('a server request named ping is answered internally', async () => {
    const { link } = await openFake({ onRequest: () => Promise.reject(new Error('not asked')) });
    link.receive(ask(0, 'ping'));
    expect(link.sent).toEqual([{ jsonrpc: '2.0', id: 0, result: {} }]);
  });

  test.each([
    [new RpcError(-1, 'User rejected', { by: 'user' }), { code: -1, message: 'User rejected', data: { by: 'user' } }],
    [new RpcError(-32601, 'Method not found'), { code: -32601, message: 'Method not found' }],
    [
      { code: 5, message: 'of another class' },
      { code: 5, message: 'of another class' },
    ],
    [new Error('broken'), { code: -32603, message: 'broken' }],
    [undefined, { code: -32603, message: 'Internal error' }],
  ])('a server request whose handler rejects with %s is refused as %j', async (thrown, error) => {
    const { link } = await openFake({ onRequest: () => Promise.reject(thrown) });
    link.receive(ask(1));
    await settle();
    expect(link.sent).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
  });

  test('a server request is refused if its handler throws synchronously or returns no object', async () => {
    const answers: (() => never)[] = [
      () => {
        throw new RpcError(-5, 'at once');
      },
      () => 'text' as never,
    ];
    const { link } = await openFake({ onRequest: () => answers.shift()?.() as never });
    link.receive(ask(1));
    link.receive(ask(2));
    await settle();
    expect(link.sent).toMatchObject([
      { id: 1, error: { code: -5 } },
      { id: 2, error: { code: -32603 } },
    ]);
  });

  test.each([[[]], ['x'], [null]])('a server request with the params %j is refused', async (params) => {
    const { link } = await openFake();
    link.receive(ask(1, 'roots/list', params));
    expect(link.sent).toMatchObject([{ id: 1, error: { code: -32602 } }]);
  });

  test('a server request that the server cancels is aborted and never answered', async () => {
    const signals: AbortSignal[] = [];
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    const { link } = await openFake({
      onRequest: (_method, _params, { signal }) => {
        signals.push(signal);
        return promise;
      },
    });
    link.receive(ask('q'));
    link.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q', reason: 'too slow' } });
    resolve({});
    await settle();
    expect(signals.map(({ aborted, reason }) => [aborted, (reason as Error).message])).toEqual([[true, 'too slow']]);
    expect(link.sent).toEqual([]);
  });

  test('a server request is aborted when the link ends', async () => {
    const signals: AbortSignal[] = [];
    const { link } = await openFake({
      onRequest: (_method, _params, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    link.receive(ask(1));
    link.end();
    expect(signals[0]?.aborted).toBe(true);
  });

  test('a server request with an id in use is refused, and the first one continues', async () => {
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    const { link } = await openFake({ onRequest: () => promise });
    link.receive(ask(1));
    link.receive(ask(1));
    expect(link.sent).toMatchObject([{ id: 1, error: { code: -32600 } }]);
    resolve({ first: true });
    await settle();
    expect(link.sent[1]).toEqual({ jsonrpc: '2.0', id: 1, result: { first: true } });
  });
});

describe('a flood of server requests', () => {
  test('server requests beyond the limit are refused', async () => {
    let running = 0;
    const { link } = await openFake({
      maxServerRequests: 3,
      onRequest: () => {
        running++;
        return new Promise(() => undefined);
      },
    });
    for (let id = 0; id < 10; id++) link.receive(ask(id));
    expect(running).toBe(3);
    expect(link.sent).toHaveLength(7);
    expect(link.sent[0]).toMatchObject({ id: 3, error: { code: -32603 } });
  });

  test('server requests are dropped if the server does not read answers, to limit memory', async () => {
    const { link, notes } = await openFake({ maxServerRequests: 4 });
    const letGo = link.stall();
    for (let id = 0; id < 1000; id++) link.receive(ask(id, 'ping'));
    expect(link.sent).toHaveLength(64);
    expect(notes).toHaveLength(936);
    letGo();
    await settle();
    link.receive(ask('later', 'ping'));
    expect(link.sent).toHaveLength(65);
  });
});
