import {
  createServer,
  definePrompt,
  defineResource,
  forwardedError,
  type JsonObject,
  type RequestContext,
  type RequestForwarder,
} from '@modegate/mcp-protocol';
import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';

const foreign = {
  resources: [{ uri: 'test://far', name: 'far', 'x-unknown': { kept: true } }],
  resourceTemplates: [{ uriTemplate: 'test://far/{id}', name: 'family' }],
  prompts: [{ name: 'far-prompt', icons: [{ src: 'data:,' }] }],
} as const;

interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  readonly meta: JsonObject;
}

function serverWith(answer: (method: string, params: JsonObject, context: RequestContext) => JsonObject | undefined) {
  const asked: Asked[] = [];
  const forwarding: RequestForwarder = {
    list: (list) => foreign[list],
    request: async (method, params, context) => {
      asked.push({ method, params, meta: context.meta });
      return answer(method, params, context);
    },
  };
  const server = createServer({
    info: { name: 'front', version: '1' },
    resources: [defineResource({ uri: 'own://near', name: 'near', read: () => 'here' })],
    prompts: [definePrompt({ name: 'own', get: () => 'mine' })],
    forwarding,
  });
  return { server, asked };
}

describe('forwarded requests', () => {
  test('forwarded items follow local items in lists, with all their members', async () => {
    const client = await connectInMemory(serverWith(() => undefined).server);
    expect(await client.request('resources/list')).toEqual({
      resources: [{ uri: 'own://near', name: 'near' }, ...foreign.resources],
    });
    expect(await client.request('resources/templates/list')).toEqual({ resourceTemplates: foreign.resourceTemplates });
    expect(await client.request('prompts/list')).toEqual({ prompts: [{ name: 'own' }, ...foreign.prompts] });
  });

  test('a forwarded request is answered completely, including unknown members', async () => {
    const answer = { contents: [{ uri: 'test://far', text: 'x', 'x-unknown': 1 }], _meta: { a: 1 }, extra: [null] };
    const { server, asked } = serverWith(() => answer);
    const client = await connectInMemory(server);
    const params = { uri: 'test://far', 'x-param': true, _meta: { 'a.b/c': 1 } };
    expect(await client.request('resources/read', params)).toEqual(answer);
    expect(asked).toEqual([{ method: 'resources/read', params, meta: { 'a.b/c': 1 } }]);
  });

  test('a request for an item of the server is not forwarded', async () => {
    const client = await connectInMemory(serverWith(() => undefined).server);
    expect(await client.request('resources/read', { uri: 'own://near' })).toEqual({
      contents: [{ uri: 'own://near', text: 'here' }],
    });
    await expect(client.request('resources/read', { uri: 'test://nowhere' })).rejects.toMatchObject({ code: -32602 });
  });

  test('a forwarded request fails with the exact error of the other side', async () => {
    const { server } = serverWith(() => {
      throw forwardedError({ code: -32_050, message: 'far away', data: { a: [1] } });
    });
    const client = await connectInMemory(server);
    await expect(client.request('prompts/get', { name: 'far-prompt' })).rejects.toMatchObject({
      code: -32_050,
      message: 'far away',
      data: { a: [1] },
    });
  });

  test('a forwarded subscription counts until it is unsubscribed', async () => {
    const { server } = serverWith((_method, params) => (params.uri === 'test://far' ? {} : undefined));
    const client = await connectInMemory(server);
    await client.request('resources/subscribe', { uri: 'test://far' });
    server.notifyResourceUpdated('test://far', 'another connection');
    server.notifyResourceUpdated('test://far', client.connectionId);
    expect((await client.nextNotification('notifications/resources/updated')).params).toEqual({ uri: 'test://far' });
    await client.request('resources/unsubscribe', { uri: 'test://far' });
    server.notifyResourceUpdated('test://far');
    server.notifyToolsChanged();
    await client.request('ping');
    expect(client.notifications).toHaveLength(1);
  });
});

test('a connection may subscribe to a thousand forwarded resources but no more', async () => {
  const { server, asked } = serverWith(() => ({}));
  const client = await connectInMemory(server);
  for (let count = 0; count < 1_000; count += 1)
    await client.request('resources/subscribe', { uri: `test://${count}` });
  await expect(client.request('resources/subscribe', { uri: 'test://1000' })).rejects.toMatchObject({ code: -32_600 });
  await client.request('resources/subscribe', { uri: 'test://1' });
  expect(asked).toHaveLength(1_001);
});

describe('messages between the server and its clients', () => {
  test('a forwarded notification goes to one client, or to all', async () => {
    const server = createServer({ info: { name: 'front', version: '1' } });
    const [one, other] = [await connectInMemory(server), await connectInMemory(server)];
    server.notify('notifications/thing', { a: 1 }, one.connectionId);
    server.notify('notifications/all');
    await one.nextNotification('notifications/all');
    await other.nextNotification('notifications/all');
    expect(one.notifications.map(({ method }) => method)).toEqual(['notifications/thing', 'notifications/all']);
    expect(other.notifications.map(({ method }) => method)).toEqual(['notifications/all']);
  });

  test('a client receives no notifications before it has initialised', async () => {
    const server = createServer({ info: { name: 'front', version: '1' } });
    const client = await connectInMemory(server, { initialize: false });
    server.notify('notifications/thing');
    await client.request('ping');
    expect(client.notifications).toEqual([]);
  });

  test('the server receives notifications of its clients together with their sender', async () => {
    const heard: unknown[] = [];
    const server = createServer({
      info: { name: 'front', version: '1' },
      onNotification: ({ method, context }) => heard.push([method, context.connectionId, context.clientCapabilities]),
    });
    const client = await connectInMemory(server, { capabilities: { roots: {} } });
    client.notify('notifications/roots/list_changed');
    await client.request('ping');
    expect(heard).toEqual([
      ['notifications/initialized', client.connectionId, { roots: {} }],
      ['notifications/roots/list_changed', client.connectionId, { roots: {} }],
    ]);
  });

  test('the server may send a client a request outside of any call, if the client supports it', async () => {
    const server = createServer({ info: { name: 'front', version: '1' } });
    const client = await connectInMemory(server, { capabilities: { roots: {} } });
    const answer = server.request(client.connectionId, { method: 'roots/list', params: {} });
    await client.request('ping');
    const question = client.received.find((message) => 'method' in message && message.method === 'roots/list');
    expect(question).toMatchObject({ method: 'roots/list', params: {} });
    client.send({ jsonrpc: '2.0', id: (question as unknown as { id: number }).id, result: { roots: [] } });
    expect(await answer).toEqual({ roots: [] });
    const refused = server.request(client.connectionId, { method: 'sampling/createMessage', params: {} });
    await expect(refused).rejects.toThrow("did not declare the capability 'sampling'");
    await expect(server.request('nobody', { method: 'roots/list', params: {} })).rejects.toThrow(
      "connected as 'nobody'",
    );
  });

  test('the server knows the log level that a client requested', async () => {
    const levels: unknown[] = [];
    const server = createServer({
      info: { name: 'front', version: '1' },
      onLogLevel: ({ connectionId, logLevel }) => levels.push([connectionId, logLevel]),
    });
    const client = await connectInMemory(server);
    expect(server.connections[0]?.logLevel).toBeUndefined();
    await client.request('logging/setLevel', { level: 'notice' });
    expect(server.connections[0]?.logLevel).toBe('notice');
    expect(levels).toEqual([[client.connectionId, 'notice']]);
  });
});
