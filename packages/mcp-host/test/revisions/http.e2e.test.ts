import type { ServerResponse } from 'node:http';
import {
  createRemoteTransport,
  openUpstream,
  type Upstream,
  type UpstreamOptions,
} from '@modegate/mcp-host/connections';
import { afterEach, describe, expect, test } from 'vitest';
import { baseOptions, initializeResult } from '../support/fake-link.ts';
import { type Answer, type HttpServer, json, startHttp } from '../support/http-server.ts';
import { discoverResult } from '../support/stateless-link.ts';

const servers: HttpServer[] = [];
const opened: Upstream[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function open(answer: Answer, options: Partial<UpstreamOptions> = {}) {
  const server = await startHttp(answer);
  servers.push(server);
  const notes: string[] = [];
  const upstream = await openUpstream(
    createRemoteTransport({
      type: 'streamable-http',
      url: server.url,
      headers: { 'x-own': 'yes' },
      typeInferred: true,
    }),
    {
      ...baseOptions,
      revision: undefined,
      initializeTimeoutMs: 20_000,
      onLog: (_kind, text) => notes.push(text),
      ...options,
    },
  );
  opened.push(upstream);
  return { server, upstream, notes };
}

/** A modern server; `answer` gets what is not `server/discover`. */
const modern =
  (answer: Answer): Answer =>
  (hit, response) => {
    if (hit.method !== 'POST') response.writeHead(405).end();
    else if (hit.message.method === 'server/discover')
      json(response, { jsonrpc: '2.0', id: hit.message.id, result: discoverResult });
    else answer(hit, response);
  };

/** A legacy server; `probe` gets `server/discover`. */
const legacy =
  (probe: Answer): Answer =>
  (hit, response) => {
    if (hit.method !== 'POST') response.writeHead(405).end();
    else if (hit.message.method === 'server/discover') probe(hit, response);
    else if (hit.message.method === 'initialize')
      json(response, { jsonrpc: '2.0', id: hit.message.id, result: initializeResult });
    else if (hit.message.id === undefined) response.writeHead(202).end();
    else json(response, { jsonrpc: '2.0', id: hit.message.id, result: { echoed: true } });
  };

const stream = (response: ServerResponse, ...events: string[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(events.join(''));
};

const event = (message: object, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

describe('a modern server over HTTP', () => {
  test('a modern HTTP server receives message details in headers, without a session or a separate stream', async () => {
    const { server, upstream } = await open(
      modern(({ message }, response) =>
        json(response, { jsonrpc: '2.0', id: message.id, result: { content: [] } }, 200, {
          'mcp-session-id': 'ignored',
        }),
      ),
    );
    await upstream.request('tools/call', { name: 'größe', arguments: {} });
    await upstream.request('tools/list', {});
    expect(server.hits.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
    expect(server.hits.map(({ headers }) => [headers['mcp-method'], headers['mcp-name']])).toEqual([
      ['server/discover', undefined],
      ['tools/call', '=?base64?Z3LDtsOfZQ==?='],
      ['tools/list', undefined],
    ]);
    for (const { headers } of server.hits) {
      expect(headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'x-own': 'yes' });
    }
  });

  test('a modern HTTP server answers an unknown method with 404, which ends only that request', async () => {
    const { upstream } = await open(
      modern(({ message }, response) =>
        message.method === 'tools/list'
          ? json(response, { jsonrpc: '2.0', id: message.id, result: { tools: [] } })
          : json(response, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'No' } }, 404),
      ),
    );
    await expect(upstream.request('completion/complete', {})).rejects.toMatchObject({ name: 'RpcError', code: -32601 });
    expect(await upstream.request('tools/list', {})).toEqual({ tools: [] });
  });

  test.each([400, 404, 405])(
    'a modern HTTP server that refuses with %i and no reason has changed revision and is disconnected',
    async (status) => {
      const { upstream } = await open(modern((_hit, response) => response.writeHead(status).end('Session required')));
      await expect(upstream.request('tools/list', {})).rejects.toMatchObject({ code: 'UPSTREAM_PROTOCOL' });
      expect(await upstream.closed).toMatchObject({
        reason: 'failed',
        message: expect.stringContaining('no longer speaks protocol 2026-07-28'),
      });
    },
  );

  test.each([500, 503, 429])('a modern HTTP server that answers %i fails only that request', async (status) => {
    const { upstream } = await open(
      modern(({ message }, response) =>
        message.method === 'tools/call'
          ? response.writeHead(status).end()
          : json(response, { jsonrpc: '2.0', id: message.id, result: { tools: [] } }),
      ),
    );
    await expect(upstream.request('tools/call', {})).rejects.toMatchObject({ data: { httpStatus: status } });
    expect(await upstream.request('tools/list', {})).toEqual({ tools: [] });
  });

  test('a broken stream of a modern HTTP server is not resumed, whatever ids its events have', async () => {
    const { server, upstream } = await open(
      modern(({ message }, response) => {
        stream(response, event({ method: 'notifications/message', params: { of: message.id } }, '7'));
        setTimeout(() => response.end(), 20);
      }),
    );
    await expect(upstream.request('tools/call', {})).rejects.toMatchObject({ code: 'UPSTREAM_PROTOCOL' });
    expect(server.hits.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  test('a modern HTTP server learns of a cancellation only by the end of its response', async () => {
    const closed: string[] = [];
    const { server, upstream, notes } = await open(
      modern(({ message }, response) => {
        if (message.method === 'tools/list')
          return json(response, { jsonrpc: '2.0', id: message.id, result: { tools: [] } });
        if (message.method === 'prompts/get') stream(response, ': open\n\n');
        response.on('close', () => closed.push(String(message.method)));
      }),
    );
    for (const method of ['tools/call', 'prompts/get']) {
      const controller = new AbortController();
      const request = upstream.request(method, {}, { signal: controller.signal });
      request.catch(() => undefined);
      await expect.poll(() => server.hits.at(-1)?.message.method).toBe(method);
      controller.abort(new Error('enough'));
      await expect(request).rejects.toThrow('enough');
      await expect.poll(() => closed).toContain(method);
    }
    expect(await upstream.request('tools/list', {})).toEqual({ tools: [] });
    expect(server.hits.filter(({ message }) => message.method === 'notifications/cancelled')).toEqual([]);
    expect(notes).toEqual([]);
  });
});

describe('a legacy server over HTTP', () => {
  test.each<[string, Answer]>([
    ['400 and a text', (_hit, response) => response.writeHead(400).end('Bad Request')],
    [
      '400 and an error without an id',
      (_hit, response) =>
        json(response, { jsonrpc: '2.0', error: { code: -32000, message: 'No session' }, id: null }, 400),
    ],
    [
      '400 and an error with the id',
      ({ message }, response) =>
        json(response, { jsonrpc: '2.0', error: { code: -32000, message: 'Not initialized' }, id: message.id }, 400),
    ],
    ['404', (_hit, response) => response.writeHead(404).end()],
    ['405', (_hit, response) => response.writeHead(405).end()],
    [
      'an error',
      ({ message }, response) =>
        json(response, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'No' } }),
    ],
    ['an end of the connection', (_hit, response) => response.destroy()],
  ])('a legacy HTTP server is recognised by its answer to server/discover: %s', async (_what, probe) => {
    const { server, upstream } = await open(legacy(probe));
    expect(upstream.revision).toBe('legacy');
    expect(await upstream.request('echo', {})).toEqual({ echoed: true });
    const initialize = server.hits.find(({ message }) => message.method === 'initialize');
    expect(initialize?.headers).not.toHaveProperty('mcp-method');
  });

  test('a legacy HTTP server is initialised even if it never answers server/discover', async () => {
    const { upstream } = await open(legacy(() => undefined));
    expect(upstream).toMatchObject({ revision: 'legacy' });
  });

  test.each([401, 403, 500, 503])(
    'an HTTP server that refuses everything with %i receives no further request',
    async (status) => {
      const seen: unknown[] = [];
      const answer: Answer = ({ message }, response) => {
        seen.push(message.method);
        response.writeHead(status).end();
      };
      await expect(open(answer)).rejects.toMatchObject({ data: { httpStatus: status } });
      expect(seen).toEqual(['server/discover']);
    },
  );
});
