import { forwardedError, type ProtocolServer, type RequestContext, toolResult } from '@modegate/mcp-protocol';
import { type HttpServing, type ServeHttpOptions, type ServerFactory, serveHttp } from '@modegate/mcp-protocol/http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, openStream, type Reply, session } from '../support/http-client.ts';
import { deferred, echo, sampleServer, tool } from '../support/sample.ts';
import { meta, request, VERSION } from '../support/stateless.ts';

async function serve(server: ProtocolServer | ServerFactory = sampleServer(), options: ServeHttpOptions = {}) {
  const serving = await serveHttp(server, options);
  onTestFinished(() => serving.close());
  return serving;
}

const headers = (method: string, name?: string): Record<string, string> => ({
  'MCP-Protocol-Version': VERSION,
  'Mcp-Method': method,
  ...(name === undefined ? {} : { 'Mcp-Name': name }),
});

const call = (name: string, more: object = {}, capabilities: object = {}) =>
  request(1, 'tools/call', { name, arguments: {}, ...more }, capabilities);

const sayHi = request('a', 'tools/call', { name: 'echo', arguments: { text: 'hi' } });

function post(serving: HttpServing, body: unknown, sent: Record<string, string>, path = '/mcp'): Promise<Reply> {
  return ask(serving, { body, headers: sent, path });
}

describe('a request of revision 2026-07-28 over HTTP', () => {
  test('a stateless HTTP request is answered separately, under its id', async () => {
    const serving = await serve();
    const reply = await post(serving, sayHi, headers('tools/call', 'echo'));
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json' },
      json: { id: 'a', result: { resultType: 'complete', structuredContent: { said: 'hi' } } },
    });
    expect(reply.headers).not.toHaveProperty('mcp-session-id');
    expect(serving.sessionCount).toBe(0);
  });

  test('a stateless HTTP request may share its id with others in flight', async () => {
    const both = deferred();
    let running = 0;
    const meet = tool('meet', async (_, { meta }) => {
      running++;
      if (running === 2) both.resolve();
      await both.promise;
      return toolResult({ text: String(meta.who) });
    });
    const serving = await serve(sampleServer({ tools: [meet] }));
    const replies = await Promise.all(
      ['ann', 'bob'].map((who) =>
        post(serving, call('meet', { _meta: meta({}, { who }) }), headers('tools/call', 'meet')),
      ),
    );
    expect(replies.map(({ json }) => json)).toMatchObject([
      { id: 1, result: { content: [{ text: 'ann' }] } },
      { id: 1, result: { content: [{ text: 'bob' }] } },
    ]);
  });

  test('a stateless HTTP notification is accepted and has no effect', async () => {
    const serving = await serve();
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: meta() } };
    expect(await post(serving, cancelled, headers('notifications/cancelled'))).toMatchObject({ status: 202, text: '' });
  });

  test.each([
    ['no version', { 'MCP-Protocol-Version': undefined }],
    ['another version', { 'MCP-Protocol-Version': '2025-11-25' }],
    ['no method', { 'Mcp-Method': undefined }],
    ['another method', { 'Mcp-Method': 'tools/list' }],
    ['no name', { 'Mcp-Name': undefined }],
    ['another name', { 'Mcp-Name': 'leaky' }],
    ['a name that is not Base64', { 'Mcp-Name': '=?base64?#?=' }],
    ['the Base64 of another name', { 'Mcp-Name': `=?base64?${Buffer.from('leaky').toString('base64')}?=` }],
    ['a method in capitals', { 'Mcp-Method': 'TOOLS/CALL' }],
  ])('a stateless HTTP request with %s in its headers is refused, and nothing runs', async (_what, wrong) => {
    let ran = 0;
    const counting = {
      ...echo,
      call: () => {
        ran += 1;
        return toolResult({});
      },
    };
    const serving = await serve(sampleServer({ tools: [counting] }));
    const sent = { ...headers('tools/call', 'echo'), ...wrong };
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    expect(await post(serving, sayHi, given as Record<string, string>)).toMatchObject({
      status: 400,
      json: { id: 'a', error: { code: -32020, data: { name: 'HEADER_MISMATCH' } } },
    });
    expect(ran).toBe(0);
  });

  test('a name header may be Base64, and any header may have surrounding spaces', async () => {
    const server = sampleServer({
      tools: [tool('näme', () => toolResult({}))].map((each) => ({ ...each, name: 'n' })),
    });
    const serving = await serve(server);
    const name = `=?base64?${Buffer.from('n').toString('base64')}?=`;
    const sent = { ...headers('tools/call', ` ${name}\t`), 'MCP-Protocol-Version': ` ${VERSION} ` };
    expect(await post(serving, call('n'), sent)).toMatchObject({ status: 200 });
  });

  test.each([
    ['no envelope', {}, 400, -32602],
    ['no capabilities', { 'io.modelcontextprotocol/protocolVersion': VERSION }, 400, -32602],
    ['a version that is not one', { ...meta(), 'io.modelcontextprotocol/protocolVersion': 1 }, 400, -32602],
  ])('a stateless HTTP request with %s is refused', async (_what, wrong, status, code) => {
    const serving = await serve();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: wrong } };
    expect(await post(serving, body, headers('tools/list'))).toMatchObject({
      status,
      json: { id: 1, error: { code } },
    });
  });

  test('an unsupported version is refused with the list of supported ones', async () => {
    const serving = await serve();
    const body = request(1, 'tools/list', {
      _meta: { ...meta(), 'io.modelcontextprotocol/protocolVersion': '2027-01-01' },
    });
    const sent = { ...headers('tools/list'), 'MCP-Protocol-Version': '2027-01-01' };
    expect(await post(serving, body, sent)).toMatchObject({
      status: 400,
      json: { error: { code: -32022, data: { supported: [VERSION], requested: '2027-01-01' } } },
    });
  });

  test('an argument repeated in a header must have the same value there', async () => {
    const properties = {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      inner: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
      plain: { type: 'string' },
    };
    let ran = 0;
    const call = () => {
      ran += 1;
      return { content: [] };
    };
    const serving = await serve(
      sampleServer({ tools: [{ name: 'where', inputSchema: { type: 'object', properties }, call }] }),
    );
    const args = { region: 'eu', inner: { count: 3 }, plain: 'x' };
    const body = request(1, 'tools/call', { name: 'where', arguments: args });
    const sent = (more: Record<string, string>) => post(serving, body, { ...headers('tools/call', 'where'), ...more });
    const encoded = `=?base64?${Buffer.from('eu').toString('base64')}?=`;
    for (const wrong of [
      {},
      { 'Mcp-Param-Region': 'eu' },
      { 'Mcp-Param-Region': 'us', 'Mcp-Param-Count': '3' },
      { 'Mcp-Param-Region': '=?base64?#?=', 'Mcp-Param-Count': '3' },
      { 'Mcp-Param-Region': 'eu', 'Mcp-Param-Count': '4' },
    ])
      expect(await sent(wrong as Record<string, string>)).toMatchObject({
        status: 400,
        json: { error: { code: -32020 } },
      });
    expect(ran).toBe(0);
    expect(await sent({ 'Mcp-Param-Region': encoded, 'Mcp-Param-Count': '3.0' })).toMatchObject({ status: 200 });
    expect(ran).toBe(1);
  });

  test('stateless HTTP requests other than a POST of JSON are refused', async () => {
    const serving = await serve();
    for (const method of ['GET', 'DELETE'])
      expect(await ask(serving, { method, headers: { 'MCP-Protocol-Version': VERSION } })).toMatchObject({
        status: 405,
        headers: { allow: 'POST' },
      });
    const sent = { ...headers('tools/list'), 'Content-Type': 'text/plain' };
    expect(await post(serving, request(1, 'tools/list'), sent)).toMatchObject({ status: 415 });
  });

  test('different versions in header and body are a mismatch, even if neither is supported', async () => {
    const serving = await serve();
    const later = { ...meta(), 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    const body = request(1, 'tools/list', { _meta: later });
    expect(await post(serving, body, headers('tools/list'))).toMatchObject({
      status: 400,
      json: { error: { code: -32020 } },
    });
  });

  test('an unknown method is answered with 404, and a later failure with 200', async () => {
    const serving = await serve();
    for (const method of ['nope', 'ping', 'logging/setLevel', 'resources/subscribe'])
      expect(await post(serving, request(1, method), headers(method))).toMatchObject({
        status: 404,
        json: { error: { code: -32601 } },
      });
    expect(await post(serving, call('nope'), headers('tools/call', 'nope'))).toMatchObject({
      status: 200,
      json: { error: { code: -32602 } },
    });
  });

  test('F7: a client capability missing for an upstream server is answered with 400 and its name', async () => {
    const data = { requiredCapabilities: { sampling: {} } };
    const thrown = Object.assign(forwardedError({ code: -32_021, message: 'Sampling.', data }), { revision: VERSION });
    const serving = await serve(sampleServer({ tools: [tool('demanding', () => Promise.reject(thrown))] }));
    expect(await post(serving, call('demanding'), headers('tools/call', 'demanding'))).toMatchObject({
      status: 400,
      json: { error: { code: -32_021, message: 'Sampling.', data } },
    });
  });

  test('initialize with revision 2026-07-28 is refused with 404', async () => {
    const serving = await serve();
    expect(await post(serving, request(1, 'initialize'), headers('initialize'))).toMatchObject({ status: 404 });
  });

  test('clients of both eras are served at the same URL', async () => {
    const serving = await serve();
    const known = await session(serving);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await ask(serving, { body: list, headers: known })).toMatchObject({ status: 200 });
    const modern = await post(serving, request(1, 'tools/list'), { ...headers('tools/list'), ...known });
    expect(modern).toMatchObject({ status: 200, json: { result: { resultType: 'complete' } } });
    const legacy = await ask(serving, { body: list, headers: known });
    expect(legacy.json).not.toHaveProperty('result.resultType');
  });

  test('a stateless HTTP request is cancelled when its client closes the connection', async () => {
    const [started, aborted] = [deferred(), deferred<unknown>()];
    const wait = tool('wait', async (_, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      started.resolve();
      await aborted.promise;
      return toolResult({});
    });
    const serving = await serve(sampleServer({ tools: [wait] }));
    const controller = new AbortController();
    const fetching = fetch(serving.url, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'Content-Type': 'application/json', ...headers('tools/call', 'wait') },
      body: JSON.stringify(call('wait')),
    }).catch(() => undefined);
    await started.promise;
    controller.abort();
    await fetching;
    expect(String(await aborted.promise)).toContain('closed');
  });

  test('a stateless HTTP request is not started if its client disconnects during authentication', async () => {
    const [asked, go] = [deferred(), deferred()];
    let ran = 0;
    const counting = tool('count', () => {
      ran += 1;
      return toolResult({});
    });
    const server = sampleServer({ tools: [counting] });
    let waits = false;
    const serving = await serve(async () => {
      if (waits) asked.resolve();
      if (waits) await go.promise;
      return server;
    });
    const list = () => post(serving, request(1, 'tools/list'), headers('tools/list'));
    expect(await list()).toMatchObject({ status: 200 });
    waits = true;
    const controller = new AbortController();
    const fetching = fetch(serving.url, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'Content-Type': 'application/json', ...headers('tools/call', 'count') },
      body: JSON.stringify(call('count')),
    }).catch(() => undefined);
    await asked.promise;
    controller.abort();
    await fetching;
    await expect.poll(() => serving.connectionCount).toBeLessThan(2);
    go.resolve();
    expect(await list()).toMatchObject({ status: 200 });
    expect(ran).toBe(0);
  });

  test('progress turns the answer of a stateless request into a stream', async () => {
    const steps = tool('steps', async (_, { progress }) => {
      await progress({ progress: 1 });
      return toolResult({ text: 'done' });
    });
    const serving = await serve(sampleServer({ tools: [steps] }));
    const reply = await post(
      serving,
      call('steps', { _meta: meta({}, { progressToken: 7 }) }),
      headers('tools/call', 'steps'),
    );
    expect(reply.headers['content-type']).toBe('text/event-stream');
    expect(reply.text).toContain('"progressToken":7');
    expect(reply.json).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
  });

  test('requests over the limit of a client are refused, as are invalid hosts, bodies and credentials before', async () => {
    const [started, go] = [deferred(), deferred()];
    const wait = tool('wait', async () => {
      started.resolve();
      await go.promise;
      return toolResult({});
    });
    const serving = await serve(sampleServer({ tools: [wait] }), {
      maxPending: 1,
      bearerToken: 's',
      maxBodyBytes: 2_000,
    });
    const sent = { ...headers('tools/call', 'wait'), Authorization: 'Bearer s' };
    const first = post(serving, call('wait'), sent);
    await started.promise;
    expect(await post(serving, call('wait'), sent)).toMatchObject({ status: 429 });
    expect(await post(serving, call('wait'), headers('tools/call', 'wait'))).toMatchObject({ status: 401 });
    expect(await post(serving, call('wait'), { ...sent, Host: 'evil.example' })).toMatchObject({ status: 403 });
    expect(await post(serving, call('wait', { x: 'y'.repeat(3_000) }), sent)).toMatchObject({ status: 413 });
    go.resolve();
    expect(await first).toMatchObject({ status: 200 });
  });
});

describe('clients without a session', () => {
  const byName: ServeHttpOptions['authenticate'] = ({ authorization = '' }) => {
    const [, id = '', rights = ''] = /^Bearer (\w+) ?(\w*)$/.exec(authorization) ?? [];
    if (id === '') return { kind: 'refused', status: 401, message: 'No' };
    return { kind: 'admitted', principal: { id }, rights };
  };

  const asking = tool('ask', async (_, { request: put }) =>
    toolResult({ text: JSON.stringify(await put('elicitation/create', { message: 'Go on?' })) }),
  );

  const accept = { action: 'accept' };

  async function question(serving: HttpServing, who: string, path?: string) {
    const sent = { ...headers('tools/call', 'ask'), Authorization: `Bearer ${who}` };
    const { json } = await post(serving, call('ask', {}, { elicitation: {} }), sent, path);
    const { inputRequests = {}, requestState } = (json as { result: Record<string, unknown> }).result;
    const inputResponses = Object.fromEntries(Object.keys(inputRequests as object).map((key) => [key, accept]));
    return (as: string, at = path) =>
      post(
        serving,
        call('ask', { requestState, inputResponses }, { elicitation: {} }),
        { ...sent, Authorization: `Bearer ${as}` },
        at,
      );
  }

  test('a question is answered only by the principal it was sent to, at the same path with the same rights', async () => {
    const server = sampleServer({ tools: [asking] });
    const serving = await serve(() => server, { authenticate: byName });
    const answer = await question(serving, 'ann', '/mcp/a');
    for (const [as, path] of [
      ['bob', '/mcp/a'],
      ['ann', '/mcp/b'],
      ['ann', '/mcp'],
      ['ann more', '/mcp/a'],
    ] as const)
      expect([as, path, await answer(as, path)]).toMatchObject([as, path, { json: { error: { code: -32602 } } }]);
    expect(await answer('ann')).toMatchObject({ json: { result: { resultType: 'complete' } } });
    expect(await answer('ann')).toMatchObject({ json: { error: { code: -32602 } } });
  });

  test('each stateless request checks its path again, so that a closed path stays closed', async () => {
    const server = sampleServer();
    const seen: string[] = [];
    let isOpen = true;
    const serving = await serve(
      ({ subpath, principal, sessionId }) => {
        seen.push(`${principal?.id} ${subpath} ${sessionId}`);
        return isOpen ? server : { kind: 'refused', status: 403, message: 'Not any more' };
      },
      { authenticate: byName },
    );
    const sent = { ...headers('tools/list'), Authorization: 'Bearer ann' };
    const list = () => post(serving, request(1, 'tools/list'), sent, '/mcp/x');
    expect(await list()).toMatchObject({ status: 200 });
    isOpen = false;
    expect(await list()).toMatchObject({ status: 403 });
    expect(new Set(seen).size).toBe(1);
    expect(await post(serving, request(1, 'tools/list'), headers('tools/list'))).toMatchObject({ status: 401 });
  });

  test('a server that has ended is replaced by the next one from the factory', async () => {
    const servers = [sampleServer(), sampleServer()];
    let current = 0;
    const serving = await serve(() => servers[current]);
    const list = () => post(serving, request(1, 'tools/list'), headers('tools/list'));
    expect(await list()).toMatchObject({ status: 200 });
    await servers[0]?.close();
    current = 1;
    expect((await list()).status).toBe(200);
  });

  test('a path without a server is answered with 404', async () => {
    const serving = await serve(() => undefined);
    expect(await post(serving, request(1, 'tools/list'), headers('tools/list'))).toMatchObject({ status: 404 });
  });

  test('a revoked credential ends the requests made with it', async () => {
    const server = sampleServer({ tools: [asking] });
    let state: 'holds' | 'revoked' = 'holds';
    const serving = await serve(server, { authenticate: byName, review: async () => () => state });
    const answer = await question(serving, 'ann');
    state = 'revoked';
    await expect.poll(() => server.connections.length, { timeout: 5_000 }).toBe(0);
    expect(await answer('ann')).toMatchObject({ json: { error: { code: -32602 } } });
  });

  test('a slot is kept while a person considers a question, whatever other clients do', async () => {
    let now = 0;
    const limits = { maxPrincipals: 1, sessionIdleMs: 300_000, sessionEndMs: 20, now: () => now };
    const server = sampleServer({ tools: [asking] });
    const serving = await serve(server, { authenticate: byName, ...limits });
    const answer = await question(serving, 'ann');
    const list = () =>
      post(serving, request(1, 'tools/list'), { ...headers('tools/list'), Authorization: 'Bearer bob' });
    expect(await list()).toMatchObject({ status: 503 });
    now = 500_000;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.inFlight).toBe(1);
    expect(await answer('ann')).toMatchObject({ json: { result: { resultType: 'complete' } } });
    expect(server.inFlight).toBe(0);
    now = 1_000_000;
    await expect.poll(list, { timeout: 5_000 }).toMatchObject({ status: 200 });
  });

  test('kept slots are limited: one of the same principal makes room', async () => {
    const byPlace: ServeHttpOptions['authenticate'] = ({ authorization = '' }) => ({
      kind: 'admitted',
      principal: { id: 'ann' },
      rights: authorization,
    });
    const serving = await serve(() => sampleServer(), { authenticate: byPlace, maxSessionsEach: 2 });
    for (const who of ['ann', 'bob', 'cid'])
      expect(
        await post(serving, request(1, 'tools/list'), { ...headers('tools/list'), Authorization: `Bearer ${who}` }),
      ).toMatchObject({ status: 200 });
  });
});

describe('subscriptions/listen over HTTP', () => {
  test('each subscription receives its changes under its id until it ends, and the server ends it in order', async () => {
    const server = sampleServer();
    const serving = await serve(server);
    const listen = (notifications: object) =>
      openStream(serving, headers('subscriptions/listen'), request('L', 'subscriptions/listen', { notifications }));
    const [tools, prompts, gone] = [
      await listen({ toolsListChanged: true }),
      await listen({ promptsListChanged: true }),
      await listen({ toolsListChanged: true }),
    ];
    await tools.until((text) => text.includes('acknowledged'));
    await prompts.until((text) => text.includes('acknowledged'));
    gone.leave();
    await gone.ended;
    server.notifyToolsChanged();
    const text = await tools.until((heard) => heard.includes('tools/list_changed'));
    expect(text).toContain('"io.modelcontextprotocol/subscriptionId":"L"');
    await serving.close();
    const ended = await prompts.until((heard) => heard.includes('"result"'));
    expect(ended).not.toContain('list_changed');
    expect(ended).toContain('"id":"L"');
    await prompts.ended;
  });

  test('subscriptions/listen occupies no slot among the requests in flight, like the stream of a session', async () => {
    const server = sampleServer();
    const serving = await serve(server, { maxPending: 1 });
    const listen = request('L', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    const stream = await openStream(serving, headers('subscriptions/listen'), listen);
    await stream.until((text) => text.includes('acknowledged'));
    expect(await post(serving, sayHi, headers('tools/call', 'echo'))).toMatchObject({ status: 200 });
    expect(server.inFlight).toBe(0);
  });
});

describe.each([
  ['pinned to 2026-07-28', { pin: '2026-07-28' } as const],
  ['that negotiates', 'auto' as const],
])('the client of SDK v2 %s over HTTP', (_how, mode) => {
  test('the client lists, calls, answers questions and listens', async () => {
    const seen: RequestContext[] = [];
    const asking = tool('ask', async (_, context) => {
      seen.push(context);
      return toolResult({ text: JSON.stringify(await context.request('elicitation/create', FORM)) });
    });
    const server = sampleServer({ tools: [echo, asking] });
    const serving = await serve(server);
    const client = new Client(
      { name: 'v2', version: '1' },
      { versionNegotiation: { mode }, capabilities: { elicitation: {} } },
    );
    client.setRequestHandler('elicitation/create', async () => ({ action: 'decline' as const }));
    await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)));
    expect(client.getNegotiatedProtocolVersion()).toBe(VERSION);
    expect((await client.listTools()).tools).toHaveLength(2);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
      structuredContent: { said: 'hi' },
    });
    expect(await client.callTool({ name: 'ask' })).toMatchObject({ content: [{ text: '{"action":"decline"}' }] });
    expect(seen).toMatchObject([{ isStateless: true, client: { name: 'v2' } }]);
    const heard = deferred<string>();
    client.setNotificationHandler('notifications/tools/list_changed', ({ method }) => heard.resolve(method));
    await client.listen({ toolsListChanged: true });
    server.notifyToolsChanged();
    expect(await heard.promise).toBe('notifications/tools/list_changed');
    await client.close();
  });
});

const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
