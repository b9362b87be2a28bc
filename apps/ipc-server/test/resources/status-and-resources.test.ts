import { describe, expect, test } from 'vitest';
import { type OpenServer, openServer, said } from '../support/open-server.ts';

async function read({ client }: OpenServer, uri: string) {
  const { contents } = await client.request('resources/read', { uri });
  const [content] = contents as readonly { readonly text: string }[];
  return JSON.parse(content?.text ?? '');
}

describe('roo_ipc_status', () => {
  test('roo_ipc_status reports the connection, the queues and the tasks', async () => {
    const { call, emit } = await openServer({ dialect: 'fork' });
    await emit({ eventName: 'taskCreated', payload: ['a'] }, said('a', { ts: 1, text: 'Hello' }));
    const { facts } = await call('roo_ipc_status');
    expect(facts).toMatchObject({
      connected: true,
      status: 'ready',
      address: 'tcp://localhost:7800',
      addressFrom: 'default',
      dialect: 'fork',
      pid: 42,
      ppid: 41,
      serverVersion: '3.14.3',
      clientId: expect.any(String),
      activeTaskId: 'a',
      tasks: [{ taskId: 'a', status: 'running' }],
      queues: { ai: { held: 1, dropped: 0 }, other: { held: 2 } },
      counters: { connections: 1 },
      push: { enabled: true },
      warnings: [],
    });
    // The news of the connection may have come before the client.
    expect(facts.push.sent).toBeGreaterThanOrEqual(2);
    expect(facts.push.sent + facts.push.skipped).toBe(3);
  });
});

test('Q14: before the first agent connects, the status names no dialect and confirms nothing', async () => {
  const { call } = await openServer({ reachable: false, flags: { dialect: 'detect' } });
  expect((await call('roo_ipc_is_ready')).facts).toEqual({ ready: false, connected: false, outcome: 'inferred' });
  expect((await call('roo_ipc_status')).facts).not.toHaveProperty('dialect');
  const set = await openServer({ reachable: false, flags: { dialect: 'zoo' } });
  expect((await set.call('roo_ipc_is_ready')).facts).toMatchObject({ dialect: 'zoo', outcome: 'inferred' });
  expect((await set.call('roo_ipc_status')).facts).toMatchObject({ connected: false, dialect: 'zoo' });
});

describe('resources', () => {
  test('resources show the latest events without removing them from the queues', async () => {
    const opened = await openServer();
    await opened.emit(said('a', { ts: 1, text: 'Hello' }));
    for (let times = 0; times < 2; times++) {
      expect((await read(opened, 'roo-ipc://events/ai')).events).toMatchObject([
        { eventName: 'message', payload: [{ message: { text: 'Hello' } }], seq: expect.any(Number) },
      ]);
    }
    expect((await read(opened, 'roo-ipc://events/other')).events).toMatchObject([{ eventName: 'connection' }]);
    expect((await opened.call('roo_ipc_poll_ai_messages')).facts.events).toHaveLength(1);
  });

  test('resources mention an event that is too long, and keep the latest hundred events', async () => {
    const opened = await openServer({ dialect: 'fork' });
    await opened.emit(
      ...Array.from({ length: 100 }, (_, ts) => said('a', { ts, text: 'x' })),
      said('a', { ts: 200, text: 'x'.repeat(100_000) }),
    );
    const { events } = await read(opened, 'roo-ipc://events/ai');
    expect(events).toHaveLength(100);
    expect(events.at(-1)).toMatchObject({ eventName: 'message', omitted: expect.stringMatching(/characters/) });
  });

  test('resources show each task with its messages', async () => {
    const opened = await openServer();
    await opened.emit({ eventName: 'taskCreated', payload: ['a/b'] }, said('a/b', { ts: 1, text: 'Hello' }));
    const { resources } = await opened.client.request('resources/list');
    expect(resources).toMatchObject([
      { uri: 'roo-ipc://status' },
      { uri: 'roo-ipc://events/ai' },
      { uri: 'roo-ipc://events/other' },
      { uri: 'roo-ipc://history' },
      { uri: 'roo-ipc://tasks/a%2Fb' },
    ]);
    expect(await read(opened, 'roo-ipc://tasks/a%2Fb')).toMatchObject({
      taskId: 'a/b',
      status: 'running',
      messages: [{ ts: 1, text: 'Hello' }],
    });
    await expect(read(opened, 'roo-ipc://tasks/nobody')).rejects.toMatchObject({ code: -32_602 });
    expect(await read(opened, 'roo-ipc://status')).toMatchObject({ connected: true });
  });

  test('a client gets a notification when a resource that it subscribed to changes', async () => {
    const { client, emit } = await openServer();
    await emit({ eventName: 'taskCreated', payload: ['a'] });
    for (const uri of ['roo-ipc://events/ai', 'roo-ipc://tasks/a'])
      await client.request('resources/subscribe', { uri });
    await emit(said('a', { ts: 1, text: 'Hello' }));
    const updated = [await client.nextNotification('notifications/resources/updated')];
    updated.push(await client.nextNotification('notifications/resources/updated'));
    expect(new Set(updated.map(({ params }) => params?.uri))).toEqual(
      new Set(['roo-ipc://events/ai', 'roo-ipc://tasks/a']),
    );
  });
});

describe('push', () => {
  const method = 'notifications/rooIpcEventReceived';

  test('push sends every event to the client in addition to the queues', async () => {
    const { client, emit, call } = await openServer();
    await emit(said('a', { ts: 1, text: 'Hello' }));
    const events = client.notifications.filter((notification) => notification.method === method);
    expect(events.at(-1)?.params).toMatchObject({
      data: { eventName: 'message', payload: [{ taskId: 'a', message: { text: 'Hello' } }] },
      seq: expect.any(Number),
      receivedAt: expect.any(Number),
    });
    expect((await call('roo_ipc_poll_ai_messages')).facts.events).toHaveLength(1);
  });

  test('--no-push switches push off', async () => {
    const { client, emit } = await openServer({ flags: { push: false } });
    await emit(said('a', { ts: 1, text: 'Hello' }));
    expect(client.notifications.filter((notification) => notification.method === method)).toEqual([]);
  });
});
