import type { JsonObject } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { connecting, type Offer, tool } from '../support/fake-connections.ts';
import { createGate, openWorld, testPolicy, turn, twoServers } from '../support/gateway-world.ts';

describe('lists for a client', () => {
  test('a client sees what its mode allows: tools under exposed names, resources and prompts of the servers', () => {
    const alpha: Offer = {
      ...twoServers.alpha,
      resources: [{ uri: 'a://1', name: 'a', 'x-more': [1] }],
      resourceTemplates: [{ uriTemplate: 'a://{id}', name: 'a' }],
      prompts: [{ name: 'greet', 'x-more': {} }],
    };
    const world = openWorld({ servers: { alpha, beta: twoServers.beta }, modes: { c1: 'alpha' } });
    const { tools, resources, resourceTemplates, prompts } = world.gateway.lists.of('c1');
    expect(tools.map(({ definition }) => definition)).toEqual([
      { ...tool('echo'), name: 'alpha__echo' },
      { ...tool('wipe'), name: 'alpha__wipe' },
    ]);
    expect([resources, resourceTemplates]).toEqual([alpha.resources, alpha.resourceTemplates]);
    expect(resources[0]).toBe(alpha.resources?.[0]);
    expect(prompts).toEqual([{ name: 'alpha__greet', 'x-more': {} }]);
    world.setMode('c1', 'none');
    expect(Object.values(world.gateway.lists.of('c1')).flat()).toEqual([]);
  });

  test('no listed tool claims to support tasks (servers F4)', () => {
    const tools = [
      tool('optional', { execution: { taskSupport: 'optional' } }),
      tool('other', { execution: { taskSupport: 'forbidden', 'x-more': 1 } }),
    ];
    const world = openWorld({ servers: { alpha: { tools } } });
    expect(world.gateway.lists.of('c1').tools.map(({ definition }) => definition)).toEqual([
      { ...tool('optional'), name: 'alpha__optional' },
      { ...tool('other'), name: 'alpha__other', execution: { 'x-more': 1 } },
    ]);
  });

  test.each<[string, Offer, Offer]>([
    ['resource', { resources: [{ uri: 'a://1' }, { name: 'n' }, { uri: 'a://2', name: 'x', title: null }] }, {}],
    ['template', { resourceTemplates: [{ uriTemplate: 'a://{x}' }, { uriTemplate: 7, name: 'x' }] }, {}],
    [
      'prompt',
      { prompts: [{ name: 1 }, { name: 'p', arguments: 'x' }, { name: 'q', arguments: [{ title: 'no name' }] }] },
      {},
    ],
  ])('the lists contain no %s for which a client might refuse the whole list', (_kind, bad) => {
    const good: Offer = {
      resources: [{ uri: 'a://ok', name: 'ok', size: 3, annotations: { audience: ['user'] } }],
      resourceTemplates: [{ uriTemplate: 'a://{ok}', name: 'ok' }],
      prompts: [{ name: 'ok', arguments: [{ name: 'x', required: true }] }],
    };
    const both = Object.fromEntries(
      Object.entries(good).map(([list, items]) => [
        list,
        [...(((bad as Offer)[list as keyof Offer] as [] | undefined) ?? []), ...(items as [])],
      ]),
    );
    const { resources, resourceTemplates, prompts } = openWorld({ servers: { alpha: both } }).gateway.lists.of('c1');
    expect([resources.length, resourceTemplates.length, prompts.length]).toEqual([1, 1, 1]);
  });

  test('a new client causes no list change, and unchanged lists stay the same arrays', () => {
    const world = openWorld();
    const before = world.gateway.lists.of('c1');
    world.gateway.refresh();
    world.gateway.refresh('c1');
    const after = world.gateway.lists.of('c1');
    for (const list of ['tools', 'ownTools', 'resources', 'resourceTemplates', 'prompts'] as const)
      expect(after[list]).toBe(before[list]);
    expect(world.changes).toEqual([]);
  });
});

describe('announcements of list changes', () => {
  test('a change is announced once to the clients whose lists it affects, and only for those lists', async () => {
    const world = openWorld({ clients: { c1: {}, c2: {}, c3: {} }, modes: { c1: 'all', c2: 'alpha', c3: 'none' } });
    world.connections.offer('beta', { tools: [tool('echo')] });
    await turn();
    expect(world.changes).toEqual([['c1', 'tools']]);
    world.connections.offer('alpha', { prompts: [{ name: 'p' }], resources: [{ uri: 'a://1', name: 'a' }] });
    await turn();
    expect(world.changes.slice(1).toSorted((one, other) => (one.join() < other.join() ? -1 : 1))).toEqual([
      ['c1', 'prompts'],
      ['c1', 'resources'],
      ['c2', 'prompts'],
      ['c2', 'resources'],
    ]);
  });

  test.each<[string, (world: ReturnType<typeof openWorld>) => void, readonly string[]]>([
    ['a server goes', ({ connections }) => connections.offer('beta', undefined), ['tools']],
    ['a server is lost', ({ connections }) => connections.offer('beta', { state: connecting }), ['tools']],
    ['a server comes', ({ connections }) => connections.offer('gamma', { tools: [tool('x')] }), ['tools']],
    [
      'templates change',
      ({ connections }) => connections.offer('beta', { resourceTemplates: [{ uriTemplate: 'b://{x}', name: 'b' }] }),
      ['resources'],
    ],
    ['the mode changes', (world) => world.setMode('c1', 'careful'), ['tools']],
  ])('a list change is announced when %s', async (_what, change, lists) => {
    const world = openWorld();
    world.policy = testPolicy(['alpha', 'beta', 'gamma']);
    change(world);
    await turn();
    expect(world.changes).toEqual(lists.map((list) => ['c1', list]));
  });

  test('a refresh announces a change of the policy, the toolset or the trust', () => {
    let [unequipped, warned, withheld] = [false, false, false];
    let own: readonly string[] = [];
    const world = openWorld({
      toolsets: {
        whyNotEquipped: ({ server }) => (unequipped && server === 'beta' ? 'no' : undefined),
      },
      options: { ownTools: () => own },
      trust: {
        warning: () => (warned ? 'changed' : undefined),
        whyWithheld: () => (withheld ? 'withheld' : undefined),
      },
    });
    const told = (change: () => void) => {
      const before = world.changes.length;
      change();
      world.gateway.refresh();
      return world.changes.slice(before).map(([, list]) => list);
    };
    expect(
      told(() => {
        unequipped = true;
      }),
    ).toEqual(['tools']);
    expect(
      told(() => {
        warned = true;
      }),
    ).toEqual(['tools']);
    expect(world.gateway.lists.of('c1').tools[0]?.definition._meta).toEqual({
      'io.github.modegate/changed': 'changed',
    });
    expect(
      told(() => {
        own = ['x'];
      }),
    ).toEqual(['tools']);
    expect(
      told(() => {
        own = ['x'];
      }),
    ).toEqual([]);
    expect(
      told(() => {
        withheld = true;
      }),
    ).toEqual(['tools']);
    expect(
      told(() => {
        world.policy = testPolicy();
      }),
    ).toEqual([]);
    expect(world.names('c1')).toEqual([]);
  });

  test('no change is announced if a server repeats itself, changes hidden items or only logs', async () => {
    const world = openWorld({ modes: { c1: 'alpha' } });
    world.connections.offer('alpha', { tools: [tool('echo'), tool('wipe')] });
    world.connections.offer('beta', { tools: [tool('other')] });
    world.connections.offer('alpha', { state: world.connections.servers[0]?.state as never });
    await turn();
    expect(world.changes).toEqual([]);
  });

  test('a call is judged by the current state, even before a change is announced', () => {
    const world = openWorld();
    world.connections.offer('alpha', { tools: [tool('fresh')] });
    expect(world.gateway.index.catalogue.findExposed('alpha__echo')).toBe(undefined);
    expect(world.gateway.index.catalogue.findExposed('alpha__fresh')).toBeDefined();
    expect(world.gateway.index.toolsOf('alpha')).toHaveLength(1);
  });

  test('the remembered tools are updated with every full refresh', () => {
    const observed: unknown[] = [];
    const world = openWorld({ trust: { observe: (catalogue) => observed.push(catalogue) } });
    world.gateway.refresh();
    world.gateway.refresh('c1');
    expect(observed).toEqual([world.gateway.index.catalogue]);
  });
});

describe('notifications from servers', () => {
  const line = (
    server: string,
  ): { readonly type: 'notification'; server: string; method: string; params: JsonObject } => ({
    type: 'notification',
    server,
    method: 'notifications/message',
    params: { level: 'info', data: { x: 1 }, 'x-more': 1 },
  });

  test('a server notification goes unchanged to the clients whose mode allows the server at that moment', () => {
    const world = openWorld({ clients: { c1: {}, c2: {} }, modes: { c1: 'all', c2: 'alpha' } });
    const sent = line('beta');
    world.connections.emit(sent);
    expect(world.notifications).toMatchObject([{ connectionId: 'c1', server: 'beta', params: sent.params }]);
    world.setMode('c1', 'alpha');
    world.connections.emit(line('beta'));
    expect(world.notifications).toHaveLength(1);
    world.connections.emit(line('alpha'));
    expect(world.notifications).toHaveLength(3);
  });

  test('a server notification is passed on only if it is meant for clients', () => {
    const world = openWorld();
    for (const method of ['notifications/progress', 'notifications/cancelled', 'notifications/thing'])
      world.connections.emit({ ...line('alpha'), method });
    world.connections.emit({ ...line('alpha'), method: 'notifications/resources/updated', params: { uri: 7 } });
    expect(world.notifications).toEqual([]);
    world.connections.emit({
      ...line('alpha'),
      method: 'notifications/elicitation/complete',
      params: { elicitationId: 'e' },
    });
    expect(world.notifications).toMatchObject([
      { method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } },
    ]);
  });

  test('the log level is set again on servers that come back, as long as a client wants one', async () => {
    const world = openWorld({ servers: { alpha: {} } });
    const { state } = world.connections.servers[0] as { state: Offer['state'] };
    const levels = () =>
      world.connections.sent.filter(({ method }) => method === 'logging/setLevel').map(({ params }) => params?.level);
    const restart = async () => {
      world.connections.offer('alpha', { state: connecting });
      await turn();
      world.connections.offer('alpha', { state: state as never });
      await turn();
    };
    world.gateway.setLogLevel('debug');
    await restart();
    world.gateway.setLogLevel(undefined);
    await restart();
    expect(levels()).toEqual(['debug', 'debug']);
  });
});

describe('a connected client', () => {
  test('a client holds the servers while it is connected, with its declared capabilities', async () => {
    const world = openWorld({ clients: { c1: { roots: {} } } });
    world.add('c1', { sampling: {} });
    expect(world.connections.leases()).toEqual([{ roots: {} }]);
    await world.gateway.removeClient('c1');
    await world.gateway.removeClient('c1');
    expect(world.connections.leases()).toEqual([]);
  });

  test('the first client waits for the servers that it starts, whichever clients came and left before', async () => {
    const world = openWorld({ clients: {} });
    const waits: (() => void)[] = [];
    Object.assign(world.connections, { settled: () => new Promise<void>((resolve) => void waits.push(resolve)) });
    expect(world.gateway.start.done).toBe(undefined);
    world.add('c1', {});
    await world.gateway.removeClient('c1');
    world.add('c2', {});
    world.add('c3', {});
    // Each start is waited for by lists and, longer, by calls.
    const [list, call, laterList, laterCall] = waits;
    for (const end of [list, call]) end?.();
    await turn();
    expect([waits.length, world.gateway.start.done]).toEqual([4, expect.any(Promise)]);
    laterList?.();
    await turn();
    expect([world.gateway.start.done, world.gateway.start.settled]).toEqual([undefined, expect.any(Promise)]);
    laterCall?.();
    await turn();
    expect(world.gateway.start.settled).toBe(undefined);
  });

  test('agents D5: a client waits at most half a second for a slow server before it gets its first list', () => {
    const world = openWorld({ clients: {} });
    const limits: (number | undefined)[] = [];
    Object.assign(world.connections, { settled: async (timeoutMs?: number) => void limits.push(timeoutMs) });
    world.add('c1', {});
    expect(Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY))).toBeLessThanOrEqual(500);
  });

  test('a client that has left gets no more notifications', async () => {
    const gate = createGate();
    const world = openWorld({ record: () => gate.passed });
    const call = world.call('c1', 'alpha__echo');
    await world.gateway.removeClient('c1');
    gate.open();
    await call;
    world.setMode('c1', 'none');
    world.gateway.refresh();
    world.connections.offer('alpha', { tools: [] });
    await turn();
    expect([world.changes, world.notifications]).toEqual([[], []]);
  });
});
