import { type JsonObject, RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import type { Sent } from '../support/fake-connections.ts';
import { createGate, type GatewayWorld, openWorld, testPolicy, turn } from '../support/gateway-world.ts';

const able = { elicitation: {}, sampling: { tools: {} }, roots: { listChanged: true }, experimental: {} };
const form = { message: 'Which?', requestedSchema: { type: 'object' } };
const signal = new AbortController().signal;

/** A modern server: asks, waits until it may go on, and tells what it was answered. */
const asking =
  (method = 'elicitation/create', params: JsonObject = form) =>
  async ({ options }: Sent): Promise<JsonObject> => {
    const answer = await options.input?.answer(method, params, { key: 'who', signal });
    await options.input?.recheck();
    return { content: [], answer };
  };

function open(clients: Readonly<Record<string, JsonObject>> = { c1: able, c2: able }): GatewayWorld {
  return openWorld({ clients, modes: { c1: 'all', c2: 'all' } });
}

describe('questions of a modern server before it answers', () => {
  test('the questions of a call may use only what its client declared', async () => {
    const world = open({ c1: able, c2: { elicitation: { url: {} } } });
    await world.call('c1', 'alpha__echo');
    await world.call('c2', 'alpha__echo');
    expect(world.connections.sent.map(({ options }) => options.input?.capabilities)).toEqual([
      { elicitation: {}, sampling: { tools: {} }, roots: {} },
      { elicitation: { url: {} } },
    ]);
  });

  test('a question goes to the client of its call, even if another one is calling too', async () => {
    const world = open();
    const gate = createGate();
    world.connections.answer = async (sent) => {
      await gate.passed;
      return asking()(sent);
    };
    const calls = ['c1', 'c2'].map((connectionId) => world.call(connectionId, 'alpha__echo'));
    await turn();
    gate.open();
    expect(await Promise.all(calls)).toEqual([
      { content: [], answer: { action: 'accept' } },
      { content: [], answer: { action: 'accept' } },
    ]);
    const params = {
      ...form,
      message: 'The server "alpha" asks: Which?',
      _meta: { 'io.github.modegate/server': 'alpha' },
    };
    expect(world.asked).toEqual([
      { connectionId: 'c1', method: 'elicitation/create', params },
      { connectionId: 'c2', method: 'elicitation/create', params },
    ]);
  });

  test('a URL question reaches legacy clients with the id that they need', async () => {
    const world = open({ c1: { elicitation: { url: {} } }, c2: {} });
    world.connections.answer = asking('elicitation/create', { mode: 'url', message: 'Go', url: 'https://x.example' });
    await world.call('c1', 'alpha__echo');
    expect(world.asked[0]?.params).toMatchObject({
      mode: 'url',
      elicitationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test.each<[string, string, JsonObject, number]>([
    ['declares no sampling', 'sampling/createMessage', {}, -32_600],
    ['opens no pages', 'elicitation/create', { mode: 'url', url: 'https://x' }, -32_600],
    ['declares no roots', 'roots/list', {}, -32_600],
    ['knows no such question', 'tools/call', { name: 'wipe' }, -32_601],
  ])('a question and its call are refused if the client %s', async (_why, method, params, code) => {
    const world = open({ c1: { elicitation: {} }, c2: able });
    world.connections.answer = asking(method, params);
    await expect(world.call('c1', 'alpha__echo')).rejects.toMatchObject({ name: 'RpcError', code });
    expect(world.asked).toEqual([]);
  });

  test('a question ends the call with the error of the client', async () => {
    const world = open();
    world.connections.answer = asking('sampling/createMessage', {});
    world.answer = () => Promise.reject(new RpcError(-1, 'User rejected'));
    await expect(world.call('c1', 'alpha__echo')).rejects.toMatchObject({ name: 'RpcError', code: -1 });
  });

  test.each<[string, (world: GatewayWorld) => void]>([
    ['the mode was taken away', (world) => world.setMode('c1', undefined)],
    ['another mode allows less', (world) => world.setMode('c1', 'none')],
    [
      'the policy has changed',
      (world) => {
        world.policy = testPolicy(['beta']);
      },
    ],
  ])('an answer is not returned to the server if meanwhile %s, and the refusal is recorded', async (_what, change) => {
    const world = open();
    world.connections.answer = asking();
    world.answer = () => {
      change(world);
      return { action: 'accept' };
    };
    await expect(world.call('c1', 'alpha__echo')).rejects.toMatchObject({ code: 'REFUSED' });
    expect(world.records.map(({ decision }) => decision.allowed)).toEqual([true, false]);
  });

  test('an answer is returned to the server without a second record if nothing has changed', async () => {
    const world = open();
    world.connections.answer = asking();
    await world.call('c1', 'alpha__echo');
    expect(world.records).toHaveLength(1);
  });

  test('a question about a prompt or a resource is handled the same way', async () => {
    const resources = [{ uri: 'a:1', name: 'one' }];
    const world = openWorld({ servers: { alpha: { resources } }, clients: { c1: able } });
    world.connections.answer = asking();
    world.answer = () => {
      world.setMode('c1', 'none');
      return { action: 'accept' };
    };
    const request = world.context('c1', { uri: 'a:1' });
    await expect(world.request('resources/read', { uri: 'a:1' }, request)).rejects.toMatchObject({ code: 'REFUSED' });
    expect(world.asked).toHaveLength(1);
  });
});

test('using a list rereads stale ones', () => {
  const world = open();
  let looks = 0;
  Object.assign(world.connections, { refreshStaleLists: () => looks++ });
  world.gateway.lists.of('c1');
  expect(looks).toBe(1);
});
