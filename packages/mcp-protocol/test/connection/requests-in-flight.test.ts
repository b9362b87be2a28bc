import { type RequestContext, type ToolDefinition, toolResult, wireError } from '@modegate/mcp-protocol';
import { connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { deferred, echo, manualSchedule, sampleServer, tool, turns } from '../support/sample.ts';

function answersTo(client: InMemoryClient, id: unknown): readonly unknown[] {
  return client.received.filter((message) => 'id' in message && message.id === id && !('method' in message));
}

describe('cancelling requests in flight', () => {
  function hanging(): {
    readonly definition: ToolDefinition;
    readonly started: Promise<RequestContext>;
    readonly ended: Promise<unknown>;
  } {
    const started = deferred<RequestContext>();
    const ended = deferred<unknown>();
    const definition = tool('hang', (_input, context) => {
      started.resolve(context);
      return new Promise((_resolve, reject) => {
        context.signal.addEventListener('abort', () => {
          ended.resolve(context.signal.reason);
          reject(context.signal.reason as Error);
        });
      });
    });
    return { definition, started: started.promise, ended: ended.promise };
  }

  test.each([0, 1, 'a', ''])('the cancelled request %j is aborted and never answered', async (id) => {
    const errors: unknown[] = [];
    const { definition, started, ended } = hanging();
    const client = await connectInMemory(sampleServer({ tools: [definition], onError: (error) => errors.push(error) }));
    const before = answersTo(client, id).length;
    client.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'hang' } });
    await started;
    client.notify('notifications/cancelled', { requestId: id, reason: 'changed my mind' });
    expect(await ended).toMatchObject({ name: 'AbortError', message: 'changed my mind' });
    await turns();
    expect(answersTo(client, id)).toHaveLength(before);
    expect(errors).toEqual([]);
  });

  test('a handler that ignores a cancellation is not answered, and its slot is freed', async () => {
    const gate = deferred();
    const server = sampleServer({
      tools: [
        tool('deaf', async () => {
          await gate.promise;
          return toolResult({ text: 'late' });
        }),
      ],
    });
    const client = await connectInMemory(server);
    client.send({ jsonrpc: '2.0', id: 'd', method: 'tools/call', params: { name: 'deaf' } });
    client.notify('notifications/cancelled', { requestId: 'd' });
    expect(server.inFlight).toBe(1);
    gate.resolve();
    await turns();
    expect(answersTo(client, 'd')).toEqual([]);
    expect(server.inFlight).toBe(0);
  });

  test('a signal first read after the cancellation is already aborted', async () => {
    const gate = deferred();
    const seen = deferred<boolean>();
    const late = tool('late', async (_input, context) => {
      await gate.promise;
      seen.resolve(context.signal.aborted);
      return toolResult({ text: '' });
    });
    const client = await connectInMemory(sampleServer({ tools: [late] }));
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'late' } });
    client.notify('notifications/cancelled', { requestId: 1 });
    gate.resolve();
    expect(await seen.promise).toBe(true);
  });

  test('a cancelled request that is queued never starts', async () => {
    const gate = deferred();
    const started: string[] = [];
    const slow = tool('slow', async (_input, { requestId }) => {
      started.push(String(requestId));
      await gate.promise;
      return toolResult({ text: '' });
    });
    const server = sampleServer({ tools: [slow], maxConcurrent: 1 });
    const client = await connectInMemory(server);
    for (const id of ['a', 'b', 'c'])
      client.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'slow' } });
    client.notify('notifications/cancelled', { requestId: 'b' });
    gate.resolve();
    await turns();
    expect(started).toEqual(['a', 'c']);
    expect(server.inFlight).toBe(0);
  });

  test('all requests are aborted when the client disconnects', async () => {
    const { definition, started, ended } = hanging();
    const client = await connectInMemory(sampleServer({ tools: [definition] }));
    const call = client.callTool('hang').catch((error: unknown) => error);
    await started;
    await client.close();
    expect(await ended).toMatchObject({ name: 'AbortError', message: 'The connection closed' });
    await call;
  });

  test('the test client cancels requests by its signal', async () => {
    const { definition, started, ended } = hanging();
    const client = await connectInMemory(sampleServer({ tools: [definition] }));
    const controller = new AbortController();
    const call = client.callTool('hang', {}, { signal: controller.signal });
    await started;
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await ended;
  });
});

describe('progress notifications', () => {
  const working = tool('work', async (_input, { progress }) => {
    for (const value of [1, 1, 0, 2, Number.NaN, 3])
      await progress({ progress: value, total: 3, message: `at ${value}` });
    return toolResult({ text: 'done' });
  });

  test('progress is sent if requested, only while it grows, and entirely before the answer', async () => {
    const client = await connectInMemory(sampleServer({ tools: [working] }));
    const seen: unknown[] = [];
    await client.callTool('work', {}, { onProgress: (progress) => seen.push(progress.progress) });
    expect(seen).toEqual([1, 2, 3]);
    expect(client.notifications[0]).toMatchObject({
      method: 'notifications/progress',
      params: { progress: 1, total: 3, message: 'at 1' },
    });
  });

  test('progress is not sent to clients that did not request it', async () => {
    const client = await connectInMemory(sampleServer({ tools: [working] }));
    await client.callTool('work');
    expect(client.notifications).toEqual([]);
  });

  test('the progress token may be a string, and nothing is sent once the call is over', async () => {
    const late = deferred<RequestContext['progress']>();
    const server = sampleServer({
      tools: [
        tool('leak', async (_input, { progress }) => {
          await progress({ progress: 1 });
          late.resolve(progress);
          return toolResult({ text: '' });
        }),
      ],
    });
    const client = await connectInMemory(server);
    await client.request('tools/call', { name: 'leak', _meta: { progressToken: 'tok' } });
    await (await late.promise)({ progress: 2 });
    expect(client.notifications.map((notification) => notification.params)).toEqual([
      { progress: 1, progressToken: 'tok' },
    ]);
  });
});

describe('the request context', () => {
  test('a handler receives the id and _meta of its request', async () => {
    const server = sampleServer({
      tools: [tool('meta', (_input, { requestId, meta }) => toolResult({ structured: { requestId, meta } }))],
    });
    const client = await connectInMemory(server);
    client.send({ jsonrpc: '2.0', id: 'm', method: 'tools/call', params: { name: 'meta', _meta: { 'a.b/c': 1 } } });
    await expect
      .poll(() => answersTo(client, 'm')[0])
      .toMatchObject({ result: { structuredContent: { requestId: 'm', meta: { 'a.b/c': 1 } } } });
  });

  test('an id already in use is refused without an id, so that the first request keeps its answer', async () => {
    const gate = deferred();
    const server = sampleServer({
      tools: [
        tool('slow', async () => {
          await gate.promise;
          return toolResult({ text: 'first' });
        }),
      ],
    });
    const client = await connectInMemory(server);
    client.send({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'slow' } });
    client.send({ jsonrpc: '2.0', id: 'x', method: 'ping' });
    expect(client.received.at(-1)).toMatchObject({ id: null, error: { code: -32600 } });
    gate.resolve();
    await turns();
    expect(answersTo(client, 'x')).toMatchObject([{ result: { content: [{ text: 'first' }] } }]);
  });

  test('no more requests run concurrently than allowed, all are answered, and pings never wait', async () => {
    let running = 0;
    let most = 0;
    const gate = deferred();
    const slow = tool('slow', async () => {
      running++;
      most = Math.max(most, running);
      await gate.promise;
      running--;
      return toolResult({ text: '' });
    });
    const server = sampleServer({ tools: [slow], maxConcurrent: 8 });
    const client = await connectInMemory(server);
    const calls = Array.from({ length: 3_000 }, () => client.callTool('slow'));
    expect(server.inFlight).toBe(3_000);
    expect(await client.request('ping')).toEqual({});
    gate.resolve();
    expect(await Promise.all(calls)).toHaveLength(3_000);
    expect(most).toBe(8);
    expect(server.inFlight).toBe(0);
  });
});

describe('requests to the client', () => {
  const asking = tool('ask', async (_input, { request }) =>
    toolResult({ structured: await request('elicitation/create', { message: 'Name?' }) }),
  );

  async function asked(client: InMemoryClient): Promise<{ readonly id: unknown }> {
    await expect.poll(() => client.received.some((message) => 'method' in message && 'id' in message)).toBe(true);
    return client.received.find((message) => 'method' in message && 'id' in message) as { readonly id: unknown };
  }

  test('a call may send a request to the client and continues with the answer', async () => {
    const client = await connectInMemory(sampleServer({ tools: [asking] }), { capabilities: { elicitation: {} } });
    const call = client.callTool('ask');
    const question = await asked(client);
    expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Name?' } });
    client.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept' } });
    expect((await call).structuredContent).toEqual({ action: 'accept' });
  });

  test('a refusal by the client is passed on unchanged', async () => {
    const client = await connectInMemory(sampleServer({ tools: [asking] }), { capabilities: { elicitation: {} } });
    const call = client.callTool('ask');
    const { id } = await asked(client);
    client.send({ jsonrpc: '2.0', id, error: { code: -1, message: 'User rejected', data: { why: 'no' } } });
    await expect(call).rejects.toMatchObject({ code: -1, message: 'User rejected', data: { why: 'no' } });
  });

  test('an invalid answer from the client is an error', async () => {
    const client = await connectInMemory(sampleServer({ tools: [asking] }), { capabilities: { elicitation: {} } });
    const call = client.callTool('ask');
    const { id } = await asked(client);
    client.send({ jsonrpc: '2.0', id, result: 'yes' });
    expect(await call).toMatchObject({ isError: true, structuredContent: { error: { name: 'INTERNAL_ERROR' } } });
  });

  test('a client without the capability receives no request', async () => {
    const client = await connectInMemory(sampleServer({ tools: [asking] }));
    expect(await client.callTool('ask')).toMatchObject({
      isError: true,
      structuredContent: { error: { name: 'INVALID_REQUEST', data: { capability: 'elicitation' } } },
    });
  });

  test('a client that does not answer in time receives a cancellation', async () => {
    const clock = manualSchedule();
    const client = await connectInMemory(sampleServer({ tools: [asking], schedule: clock.schedule }), {
      capabilities: { elicitation: {} },
    });
    const call = client.callTool('ask');
    const { id } = await asked(client);
    expect(clock.delays).toEqual([60_000]);
    clock.runAll();
    expect(await call).toMatchObject({ isError: true });
    expect(client.notifications.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
    client.send({ jsonrpc: '2.0', id, result: {} });
  });

  test('a handler may withdraw its request to the client while the call continues', async () => {
    const controller = new AbortController();
    const patient = tool('ask', async (_input, { request }) => {
      const params = { message: 'Name?' };
      const asked = request('elicitation/create', params, { signal: controller.signal });
      return toolResult({ structured: { why: String(await asked.catch((error: unknown) => error)) } });
    });
    const client = await connectInMemory(sampleServer({ tools: [patient] }), { capabilities: { elicitation: {} } });
    const call = client.callTool('ask');
    const { id } = await asked(client);
    controller.abort(new Error('never mind'));
    expect((await call).structuredContent).toEqual({ why: 'Error: never mind' });
    expect(client.notifications.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
  });

  test('a request to the client is withdrawn when its call is cancelled', async () => {
    const failed = deferred<unknown>();
    const definition = tool('ask', async (_input, { request }) => {
      try {
        await request('roots/list');
      } catch (error) {
        failed.resolve(error);
      }
      throw wireError('INTERNAL_ERROR', 'over');
    });
    const client = await connectInMemory(sampleServer({ tools: [definition] }), { capabilities: { roots: {} } });
    client.send({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'ask' } });
    await asked(client);
    client.notify('notifications/cancelled', { requestId: 'c', reason: 'stop' });
    expect(await failed.promise).toMatchObject({ message: 'stop' });
  });
});

describe('requests that wait for another program (servers F6)', () => {
  const hanging = tool('hang', (_input, { releaseSlot }) => {
    releaseSlot();
    return new Promise(() => undefined);
  });

  test('requests that wait for another program occupy no slots, however many there are', async () => {
    const server = sampleServer({ tools: [hanging, echo], maxConcurrent: 2 });
    const client = await connectInMemory(server);
    for (let id = 100; id < 400; id++)
      client.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'hang' } });
    expect(await client.callTool('echo', { text: 'a' })).toMatchObject({ structuredContent: { said: 'a' } });
    expect(server.inFlight).toBe(300);
  });

  test('waiting requests release their slot once and are no longer counted when they have ended', async () => {
    const gate = deferred();
    const waiting = tool('wait', async (_input, { releaseSlot }) => {
      for (let time = 0; time < 3; time++) releaseSlot();
      await gate.promise;
      return toolResult({ text: '' });
    });
    const started: string[] = [];
    const slow = tool('slow', (_input, { requestId }) => {
      started.push(String(requestId));
      return new Promise(() => undefined);
    });
    const server = sampleServer({ tools: [waiting, slow], maxConcurrent: 1 });
    const client = await connectInMemory(server);
    const ended = client.callTool('wait');
    for (const id of ['a', 'b']) client.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'slow' } });
    await turns();
    gate.resolve();
    await ended;
    expect(started).toEqual(['a']);
    expect(server.inFlight).toBe(2);
  });
});
