import { isJsonObject } from '@modegate/json';
import type { JsonObject } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { settle } from '../support/fake-link.ts';
import { openModern } from '../support/stateless-link.ts';

const changing = { capabilities: { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } } };
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

async function open(discovered: JsonObject = changing) {
  const world = await openModern(discovered);
  const listens = () => world.sentOf('subscriptions/listen');
  const filters = () => listens().map(filterOf);
  const acknowledge = (message: JsonObject | undefined, notifications?: JsonObject) =>
    world.link.receive({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        _meta: { [SUBSCRIPTION]: message?.id },
        notifications: notifications ?? filterOf(message),
      },
    });
  const finish = (message: JsonObject | undefined, answer: JsonObject = { result: { resultType: 'complete' } }) =>
    world.link.receive({ jsonrpc: '2.0', id: message?.id, ...answer });
  return { ...world, listens, filters, acknowledge, finish };
}

function filterOf(message: JsonObject | undefined): unknown {
  return isJsonObject(message?.params) ? message.params.notifications : undefined;
}

describe('list subscriptions on a modern server', () => {
  test('list changes are subscribed if the server declares that it announces them', async () => {
    const { filters, listens, acknowledge, upstream } = await open();
    expect(filters()).toEqual([{ toolsListChanged: true }]);
    expect(upstream.announcesChangesOf('tools')).toBe(false);
    acknowledge(listens()[0]);
    expect(upstream.announcesChangesOf('tools')).toBe(true);
    expect(upstream.announcesChangesOf('prompts')).toBe(false);
  });

  test('list changes are not subscribed if the server does not declare that it announces them', async () => {
    expect((await open({ capabilities: { tools: {} } })).listens()).toEqual([]);
  });

  test('lists are subscribed and read again after a stream ends, since a change may have been missed', async () => {
    const { listens, acknowledge, finish, clock, notifications, upstream } = await open();
    acknowledge(listens()[0]);
    finish(listens()[0]);
    await settle();
    expect(upstream.announcesChangesOf('tools')).toBe(false);
    clock.advance(60_000);
    expect(listens()).toHaveLength(2);
    expect(notifications).toEqual([]);
    acknowledge(listens()[1]);
    expect(notifications).toEqual([['notifications/tools/list_changed', {}]]);
  });

  test('lists are subscribed again when the server ends the subscription by a message', async () => {
    const { listens, acknowledge, link, clock } = await open();
    acknowledge(listens()[0]);
    link.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: listens()[0]?.id } });
    link.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4711 } });
    await settle();
    clock.advance(60_000);
    expect(listens()).toHaveLength(2);
  });

  test('a list subscription that the server ended over HTTP keeps no response open', async () => {
    const { link, cancelled, sentOf } = await openModern(changing, { name: 'over HTTP' });
    const [listen] = sentOf('subscriptions/listen');
    link.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: listen?.id } });
    expect(cancelled).toEqual([listen?.id]);
  });

  test('lists are not subscribed rapidly on a server that ends each stream immediately', async () => {
    const { listens, finish, clock } = await open();
    for (let second = 0; second < 300; second++) {
      finish(listens().at(-1), { error: { code: -32603, message: 'Subscription limit reached' } });
      await settle();
      clock.advance(1_000);
    }
    expect(listens().length).toBeLessThan(60);
  });

  test.each<[string, JsonObject]>([
    ['does not know such requests', { error: { code: -32601, message: 'Method not found' } }],
    ['does not understand them', { error: { code: -32602, message: 'Invalid params' } }],
  ])('list subscriptions are given up when the server %s', async (_why, answer) => {
    const { listens, finish, clock, notes } = await open();
    finish(listens()[0], answer);
    await settle();
    clock.advance(3_600_000);
    expect(listens()).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining('does not announce changes to its lists')]);
  });

  test('list subscriptions are given up when the server agrees to nothing', async () => {
    const { listens, acknowledge, finish, clock } = await open();
    acknowledge(listens()[0], {});
    finish(listens()[0]);
    await settle();
    clock.advance(3_600_000);
    expect(listens()).toHaveLength(1);
  });

  test('list changes are processed without the id of our stream', async () => {
    const { link, notifications } = await open();
    const meta = { [SUBSCRIPTION]: 2, own: 1 };
    link.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: meta } });
    link.receive({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { _meta: { [SUBSCRIPTION]: 2 }, data: 1 },
    });
    expect(notifications).toEqual([
      ['notifications/tools/list_changed', { _meta: { own: 1 } }],
      ['notifications/message', { data: 1 }],
    ]);
  });

  test('lists are no longer subscribed when the link has ended', async () => {
    const { listens, link, clock } = await open();
    link.end();
    await settle();
    clock.advance(3_600_000);
    expect(listens()).toHaveLength(1);
  });

  test.each<JsonObject>([
    { _meta: {}, notifications: { toolsListChanged: true } },
    { _meta: { [SUBSCRIPTION]: 99 }, notifications: { toolsListChanged: true } },
    { _meta: { [SUBSCRIPTION]: 2 }, notifications: 'all' },
    { notifications: [] },
  ])('a list subscription is not considered active after the acknowledgement %j', async (params) => {
    const { link, upstream } = await open();
    link.receive({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params });
    expect(upstream.announcesChangesOf('tools')).toBe(false);
  });
});

describe('a resource subscription on a modern server', () => {
  const subscribe = (world: Awaited<ReturnType<typeof open>>, uri: string) => {
    const subscribed = world.upstream.request('resources/subscribe', { uri });
    subscribed.catch(() => undefined);
    return subscribed;
  };
  const quiet = { capabilities: { resources: { subscribe: true } } };

  test('resources requested in one turn are subscribed in one stream once the server agrees', async () => {
    const world = await open(quiet);
    const all = ['a:1', 'a:2'].map((uri) => subscribe(world, uri));
    await settle();
    expect(world.filters()).toEqual([{ resourceSubscriptions: ['a:1', 'a:2'] }]);
    world.acknowledge(world.listens()[0]);
    expect(await Promise.all(all)).toEqual([{}, {}]);
    expect(await subscribe(world, 'a:1')).toEqual({});
    expect(world.listens()).toHaveLength(1);
  });

  test('a further resource is subscribed in a new stream, and the previous one ends only then', async () => {
    const world = await open(quiet);
    const first = subscribe(world, 'a:1');
    await settle();
    world.acknowledge(world.listens()[0]);
    await first;
    const second = subscribe(world, 'a:2');
    await settle();
    expect(world.filters().at(-1)).toEqual({ resourceSubscriptions: ['a:1', 'a:2'] });
    expect(world.sentOf('notifications/cancelled')).toEqual([]);
    world.acknowledge(world.listens()[1]);
    await second;
    const params = expect.objectContaining({ requestId: world.listens()[0]?.id });
    expect(world.sentOf('notifications/cancelled')).toEqual([expect.objectContaining({ params })]);
    await world.upstream.request('resources/unsubscribe', { uri: 'a:1' });
    await settle();
    expect(world.filters().at(-1)).toEqual({ resourceSubscriptions: ['a:2'] });
    world.acknowledge(world.listens()[2]);
    await world.upstream.request('resources/unsubscribe', { uri: 'a:2' });
    await settle();
    expect(world.sentOf('notifications/cancelled')).toHaveLength(3);
  });

  test('a resource is not subscribed if the server does not agree, refuses, or does not answer', async () => {
    const world = await open(quiet);
    const left = subscribe(world, 'a:1');
    await settle();
    world.acknowledge(world.listens()[0], { resourceSubscriptions: ['other'] });
    await expect(left).rejects.toMatchObject({ name: 'RpcError', code: -32602 });
    const refused = subscribe(world, 'a:2');
    await settle();
    world.finish(world.listens()[1], { error: { code: -32602, message: 'No' } });
    await expect(refused).rejects.toThrow('No');
    const silent = subscribe(world, 'a:3');
    await settle();
    world.clock.advance(30_000);
    await expect(silent).rejects.toThrow('30000 ms');
  });

  test('a resource is not subscribed on a server that does not declare announcing changes', async () => {
    const world = await open({ capabilities: { resources: {} } });
    await expect(subscribe(world, 'a:1')).rejects.toMatchObject({ code: -32601 });
    expect(world.listens()).toEqual([]);
  });

  test('a resource is reported as changed after a gap in the subscription', async () => {
    const world = await open(quiet);
    const subscribed = subscribe(world, 'a:1');
    await settle();
    world.acknowledge(world.listens()[0]);
    await subscribed;
    world.finish(world.listens()[0]);
    await settle();
    world.clock.advance(60_000);
    world.acknowledge(world.listens()[1]);
    expect(world.notifications).toEqual([['notifications/resources/updated', { uri: 'a:1' }]]);
  });

  test('at most a thousand resources are subscribed', async () => {
    const world = await open(quiet);
    for (let count = 0; count < 1_000; count++) void subscribe(world, `a:${count}`);
    await expect(subscribe(world, 'one more')).rejects.toThrow('1000');
  });
});
