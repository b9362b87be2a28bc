import { describe, expect, test } from 'vitest';
import { connect, entriesOf, plainClient } from '../support/connect.ts';
import { politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

const alpha = { alpha: { command: 'alpha' } };

describe('connection events', () => {
  test('events report each state and list, and the notifications of the server unchanged', async () => {
    const { connections, events, servers } = connect(alpha);
    connections.acquire(plainClient);
    await connections.settled();
    await quiet();
    expect(events).toEqual([
      { type: 'state', server: 'alpha' },
      { type: 'state', server: 'alpha' },
      { type: 'list', server: 'alpha', list: 'tools' },
    ]);
    const params = { level: 'info', data: { a: 1 } };
    servers.link('alpha').notify('notifications/message', params);
    expect(events.at(-1)).toEqual({ type: 'notification', server: 'alpha', method: 'notifications/message', params });
    expect(events.at(-1)).toHaveProperty('params', params);
  });

  test('notification events come before the answer to a request that the server sent later', async () => {
    const order: string[] = [];
    const { connections } = connect(alpha, {
      answer(request) {
        if (request.method === 'tools/call') request.link.notify('notifications/message', { data: 1 });
        return politeAnswer(request);
      },
    });
    connections.onEvent(({ type }) => void order.push(type));
    connections.acquire(plainClient);
    await connections.settled();
    order.length = 0;
    await connections.request('alpha', 'tools/call', {}).then(() => order.push('answer'));
    expect(order).toEqual(['notification', 'answer']);
  });

  test('events reach every listener even if another one throws', async () => {
    const heard: string[] = [];
    const { connections, logged, server } = connect(alpha);
    connections.onEvent(() => {
      throw new Error('A bug.');
    });
    // An async function where a plain one is wanted is an easy mistake.
    connections.onEvent((async () => Promise.reject(new Error('A late bug.'))) as () => void);
    const stop = connections.onEvent(({ type }) => void heard.push(type));
    connections.acquire(plainClient);
    await connections.settled();
    await quiet();
    expect(heard).toEqual(['state', 'state', 'list']);
    expect(server('alpha').state.status).toBe('connected');
    expect(logged).toContainEqual({
      server: undefined,
      level: 'error',
      message: 'A connection event listener failed: A bug.',
    });
    expect(logged.some(({ message }) => message.endsWith('A late bug.'))).toBe(true);
    stop();
    await connections.close();
    await quiet();
    expect(heard).toHaveLength(3);
  });

  test('an event listener may change the connections freely', async () => {
    const { connections, servers } = connect(alpha);
    let lists = 0;
    connections.onEvent(({ type }) => {
      if (type !== 'list') return;
      lists += 1;
      if (lists === 1) void connections.update(entriesOf({ alpha: { command: 'other' } }));
      if (lists === 2) void connections.restart('alpha');
      if (lists === 3) void connections.close();
    });
    connections.acquire(plainClient);
    for (let turn = 0; turn < 10; turn += 1) await quiet();
    expect(lists).toBe(3);
    expect(servers.open()).toEqual([]);
    expect(servers.mostOpen()).toBe(1);
  });

  test('a log function that throws does no harm', async () => {
    const { connections, servers, server } = connect(alpha, {
      options: {
        log() {
          throw new Error('The disk is full.');
        },
      },
    });
    connections.acquire(plainClient);
    await connections.settled();
    servers.link('alpha').note('stderr', 'a line');
    expect(server('alpha').state.status).toBe('connected');
  });

  test('messages of an ended link are ignored', async () => {
    const { connections, events, servers } = connect(alpha, { onClose: quiet });
    connections.acquire(plainClient);
    await connections.settled();
    const [old] = servers.links;
    const restarted = connections.restart('alpha');
    const seen = events.length;
    old?.notify('notifications/message', { data: 'late' });
    old?.note('stderr', 'late');
    await restarted;
    expect(events.slice(seen).filter(({ type }) => type === 'notification')).toEqual([]);
    expect(JSON.stringify(connections.servers[0]?.errors)).not.toContain('late');
  });
});

describe('watchPaths', () => {
  interface Watched {
    readonly paths: readonly string[];
    readonly change: () => void;
    readonly fail: (error: Error) => void;
    isOpen: boolean;
  }

  function watched(servers: Readonly<Record<string, object>>, env: Readonly<Record<string, string>> = {}) {
    const watches: Watched[] = [];
    const world = connect(servers, {
      env,
      options: {
        watchFiles(paths, { onChange, onError }) {
          const watch: Watched = { paths, change: onChange, fail: onError, isOpen: true };
          watches.push(watch);
          return async () => {
            watch.isOpen = false;
          };
        },
      },
    });
    return { ...world, watches, openWatches: () => watches.filter(({ isOpen }) => isOpen) };
  }

  test('watchPaths are relative to the workspace and watched only while the server is in use', async () => {
    const { connections, watches, openWatches } = watched(
      { alpha: { command: 'a', watchPaths: ['dist', '/abs/x.js', '${SUB}/y'] }, beta: { command: 'b' } },
      { SUB: 'sub' },
    );
    expect(watches).toEqual([]);
    const lease = connections.acquire(plainClient);
    await connections.settled();
    expect(openWatches().map(({ paths }) => paths)).toEqual([['/work/dist', '/abs/x.js', '/work/sub/y']]);
    await lease.release();
    expect(openWatches()).toEqual([]);
  });

  test('watchPaths restart the server once they stop changing, however much changed', async () => {
    const { connections, watches, openWatches, servers, time, server } = watched({
      alpha: { command: 'a', watchPaths: ['dist'] },
    });
    connections.acquire(plainClient);
    await connections.settled();
    for (let change = 0; change < 100; change += 1) {
      watches[0]?.change();
      await time.pass(10);
    }
    expect(servers.links).toHaveLength(1);
    await time.pass(500);
    expect(servers.links).toHaveLength(2);
    expect(server('alpha').state.status).toBe('connected');
    expect(server('alpha').errors.map(({ message }) => message)).toContain('Restarted because a watched file changed.');
    expect(openWatches()).toHaveLength(1);
    watches[0]?.change();
    await time.pass(500);
    expect(servers.links).toHaveLength(3);
    expect(watches).toHaveLength(1);
  });

  test('watchPaths restart nothing if the server is no longer in use when they stop changing', async () => {
    const { connections, watches, servers, time } = watched({ alpha: { command: 'a', watchPaths: ['dist'] } });
    const lease = connections.acquire(plainClient);
    await connections.settled();
    watches[0]?.change();
    await lease.release();
    watches[0]?.change();
    await time.pass(10_000);
    expect(servers.links).toHaveLength(1);
  });

  test('watchPaths can change without a restart', async () => {
    const { connections, openWatches, servers } = watched({ alpha: { command: 'a', watchPaths: ['dist'] } });
    connections.acquire(plainClient);
    await connections.settled();
    await connections.update(entriesOf({ alpha: { command: 'a', watchPaths: ['out'] } }));
    expect(openWatches().map(({ paths }) => paths)).toEqual([['/work/out']]);
    await connections.update(entriesOf({ alpha: { command: 'a' } }));
    expect(openWatches()).toEqual([]);
    expect(servers.links).toHaveLength(1);
  });

  test('watchPaths that cannot be watched cause a remark, not a failure', async () => {
    const { connections, watches, server } = watched({ alpha: { command: 'a', watchPaths: ['dist'] } });
    connections.acquire(plainClient);
    await connections.settled();
    watches[0]?.fail(new Error('Too many open files.'));
    expect(server('alpha').state.status).toBe('connected');
    expect(server('alpha').errors.at(-1)?.message).toBe('Its files cannot be watched: Too many open files.');
  });
});
