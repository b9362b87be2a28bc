import { describe, expect, test } from 'vitest';
import { connect, entriesOf, plainClient } from '../support/connect.ts';
import { quiet } from '../support/fake-time.ts';

const alpha = { command: 'alpha', args: ['--a'], env: { KEY: 'value-1' } };

async function connected(servers: Readonly<Record<string, object>>) {
  const world = connect(servers);
  world.connections.acquire(plainClient);
  await world.connections.settled();
  return world;
}

describe('update', () => {
  test.each([
    ['disabledTools', { disabledTools: ['echo'] }],
    ['alwaysAllow', { alwaysAllow: ['*'] }],
    ['defaultEnabled', { defaultEnabled: false }],
    ['timeout', { timeout: 7 }],
    ['a key that nobody knows', { note: 'mine' }],
  ])('an update of %s leaves the server running', async (_, change) => {
    const { connections, servers, server, events } = await connected({ alpha });
    const since = server('alpha').state;
    await quiet();
    const seen = events.length;
    await connections.update(entriesOf({ alpha: { ...alpha, ...change } }));
    await quiet();
    expect(servers.links).toHaveLength(1);
    expect(server('alpha').state).toBe(since);
    expect(server('alpha').entry).not.toEqual(entriesOf({ alpha })[0]);
    expect(events.slice(seen)).toEqual([{ type: 'state', server: 'alpha' }]);
  });

  test('an update to equal entries in different objects does nothing', async () => {
    const { connections, servers, events } = await connected({ alpha });
    await quiet();
    const seen = events.length;
    const entries = entriesOf({ alpha });
    await connections.update(entries);
    await connections.update(entries);
    await quiet();
    expect(servers.links).toHaveLength(1);
    expect(events.slice(seen)).toEqual([]);
    expect(connections.servers[0]?.entry).toBe(entries[0]);
  });

  test.each([
    ['command', { command: 'other' }],
    ['args', { args: ['--b'] }],
    ['env', { env: { KEY: 'value-2' } }],
    ['cwd', { cwd: 'sub' }],
  ])('an update of %s restarts the server after the old one has ended', async (_, change) => {
    const { connections, servers, server } = await connected({ alpha, beta: { command: 'beta' } });
    await connections.update(entriesOf({ alpha: { ...alpha, ...change }, beta: { command: 'beta' } }));
    await connections.settled();
    expect(servers.linksOf('alpha').map((link) => link.status())).toEqual(['closed', 'open']);
    expect(servers.linksOf('beta').map((link) => link.status())).toEqual(['open']);
    expect(server('alpha').state.status).toBe('connected');
    expect(servers.mostOpen()).toBe(1);
  });

  test('an update of a header or the address restarts a remote server', async () => {
    const remote = { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer one' } };
    const { connections, servers } = await connected({ remote });
    await connections.update(entriesOf({ remote: { ...remote, headers: { Authorization: 'Bearer two' } } }));
    await connections.settled();
    await connections.update(entriesOf({ remote: { ...remote, url: 'https://b.example/mcp' } }));
    await connections.settled();
    expect(servers.links.map(({ launch }) => launch)).toMatchObject([
      { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer one' } },
      { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer two' } },
      { url: 'https://b.example/mcp' },
    ]);
  });

  test('an update starts new servers and stops removed ones', async () => {
    const { connections, servers, server, events } = await connected({ alpha });
    await connections.update(entriesOf({ beta: { command: 'beta' } }));
    expect(servers.open().map((link) => link.server)).toEqual(['beta']);
    expect(connections.servers.map(({ name }) => name)).toEqual(['beta']);
    await connections.settled();
    expect(server('beta').state.status).toBe('connected');
    expect(events).toContainEqual({ type: 'state', server: 'alpha' });
    await expect(connections.request('alpha', 'tools/list', undefined)).rejects.toMatchObject({
      code: 'SERVER_UNKNOWN',
    });
  });

  test('an update that restores a server while it is still ending does not run it twice', async () => {
    let letClose = () => {};
    const world = connect({ alpha }, { onClose: () => new Promise<void>((resolve) => (letClose = resolve)) });
    const { connections, servers, server } = world;
    connections.acquire(plainClient);
    await connections.settled();
    void connections.update([]);
    void connections.update(entriesOf({ alpha: { command: 'other' } }));
    await quiet();
    expect(servers.links).toHaveLength(1);
    letClose();
    await quiet();
    expect(servers.link('alpha').launch).toMatchObject({ command: 'other' });
    expect(server('alpha').state.status).toBe('connected');
    expect(servers.mostOpen()).toBe(1);
  });

  test('an update that removes, restores and removes a server remembers that it is still ending', async () => {
    const world = connect({ alpha: { ...alpha, disabled: true } }, { onClose: quiet });
    const { connections, servers } = world;
    connections.acquire(plainClient);
    for (const entries of [[], entriesOf({ alpha }), []]) {
      void connections.update(entries);
      await Promise.resolve();
    }
    // The first removal, of a server that was not running, is over; the second one is not.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    void connections.update(entriesOf({ alpha }));
    for (let turn = 0; turn < 5; turn += 1) await quiet();
    expect(servers.mostOpen()).toBe(1);
    expect(servers.open()).toHaveLength(1);
  });

  test('an update that disables a server stops it, and enabling it starts it', async () => {
    const { connections, servers, server } = await connected({ alpha });
    await connections.update(entriesOf({ alpha: { ...alpha, disabled: true } }));
    expect(server('alpha')).toMatchObject({ state: { status: 'disabled' }, tools: [] });
    expect(servers.open()).toEqual([]);
    await connections.restart('alpha');
    expect(servers.links).toHaveLength(1);
    await connections.update(entriesOf({ alpha }));
    await connections.settled();
    expect(server('alpha').state.status).toBe('connected');
  });

  test('an update that breaks an entry stops its server and records the reason', async () => {
    const { connections, servers, server } = await connected({ alpha });
    await connections.update(entriesOf({ alpha: { comand: 'alpha' } }));
    expect(server('alpha').state).toMatchObject({
      status: 'disabled',
      reason: expect.stringMatching(/^Its entry is invalid: /),
    });
    expect(servers.open()).toEqual([]);
  });

  test('an update of unused connections starts nothing until they are acquired', async () => {
    const { connections, servers } = connect({ alpha });
    await connections.update(entriesOf({ alpha: { command: 'other' }, beta: { command: 'beta' } }));
    expect(servers.links).toEqual([]);
    connections.acquire(plainClient);
    await connections.settled();
    expect(servers.open().map(({ launch }) => launch)).toMatchObject([{ command: 'other' }, { command: 'beta' }]);
  });

  test('an update during a back-off starts the changed server immediately', async () => {
    const { connections, servers, server } = connect(
      { alpha },
      {
        onStart({ launch }) {
          if (launch.type === 'stdio' && launch.command === 'alpha') throw new Error('It is broken.');
        },
      },
    );
    connections.acquire(plainClient);
    await quiet();
    expect(server('alpha').state.status).toBe('disconnected');
    await connections.update(entriesOf({ alpha: { ...alpha, command: 'repaired' } }));
    await connections.settled();
    expect(server('alpha').state.status).toBe('connected');
    expect(servers.open()).toHaveLength(1);
  });

  test('an update uses the first of several entries with the same name', async () => {
    const { connections, servers } = await connected({});
    await connections.update([
      ...entriesOf({ alpha: { command: 'first' } }),
      ...entriesOf({ alpha: { command: 'second' } }),
    ]);
    await connections.settled();
    expect(servers.links.map(({ launch }) => launch)).toMatchObject([{ command: 'first' }]);
  });

  test('an update works with server names that are members of every object', async () => {
    const { connections } = await connected({
      toString: { command: 'x' },
      constructor: { command: 'x' },
      '': { command: 'x' },
    });
    expect(connections.servers.map(({ name }) => name)).toEqual(['', 'constructor', 'toString']);
    await expect(connections.request('__proto__', 'ping', undefined)).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' });
    await expect(connections.request('constructor', 'ping', undefined)).resolves.toEqual({});
  });
});
