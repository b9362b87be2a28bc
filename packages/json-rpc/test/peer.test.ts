import {
  IncomingRequest,
  type InvalidMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  Peer,
  type PeerOptions,
  type RequestOptions,
  RpcError,
  signalOf,
} from '@modegate/json-rpc';
import { describe, expect, test } from 'vitest';

/** A peer whose other side is the test, on a clock that the test moves. */
function openPeer(options: Partial<PeerOptions<RequestOptions, string>> = {}) {
  const sent: JsonRpcRequest[] = [];
  const withdrawn: [number, unknown][] = [];
  const taken: (JsonRpcRequest | JsonRpcNotification | InvalidMessage | string)[] = [];
  const batches: string[] = [];
  const clock = { now: 0.1, timers: [] as { run: () => void; at: number }[] };
  const peer = new Peer<RequestOptions, IncomingRequest, string>({
    requestTimeoutMs: 1_000,
    maxTotalMs: 5_000,
    now: () => clock.now,
    schedule: (run, delayMs) => {
      const timer = { run, at: clock.now + delayMs };
      clock.timers.push(timer);
      return () => void clock.timers.splice(clock.timers.indexOf(timer), 1);
    },
    send: async (request) => void sent.push(request),
    cancel: ({ id }, reason) => withdrawn.push([id, reason]),
    timeoutError: (method, { timeoutMs, limit }) => new Error(`${method} ${limit} ${timeoutMs}`),
    malformedError: (method, response) => new Error(`${method} ${JSON.stringify(response)}`),
    onRequest: (request, batch) => {
      taken.push(request);
      batches.push(batch);
    },
    onNotification: (notification) => taken.push(notification),
    onInvalid: (invalid) => taken.push(invalid),
    onWarning: (text) => taken.push(text),
    ...options,
  });
  const tick = (): void => {
    const timer = clock.timers.shift();
    clock.now = Math.max(clock.now, timer?.at ?? 0);
    timer?.run();
  };
  return { peer, sent, withdrawn, taken, batches, clock, tick };
}

const message = (members: object) => ({ jsonrpc: '2.0', ...members });

describe('messages from the other side', () => {
  test('a peer distinguishes requests, notifications and responses, in order and with their context', () => {
    const { peer, taken, batches } = openPeer();
    const request = message({ id: 'a', method: 'm', params: { x: 1 } });
    const notification = message({ method: 'n' });
    peer.receive(request, 'the batch');
    peer.receive(notification, '');
    peer.receive(message({ id: 7, result: {} }), '');
    expect(taken).toEqual([request, notification, 'A response that matches no request: id 7']);
    expect(batches).toEqual(['the batch']);
  });

  test.each([
    [5, null, 'INVALID_REQUEST', '5, expected a JSON-RPC object'],
    [[], null, 'INVALID_REQUEST', 'a batch'],
    [{ id: 3, method: 'm' }, 3, 'INVALID_REQUEST', '"jsonrpc" is nothing, expected "2.0"'],
    [message({ id: 3 }), 3, 'INVALID_REQUEST', '"method" is nothing'],
    [message({ id: null, method: 'm' }), null, 'INVALID_REQUEST', '"id" is null'],
    [message({ id: 1.5, method: 'm' }), 1.5, 'INVALID_REQUEST', '"id" is 1.5'],
    [message({ id: 3, method: 'm', params: [1] }), 3, 'INVALID_PARAMS', '"params" is an array of length 1'],
    [message({ id: 3, method: 'm', params: { odd: 1 } }), 3, 'INVALID_PARAMS', 'of "m": it is odd.'],
  ])('a peer refuses the message %j', (value, id, name, said) => {
    const { peer, taken } = openPeer({ rules: { paramsProblem: ({ odd }) => (odd === 1 ? 'it is odd' : undefined) } });
    peer.receive(value, '');
    expect(taken).toMatchObject([{ kind: 'invalid', id, name, message: expect.stringContaining(said) }]);
  });

  test('a peer ignores a malformed notification and records a remark', () => {
    const { peer, taken } = openPeer();
    peer.receive(message({ method: 'n', params: 'x' }), '');
    expect(taken).toEqual(['Ignored a notification "n" whose "params" is "x", expected an object']);
  });
});

describe('a request to the other side', () => {
  test('a request is numbered from 1 and resolves with the object received for its number, even as a string', async () => {
    const { peer, sent } = openPeer();
    const calls = [peer.outgoing.request('a', { x: 1 }), peer.outgoing.request('b', undefined)];
    const result = { deep: [{}] };
    peer.receive(message({ id: '2', result: {} }), '');
    peer.receive(message({ id: 1, result }), '');
    expect(sent).toEqual([message({ id: 1, method: 'a', params: { x: 1 } }), message({ id: 2, method: 'b' })]);
    expect(await calls[0]).toBe(result);
    expect(await calls[1]).toEqual({});
  });

  test('a request rejects with the received error, and with one of ours for an invalid answer', async () => {
    const { peer } = openPeer();
    const calls = [1, 2, 3].map(() => peer.outgoing.request('m', {}));
    peer.receive(message({ id: 1, error: { code: -7, message: 'no', data: [0] } }), '');
    peer.receive(message({ id: 2, result: 'text' }), '');
    peer.receive(message({ id: 3 }), '');
    const [own, malformed, hollow] = await Promise.allSettled(calls);
    expect(own).toEqual({ status: 'rejected', reason: new RpcError(-7, 'no', [0]) });
    expect(malformed).toMatchObject({ reason: { message: expect.stringContaining('"text"') } });
    expect(hollow).toMatchObject({ status: 'rejected' });
  });

  test('a request is given up after silence for too long or after its total limit', async () => {
    const { peer, withdrawn, clock, tick } = openPeer();
    const late = expect(peer.outgoing.request('quiet', {})).rejects.toThrow('quiet idle 1000');
    tick();
    await late;
    const total = expect(peer.outgoing.request('busy', {}, { maxTotalMs: 1_500 })).rejects.toThrow('busy total 1500');
    clock.now += 900;
    expect(peer.outgoing.resetIdleTimeout(2, () => false)).toBe(undefined);
    expect(peer.outgoing.resetIdleTimeout(2, ({ maxTotalMs }) => maxTotalMs === 1_500)).toEqual({ maxTotalMs: 1_500 });
    tick();
    expect([peer.outgoing.has(2), peer.outgoing.size]).toEqual([true, 1]);
    tick();
    await total;
    expect(withdrawn.map(([id]) => id)).toEqual([1, 2]);
    expect([peer.outgoing.has(2), peer.outgoing.size]).toEqual([false, 0]);
  });

  test('a request times out even if the timer fires slightly early', async () => {
    const { peer, clock } = openPeer();
    const late = expect(peer.outgoing.request('m', {})).rejects.toThrow('m idle');
    clock.now += 999.5;
    clock.timers.shift()?.run();
    await late;
    expect(clock.timers).toEqual([]);
  });

  test('a request is cancelled when its signal aborts, and not sent if it was already aborted', async () => {
    const { peer, sent, withdrawn } = openPeer();
    const controller = new AbortController();
    const call = peer.outgoing.request('m', {}, { signal: controller.signal });
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    await expect(peer.outgoing.request('m', {}, { signal: controller.signal })).rejects.toBe('enough');
    expect([sent.length, withdrawn]).toEqual([1, [[1, 'enough']]]);
  });

  test('a request is cancelled with its parent request, and not sent if that was already cancelled', async () => {
    const { peer, sent, withdrawn } = openPeer();
    const cause = new IncomingRequest({ jsonrpc: '2.0', id: 'a', method: 'm' });
    const answered = peer.outgoing.request('n', {}, { cancelledWith: cause });
    peer.receive(message({ id: 1, result: { a: 1 } }), '');
    expect(await answered).toEqual({ a: 1 });
    const call = peer.outgoing.request('m', {}, { cancelledWith: cause });
    cause.cancel('enough');
    cause.cancel('again');
    await expect(call).rejects.toBe('enough');
    await expect(peer.outgoing.request('m', {}, { cancelledWith: cause })).rejects.toBe('enough');
    expect([sent.length, withdrawn]).toEqual([2, [[2, 'enough']]]);
    expect(signalOf({ cancelledWith: cause })).toMatchObject({ aborted: true, reason: 'enough' });
  });

  test('a request fails if it cannot be sent or the connection has ended', async () => {
    const { peer } = openPeer({
      send: () => Promise.reject(new Error('gone')),
      sendError: (method) => `unsent ${method}`,
    });
    await expect(peer.outgoing.request('m', {})).rejects.toBe('unsent m');
    peer.end('over', (method) => `ended ${method}`);
    await expect(peer.outgoing.request('m', {})).rejects.toBe('ended m');
  });
});

describe('a request from the other side', () => {
  test('the signal of a received request reflects an earlier cancellation, and only the first one', () => {
    const incoming = new IncomingRequest({ jsonrpc: '2.0', id: 1, method: 'm' });
    incoming.cancel('first');
    incoming.cancel('second');
    expect(incoming.signal).toMatchObject({ aborted: true, reason: 'first' });
  });

  test('a received request is cancelled when the connection ends', () => {
    const { peer } = openPeer();
    const incoming = new IncomingRequest({ jsonrpc: '2.0', id: 1, method: 'm' });
    peer.incoming.set(1, incoming);
    const { signal } = incoming;
    peer.end('over', () => new Error('over'));
    expect([signal.reason, peer.incoming.size]).toEqual(['over', 0]);
  });
});
