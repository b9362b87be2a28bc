import { type ConnectionsOptions, type JsonObject, RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { connect, entriesOf, type FakeWorld, plainClient } from '../support/connect.ts';
import { type Answer, politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';
import { discoverResult } from '../support/stateless-link.ts';

const alpha = { alpha: { command: 'alpha' } };

/** Remembers what it is told, beginning with some names. */
function memory(...names: readonly string[]) {
  const kept: [string, boolean][] = [];
  const sessionBasedServers: ConnectionsOptions['sessionBasedServers'] = {
    has: ({ name }) => names.includes(name),
    keep: ({ name }, isLegacy) => void kept.push([name, isLegacy]),
  };
  return { kept, options: { sessionBasedServers } };
}

/** Lets everything happen that can, and so much time pass. */
async function run({ time }: FakeWorld, ms = 0): Promise<void> {
  await time.pass(ms);
  await quiet();
}

const modernAnswer: Answer = ({ method, params, link }) => {
  if (method === 'server/discover') return { ...discoverResult, capabilities: { tools: { listChanged: true } } };
  if (method === 'subscriptions/listen') return 'silence';
  if (method === 'initialize' || method === 'ping') return new RpcError(-32_601, 'Method not found');
  return politeAnswer({ method, params, link });
};

/** A server of both eras. */
const dualAnswer: Answer = (request) =>
  request.method === 'initialize' ? politeAnswer(request) : modernAnswer(request);

describe('F8: a server that supports both eras', () => {
  const withSession = { capabilities: { elicitation: {} } };
  const withoutSession = { capabilities: { elicitation: {} }, isStateless: true };
  const versionOf = (world: FakeWorld) => {
    const { state } = world.server('alpha');
    return state.status === 'connected' ? state.protocolVersion : state.status;
  };
  const open = async (entry: object, answer: Answer, ...users: readonly { capabilities: JsonObject }[]) => {
    const { kept, options } = memory();
    const world = connect({ alpha: { command: 'alpha', ...entry } }, { options, answer });
    for (const user of users) {
      world.connections.acquire(user);
      await run(world);
    }
    return { world, kept };
  };

  test.each<[string, string, readonly { capabilities: JsonObject }[]]>([
    ['a client with a session that can be asked', '2025-11-25', [withSession]],
    ['a client with a session that cannot be asked', '2026-07-28', [plainClient]],
    ['a client without a session', '2026-07-28', [withoutSession]],
    ['both, the one with a session first', '2025-11-25', [withSession, withoutSession]],
    ['both, the one with a session last', '2025-11-25', [withoutSession, withSession]],
  ])('a server of both eras is used for %s in the revision %s', async (_who, version, users) => {
    const { world, kept } = await open({}, dualAnswer, ...users);
    expect(versionOf(world)).toBe(version);
    expect(kept.filter(([, isLegacy]) => isLegacy)).toEqual([]);
  });

  test('a server of both eras is used as its entry says, whatever the clients', async () => {
    for (const user of [withSession, withoutSession, plainClient]) {
      expect(versionOf((await open({ era: 'legacy' }, dualAnswer, user)).world)).toBe('2025-11-25');
      expect(versionOf((await open({ era: 'modern' }, dualAnswer, user)).world)).toBe('2026-07-28');
    }
  });

  test('a server of both eras is restarted when its entry names another era', async () => {
    const { world } = await open({ era: 'legacy' }, dualAnswer, plainClient);
    await world.connections.update(entriesOf({ alpha: { command: 'alpha', era: 'modern' } }));
    await run(world);
    expect(versionOf(world)).toBe('2026-07-28');
  });

  test('the revision never differs from the one in the entry, and the reason of a failure names the key', async () => {
    const legacy = await open({ era: 'modern' }, politeAnswer, plainClient);
    expect(legacy.world.server('alpha').state).toMatchObject({
      status: 'disconnected',
      reason: expect.stringContaining('its entry says "era": "modern"'),
    });
    const modern = await open({ era: 'legacy' }, modernAnswer, plainClient);
    expect(modern.world.server('alpha').state).toMatchObject({
      status: 'disconnected',
      reason: expect.stringContaining('its entry says "era": "legacy"'),
    });
    expect([...legacy.kept, ...modern.kept]).toEqual([]);
  });

  test('a server that speaks only 2026-07-28 receives a futile initialize only once', async () => {
    const { world } = await open({}, modernAnswer, withoutSession, withSession);
    expect(versionOf(world)).toBe('2026-07-28');
    await world.connections.restart('alpha');
    await run(world);
    world.connections.acquire(withSession);
    await run(world);
    expect(world.servers.linksOf('alpha').map((link) => link.methods()[0])).toEqual([
      'server/discover',
      'initialize',
      'server/discover',
    ]);
  });

  test('a server that does not answer initialize receives server/discover at the next attempt', async () => {
    const mute: Answer = (request) => (request.method === 'initialize' ? 'silence' : modernAnswer(request));
    const { world } = await open({}, mute, withSession);
    for (let minute = 0; minute < 3; minute++) await run(world, 60_000);
    expect(versionOf(world)).toBe('2026-07-28');
  });
});

describe('a server that answers server/discover', () => {
  test('a server that answers server/discover with an error is initialised in the same process and remembered', async () => {
    const { kept, options } = memory();
    const world = connect(alpha, { options });
    world.connections.acquire(plainClient);
    await run(world);
    expect(world.servers.link('alpha').methods()).toEqual(['server/discover', 'initialize', 'tools/list']);
    expect(world.server('alpha').state).toMatchObject({ status: 'connected', protocolVersion: '2025-11-25' });
    await world.connections.restart('alpha');
    expect(world.servers.link('alpha').methods()).toEqual(['initialize', 'tools/list']);
    expect(kept).toEqual([
      ['alpha', true],
      ['alpha', true],
    ]);
  });

  test('a server that answers server/discover as modern is never initialised, and its lists are subscribed', async () => {
    const { kept, options } = memory();
    const world = connect(alpha, { options, answer: modernAnswer });
    world.connections.acquire(plainClient);
    await run(world);
    expect(world.server('alpha').state).toMatchObject({ status: 'connected', protocolVersion: '2026-07-28' });
    expect(world.server('alpha').tools).toHaveLength(1);
    expect(world.servers.link('alpha').methods()).toEqual(['server/discover', 'subscriptions/listen', 'tools/list']);
    expect(kept).toEqual([['alpha', false]]);
  });
});

describe('a server that exits on server/discover', () => {
  const dies: Answer = (request) => {
    if (request.method !== 'server/discover') return politeAnswer(request);
    request.link.end('The process ended with the exit code 1.');
    return 'silence';
  };

  test('a server that exits on server/discover is restarted immediately without it, and does not receive it again', async () => {
    const { kept, options } = memory();
    const world = connect(alpha, { options, answer: dies });
    world.connections.acquire(plainClient);
    await run(world);
    expect(world.server('alpha').state.status).toBe('connected');
    expect(world.servers.linksOf('alpha').map((link) => link.methods())).toEqual([
      ['server/discover'],
      ['initialize', 'tools/list'],
    ]);
    expect(world.servers.mostOpen()).toBe(1);
    expect(kept).toEqual([['alpha', true]]);
    expect(world.logged.map(({ message }) => message)).toContain(
      'It exited when it was asked for its protocol. It is being restarted without that question. The process ended with the exit code 1.',
    );
    await world.connections.restart('alpha');
    expect(world.servers.link('alpha').methods()).toEqual(['initialize', 'tools/list']);
  });

  test('a server that exits on anything else is not restarted rapidly', async () => {
    const { kept, options } = memory();
    const answer: Answer = ({ link }) => {
      link.end();
      return 'silence';
    };
    const world = connect(alpha, { options, answer });
    world.connections.acquire(plainClient);
    for (let minute = 0; minute < 10; minute++) await run(world, 60_000);
    expect(world.servers.linksOf('alpha').length).toBeLessThan(40);
    expect(world.servers.mostOpen()).toBe(1);
    expect(kept).toEqual([]);
  });
});

test('a server that ignores server/discover is initialised after two seconds and remembered', async () => {
  const { kept, options } = memory();
  const answer: Answer = (request) => (request.method === 'server/discover' ? 'silence' : politeAnswer(request));
  const world = connect(alpha, { options, answer });
  world.connections.acquire(plainClient);
  await run(world);
  expect(world.server('alpha').state.status).toBe('connecting');
  await run(world, 2_000);
  expect(world.server('alpha').state.status).toBe('connected');
  expect(kept).toEqual([['alpha', true]]);
});

describe('a server remembered as legacy', () => {
  test('a server remembered as legacy does not receive server/discover', async () => {
    const { kept, options } = memory('alpha');
    const world = connect(alpha, { options });
    world.connections.acquire(plainClient);
    await run(world);
    expect(world.servers.link('alpha').methods()).toEqual(['initialize', 'tools/list']);
    expect(kept).toEqual([['alpha', true]]);
  });

  test('a server remembered as legacy that has become modern is detected and forgotten', async () => {
    const { kept, options } = memory('alpha');
    const world = connect(alpha, { options, answer: modernAnswer });
    world.connections.acquire(plainClient);
    await run(world);
    expect(world.server('alpha').state).toMatchObject({ status: 'connected', protocolVersion: '2026-07-28' });
    expect(kept).toEqual([['alpha', false]]);
  });

  test('a server remembered as legacy receives server/discover when its launch settings change', async () => {
    const { options } = memory();
    const world = connect(alpha, { options });
    world.connections.acquire(plainClient);
    await run(world);
    await world.connections.update(entriesOf({ alpha: { command: 'other' } }));
    await run(world);
    expect(world.servers.link('alpha').methods()[0]).toBe('server/discover');
  });
});

describe('a remembered server on the network', () => {
  test('a legacy server on the network is remembered', async () => {
    const { kept, options } = memory();
    const world = connect({ far: { type: 'streamable-http', url: 'https://far.example/mcp' } }, { options });
    world.connections.acquire(plainClient);
    await run(world);
    expect(world.servers.link('far').methods()[0]).toBe('server/discover');
    expect(kept).toEqual([['far', true]]);
  });

  test('an HTTP+SSE server counts as legacy without server/discover', async () => {
    const { options } = memory();
    const world = connect({ far: { type: 'sse', url: 'https://far.example/sse' } }, { options });
    world.connections.acquire(plainClient);
    await run(world);
    expect(world.servers.link('far').methods()[0]).toBe('initialize');
  });
});

describe('the lists of a modern server', () => {
  const listing = (ttlMs: unknown, listChanged: boolean) => {
    let count = 0;
    const answer: Answer = ({ method, link }) => {
      if (method === 'server/discover') return { ...discoverResult, capabilities: { tools: { listChanged } } };
      if (method === 'subscriptions/listen') {
        const params = {
          notifications: { toolsListChanged: true },
          _meta: { 'io.modelcontextprotocol/subscriptionId': link.received.at(-1)?.id },
        };
        link.notify('notifications/subscriptions/acknowledged', params);
        return 'silence';
      }
      count++;
      return { tools: [{ name: `tool-${count}`, inputSchema: {} }], ttlMs, cacheScope: 'public' } as JsonObject;
    };
    const world = connect(alpha, { ...memory(), answer });
    world.connections.acquire(plainClient);
    const look = async (ms: number) => {
      await run(world, ms);
      world.connections.refreshStaleLists();
      world.connections.refreshStaleLists();
      await run(world);
      return world.server('alpha').tools.map(({ name }) => name);
    };
    return { world, look };
  };

  test('the lists of a modern server are read again when they are used and no longer fresh', async () => {
    const { look } = listing(120_000, false);
    expect(await look(1_000)).toEqual(['tool-1']);
    expect(await look(118_000)).toEqual(['tool-1']);
    expect(await look(2_000)).toEqual(['tool-2']);
    expect(await look(1_000)).toEqual(['tool-2']);
  });

  test.each([0, -5, 'soon', undefined, Number.NaN])(
    'the lists of a modern server that are fresh for %j are read at most every half minute',
    async (ttlMs) => {
      const { look } = listing(ttlMs, false);
      expect(await look(29_000)).toEqual(['tool-1']);
      expect(await look(2_000)).toEqual(['tool-2']);
      expect(await look(2_000)).toEqual(['tool-2']);
    },
  );

  test('the lists of a modern server are not read again while the server announces changes', async () => {
    const { look } = listing(0, true);
    expect(await look(3_600_000)).toEqual(['tool-1']);
  });

  test('the lists of a modern server are not read again while unused', async () => {
    const { world } = listing(0, false);
    await run(world, 3_600_000);
    expect(
      world.servers
        .link('alpha')
        .methods()
        .filter((method) => method === 'tools/list'),
    ).toHaveLength(1);
  });
});

test('an idle modern server is checked with server/discover, since it has no ping', async () => {
  const world = connect(alpha, { ...memory(), answer: modernAnswer });
  world.connections.acquire(plainClient);
  await run(world);
  await run(world, 60_000);
  await run(world, 60_000);
  const methods = world.servers.link('alpha').methods();
  expect(methods).not.toContain('ping');
  expect(methods.filter((method) => method === 'server/discover').length).toBeGreaterThan(1);
});
