import { type JsonObject, type RequestInput, RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { openFake, settle } from '../support/fake-link.ts';
import { discoverResult, inputOf, openModern } from '../support/stateless-link.ts';

const question = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: {} } };
const asks = (members: JsonObject = {}) => ({
  resultType: 'input_required',
  inputRequests: { who: question },
  requestState: 'opaque',
  ...members,
});

/** Makes a server answer each request of one method with the next result, and the last one for ever. */
async function answering(results: readonly JsonObject[], method = 'tools/call') {
  const world = await openModern();
  let count = 0;
  const before = world.link.onSent;
  world.link.onSent = (message) => {
    before(message);
    if (message.method !== method) return;
    world.link.receive({ jsonrpc: '2.0', id: message.id, result: results[Math.min(count++, results.length - 1)] });
  };
  return world;
}

const done = { resultType: 'complete', content: [] };

describe('a request to a modern server', () => {
  test('a modern request names the client, and clients cannot forge this', async () => {
    const { upstream, sentOf } = await answering([done]);
    const params = {
      name: 'x',
      inputResponses: { who: { action: 'accept' } },
      requestState: 'forged',
      _meta: {
        'io.modelcontextprotocol/clientInfo': { name: 'forged' },
        'io.modelcontextprotocol/logLevel': 'nonsense',
        traceparent: '00-1',
      },
    };
    await upstream.request('tools/call', params, { input: inputOf({}) });
    expect(sentOf('tools/call')).toEqual([
      expect.objectContaining({
        params: {
          name: 'x',
          _meta: {
            traceparent: '00-1',
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1.0.0' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
          },
        },
      }),
    ]);
  });

  test('a modern request returns its result without the data between the server and us', async () => {
    const framed = {
      ...done,
      ttlMs: 5,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'm' }, own: 1 },
    };
    const { upstream } = await answering([framed]);
    expect(await upstream.request('tools/call', {})).toEqual({ content: [], _meta: { own: 1 } });
  });

  test('a modern request whose result has no type is complete', async () => {
    const { upstream } = await answering([{ content: [] }]);
    expect(await upstream.request('tools/call', {})).toEqual({ content: [] });
  });

  test.each(['task', 'partial', 7, null])('a modern request whose result has the type %j fails', async (resultType) => {
    const { upstream } = await answering([{ ...done, resultType }]);
    await expect(upstream.request('tools/call', {}, { input: inputOf({}) })).rejects.toMatchObject({
      code: 'UPSTREAM_PROTOCOL',
      message: expect.stringContaining('of the unknown type'),
    });
  });

  test('a modern request is repeated with the answers and the exact state, under another id', async () => {
    const { upstream, sentOf } = await answering([asks(), asks({ requestState: undefined }), done]);
    const asked: [string, JsonObject][] = [];
    const answer = { action: 'accept', content: { name: 'Ada' } };
    await upstream.request('tools/call', { name: 'x' }, { input: inputOf(answer, asked) });
    expect(asked).toEqual([
      ['elicitation/create', question.params],
      ['elicitation/create', question.params],
    ]);
    const sent = sentOf('tools/call');
    expect(sent.map(({ params }) => params)).toEqual([
      { name: 'x', _meta: expect.anything() },
      { name: 'x', inputResponses: { who: answer }, requestState: 'opaque', _meta: expect.anything() },
      { name: 'x', inputResponses: { who: answer }, _meta: expect.anything() },
    ]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
  });

  test('F7: questions are answered under the keys of the server, concurrently if the client supports this', async () => {
    const inputRequests = { user_name: question, colour: question };
    for (const asksConcurrently of [false, true]) {
      const { upstream, sentOf } = await answering([asks({ inputRequests }), done]);
      const open: string[] = [];
      let mostOpen = 0;
      const answer: RequestInput['answer'] = async (_method, _params, { key }) => {
        mostOpen = Math.max(mostOpen, open.push(key));
        await settle();
        open.splice(open.indexOf(key), 1);
        return { action: 'accept', content: { key } };
      };
      await upstream.request('tools/call', {}, { input: { ...inputOf({}), asksConcurrently, answer } });
      expect(mostOpen).toBe(asksConcurrently ? 2 : 1);
      expect(sentOf('tools/call')[1]?.params).toMatchObject({
        inputResponses: {
          user_name: { action: 'accept', content: { key: 'user_name' } },
          colour: { action: 'accept', content: { key: 'colour' } },
        },
      });
    }
  });

  test('F7: the other questions are withdrawn when one of them has no answer', async () => {
    const { upstream } = await answering([asks({ inputRequests: { first: question, second: question } })]);
    const refusal = new RpcError(-1, 'User rejected');
    let isTakenBack = false;
    const answer: RequestInput['answer'] = async (_method, _params, { key, signal }) => {
      if (key === 'first') throw refusal;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isTakenBack = true;
          reject(signal.reason);
        });
      });
    };
    const input = { ...inputOf({}), asksConcurrently: true, answer };
    await expect(upstream.request('tools/call', {}, { input })).rejects.toBe(refusal);
    expect(isTakenBack).toBe(true);
  });

  test('F7: a modern request fails with the exact error of the server and its revision', async () => {
    const { upstream, link } = await openModern();
    const error = { code: -32_021, message: 'Sampling.', data: { requiredCapabilities: { sampling: {} } } };
    const before = link.onSent;
    link.onSent = (message) => {
      before(message);
      if (message.method === 'tools/call') link.receive({ jsonrpc: '2.0', id: message.id, error });
    };
    await expect(upstream.request('tools/call', {})).rejects.toMatchObject({ ...error, revision: '2026-07-28' });
  });

  test('a modern request that the server wants again without a question is repeated after growing delays', async () => {
    const { upstream, clock, sentOf } = await answering([{ resultType: 'input_required', requestState: 'later' }]);
    const waiting = upstream.request('tools/call', {});
    waiting.catch(() => undefined);
    await settle();
    expect(sentOf('tools/call')).toHaveLength(1);
    clock.advance(50);
    await settle();
    expect(sentOf('tools/call')).toHaveLength(2);
    clock.advance(99);
    await settle();
    expect(sentOf('tools/call')).toHaveLength(2);
    for (let round = 0; round < 20; round++) {
      clock.advance(5_000);
      await settle();
    }
    await expect(waiting).rejects.toMatchObject({ message: expect.stringContaining('after 16 rounds') });
    expect(sentOf('tools/call')).toHaveLength(16);
  });

  test('a modern request is checked again before it is repeated', async () => {
    const { upstream, sentOf } = await answering([asks(), done]);
    const recheck = async () => {
      throw new Error('The mode has changed.');
    };
    const input = { ...inputOf({ action: 'accept' }), recheck };
    await expect(upstream.request('tools/call', {}, { input })).rejects.toThrow('The mode has changed.');
    expect(sentOf('tools/call')).toHaveLength(1);
  });

  test('a modern request fails with the error of the client that answered the question', async () => {
    const { upstream, sentOf } = await answering([asks(), done]);
    const refusal = new RpcError(-1, 'User rejected');
    await expect(upstream.request('tools/call', {}, { input: inputOf(refusal) })).rejects.toBe(refusal);
    expect(sentOf('tools/call')).toHaveLength(1);
  });

  test('a modern request that no client can answer fails without asking any', async () => {
    const { upstream } = await answering([asks()]);
    await expect(upstream.request('tools/call', {})).rejects.toMatchObject({
      code: 'UPSTREAM_PROTOCOL',
      message: expect.stringContaining('requests "elicitation/create" before it answers "tools/call"'),
    });
  });

  test('a modern request is given up when it is aborted during a question', async () => {
    const { upstream } = await answering([asks()]);
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const input = {
      ...inputOf({}),
      answer: (_method: string, _params: JsonObject, { signal }: { readonly signal: AbortSignal }) => {
        signals.push(signal);
        return new Promise<JsonObject>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
      },
    };
    const request = upstream.request('tools/call', {}, { input, signal: controller.signal });
    request.catch(() => undefined);
    await expect.poll(() => signals.length).toBe(1);
    // The server has answered, and may still want the rest: it is not idle.
    expect(upstream.unanswered()).toBe(1);
    controller.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');
    await settle();
    expect(upstream.unanswered()).toBe(0);
  });

  test('a modern request is given up when the server ends during a question', async () => {
    const { upstream, link } = await answering([asks()]);
    const input = {
      ...inputOf({}),
      answer: (_method: string, _params: JsonObject, { signal }: { readonly signal: AbortSignal }) =>
        new Promise<JsonObject>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const request = upstream.request('tools/call', {}, { input });
    request.catch(() => undefined);
    await settle();
    link.end();
    await expect(request).rejects.toMatchObject({ code: 'UPSTREAM_CLOSED' });
  });

  test.each<[string, JsonObject]>([
    ['asks for ever', asks()],
    ['has a state of a megabyte', asks({ requestState: 'x'.repeat(1_048_576) })],
    ['has a state that is not a string', asks({ requestState: { a: 1 } })],
    [
      'asks a hundred things at once',
      asks({ inputRequests: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n, question])) }),
    ],
    ['asks by an unknown method', asks({ inputRequests: { x: { method: 'tools/call', params: {} } } })],
    ['asks for a thing without a method', asks({ inputRequests: { x: {} } })],
    ['asks with a text', asks({ inputRequests: 'who' })],
    ['asks with a list', asks({ inputRequests: [question] })],
    ['asks with params that are a list', asks({ inputRequests: { x: { ...question, params: [] } } })],
    ['asks for nothing', { resultType: 'input_required' }],
  ])('a modern request to a server that %s fails', async (_what, result) => {
    const { upstream, sentOf } = await answering([result]);
    await expect(upstream.request('tools/call', {}, { input: inputOf({ action: 'accept' }) })).rejects.toMatchObject({
      code: 'UPSTREAM_PROTOCOL',
    });
    expect(sentOf('tools/call').length).toBeLessThanOrEqual(16);
  });

  test('a method other than the three allowed ones must not be answered by a question', async () => {
    const { upstream } = await answering([asks()], 'completion/complete');
    await expect(upstream.request('completion/complete', {}, { input: inputOf({}) })).rejects.toMatchObject({
      message: expect.stringContaining('does not allow for this method'),
    });
  });

  test('a modern request ends the link when the server no longer knows the version', async () => {
    const { upstream, link } = await openModern();
    const request = upstream.request('tools/call', {});
    request.catch(() => undefined);
    const error = { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2025-11-25'] } };
    link.receive({ jsonrpc: '2.0', id: link.sent.at(-1)?.id, error });
    await expect(request).rejects.toMatchObject({ code: -32022 });
    expect(await upstream.closed).toMatchObject({
      reason: 'failed',
      message: 'It no longer speaks protocol 2026-07-28: Unsupported protocol version',
    });
  });

  test('legacy logging/setLevel and roots notifications keep their meaning on a modern server', async () => {
    const { upstream, sentOf } = await answering([done]);
    expect(await upstream.request('logging/setLevel', { level: 'warning' })).toEqual({});
    await expect(upstream.request('logging/setLevel', { level: 'loud' })).rejects.toMatchObject({ code: -32602 });
    await upstream.request('tools/call', {});
    expect(sentOf('tools/call')[0]?.params).toHaveProperty(['_meta', 'io.modelcontextprotocol/logLevel'], 'warning');
    expect(sentOf('logging/setLevel')).toEqual([]);
    await upstream.notify('notifications/roots/list_changed');
    expect(sentOf('notifications/roots/list_changed')).toEqual([]);
  });

  test('a modern request is cancelled by a message, or over HTTP by the transport', async () => {
    for (const name of ['over stdio', 'over HTTP']) {
      const { upstream, link, cancelled, sentOf } = await openModern({}, { name });
      const controller = new AbortController();
      const request = upstream.request('tools/call', {}, { signal: controller.signal });
      request.catch(() => undefined);
      const id = link.sent.at(-1)?.id;
      controller.abort(new Error('enough'));
      await expect(request).rejects.toThrow('enough');
      expect(cancelled).toEqual(name === 'over HTTP' ? [id] : []);
      expect(sentOf('notifications/cancelled')).toHaveLength(name === 'over HTTP' ? 0 : 1);
    }
  });
});

describe('a modern server that sends requests', () => {
  test.each(['ping', 'elicitation/create', 'sampling/createMessage', 'roots/list'])(
    'the request %s from a modern server is not answered',
    async (method) => {
      let asked = 0;
      const onRequest = async () => {
        asked++;
        return {};
      };
      const { link, notes } = await openModern({}, { onRequest });
      const before = link.sent.length;
      link.receive({ jsonrpc: '2.0', id: 1, method, params: {} });
      await settle();
      expect(asked).toBe(0);
      expect(link.sent).toHaveLength(before);
      expect(notes).toEqual([`garbage: A request "${method}", which MCP 2026-07-28 does not define`]);
    },
  );
});

describe('a legacy server that answers like a modern one', () => {
  test.each([asks(), { resultType: 'task', content: [] }, { resultType: null }])(
    'the answer %j from a legacy server fails',
    async (result) => {
      const { link, upstream } = await openFake();
      const request = upstream.request('tools/call', {}, { input: inputOf({}) });
      request.catch(() => undefined);
      link.receive({ jsonrpc: '2.0', id: link.sent.at(-1)?.id, result });
      await expect(request).rejects.toMatchObject({ code: 'UPSTREAM_PROTOCOL' });
    },
  );

  test('a legacy answer with the type of a complete result is passed on unchanged', async () => {
    const { link, upstream } = await openFake();
    const request = upstream.request('tools/call', {});
    const result = { resultType: 'complete', content: [], cacheScope: 'x' };
    link.receive({ jsonrpc: '2.0', id: link.sent.at(-1)?.id, result });
    expect(await request).toEqual(result);
  });
});

test('a modern server may declare only the required information', async () => {
  const { upstream } = await openModern({ instructions: 5, _meta: undefined, capabilities: {} });
  expect(upstream).toMatchObject({ serverInfo: {}, instructions: undefined, capabilities: {} });
  expect(discoverResult.resultType).toBe('complete');
});
