import type { JsonObject } from '@modegate/mcp-host/connections';
import { HostError, openUpstream, RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import {
  answerWith,
  baseOptions,
  createFakeClock,
  createFakeLink,
  initializeResult,
  openFake,
  settle,
} from '../support/fake-link.ts';

describe('opening an upstream', () => {
  test('openUpstream initialises the server, confirms it and returns what the server declared', async () => {
    const link = createFakeLink();
    answerWith(link, 'initialize', { result: initializeResult });
    const upstream = await openUpstream(link.transport, { ...baseOptions, capabilities: { roots: {} } });
    expect(link.sent).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: { roots: {} },
          clientInfo: { name: 'tests', version: '1.0.0' },
        },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ]);
    expect(upstream).toMatchObject({ ...initializeResult, pid: 4711 });
  });

  test.each(['2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])(
    'openUpstream speaks %s with an older server',
    async (version) => {
      const link = createFakeLink();
      const agreed: string[] = [];
      answerWith(link, 'initialize', { result: { ...initializeResult, protocolVersion: version } });
      const transport = { ...link.transport, agreed: (protocolVersion: string) => agreed.push(protocolVersion) };
      const upstream = await openUpstream(transport, baseOptions);
      expect(upstream.protocolVersion).toBe(version);
      expect(agreed).toEqual([version]);
    },
  );

  test.each(['2026-07-28', '1.0', 7, undefined])(
    'openUpstream refuses the version %j and closes the link',
    async (version) => {
      const link = createFakeLink();
      answerWith(link, 'initialize', { result: { ...initializeResult, protocolVersion: version } });
      await expect(openUpstream(link.transport, baseOptions)).rejects.toMatchObject({
        name: 'HostError',
        code: 'UPSTREAM_PROTOCOL',
        message: expect.stringContaining('expected one of 2025-11-25, 2025-06-18'),
      });
      expect(link.closings).toBe(1);
    },
  );

  test('openUpstream accepts a server that leaves out required information', async () => {
    const link = createFakeLink();
    answerWith(link, 'initialize', { result: { protocolVersion: '2025-11-25', capabilities: [], instructions: 5 } });
    const upstream = await openUpstream(link.transport, baseOptions);
    expect(upstream).toMatchObject({ serverInfo: {}, capabilities: {}, instructions: undefined });
  });

  test('openUpstream fails with the end of the process if it exits meanwhile', async () => {
    const link = createFakeLink();
    link.onSent = () => link.end({ message: 'The process exited with code 3.' });
    await expect(openUpstream(link.transport, baseOptions)).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message: 'The server "files" did not start: The process exited with code 3.',
    });
  });

  test('openUpstream fails with the error of a server that refuses', async () => {
    const link = createFakeLink();
    answerWith(link, 'initialize', { error: { code: -32000, message: 'No licence' } });
    await expect(openUpstream(link.transport, baseOptions)).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message: expect.stringContaining('No licence'),
      cause: new RpcError(-32000, 'No licence'),
    });
  });

  test('openUpstream fails if the server does not answer, and never cancels "initialize"', async () => {
    const link = createFakeLink();
    const clock = createFakeClock();
    const opening = openUpstream(link.transport, { ...baseOptions, now: clock.now, schedule: clock.schedule });
    const outcome = expect(opening).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message: expect.stringContaining('"initialize" within 1000 ms'),
    });
    await settle();
    clock.advance(1000);
    await outcome;
    expect(link.sent.map(({ method }) => method)).toEqual(['initialize']);
    expect(link.closings).toBe(1);
  });

  test('openUpstream answers a server that sends a request before it has answered "initialize"', async () => {
    const link = createFakeLink();
    link.onSent = ({ method, id }) => {
      if (method !== 'initialize') return;
      link.receive({ jsonrpc: '2.0', id: 'early', method: 'ping' });
      link.receive({ jsonrpc: '2.0', id, result: initializeResult });
    };
    await openUpstream(link.transport, baseOptions);
    expect(link.sent).toContainEqual({ jsonrpc: '2.0', id: 'early', result: {} });
  });
});

describe('a request to an upstream', () => {
  test('an upstream request resolves with the exact object received', async () => {
    const { link, upstream } = await openFake();
    const result: JsonObject = { content: [], metadata: { 'x-ext': 1 }, structuredContent: [null] };
    const call = upstream.request('tools/call', { name: 'read' });
    link.receive({ jsonrpc: '2.0', id: link.sent[0]?.id, result });
    expect(await call).toBe(result);
    expect(link.sent).toEqual([{ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'read' } }]);
  });

  test('an upstream request without params sends none', async () => {
    const { link, upstream } = await openFake();
    answerWith(link, 'ping', { result: {} });
    await upstream.request('ping', undefined);
    expect(link.sent).toEqual([{ jsonrpc: '2.0', id: 2, method: 'ping' }]);
  });

  test('an upstream request finds its response in any order, even with its number as a string', async () => {
    const { link, upstream } = await openFake();
    const calls = ['a', 'b', 'c'].map((name) => upstream.request('tools/call', { name }));
    const [first, second, third] = link.sent.map(({ id }) => id);
    link.receive({ jsonrpc: '2.0', id: third, result: { of: 'c' } });
    link.receive({ jsonrpc: '2.0', id: String(first), result: { of: 'a' } });
    link.receive({ jsonrpc: '2.0', id: second, result: { of: 'b' }, error: null });
    expect(await Promise.all(calls)).toEqual([{ of: 'a' }, { of: 'b' }, { of: 'c' }]);
  });

  test.each([
    [{ code: -32002, message: 'Resource not found', data: { uri: 'x:y', more: [1] } }],
    [{ code: -32601, message: 'MCP error -32601: Method not found' }],
    [{ code: 7, message: '' }],
  ])('an upstream request rejects with the error %j unchanged', async (error) => {
    const { link, upstream } = await openFake();
    answerWith(link, 'tools/call', { error });
    const thrown: unknown = await upstream.request('tools/call', {}).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(RpcError);
    const { code, message, data } = thrown as RpcError;
    expect({ code, message, data }).toEqual({ data: undefined, ...error });
  });

  test.each([
    [{ result: [] }, 'the result an array of length 0'],
    [{ result: null }, 'the result null'],
    [{}, 'the result nothing'],
    [{ error: 'boom' }, '"boom"'],
    [{ error: { message: 'no code' } }, 'an object with message'],
  ])('an upstream request that is answered with %j fails and reports it', async (answer, said) => {
    const { link, upstream } = await openFake();
    answerWith(link, 'tools/call', answer);
    await expect(upstream.request('tools/call', {})).rejects.toMatchObject({
      code: 'UPSTREAM_PROTOCOL',
      message: expect.stringContaining(`answered "tools/call" with ${said}`),
      data: { server: 'files' },
    });
  });

  test('an upstream request in flight fails when the link ends, as does every later one', async () => {
    const { link, upstream } = await openFake();
    const call = upstream.request('tools/call', {});
    link.end({ message: 'The process was terminated by SIGKILL.' });
    const failure = {
      code: 'UPSTREAM_CLOSED',
      message:
        'The connection to the server "files" ended before "tools/call" was answered. The process was terminated by SIGKILL.',
    };
    await expect(call).rejects.toMatchObject(failure);
    await expect(upstream.request('tools/call', {})).rejects.toMatchObject(failure);
    expect(await upstream.closed).toMatchObject({ reason: 'exited' });
  });

  test('an upstream request that is sent while the link is ending fails and names the server', async () => {
    const { link, upstream } = await openFake();
    link.refuse(new HostError('UPSTREAM_CLOSED', 'It is ending.', { data: { server: undefined, reason: 'ending' } }));
    await expect(upstream.request('tools/call', {})).rejects.toMatchObject({
      code: 'UPSTREAM_CLOSED',
      message: 'The connection to the server "files" ended before "tools/call" was answered. It is ending.',
      data: { server: 'files' },
    });
  });

  test('an upstream request that cannot be sent fails with the reason', async () => {
    const { link, upstream } = await openFake();
    link.refuse(new Error('Not taken'));
    await expect(upstream.request('tools/call', {})).rejects.toThrow('Not taken');
  });
});

describe('a long upstream request', () => {
  test('a request fails after its timeout, and the server is notified', async () => {
    const { link, clock, upstream } = await openFake();
    const call = upstream.request('tools/call', {}, { timeoutMs: 500 });
    clock.advance(499);
    expect(link.sent).toHaveLength(1);
    clock.advance(1);
    await expect(call).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      data: { server: 'files', method: 'tools/call', timeoutMs: 500, limit: 'idle' },
    });
    expect(link.sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 2 } });
  });

  test('a request continues while it reports progress, up to the total limit', async () => {
    const { link, clock, upstream } = await openFake();
    const call = upstream.request('tools/call', {}, { timeoutMs: 500, maxTotalMs: 1500, onProgress: () => undefined });
    const outcome = expect(call).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      data: { timeoutMs: 1500, limit: 'total' },
    });
    for (let progress = 1; progress <= 3; progress++) {
      clock.advance(450);
      link.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 2, progress } });
    }
    expect(link.sent).toHaveLength(1);
    clock.advance(150);
    await outcome;
  });

  test('a request is not extended by progress that it did not request', async () => {
    const { link, clock, upstream } = await openFake();
    const call = upstream.request('tools/call', {}, { timeoutMs: 500 });
    clock.advance(450);
    link.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 2, progress: 1 } });
    clock.advance(50);
    expect(link.sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 2 } });
    await expect(call).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { limit: 'idle' } });
  });

  test('pending requests share one timer, and answered ones leave no effective timer', async () => {
    const { link, clock, upstream } = await openFake();
    answerWith(link, 'quick', { result: {} });
    const slow = [upstream.request('slow', {}), upstream.request('slow', {}, { timeoutMs: 70_000 })];
    for (let count = 0; count < 100; count++) await upstream.request('quick', {});
    expect(clock.timers).toBe(1);
    clock.advance(60_000);
    await expect(slow[0]).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(clock.timers).toBe(1);
    clock.advance(10_000);
    await expect(slow[1]).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(clock.timers).toBe(0);
  });

  test('a request may have a shorter timeout than earlier ones', async () => {
    const { clock, upstream } = await openFake();
    const long = upstream.request('long', {});
    const short = upstream.request('short', {}, { timeoutMs: 10 });
    clock.advance(10);
    await expect(short).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { timeoutMs: 10 } });
    clock.advance(60_000);
    await expect(long).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { timeoutMs: 60_000 } });
  });

  test('a late answer to a request is dropped', async () => {
    const { link, clock, upstream, notes } = await openFake();
    const call = upstream.request('tools/call', {});
    clock.advance(60_000);
    await expect(call).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    link.receive({ jsonrpc: '2.0', id: 2, result: {} });
    expect(notes).toEqual([]);
  });
});

describe('progress of upstream requests', () => {
  const progress = (progressToken: unknown, value: number): JsonObject => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress: value, message: 'step' },
  });

  test('a request gets a fresh progress token next to other _meta members, and its params are not modified', async () => {
    const { link, upstream } = await openFake();
    const params = { name: 'x', _meta: { progressToken: 'of the client', 'com.example/a': 1 } };
    void upstream.request('tools/call', params, { onProgress: () => undefined }).catch(() => undefined);
    void upstream.request('tools/call', undefined, { onProgress: () => undefined }).catch(() => undefined);
    expect(link.sent.map((message) => message.params)).toEqual([
      { name: 'x', _meta: { progressToken: 2, 'com.example/a': 1 } },
      { _meta: { progressToken: 3 } },
    ]);
    expect(params._meta.progressToken).toBe('of the client');
  });

  test('progress is reported immediately, even when the response arrives together with it', async () => {
    const { link, upstream } = await openFake();
    const told: unknown[] = [];
    const call = upstream.request('tools/call', {}, { onProgress: (params) => told.push(params.progress) });
    for (const value of [1, 2, 3]) link.receive(progress(2, value));
    link.receive({ jsonrpc: '2.0', id: 2, result: {} });
    expect(told).toEqual([1, 2, 3]);
    await call;
    link.receive(progress(2, 4));
    expect(told).toEqual([1, 2, 3]);
  });

  test('progress for an unknown request is dropped', async () => {
    const { link, upstream, notifications, notes } = await openFake();
    void upstream.request('tools/call', {}).catch(() => undefined);
    for (const token of [2, 99, 'x', null, {}]) link.receive(progress(token, 1));
    expect([notifications, notes]).toEqual([[], []]);
  });

  test('a progress listener that throws does no harm', async () => {
    const { link, upstream, notes } = await openFake();
    const onProgress = (): void => {
      throw new Error('listener');
    };
    const call = upstream.request('tools/call', {}, { onProgress });
    link.receive(progress(2, 1));
    link.receive({ jsonrpc: '2.0', id: 2, result: {} });
    expect(await call).toEqual({});
    expect(notes).toEqual([expect.stringContaining('listener')]);
  });
});

describe('cancelling a request', () => {
  test('cancelling a request notifies the server and rejects with the reason of the signal', async () => {
    const { link, upstream } = await openFake();
    const controller = new AbortController();
    const call = upstream.request('tools/call', {}, { signal: controller.signal });
    const reason = new Error('The user changed their mind');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(link.sent[1]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2, reason: 'The user changed their mind' },
    });
  });

  test('cancelling a request before it is sent sends nothing', async () => {
    const { link, upstream } = await openFake();
    const signal = AbortSignal.abort('no');
    await expect(upstream.request('tools/call', {}, { signal })).rejects.toBe('no');
    expect(link.sent).toEqual([]);
  });

  test('cancelling a request after its answer does nothing', async () => {
    const { link, upstream } = await openFake();
    answerWith(link, 'tools/call', { result: {} });
    const controller = new AbortController();
    await upstream.request('tools/call', {}, { signal: controller.signal });
    controller.abort();
    expect(link.sent).toHaveLength(1);
  });
});

describe('unsolicited messages from a server', () => {
  test('notifications arrive in order and before a later response', async () => {
    const order: string[] = [];
    const { link, upstream } = await openFake({ onNotification: (method) => order.push(method) });
    const call = upstream.request('tools/call', {}).then(() => order.push('response'));
    link.receive({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } });
    link.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    link.receive({ jsonrpc: '2.0', id: 2, result: {} });
    await call;
    expect(order).toEqual(['notifications/message', 'notifications/tools/list_changed', 'response']);
  });

  test('unusable messages from a server are noted and do no harm', async () => {
    const { link, upstream, notes, notifications } = await openFake();
    const call = upstream.request('tools/call', {});
    for (const message of [
      { id: 99, result: {} },
      { id: 'abc', result: {} },
      { id: null, error: { code: -32700, message: 'Parse error' } },
      { result: {} },
      { method: 'notifications/x', params: [1] },
      { method: 'x', id: null },
      { method: 'x', id: {} },
      {},
    ] as JsonObject[]) {
      link.receive({ jsonrpc: '2.0', ...message });
    }
    link.receive({ jsonrpc: '2.0', id: 2, result: { well: true } });
    expect(await call).toEqual({ well: true });
    expect(notifications).toEqual([]);
    expect(notes).toHaveLength(8);
    expect(notes[2]).toContain('Parse error');
  });

  test('a notification listener that throws does no harm', async () => {
    const { link, notes } = await openFake({
      onNotification: () => {
        throw new Error('listener');
      },
    });
    link.receive({ jsonrpc: '2.0', method: 'notifications/message' });
    expect(notes).toEqual([expect.stringContaining('listener')]);
  });
});
