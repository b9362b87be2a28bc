import { type ConnectionContext, type RequestContext, toolResult, wireError } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { echo, modeResource, sampleServer, tool } from '../support/sample.ts';
import { ask, meta, request, VERSION } from '../support/stateless.ts';
import { call, driveStdio, INITIALIZE, ping } from '../support/stdio-driver.ts';

const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'sample', version: '1.2.3', title: 'Sample' } };

describe('requests of revision 2026-07-28 on stdio', () => {
  test('server/discover is answered as the first request and again later', async () => {
    const driver = await driveStdio(sampleServer());
    for (const id of [1, 2])
      expect(await ask(driver, id, 'server/discover')).toEqual({
        jsonrpc: '2.0',
        id,
        result: {
          resultType: 'complete',
          supportedVersions: [VERSION],
          capabilities: {
            tools: { listChanged: true },
            resources: { subscribe: true, listChanged: true },
            prompts: { listChanged: true },
            completions: {},
          },
          instructions: 'Use echo.',
          ttlMs: 60_000,
          cacheScope: 'private',
          _meta: SERVER,
        },
      });
  });

  test.each([
    ['tools/list', {}, { tools: [{ name: 'echo' }] }],
    ['resources/list', {}, { resources: [{ uri: 'mode://all' }, {}, {}, {}, {}] }],
    ['resources/templates/list', {}, { resourceTemplates: [{ uriTemplate: 'mode://{slug}' }] }],
    ['prompts/list', {}, { prompts: [{ name: 'review' }] }],
    ['resources/read', { uri: 'mode://code' }, { contents: [{ text: '{"slug":"code"}' }] }],
  ])('the result of %s is cacheable only by the client, with a duration', async (method, params, result) => {
    const driver = await driveStdio(sampleServer());
    expect(await ask(driver, 1, method, params)).toMatchObject({
      result: { ...result, resultType: 'complete', ttlMs: expect.any(Number), cacheScope: 'private', _meta: SERVER },
    });
  });

  test('tool calls, prompts and completions are answered over stdio', async () => {
    const driver = await driveStdio(sampleServer());
    expect(await ask(driver, 1, 'tools/call', { name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
      result: { resultType: 'complete', structuredContent: { said: 'hi' }, metadata: { length: 2 } },
    });
    const prompt = await ask(driver, 2, 'prompts/get', { name: 'review', arguments: { file: 'a' } });
    expect(prompt).toMatchObject({ result: { resultType: 'complete', messages: [{ role: 'user' }] } });
    const ref = { type: 'ref/resource', uri: 'mode://{slug}' };
    expect(await ask(driver, 3, 'completion/complete', { ref, argument: { name: 'slug', value: 'd' } })).toMatchObject({
      result: { resultType: 'complete', completion: { values: ['debug'] } },
    });
    expect(prompt).not.toHaveProperty('result.ttlMs');
  });

  test('each request names its client and capabilities, and none of this is kept for the next', async () => {
    const seen: ConnectionContext[] = [];
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('look', async (_, context) => {
            seen.push(context);
            return toolResult({});
          }),
        ],
      }),
    );
    await ask(driver, 1, 'tools/call', { name: 'look' }, { elicitation: {} });
    const anonymous = meta();
    delete anonymous['io.modelcontextprotocol/clientInfo'];
    await ask(driver, 2, 'tools/call', { name: 'look', _meta: anonymous });
    expect(seen).toMatchObject([
      { isStateless: true, client: { name: 'raw' }, clientCapabilities: { elicitation: {} }, protocolVersion: VERSION },
      { isStateless: true, client: undefined, clientCapabilities: {} },
    ]);
  });

  test.each([
    ['no version', { 'io.modelcontextprotocol/protocolVersion': undefined }, -32602],
    ['a version that is a number', { 'io.modelcontextprotocol/protocolVersion': 20260728 }, -32602],
    ['no capabilities', { 'io.modelcontextprotocol/clientCapabilities': undefined }, -32602],
    ['capabilities that are a list', { 'io.modelcontextprotocol/clientCapabilities': [] }, -32602],
    ['a client without a version', { 'io.modelcontextprotocol/clientInfo': { name: 'x' } }, -32602],
    ['a later version', { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }, -32022],
    ['an earlier version', { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' }, -32022],
  ])('a stateless request with %s is refused, and nothing runs', async (_what, wrong, code) => {
    let ran = 0;
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('run', () => {
            ran++;
            return toolResult({});
          }),
        ],
      }),
    );
    await ask(driver, 0, 'server/discover');
    const answer = await ask(driver, 1, 'tools/call', { name: 'run', _meta: meta({}, wrong) });
    expect(answer).toMatchObject({ error: { code } });
    if (code === -32022)
      expect(answer).toMatchObject({ error: { data: { supported: [VERSION], requested: expect.any(String) } } });
    expect(ran).toBe(0);
  });

  test('methods removed in the revision are unknown', async () => {
    const driver = await driveStdio(sampleServer());
    for (const method of ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'tasks/list'])
      expect(await ask(driver, method, method, { uri: 'mode://all', level: 'debug' })).toMatchObject({
        error: { code: -32601 },
      });
  });

  test('error codes of Modegate are outside of the reserved range and keep their names', async () => {
    const refusing = tool('refuse', () => {
      throw wireError('TOOL_RESTRICTION_ERROR', 'Not in this mode.');
    });
    for (const toolErrors of ['result', 'jsonrpc'] as const) {
      const driver = await driveStdio(sampleServer({ tools: [refusing], toolErrors }));
      const answer = await ask(driver, 1, 'tools/call', { name: 'refuse' });
      const expected = { code: -31005, name: 'TOOL_RESTRICTION_ERROR' };
      if (toolErrors === 'result')
        expect(answer).toMatchObject({ result: { isError: true, structuredContent: { error: expected } } });
      else expect(answer).toMatchObject({ error: { code: expected.code, data: { name: expected.name } } });
    }
  });

  test.each([
    [-32002, -32602],
    [-32022, -32603],
    [-32042, -32603],
    [-32001, -32001],
    [-31999, -31999],
    [7, 7],
  ])("another server's error %d reaches the client as %d", async (code, shown) => {
    const { forwardedError } = await import('@modegate/mcp-protocol');
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('forward', () => {
            throw forwardedError({ code, message: 'theirs' });
          }),
        ],
      }),
    );
    expect(await ask(driver, 1, 'tools/call', { name: 'forward' })).toMatchObject({ error: { code: shown } });
  });

  test.each([
    [-32021, -32021],
    [-32002, -32002],
    [-32042, -32042],
    [-32020, -32603],
    [-32022, -32603],
  ])('F7: the error %d of a server of the same revision reaches the client as %d', async (code, shown) => {
    const { forwardedError } = await import('@modegate/mcp-protocol');
    const data = { requiredCapabilities: { sampling: {} } };
    const thrown = Object.assign(forwardedError({ code, message: 'theirs', data }), { revision: '2026-07-28' });
    const driver = await driveStdio(sampleServer({ tools: [tool('forward', () => Promise.reject(thrown))] }));
    const { error } = await ask(driver, 1, 'tools/call', { name: 'forward' });
    expect(error).toMatchObject({ code: shown, message: 'theirs' });
    if (code === shown) expect(error).toEqual({ code, message: 'theirs', data });
  });

  test('a forwarded result cannot pass as a question', async () => {
    const forged = { content: [], resultType: 'input_required', inputRequests: { a: {} }, requestState: 'x', ttlMs: 9 };
    const driver = await driveStdio(
      sampleServer({ tools: [{ name: 'forge', inputSchema: { type: 'object' }, call: () => forged }] }),
    );
    expect(await ask(driver, 1, 'tools/call', { name: 'forge' })).toMatchObject({ result: { resultType: 'complete' } });
  });

  test('a stateless call can be cancelled', async () => {
    const aborted = Promise.withResolvers<string>();
    const waiting = tool('wait', async (_, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(String(signal.reason)));
      await aborted.promise;
      return toolResult({});
    });
    const driver = await driveStdio(sampleServer({ tools: [waiting] }));
    driver.send(request(1, 'tools/call', { name: 'wait' }), {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'enough' },
    });
    expect(await aborted.promise).toContain('enough');
    await ask(driver, 2, 'server/discover');
    expect(driver.messages.map(({ id }) => id)).toEqual([2]);
  });

  test('progress is reported to a request that asked for it, and log lines are not sent', async () => {
    const chatty = tool('chat', async (_, { progress, log }) => {
      log('error', 'lost');
      await progress({ progress: 1 });
      return toolResult({});
    });
    const server = sampleServer({ tools: [chatty] });
    const driver = await driveStdio(server);
    const logging = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' };
    await ask(driver, 1, 'tools/call', { name: 'chat', _meta: meta({}, logging) });
    server.log('error', 'lost too');
    expect(server.notify('notifications/message', { level: 'error', data: 'x' })).toBe(false);
    await ask(driver, 2, 'server/discover');
    expect(driver.messages.flatMap(({ method }) => method ?? [])).toEqual(['notifications/progress']);
  });

  test('the server cannot ask anything outside of a request', async () => {
    const server = sampleServer();
    const driver = await driveStdio(server);
    await ask(driver, 1, 'server/discover', {}, { roots: {} });
    const [{ connectionId } = { connectionId: '' }] = server.connections;
    await expect(server.request(connectionId, { method: 'roots/list', params: {} })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('the era of a connection', () => {
  test('the first request decides the era: after initialize, a revision in a request changes nothing', async () => {
    const seen: RequestContext[] = [];
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('look', (_, context) => {
            seen.push(context);
            return toolResult({});
          }),
        ],
      }),
    );
    await driver.initialize();
    const answer = await ask(driver, 1, 'tools/call', { name: 'look' });
    expect(answer).not.toHaveProperty('result.resultType');
    expect(seen).toMatchObject([{ isStateless: false, protocolVersion: '2025-11-25', client: { name: 'driver' } }]);
    expect(await ask(driver, 2, 'server/discover')).toMatchObject({ error: { code: -32601 } });
  });

  test('a request without a revision is refused after a stateless first request', async () => {
    const driver = await driveStdio(sampleServer());
    await ask(driver, 1, 'server/discover');
    driver.send(call(2, 'echo', { text: 'x' }));
    expect(await driver.answer(2)).toMatchObject({
      error: { code: -32602, data: { param: '_meta["io.modelcontextprotocol/protocolVersion"]' } },
    });
  });

  test('a request with a refused version does not decide the era', async () => {
    const driver = await driveStdio(sampleServer());
    const later = meta({}, { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' });
    expect(await ask(driver, 1, 'server/discover', { _meta: later })).toMatchObject({ error: { code: -32022 } });
    driver.send(ping(2));
    expect(await driver.answer(2)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    expect(await driver.initialize()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });

  test('a client may begin a session after server/discover', async () => {
    const driver = await driveStdio(sampleServer());
    await ask(driver, 1, 'server/discover');
    driver.send(INITIALIZE);
    expect(await driver.answer('init')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    driver.send(call(2, 'echo', { text: 'hi' }));
    const answer = await driver.answer(2);
    expect(answer).toMatchObject({ result: { structuredContent: { said: 'hi' } } });
    expect(answer).not.toHaveProperty('result.resultType');
  });

  test('a new session inherits nothing: subscriptions end, and waiting requests get no answer', async () => {
    const asking = tool('ask', async (_, context) => {
      await context.request('elicitation/create', {});
      return toolResult({ text: 'asked' });
    });
    const server = sampleServer({ tools: [asking] });
    const driver = await driveStdio(server);
    driver.send(request('L', 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    const parked = await ask(driver, 1, 'tools/call', { name: 'ask' }, { elicitation: {} });
    const { requestState } = parked.result as { readonly requestState: string };
    await driver.initialize();
    expect(await driver.answer('L')).toMatchObject({ result: { resultType: 'complete' } });
    const inputResponses = { 'question-1': { action: 'accept' } };
    driver.send({ ...call(2, 'ask'), params: { name: 'ask', requestState, inputResponses } });
    expect(await driver.answer(2)).toMatchObject({ result: { isError: true } });
    server.notifyToolsChanged();
    expect(await driver.find(({ method }) => method === 'notifications/tools/list_changed')).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
    });
  });
});

describe('subscriptions/listen', () => {
  const listen = (id: string | number, notifications: unknown) =>
    request(id, 'subscriptions/listen', { notifications });
  const acknowledged = (driver: Awaited<ReturnType<typeof driveStdio>>, id: string | number) =>
    driver.find(
      ({ method, params }) =>
        method === 'notifications/subscriptions/acknowledged' &&
        (params as { _meta: Record<string, unknown> })._meta['io.modelcontextprotocol/subscriptionId'] === id,
    );

  test('a subscription is acknowledged as far as supported, and its changes carry the id of the request', async () => {
    const server = sampleServer({ resources: [modeResource], tools: [echo] });
    const driver = await driveStdio(server);
    driver.send(
      listen('L', {
        toolsListChanged: true,
        promptsListChanged: false,
        resourceSubscriptions: ['mode://code', 'x://y'],
      }),
    );
    expect(await acknowledged(driver, 'L')).toMatchObject({
      params: { notifications: { toolsListChanged: true, resourceSubscriptions: ['mode://code'] } },
    });
    server.notifyPromptsChanged();
    server.notifyToolsChanged();
    server.notifyResourceUpdated('mode://ask');
    server.notifyResourceUpdated('mode://code');
    const updated = await driver.find(({ method }) => method === 'notifications/resources/updated');
    expect(updated).toMatchObject({
      params: { uri: 'mode://code', _meta: { 'io.modelcontextprotocol/subscriptionId': 'L' } },
    });
    expect(driver.messages.flatMap(({ method }) => method ?? [])).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
      'notifications/resources/updated',
    ]);
  });

  test('changes go only to clients that listen, and not after they stopped', async () => {
    const server = sampleServer();
    const driver = await driveStdio(server);
    driver.send(listen(1, { toolsListChanged: true }));
    await acknowledged(driver, 1);
    driver.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await ask(driver, 2, 'server/discover');
    server.notifyToolsChanged();
    driver.send(listen(3, { toolsListChanged: true }));
    await acknowledged(driver, 3);
    server.notifyToolsChanged();
    await driver.find(({ method }) => method === 'notifications/tools/list_changed');
    expect(driver.messages.filter(({ method }) => method === 'notifications/tools/list_changed')).toHaveLength(1);
    expect(driver.messages.some(({ id }) => id === 1)).toBe(false);
  });

  test('subscriptions/listen ends with a result when the server ends, and does not delay it', async () => {
    const server = sampleServer();
    const driver = await driveStdio(server);
    driver.send(listen('L', { toolsListChanged: true }));
    await acknowledged(driver, 'L');
    driver.stdin.end();
    expect(await driver.serving.closed).toBe('stdin-ended');
    expect(driver.messages.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 'L',
      result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 'L', ...SERVER } },
    });
  });

  test.each([
    [undefined],
    ['all'],
    [{ toolsListChanged: 1 }],
    [{ resourceSubscriptions: 'x://y' }],
    [{ resourceSubscriptions: Array.from({ length: 101 }, String) }],
  ])('subscriptions/listen refuses %j', async (notifications) => {
    const driver = await driveStdio(sampleServer());
    driver.send(listen(1, notifications));
    expect(await driver.answer(1)).toMatchObject({ error: { code: -32602 } });
  });

  test('subscriptions/listen with nothing to report ends immediately', async () => {
    const driver = await driveStdio(sampleServer({ resources: [] }));
    driver.send(listen(1, { resourceSubscriptions: ['x://y'] }));
    expect(await driver.answer(1)).toMatchObject({ result: { resultType: 'complete' } });
    expect(await acknowledged(driver, 1)).toMatchObject({ params: { notifications: {} } });
  });

  test('the number of subscriptions is limited', async () => {
    const driver = await driveStdio(sampleServer());
    for (let id = 0; id < 256; id++) driver.send(listen(id, { toolsListChanged: true }));
    await acknowledged(driver, 255);
    driver.send(listen(256, { toolsListChanged: true }));
    expect(await driver.answer(256)).toMatchObject({ error: { code: -32600 } });
    expect(await ask(driver, 'after', 'tools/list')).toHaveProperty('result.tools');
  });
});
