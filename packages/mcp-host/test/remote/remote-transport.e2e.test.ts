import type { JsonObject } from '@modegate/mcp-host/connections';
import {
  createRemoteTransport,
  openUpstream,
  type RemoteTransportOptions,
  type UpstreamOptions,
} from '@modegate/mcp-host/connections';
import { afterEach, describe, expect, test } from 'vitest';
import { baseOptions } from '../support/fake-link.ts';
import { type Answer, events, type HttpServer, json, oldSse, startHttp, streamable } from '../support/http-server.ts';

const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function serve(answer: Answer): Promise<HttpServer> {
  const server = await startHttp(answer);
  opened.push(server.close);
  return server;
}

async function open(
  url: string,
  options: Partial<RemoteTransportOptions> = {},
  upstreamOptions: Partial<UpstreamOptions> = {},
) {
  const notifications: [string, JsonObject][] = [];
  const notes: string[] = [];
  const transport = createRemoteTransport({
    type: 'streamable-http',
    url,
    headers: {},
    typeInferred: false,
    ...options,
  });
  const upstream = await openUpstream(transport, {
    ...baseOptions,
    initializeTimeoutMs: 20_000,
    onNotification: (method, params) => notifications.push([method, params]),
    onLog: (kind, text) => notes.push(`${kind}: ${text}`),
    ...upstreamOptions,
  });
  opened.push(upstream.close);
  return { upstream, notifications, notes };
}

const noStream: Answer = (_hit, response) => {
  response.writeHead(405).end();
};

/** Answers requests with `answer`, and refuses the stream of the server's own messages. */
const answering = (answer: Answer): Answer =>
  streamable((hit, response) => (hit.method === 'GET' ? noStream : answer)(hit, response));

describe.each(['JSON', 'an event stream'])('a Streamable HTTP server that answers with %s', (how) => {
  const reply = (response: Parameters<Answer>[1], message: JsonObject): void => {
    if (how === 'JSON') json(response, { jsonrpc: '2.0', ...message });
    else events(response, message).end();
  };

  test.each<[string, JsonObject]>([
    [
      'unknown members, in their order',
      { result: { z: 1, tools: [{ 'x-ext': 1, name: 'a' }], _meta: { b: 1, progressToken: {} }, a: 2 } },
    ],
    ['members beside the result', { result: { a: 1 }, extra: true, error: null }],
  ])('a Streamable HTTP server delivers results unchanged: %s', async (_what, answer) => {
    const server = await serve(answering(({ message }, response) => reply(response, { id: message.id, ...answer })));
    const { upstream } = await open(server.url);
    expect(JSON.stringify(await upstream.request('tools/list', {}))).toBe(JSON.stringify(answer.result));
  });

  test('a Streamable HTTP server delivers errors unchanged', async () => {
    const error = { code: -32002, message: 'MCP error -32002: gone', data: { uri: 'a:b' }, more: 1 };
    const server = await serve(answering(({ message }, response) => reply(response, { id: message.id, error })));
    const { upstream } = await open(server.url);
    await expect(upstream.request('resources/read', {})).rejects.toMatchObject({
      name: 'RpcError',
      code: -32002,
      message: 'MCP error -32002: gone',
      data: { uri: 'a:b' },
    });
  });
});

describe('a Streamable HTTP server', () => {
  test('an HTTP server receives headers, session and version with every request, and a notice of the end', async () => {
    const server = await serve(
      answering(({ message }, response) => json(response, { jsonrpc: '2.0', id: message.id, result: {} })),
    );
    const { upstream } = await open(server.url, { headers: { Authorization: 'Bearer secret', 'X-Team': 'a' } });
    await upstream.request('ping', undefined);
    // It is opened beside the requests.
    await expect.poll(() => server.hits.map(({ method }) => method)).toContain('GET');
    await upstream.close();
    expect(new Set(server.hits.map(({ method, message }) => message.method ?? method))).toEqual(
      new Set(['initialize', 'notifications/initialized', 'GET', 'ping', 'DELETE']),
    );
    for (const { headers, message } of server.hits) {
      expect(headers).toMatchObject({ authorization: 'Bearer secret', 'x-team': 'a' });
      const later = message.method !== 'initialize';
      expect([headers['mcp-session-id'], headers['mcp-protocol-version']]).toEqual(
        later ? ['session-1', '2025-11-25'] : [undefined, undefined],
      );
    }
    expect(await upstream.closed).toEqual({ reason: 'closed', message: 'The connection was closed.' });
  });

  test('an HTTP server may send progress and requests in a response stream, and notify in its own stream', async () => {
    const answers: JsonObject[] = [];
    const server = await serve((hit, response) => {
      if (hit.message.id === 'ask' && hit.message.method === undefined) answers.push(hit.message);
      streamable(({ method, message }) => {
        if (method === 'GET') {
          events(response, { method: 'notifications/tools/list_changed' });
          return;
        }
        const progressToken = (message.params as { _meta: JsonObject })._meta.progressToken;
        events(
          response,
          { method: 'notifications/progress', params: { progressToken, progress: 1 } },
          { id: 'ask', method: 'roots/list' },
          { method: 'notifications/progress', params: { progressToken, progress: 2 } },
          { id: message.id, result: { done: true } },
        ).end();
      })(hit, response);
    });
    const progress: unknown[] = [];
    const { upstream, notifications } = await open(server.url, {}, { onRequest: async () => ({ roots: [] }) });
    const result = await upstream.request('tools/call', {}, { onProgress: (params) => progress.push(params.progress) });
    expect([result, progress]).toEqual([{ done: true }, [1, 2]]);
    await expect.poll(() => answers).toEqual([{ jsonrpc: '2.0', id: 'ask', result: { roots: [] } }]);
    await expect.poll(() => notifications).toEqual([['notifications/tools/list_changed', {}]]);
  });

  test('an HTTP server may break off a response and send the answer when the client resumes', async () => {
    const server = await serve(
      streamable(({ method, headers, message }, response) => {
        if (method === 'POST') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(`id: ${String(message.id)}\nretry: 1\ndata:\n\n`);
        } else if (headers['last-event-id'] === undefined) noStream({ method } as never, response);
        else events(response, { id: Number(headers['last-event-id']), result: { resumed: true } }).end();
      }),
    );
    const { upstream } = await open(server.url);
    expect(await upstream.request('tools/call', {})).toEqual({ resumed: true });
  });

  test.each<[string, (response: Parameters<Answer>[1]) => void]>([
    ['ends its event stream', (response) => events(response).end()],
    ['breaks its event stream off', (response) => setImmediate(() => events(response).destroy())],
    [
      'sends JSON that is none',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc"'),
    ],
    ['breaks the connection off', (response) => response.destroy()],
    ['sends something else as JSON', (response) => json(response, [1])],
  ])(
    'an HTTP server that %s without an answer immediately fails that request, and only that one',
    async (how, answer) => {
      const server = await serve(
        answering(({ message }, response) => {
          if (message.method === 'lost') answer(response);
          else json(response, { jsonrpc: '2.0', id: message.id, result: {} });
        }),
      );
      const { upstream, notes } = await open(server.url);
      await expect(upstream.request('lost', {})).rejects.toMatchObject({
        code: how === 'breaks the connection off' ? 'UPSTREAM_CLOSED' : 'UPSTREAM_PROTOCOL',
      });
      expect(await upstream.request('fine', {})).toEqual({});
      if (how !== 'breaks the connection off') expect(notes.join()).toContain('without answering');
    },
  );

  test.each([
    [
      500,
      'text/plain',
      'Out of order',
      {
        code: 'UPSTREAM_PROTOCOL',
        message: expect.stringMatching(/HTTP 500\. .*Out of order/u),
        data: { httpStatus: 500 },
      },
    ],
    [401, 'text/plain', '', { code: 'UPSTREAM_PROTOCOL', message: expect.stringContaining('credentials') }],
    [
      400,
      'application/json',
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Bad"}}',
      { name: 'RpcError', code: -32602 },
    ],
    [
      400,
      'application/json',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Bad"}}',
      { code: 'UPSTREAM_PROTOCOL' },
    ],
  ])(
    'an HTTP server that answers one request with HTTP %i (%s, %s) fails only that request',
    async (status, type, body, error) => {
      const server = await serve(
        answering(({ message }, response) => {
          if (message.method === 'bad') response.writeHead(status, { 'content-type': type }).end(body);
          else json(response, { jsonrpc: '2.0', id: message.id, result: {} });
        }),
      );
      const { upstream } = await open(server.url);
      await expect(upstream.request('bad', {})).rejects.toMatchObject(error);
      expect(await upstream.request('fine', {})).toEqual({});
    },
  );

  test('an HTTP server that ended the session ends the link', async () => {
    const server = await serve(answering((_hit, response) => json(response, {}, 404)));
    const { upstream } = await open(server.url);
    await expect(upstream.request('tools/list', {})).rejects.toMatchObject({
      code: 'UPSTREAM_CLOSED',
      data: { server: 'files' },
    });
    expect(await upstream.closed).toMatchObject({ reason: 'failed', message: expect.stringContaining('HTTP 404') });
  });

  test('an HTTP server that is gone ends the link', async () => {
    const server = await serve(answering(() => undefined));
    const { upstream } = await open(server.url);
    await server.close();
    await expect(upstream.request('tools/list', {})).rejects.toMatchObject({ code: 'UPSTREAM_CLOSED' });
    expect(await upstream.closed).toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('no server is listening there'),
    });
  });

  test.each<[string, (response: Parameters<Answer>[1]) => void]>([
    ['as JSON', (response) => json(response, { jsonrpc: '2.0', id: 2, result: { text: 'x'.repeat(100_000) } })],
    ['as an event', (response) => events(response, { id: 2, result: { text: 'x'.repeat(100_000) } })],
    ['as a comment', (response) => events(response).write(`: ${'x'.repeat(100_000)}`)],
  ])('an HTTP server that sends more than the limit %s ends the link with a clear reason', async (_how, answer) => {
    const server = await serve(answering((_hit, response) => answer(response)));
    const { upstream } = await open(server.url, { maxMessageLength: 50_000 });
    await expect(upstream.request('tools/call', {})).rejects.toThrow('sent a message of more than 50000 characters');
    expect((await upstream.closed).reason).toBe('failed');
  });

  test('an HTTP server that does not answer the end of the session is disconnected anyway', async () => {
    const server = await serve((hit, response) => {
      if (hit.method !== 'DELETE') answering(() => undefined)(hit, response);
    });
    const { upstream } = await open(server.url, { stopGraceMs: 50 });
    await upstream.close();
    expect((await upstream.closed).reason).toBe('closed');
  });
});

describe('a redirect', () => {
  test('a redirect to another origin is not followed, so that the headers are not disclosed', async () => {
    const elsewhere = await serve((_hit, response) => json(response, {}));
    const server = await serve((_hit, response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    for (const type of ['streamable-http', 'sse'] as const) {
      await expect(open(server.url, { type, headers: { Authorization: 'Bearer secret' } })).rejects.toMatchObject({
        code: 'UPSTREAM_START_FAILED',
        message: expect.stringContaining(`Redirect to ${elsewhere.url} not followed`),
      });
    }
    expect(elsewhere.hits).toEqual([]);
  });

  test('a redirect within the origin is followed with the headers', async () => {
    const answer = answering(({ message }, response) => json(response, { jsonrpc: '2.0', id: message.id, result: {} }));
    const server = await serve((hit, response) => {
      if (hit.path === '/mcp') response.writeHead(307, { location: '/moved' }).end();
      else answer(hit, response);
    });
    const { upstream } = await open(server.url, { headers: { Authorization: 'Bearer secret' } });
    expect(await upstream.request('ping', undefined)).toEqual({});
    expect(server.hits.filter(({ headers }) => headers.authorization !== 'Bearer secret')).toEqual([]);
  });
});

describe('a server with the old HTTP+SSE transport', () => {
  const echo = oldSse((message, stream) =>
    events(stream, { id: message.id, result: { z: 1, _meta: { a: 1 }, extra: message.params } }),
  );

  test('an HTTP+SSE server is used as configured', async () => {
    const server = await serve(echo);
    const { upstream } = await open(server.url, { type: 'sse', headers: { 'X-Key': 'k' } });
    expect(JSON.stringify(await upstream.request('echo', { b: 1 }))).toBe('{"z":1,"_meta":{"a":1},"extra":{"b":1}}');
    expect(server.hits.every(({ headers }) => headers['x-key'] === 'k')).toBe(true);
    await upstream.close();
    expect((await upstream.closed).reason).toBe('closed');
  });

  test.each([400, 404, 405])(
    'an HTTP+SSE server is found when the type is a guess and POST is answered with %i',
    async (status) => {
      const server = await serve((hit, response) => {
        if (hit.method === 'POST' && hit.path === '/mcp') {
          json(response, { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'No session' } }, status);
        } else echo(hit, response);
      });
      const { upstream } = await open(server.url, { typeInferred: true });
      expect(await upstream.request('echo', { c: 1 })).toMatchObject({ extra: { c: 1 } });
    },
  );

  test.each([
    // Such a server may be of the modern revision, and is asked.
    [405, false, ['initialize', 'server/discover']],
    [500, true, ['initialize']],
    [401, true, ['initialize']],
  ])(
    'an HTTP+SSE server is not tried when POST is answered with %i (guessed: %s)',
    async (status, typeInferred, methods) => {
      const server = await serve((hit, response) => {
        if (hit.method === 'POST') response.writeHead(status).end();
        else echo(hit, response);
      });
      await expect(open(server.url, { typeInferred })).rejects.toMatchObject({
        code: 'UPSTREAM_START_FAILED',
        data: { httpStatus: status },
      });
      expect(server.hits.map(({ message }) => message.method)).toEqual(methods);
    },
  );

  test('a server without either HTTP transport causes an error that names both attempts', async () => {
    const server = await serve((_hit, response) => {
      response.writeHead(404).end('Nothing here');
    });
    await expect(open(server.url, { typeInferred: true })).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message: expect.stringMatching(/HTTP 404.*Nothing here.*The attempt with "sse" also failed:.*404/u),
    });
  });

  test('an HTTP+SSE server that ends its stream ends the link once, without a hidden reconnection', async () => {
    const server = await serve(oldSse((_message, stream) => stream.end()));
    const { upstream } = await open(server.url, { type: 'sse' });
    await expect(upstream.request('x', {})).rejects.toMatchObject({ code: 'UPSTREAM_CLOSED' });
    expect(await upstream.closed).toMatchObject({ reason: 'failed' });
    expect(server.hits.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('an HTTP+SSE server that names an endpoint on another origin is refused', async () => {
    const server = await serve(oldSse(() => undefined, 'http://example.com/messages'));
    await expect(open(server.url, { type: 'sse' })).rejects.toThrow('origin');
  });

  test('an HTTP+SSE server that never names its endpoint is given up after a timeout', async () => {
    const server = await serve((_hit, response) => void events(response));
    await expect(open(server.url, { type: 'sse' }, { initializeTimeoutMs: 50 })).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message: 'The server "files" did not start: could not connect within 50 ms.',
    });
  });
});

describe('a server that cannot be reached', () => {
  test('an unreachable server causes an error with the fix and the address without its secrets', async () => {
    const server = await startHttp(() => undefined);
    await server.close();
    for (const type of ['streamable-http', 'sse'] as const) {
      const thrown: unknown = await open(`${server.url}?token=secret`, { type }).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: 'UPSTREAM_START_FAILED' });
      expect(String(thrown)).toMatch(/nothing listens|ECONNREFUSED/u);
      expect(JSON.stringify([String(thrown), (thrown as { data: unknown }).data])).not.toContain('secret');
    }
  });

  test.each(['', 'not a url', 'ftp://x/y', 'file:///etc/passwd', '//x/y'])(
    'a server whose address %j is invalid causes an error that says so',
    async (url) => {
      await expect(open(url)).rejects.toMatchObject({
        code: 'UPSTREAM_START_FAILED',
        message: expect.stringContaining('"url"'),
      });
    },
  );

  test('a header that HTTP does not allow is named in the error, but never its value', async () => {
    const failed = open('http://127.0.0.1:1/', { headers: { Authorization: 'Bearer sec\nret' } });
    await expect(failed).rejects.toThrow('the header "Authorization"');
    await expect(failed).rejects.not.toThrow('ret"');
  });

  test('a server that was closed while connecting fails immediately', async () => {
    const server = await serve(() => undefined);
    const transport = createRemoteTransport({ type: 'sse', url: server.url, headers: {}, typeInferred: false });
    const opening = openUpstream(transport, baseOptions);
    const outcome = expect(opening).rejects.toMatchObject({ code: 'UPSTREAM_START_FAILED' });
    await transport.close();
    await outcome;
  });
});
