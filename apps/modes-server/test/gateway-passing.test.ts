import { type JsonObject, RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { createFakeUpstreams, tool, type UpstreamOffer } from './support/fake-upstreams.ts';
import { type OpenServerOptions, openServer } from './support/open-server.ts';
import { nextQuestion, questionsOf, turn } from './support/questions.ts';

const able = { elicitation: {}, sampling: {}, roots: { listChanged: true } };

async function open(offer: UpstreamOffer = {}, options: OpenServerOptions = {}) {
  const upstreams = createFakeUpstreams({ alpha: { tools: [tool('echo')], ...offer } });
  const flags = { mode: 'code', toolsets: 'off', ...options.flags };
  const server = await openServer({ upstreams, client: { capabilities: able }, ...options, flags });
  return { ...server, alpha: upstreams.of('alpha') };
}

/** A number that JSON.stringify writes as it is spelt here. */
const spelt = (literal: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(literal);

const ways = [
  ['directly', 'alpha__echo', {}],
  ['through call_tool', 'call_tool', { name: 'alpha__echo', arguments: {} }],
] as const;

describe.each(ways)('results that come %s', (_way, name, input) => {
  test('a result from a server is passed on unchanged in every member', async () => {
    const result = {
      content: [
        { type: 'hologram', depth: 3, 'x-more': null },
        { type: 'text', text: 'ä' },
      ],
      structuredContent: { a: [1, { b: null }] },
      isError: true,
      _meta: { 'a.b/c': 1 },
      'x-result': {},
    };
    const { client } = await open({ answer: () => result });
    expect(await client.callTool(name, input)).toEqual(result);
  });

  test('a result and its arguments keep the spelling of every number (security L2)', async () => {
    const args = { id: spelt('9007199254740993'), e: [spelt('1e400'), spelt('-0')], n: 1.5 };
    const { client, alpha } = await open({
      answer: ({ params }) => ({ content: [], structuredContent: params.arguments }),
    });
    const result = await client.callTool(name, name === 'call_tool' ? { ...input, arguments: args } : args);
    const called = alpha.received.find(({ method }) => method === 'tools/call')?.params as JsonObject;
    const text = '{"id":9007199254740993,"e":[1e400,-0],"n":1.5}';
    expect(JSON.stringify(called.arguments)).toBe(text);
    expect(JSON.stringify(result.structuredContent)).toBe(text);
  });

  test('a result may lack content', async () => {
    const { client } = await open({ answer: () => ({ task: { taskId: 't', status: 'working' } }) });
    expect(await client.callTool(name, input)).toMatchObject({ task: { taskId: 't', status: 'working' } });
  });

  test('a result may be the error of the server, with its code and data', async () => {
    const { client } = await open({
      answer: () => Promise.reject(new RpcError(-32_042, 'Open this', { elicitations: [1] })),
    });
    await expect(client.callTool(name, input)).rejects.toMatchObject({
      code: -32_042,
      message: 'Open this',
      data: { elicitations: [1] },
    });
  });

  test('a refused call is answered in the form in which the server reports failures', async () => {
    const { client } = await open({}, { flags: { mode: 'orchestrator' } });
    expect(await client.callTool(name, input)).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          name: 'TOOL_RESTRICTION_ERROR',
          data: { tool: 'alpha__echo', mode: 'orchestrator', rule: expect.any(String) },
        },
      },
    });
  });

  test('the progress of a call arrives before its result', async () => {
    const { client, alpha } = await open({
      answer: ({ params }) => {
        const { progressToken } = params._meta as JsonObject;
        for (const progress of [1, 2])
          alpha.notify('notifications/progress', { progressToken, progress, total: 2, 'x-step': progress });
        return { content: [] };
      },
    });
    const steps: JsonObject[] = [];
    await client.callTool(name, input, { onProgress: ({ progressToken: _token, ...step }) => steps.push(step) });
    expect(steps).toEqual([
      { progress: 1, total: 2, 'x-step': 1 },
      { progress: 2, total: 2, 'x-step': 2 },
    ]);
  });

  test('a cancelled call is cancelled at the server', async () => {
    const { client, alpha } = await open({ answer: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const call = client.callTool(name, input, { signal: controller.signal });
    await expect.poll(() => alpha.requests()).toHaveLength(1);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    const { id } = alpha.received.find(({ method }) => method === 'tools/call') ?? {};
    await expect
      .poll(() => alpha.received.at(-1))
      .toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
  });
});

describe('requests of a server during a call', () => {
  /** A call in which the server asks something, and the call's result once it was answered. */
  async function openAsking(method: string, params: JsonObject, options: OpenServerOptions = {}) {
    let asked: Promise<unknown> = Promise.resolve();
    const opened = await open(
      {
        answer: async () => {
          asked = opened.alpha.ask(method, params).catch((error: unknown) => ({ error }));
          return { content: [], structuredContent: { answer: await asked } };
        },
      },
      options,
    );
    const calling = opened.call('alpha__echo');
    return { ...opened, calling };
  }

  test('a server request during a call and its answer are passed on unchanged', async () => {
    const params = { messages: [], maxTokens: 5, 'x-more': [1], _meta: { 'a.b/c': 2 } };
    const { client, calling } = await openAsking('sampling/createMessage', params);
    const question = await nextQuestion(client);
    expect(question).toMatchObject({ method: 'sampling/createMessage', params });
    const answer = { role: 'assistant', content: { type: 'hologram' }, 'x-result': 1 };
    question.answer(answer);
    expect((await calling).facts.answer).toEqual(answer);
  });

  test('a failed server request fails with the code and data of the client', async () => {
    const { client, calling } = await openAsking('sampling/createMessage', { messages: [] });
    const error = { code: -1, message: 'User rejected sampling request', data: { why: ['no'] } };
    (await nextQuestion(client)).fail(error);
    expect((await calling).facts.answer).toEqual({ error });
  });

  test('a server request that needs an undeclared client capability is refused', async () => {
    const { client, calling, alpha } = await openAsking(
      'sampling/createMessage',
      {},
      { client: { capabilities: { elicitation: {} } } },
    );
    expect((await calling).facts.answer).toMatchObject({ error: { code: -32_600 } });
    expect([questionsOf(client), alpha.told()]).toEqual([[], [{ elicitation: {} }]]);
  });

  test('a server request that the server cancels is cancelled at the client', async () => {
    const { client, calling, alpha } = await openAsking('elicitation/create', { message: 'Sure?' });
    const { id } = await nextQuestion(client);
    alpha.notify('notifications/cancelled', { requestId: 'ask-1', reason: 'never mind' });
    const { params } = await client.nextNotification('notifications/cancelled');
    expect(params).toEqual({ requestId: id, reason: 'never mind' });
    calling.catch(() => undefined);
  });

  test('the server receives the progress of its request to the client', async () => {
    const { client, calling, alpha } = await openAsking('sampling/createMessage', {
      messages: [],
      _meta: { progressToken: 'theirs' },
    });
    const question = await nextQuestion(client);
    const { progressToken } = question.params._meta as JsonObject;
    expect(progressToken).not.toBe('theirs');
    client.notify('notifications/progress', { progressToken, progress: 1, message: 'thinking' });
    await expect
      .poll(() => alpha.received.at(-1))
      .toMatchObject({
        method: 'notifications/progress',
        params: { progressToken: 'theirs', progress: 1, message: 'thinking' },
      });
    question.answer({});
    await calling;
  });
});

test('a change of the client roots is passed on to the servers', async () => {
  const { client, alpha } = await open();
  client.notify('notifications/roots/list_changed');
  await turn();
  expect(alpha.received.at(-1)).toMatchObject({ method: 'notifications/roots/list_changed' });
});

test.each(['alpha__hang', 'call_tool'])(
  'a server that hangs does not slow the other servers and the gateway: 300 calls by %s (servers F6)',
  async (name) => {
    const upstreams = createFakeUpstreams({
      alpha: { tools: [tool('hang')], answer: () => new Promise(() => undefined) },
      beta: { tools: [tool('echo')] },
    });
    const { client, call } = await openServer({ upstreams, flags: { mode: 'code', toolsets: 'off' } });
    const args = name === 'call_tool' ? { name: 'alpha__hang', arguments: {} } : {};
    for (let count = 0; count < 300; count++) client.callTool(name, args).catch(() => undefined);
    await expect.poll(() => upstreams.of('alpha').requests()).toHaveLength(300);
    expect((await call('beta__echo')).text).toBe('tools/call echo');
    expect((await call('list_modes')).isError).toBe(false);
    expect((await call('list_available_tools')).isError).toBe(false);
    expect((await client.listTools()).length).toBeGreaterThan(2);
    expect(await client.request('ping')).toEqual({});
  },
);
