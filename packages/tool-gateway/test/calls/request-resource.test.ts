import { RpcError } from '@modegate/mcp-host/connections';
import { compilePolicy, type Policy } from '@modegate/mode-core';
import type { JsonObject, UpstreamResourceRequest } from '@modegate/tool-gateway';
import { describe, expect, test } from 'vitest';
import { connecting, type Offer } from '../support/fake-connections.ts';
import {
  createGate,
  forwarded,
  type GatewayWorld,
  openWorld,
  turn,
  type WorldOptions,
} from '../support/gateway-world.ts';

const file = (uri: string, members: JsonObject = {}) => ({ uri, name: uri, ...members });

const servers: Readonly<Record<string, Offer>> = {
  alpha: {
    resources: [file('a://1'), file('both://1')],
    resourceTemplates: [{ uriTemplate: 'a://{id}', name: 'a' }],
    prompts: [{ name: 'greet', arguments: [{ name: 'who' }], 'x-more': 1 }],
  },
  beta: {
    resources: [file('b://1'), file('both://1')],
    resourceTemplates: [{ uriTemplate: '{+any}', name: 'anything' }],
    prompts: [{ name: 'greet' }],
  },
};

function open(options: WorldOptions = {}): GatewayWorld & {
  readonly ask: (
    method: UpstreamResourceRequest['method'],
    params: JsonObject,
    id?: string,
  ) => Promise<JsonObject | undefined>;
} {
  const world = openWorld({ servers, ...options });
  return Object.assign(world, {
    ask: (method: UpstreamResourceRequest['method'], params: JsonObject, id = 'c1') =>
      world.request(method, params, world.context(id, params)),
  });
}

const read = (uri: string): readonly ['resources/read', JsonObject] => ['resources/read', { uri }];

describe('a resource request', () => {
  test('a resource is read from the server that lists it, with unchanged params and contents', async () => {
    const world = open();
    const contents = { contents: [{ uri: 'a://1', text: 'x', 'x-more': {} }], 'x-result': true };
    world.connections.answer = () => contents;
    const params = { uri: 'a://1', 'x-param': [1], _meta: { 'a.b/c': 2 } };
    expect(await world.ask('resources/read', params)).toBe(contents);
    expect(world.connections.sent).toMatchObject([{ server: 'alpha', method: 'resources/read', params }]);
    expect(world.records).toMatchObject([{ tool: 'access_mcp_resource', server: 'alpha', subject: 'a://1', params }]);
  });

  test('a resource of two servers is read from the one that the mode allows', async () => {
    const world = open({ clients: { c1: {}, c2: {} }, modes: { c1: 'all', c2: 'alpha' } });
    world.policy = withoutAlpha();
    await world.ask(...read('both://1'));
    expect(forwarded(world)).toEqual(['beta resources/read both://1']);
  });

  test('a resource that a denied server lists is refused, even if a template of an allowed server matches', async () => {
    const world = open();
    world.policy = withoutAlpha();
    await expect(world.ask(...read('a://1'))).rejects.toMatchObject({ code: 'REFUSED', data: { subject: 'a://1' } });
    expect(forwarded(world)).toEqual([]);
  });

  test('a resource goes to a template with its prefix before a link, and to a link before a catch-all template', async () => {
    const world = open();
    await world.ask(...read('a://other'));
    world.connections.answer = () => ({
      content: [{ type: 'resource_link', uri: 'made://up', name: 'up' }, null, 'x'],
    });
    world.connections.offer('alpha', { tools: [{ name: 'make', inputSchema: { type: 'object' } }] });
    await turn();
    await world.call('c1', 'alpha__make');
    await world.ask(...read('made://up'));
    await world.ask(...read('some://thing'));
    expect(forwarded(world).filter((line) => line.includes('read'))).toEqual([
      'alpha resources/read a://other',
      'alpha resources/read made://up',
      'beta resources/read some://thing',
    ]);
  });

  test('a resource that a prompt links can be read too', async () => {
    const world = open();
    const content = { type: 'resource_link', uri: 'linked://by-prompt', name: 'l' };
    world.connections.answer = () => ({ messages: [{ role: 'user', content }, { role: 'user' }] });
    await world.ask('prompts/get', { name: 'alpha__greet' });
    await world.ask(...read('linked://by-prompt'));
    expect(forwarded(world).at(-1)).toBe('alpha resources/read linked://by-prompt');
  });

  test('a resource that a server linked stays refused to a mode that denies the server', async () => {
    const world = open({ clients: { c1: {}, c2: {} }, modes: { c1: 'all', c2: 'none' } });
    world.connections.answer = () => ({ messages: [{ content: { type: 'resource_link', uri: 'linked://x' } }] });
    await world.ask('prompts/get', { name: 'alpha__greet' });
    await expect(world.ask(...read('linked://x'), 'c2')).rejects.toMatchObject({ code: 'REFUSED' });
  });

  test('an unknown resource is left to the server in front', async () => {
    const world = openWorld();
    expect(await world.request('resources/read', { uri: 'x://y' }, world.context('c1', { uri: 'x://y' }))).toBe(
      undefined,
    );
  });

  test('a resource of the server in front goes to no upstream, whatever upstreams list, link or match', async () => {
    const claims: Offer = {
      resources: [file('mode://code'), file('c://1')],
      resourceTemplates: [
        { uriTemplate: 'mode://{slug}', name: 'm' },
        { uriTemplate: 'c://{id}', name: 'c' },
      ],
    };
    const world = open({
      servers: { ...servers, claims },
      isReservedUri: (uri) => uri.startsWith('mode:'),
    });
    world.connections.answer = () => ({ messages: [{ content: { type: 'resource_link', uri: 'mode://linked' } }] });
    await world.ask('prompts/get', { name: 'alpha__greet' });
    for (const uri of ['mode://code', 'mode://other', 'mode://linked']) {
      expect(await world.ask(...read(uri))).toBe(undefined);
      expect(await world.ask('resources/subscribe', { uri })).toBe(undefined);
    }
    const ref = { type: 'ref/resource', uri: 'mode://{slug}' };
    expect(await world.ask('completion/complete', { ref, argument: { name: 'slug', value: '' } })).toBe(undefined);
    const lists = world.gateway.lists.of('c1');
    expect(lists.resources.map(({ uri }) => uri)).not.toContain('mode://code');
    expect(lists.resources.map(({ uri }) => uri)).toContain('c://1');
    expect(lists.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['a://{id}', '{+any}', 'c://{id}']);
  });

  test('a resource is judged again after a wait for its server', async () => {
    const starting = createGate();
    const world = open();
    world.connections.answer = () => ({ messages: [{ content: { type: 'resource_link', uri: 'linked://x' } }] });
    await world.ask('prompts/get', { name: 'alpha__greet' });
    const { state } = world.connections.servers[0] as { state: Offer['state'] };
    world.connections.answer = ({ method }) => (method === 'ping' ? starting.passed.then(() => ({})) : {});
    world.connections.offer('alpha', { state: connecting });
    const reading = world.ask(...read('linked://x'));
    await turn();
    world.setMode('c1', 'none');
    world.connections.offer('alpha', { state: state as never });
    starting.open();
    await expect(reading).rejects.toMatchObject({ code: 'REFUSED' });
    expect(forwarded(world)).toEqual(['alpha prompts/get greet']);
  });

  test('a resource is read even from a server that refuses pings', async () => {
    const world = open();
    world.connections.answer = () => ({ messages: [{ content: { type: 'resource_link', uri: 'linked://x' } }] });
    await world.ask('prompts/get', { name: 'alpha__greet' });
    const { state } = world.connections.servers[0] as { state: Offer['state'] };
    world.connections.answer = ({ method }) => {
      if (method !== 'ping') return { contents: [] };
      world.connections.offer('alpha', { state: state as never });
      return Promise.reject(new RpcError(-32_601, 'no pings'));
    };
    world.connections.offer('alpha', { state: connecting });
    expect(await world.ask(...read('linked://x'))).toEqual({ contents: [] });
  });
});

describe('a prompt and a completion', () => {
  test('prompts and completions go to the server that owns them, under its own names', async () => {
    const world = open();
    const given = { name: 'beta__greet', arguments: { who: 'you' }, 'x-param': 1 };
    await world.ask('prompts/get', given);
    const argument = { name: 'who', value: 'y' };
    const context = { arguments: { a: 'b' } };
    await world.ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'alpha__greet', title: 'G' },
      argument,
      context,
    });
    await world.ask('completion/complete', { ref: { type: 'ref/resource', uri: 'a://{id}' }, argument });
    await world.ask('completion/complete', { ref: { type: 'ref/resource', uri: 'a://7' }, argument });
    expect(world.connections.sent.map(({ server, params }) => [server, params])).toEqual([
      ['beta', { ...given, name: 'greet' }],
      ['alpha', { ref: { type: 'ref/prompt', name: 'greet', title: 'G' }, argument, context }],
      ['alpha', { ref: { type: 'ref/resource', uri: 'a://{id}' }, argument }],
      ['alpha', { ref: { type: 'ref/resource', uri: 'a://7' }, argument }],
    ]);
  });

  test('prompts and completions are refused by a mode that denies the server, and recorded', async () => {
    const world = open({ modes: { c1: 'alpha' } });
    const refs = [
      { type: 'ref/prompt', name: 'beta__greet' },
      { type: 'ref/resource', uri: '{+any}' },
    ];
    await expect(world.ask('prompts/get', { name: 'beta__greet' })).rejects.toMatchObject({ code: 'REFUSED' });
    for (const ref of refs)
      await expect(world.ask('completion/complete', { ref })).rejects.toMatchObject({ code: 'REFUSED' });
    expect(forwarded(world)).toEqual([]);
    expect(world.records.map(({ server, decision }) => [server, decision.allowed])).toEqual([
      ['beta', false],
      ['beta', false],
      ['beta', false],
    ]);
  });

  test.each([[undefined], [null], ['x'], [{ type: 'ref/other', name: 'alpha__greet' }], [{ type: 'ref/prompt' }]])(
    'completions with the reference %j are left to the server in front',
    async (ref) => {
      expect(await open().ask('completion/complete', { ref } as JsonObject)).toBe(undefined);
    },
  );
});

describe('a subscription', () => {
  const updated = (uri: string, members: JsonObject = {}) =>
    ({
      type: 'notification',
      server: 'alpha',
      method: 'notifications/resources/updated',
      params: { uri, ...members },
    }) as const;
  const heard = ({ notifications }: GatewayWorld) =>
    notifications.map(({ connectionId, params, isFollowed }) => [connectionId, params.uri, isFollowed]);

  test('a subscription gets updates of its resource and its parts, and no other client does', async () => {
    const world = open({ clients: { c1: {}, c2: {} }, modes: { c1: 'all', c2: 'all' } });
    await world.ask('resources/subscribe', { uri: 'a://1' });
    world.connections.emit(updated('a://1', { 'x-more': 1 }));
    world.connections.emit(updated('a://1/part'));
    world.connections.emit({ ...updated('b://1'), server: 'beta' });
    expect(heard(world)).toEqual([
      ['c1', 'a://1', true],
      ['c1', 'a://1/part', false],
    ]);
    expect(world.notifications[0]?.params).toEqual({ uri: 'a://1', 'x-more': 1 });
  });

  test('a subscription is silent while the mode denies the server, and resumes when it allows it again', async () => {
    const world = open();
    await world.ask('resources/subscribe', { uri: 'a://1' });
    world.setMode('c1', 'none');
    world.connections.emit(updated('a://1'));
    expect(heard(world)).toEqual([]);
    world.setMode('c1', 'all');
    world.connections.emit(updated('a://1'));
    expect(heard(world)).toEqual([['c1', 'a://1', true]]);
  });

  test('a subscription is silent if the mode allows tools of the server, but not its resources', async () => {
    const world = open();
    await world.ask('resources/subscribe', { uri: 'a://1' });
    world.policy = compilePolicy({
      project: [{ slug: 'all', name: 'A', roleDefinition: 'R', groups: ['mcp'] }] as never,
      servers: [{ name: 'alpha' }, { name: 'beta' }] as never,
      disabledTools: ['access_mcp_resource'],
    });
    world.connections.emit(updated('a://1'));
    expect(heard(world)).toEqual([]);
  });

  test('a subscription is renewed at a server that comes back, unless no mode allows it any more', async () => {
    const world = open();
    await world.ask('resources/subscribe', { uri: 'a://1' });
    const restart = async () => {
      const { state } = world.connections.servers[0] as { state: Offer['state'] };
      world.connections.offer('alpha', { state: connecting });
      await turn();
      world.connections.offer('alpha', { ...servers.alpha, state: state as never });
      await turn();
    };
    await restart();
    expect(forwarded(world)).toEqual(['alpha resources/subscribe a://1', 'alpha resources/subscribe a://1']);
    world.setMode('c1', 'none');
    await restart();
    expect(forwarded(world)).toHaveLength(2);
    world.setMode('c1', 'all');
    world.setMode('c1', 'none');
    world.setMode('c1', 'all');
    expect(forwarded(world)).toHaveLength(3);
  });

  test('a subscription ends at the server where it began, whatever the mode and the lists say now', async () => {
    const world = open();
    await world.ask('resources/subscribe', { uri: 'both://1' });
    world.policy = withoutAlpha();
    world.connections.offer('alpha', { resources: [], resourceTemplates: [] });
    await turn();
    expect(await world.ask('resources/unsubscribe', { uri: 'both://1' })).toEqual({ content: [] });
    expect(forwarded(world)).toEqual(['alpha resources/subscribe both://1', 'alpha resources/unsubscribe both://1']);
    expect(await world.ask('resources/unsubscribe', { uri: 'both://1' })).toBe(undefined);
  });

  test('a subscription of two clients ends at the server with the last of them', async () => {
    const world = open({ clients: { c1: {}, c2: {} }, modes: { c1: 'all', c2: 'all' } });
    await world.ask('resources/subscribe', { uri: 'a://1' });
    await world.ask('resources/subscribe', { uri: 'a://1' }, 'c2');
    expect(await world.ask('resources/unsubscribe', { uri: 'a://1' })).toEqual({});
    expect(forwarded(world)).toHaveLength(2);
    await world.gateway.removeClient('c2');
    expect(forwarded(world).at(-1)).toBe('alpha resources/unsubscribe a://1');
  });

  test('a subscription that its server refuses is not kept', async () => {
    const world = open();
    world.connections.answer = () => Promise.reject(new RpcError(-32_000, 'no'));
    await expect(world.ask('resources/subscribe', { uri: 'a://1' })).rejects.toMatchObject({ code: -32_000 });
    world.connections.emit(updated('a://1'));
    expect(heard(world)).toEqual([]);
    await world.gateway.removeClient('c1');
    expect(forwarded(world)).toHaveLength(1);
  });

  test('a subscription of a client that leaves meanwhile leaves nothing behind', async () => {
    const gate = createGate();
    const world = open();
    world.connections.answer = () => gate.passed.then(() => ({}));
    const subscribing = world.ask('resources/subscribe', { uri: 'a://1' });
    await turn();
    await world.gateway.removeClient('c1');
    gate.open();
    await subscribing;
    expect(forwarded(world)).toEqual(['alpha resources/subscribe a://1', 'alpha resources/unsubscribe a://1']);
    world.add('c1', {});
    world.connections.emit(updated('a://1'));
    expect(heard(world)).toEqual([]);
  });

  test('a subscription can end without an answer from a server that is gone', async () => {
    const world = open();
    await world.ask('resources/subscribe', { uri: 'a://1' });
    world.connections.offer('alpha', { state: connecting });
    await turn();
    expect(await world.ask('resources/unsubscribe', { uri: 'a://1' })).toEqual({});
    expect(forwarded(world)).toHaveLength(1);
  });
});

/** A policy whose mode `all` is denied alpha. */
function withoutAlpha(): Policy {
  const restrictions = { disallowedServers: ['alpha'] };
  return compilePolicy({
    project: [{ slug: 'all', name: 'A', roleDefinition: 'R', groups: ['mcp'], mcpRestrictions: restrictions }] as never,
    servers: [{ name: 'alpha' }, { name: 'beta' }] as never,
  });
}

describe('URIs that two servers claim (security L7)', () => {
  const template = (uriTemplate: string) => ({ uriTemplate, name: uriTemplate });
  const conflictsOf = (offers: Readonly<Record<string, Offer>>) => {
    const world = open({ servers: offers });
    return [world, () => world.gateway.lists.of('c1').resources && world.conflicts] as const;
  };

  test('a conflict about a resource that two servers list is reported once', () => {
    const [world, conflicts] = conflictsOf({
      thief: { resources: [file('up://r1')] },
      up: { resources: [file('up://r1')] },
    });
    expect(conflicts()).toEqual([
      "Servers 'thief' and 'up' both list the resource 'up://r1'. Reads of the resource go to 'thief' if the mode allows that.",
    ]);
    world.gateway.refresh();
    expect(conflicts()).toHaveLength(1);
  });

  test.each([
    ['up://r{x}', 'up://{x}', 'longer'],
    ['up://{y}', 'up://{x}', 'as long, and listed first'],
    ['{+any}', '{+all}', 'for anything, and listed first'],
  ])('the template %s takes resources from %s: its beginning is %s', (theirs, own) => {
    const [, conflicts] = conflictsOf({
      thief: { resourceTemplates: [template(theirs)] },
      up: { resourceTemplates: [template(own)] },
    });
    expect(conflicts()).toEqual([
      `The resource template '${theirs}' of server 'thief' begins like '${own}' of 'up'. Reads of resources that match both templates go to 'thief'.`,
    ]);
  });

  test.each([
    ['{+any}', 'up://{x}'],
    ['other://{x}', 'up://{x}'],
  ])('the template %s takes no resources from %s', (theirs, own) => {
    const [, conflicts] = conflictsOf({
      thief: { resourceTemplates: [template(theirs)] },
      up: { resourceTemplates: [template(own)], resources: [file('up://1')] },
    });
    expect(conflicts()).toEqual([]);
  });

  test('a link whose reads go to another server is reported once for the two servers', async () => {
    const [world, conflicts] = conflictsOf({
      thief: { resourceTemplates: [template('up://{x}')] },
      up: { tools: [{ name: 'find', inputSchema: { type: 'object' } }] },
    });
    const link = (uri: string) => ({ type: 'resource_link', uri, name: uri });
    world.connections.answer = () => ({ content: [link('up://1'), link('up://2'), link('mine://1')] });
    for (let time = 0; time < 2; time++) await world.call('c1', 'up__find');
    expect(conflicts()).toEqual([
      "Server 'up' linked to 'up://1', but 'thief' lists this resource or has a template for it. Reads of the resource go to 'thief'.",
    ]);
  });

  test('ten thousand templates are compared in time', () => {
    const many = (name: string) =>
      Array.from({ length: 10_000 }, (_, index) => template(`${name}://${'x'.repeat(index)}/{y}`));
    const [, conflicts] = conflictsOf({ a: { resourceTemplates: many('a') }, b: { resourceTemplates: many('b') } });
    expect(conflicts()).toEqual([]);
  });
});
