import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type HttpRelay,
  type HttpServing,
  type RelayedExchange,
  type RelayOutcome,
  type ServeHttpOptions,
  serveHttp,
} from '@modegate/mcp-protocol/http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, initialize, session } from '../support/http-client.ts';
import { deferred, sampleServer } from '../support/sample.ts';

/** A relay to nowhere, and what it was asked to hand on; sessions that begin with `far` are elsewhere. */
function createRelay(forward: (exchange: RelayedExchange) => RelayOutcome | Promise<RelayOutcome> = () => 'gone') {
  const handed: RelayedExchange[] = [];
  let sessions = 0;
  const relay: HttpRelay = {
    createSessionId: () => `near-${++sessions}`,
    isRemoteSession: (sessionId) => sessionId.startsWith('far'),
    forward: async (exchange) => {
      handed.push(exchange);
      return forward(exchange);
    },
  };
  return { relay, handed };
}

async function serve(relay: HttpRelay, options: ServeHttpOptions = {}): Promise<HttpServing> {
  const serving = await serveHttp(sampleServer(), { relay, ...options });
  onTestFinished(() => serving.close());
  return serving;
}

const far = { 'mcp-session-id': 'far-1' };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('a request for a session on another server', () => {
  test('a request for a session on another server is relayed and answered unchanged', async () => {
    const { relay, handed } = createRelay(({ response }) => {
      response.writeHead(202).end('from afar');
      return 'answered';
    });
    const serving = await serve(relay);
    const raw = ' {"jsonrpc": "2.0", "id": 12345678901234567890, "method": "x"} ';
    expect(await ask(serving, { headers: far, body: raw })).toMatchObject({ status: 202 });
    // What a server does not have it does not judge: only the owner knows which revision was agreed on.
    await ask(serving, { headers: far, body: [list, list] });
    await ask(serving, { headers: far, method: 'GET' });
    await ask(serving, { headers: far, method: 'DELETE' });
    expect(handed.map(({ sessionId, request, body }) => [sessionId, request.method, body])).toEqual([
      ['far-1', 'POST', raw],
      ['far-1', 'POST', JSON.stringify([list, list])],
      ['far-1', 'GET', undefined],
      ['far-1', 'DELETE', undefined],
    ]);
  });

  test.each([
    ['gone', 404, 'Session not found.'],
    [
      'broken',
      502,
      'The connection to the server of this session failed; the request may or may not have been executed.',
    ],
    ['unreachable', 503, 'The server of this session cannot be reached at the moment.'],
  ] as const)('a relayed request whose relay is %s is answered with %i', async (outcome, status, message) => {
    const serving = await serve(createRelay(() => outcome).relay);
    expect(await ask(serving, { headers: far, body: list })).toMatchObject({ status, json: { error: { message } } });
  });

  test('a request is relayed only from an allowed host, origin and sender, and within the limits', async () => {
    const { relay, handed } = createRelay();
    const refused = { kind: 'refused', status: 401, message: 'Who are you' } as const;
    const serving = await serve(relay, { authenticate: ({ authorization }) => (authorization ? admitted : refused) });
    const known = { ...far, authorization: 'Bearer x' };
    expect(await ask(serving, { headers: far, body: list })).toMatchObject({ status: 401 });
    expect(await ask(serving, { headers: { ...known, host: 'evil.example' }, body: list })).toMatchObject({
      status: 403,
    });
    expect(await ask(serving, { headers: { ...known, origin: 'https://evil.example' }, body: list })).toMatchObject({
      status: 403,
    });
    const small = await serve(relay, { maxBodyBytes: 100 });
    expect(await ask(small, { headers: far, body: 'x'.repeat(101) })).toMatchObject({ status: 413 });
    expect(handed).toEqual([]);
  });

  test('closing the server waits for relayed requests', async () => {
    const [asked, answered] = [deferred(), deferred()];
    const { relay } = createRelay(async ({ response }): Promise<RelayOutcome> => {
      asked.resolve();
      await answered.promise;
      response.writeHead(200).end('late');
      return 'answered';
    });
    const serving = await serve(relay);
    const late = ask(serving, { headers: far, body: list });
    await asked.promise;
    const closed = serving.close();
    answered.resolve();
    expect(await late).toMatchObject({ status: 200 });
    await closed;
  });
});

const admitted = { kind: 'admitted', principal: { id: 'ann' } } as const;

describe('a request relayed by another server', () => {
  /** Where other servers come in; nothing of it but what is handed on. */
  async function openSideDoor(serving: HttpServing): Promise<{ readonly port: number }> {
    const door = createServer((request, response) => void serving.answerRelayed(request, response));
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    onTestFinished(() => {
      door.closeAllConnections();
      door.close();
    });
    return { port: (door.address() as AddressInfo).port };
  }

  test('a request relayed by another server is answered from local sessions, whatever host it names', async () => {
    const serving = await serve(createRelay().relay);
    const door = await openSideDoor(serving);
    const headers = { ...(await session(serving)), host: 'other.internal' };
    expect(headers).toMatchObject({ 'mcp-session-id': 'near-1' });
    expect(await ask(door, { headers, body: list })).toMatchObject({ status: 200, json: { id: 1 } });
  });

  test('a request relayed by another server is not relayed again and finds only local sessions', async () => {
    const { relay, handed } = createRelay();
    const door = await openSideDoor(await serve(relay));
    expect(await ask(door, { headers: far, body: list })).toMatchObject({ status: 404 });
    expect(handed).toEqual([]);
  });

  test('a request relayed by another server must come from the principal of the session', async () => {
    const serving = await serve(createRelay().relay, {
      authenticate: ({ authorization }) => ({ kind: 'admitted', principal: { id: String(authorization) } }),
    });
    const door = await openSideDoor(serving);
    const opened = await ask(serving, { headers: { authorization: 'ann' }, body: initialize });
    const ann = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const body = list;
    expect(await ask(door, { headers: { ...ann, authorization: 'ann' }, body })).toMatchObject({ status: 200 });
    expect(await ask(door, { headers: { ...ann, authorization: 'bob' }, body })).toMatchObject({ status: 404 });
  });
});
