import { createServer, LOG_LEVELS } from '@modegate/mcp-protocol';
import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { manualSchedule, sampleServer, tool, turns } from '../support/sample.ts';

describe('list_changed notifications', () => {
  test('a burst of list_changed becomes one notification of each kind after 50 ms', async () => {
    const clock = manualSchedule();
    const server = sampleServer({ schedule: clock.schedule });
    const client = await connectInMemory(server);
    for (let change = 0; change < 100; change++) {
      server.notifyToolsChanged();
      server.notifyResourcesChanged();
      server.notifyPromptsChanged();
    }
    expect(client.notifications).toEqual([]);
    expect(clock.delays).toEqual([50, 50, 50]);
    clock.runAll();
    await turns();
    expect(client.notifications.map((notification) => notification.method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/resources/list_changed',
      'notifications/prompts/list_changed',
    ]);
    server.notifyToolsChanged();
    clock.runAll();
    await turns();
    expect(client.notifications).toHaveLength(4);
  });

  test('list_changed goes to every client, or to one', async () => {
    const clock = manualSchedule();
    const server = sampleServer({ schedule: clock.schedule });
    const a = await connectInMemory(server, { connectionId: 'a' });
    const b = await connectInMemory(server, { connectionId: 'b' });
    server.notifyToolsChanged();
    server.notifyPromptsChanged('b');
    clock.runAll();
    await turns();
    expect(a.notifications).toHaveLength(1);
    expect(b.notifications).toHaveLength(2);
  });

  test('list_changed is not sent to uninitialised or closed clients, or without such a list', async () => {
    const clock = manualSchedule();
    const server = sampleServer({ schedule: clock.schedule });
    const silent = await connectInMemory(server, { initialize: false });
    const gone = await connectInMemory(server);
    server.notifyToolsChanged();
    await gone.close();
    clock.runAll();
    await turns();
    expect([...silent.notifications, ...gone.notifications]).toEqual([]);
    const bare = createServer({ info: { name: 's', version: '1' }, tools: [], schedule: clock.schedule });
    const client = await connectInMemory(bare);
    bare.notifyPromptsChanged();
    clock.runAll();
    await turns();
    expect(client.notifications).toEqual([]);
  });
});

describe('a custom notification', () => {
  test('notify returns whether it was sent: not without a client, or beyond 64 unread (servers part 2, push)', async () => {
    const server = sampleServer();
    const notify = (connectionId?: string) => server.notify('notifications/news', {}, connectionId);
    expect(notify()).toBe(false);
    const client = await connectInMemory(server, { connectionId: 'a' });
    expect(notify('b')).toBe(false);
    const results = Array.from({ length: 100 }, () => notify('a'));
    await turns();
    expect(client.notifications).toHaveLength(64);
    expect(results.filter((sent) => sent)).toHaveLength(64);
    expect(notify()).toBe(true);
  });
});

describe('resource subscriptions', () => {
  test('only subscribed clients receive resource changes, until they unsubscribe, and bursts become one', async () => {
    const clock = manualSchedule();
    const server = sampleServer({ schedule: clock.schedule });
    const subscriber = await connectInMemory(server);
    const other = await connectInMemory(server);
    expect(await subscriber.request('resources/subscribe', { uri: 'mode://code' })).toEqual({});
    const change = async (uri: string): Promise<void> => {
      for (let times = 0; times < 5; times++) server.notifyResourceUpdated(uri);
      clock.runAll();
      await turns();
    };
    await change('mode://code');
    await change('mode://ask');
    expect(subscriber.notifications).toEqual([
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'mode://code' } },
    ]);
    expect(other.notifications).toEqual([]);
    expect(await subscriber.request('resources/unsubscribe', { uri: 'mode://code' })).toEqual({});
    await change('mode://code');
    expect(subscriber.notifications).toHaveLength(1);
  });

  test('only readable resources can be subscribed to, up to a limit', async () => {
    const client = await connectInMemory(sampleServer());
    await expect(client.request('resources/subscribe', { uri: 'other://x' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.request('resources/subscribe', {})).rejects.toMatchObject({ code: -32602 });
    for (let index = 0; index < 1_000; index++)
      await client.request('resources/subscribe', { uri: `mode://m${index}` });
    await expect(client.request('resources/subscribe', { uri: 'mode://one-more' })).rejects.toMatchObject({
      code: -32600,
    });
    expect(await client.request('resources/subscribe', { uri: 'mode://m1' })).toEqual({});
  });
});

describe('log notifications', () => {
  test('log lines reach a client at or above the level it set, and none before that', async () => {
    const server = sampleServer();
    const client = await connectInMemory(server);
    server.log('emergency', 'unheard');
    await client.request('logging/setLevel', { level: 'warning' });
    for (const level of LOG_LEVELS) server.log(level, { level }, 'test');
    await turns();
    expect(client.notifications.map((notification) => notification.params)).toEqual(
      ['warning', 'error', 'critical', 'alert', 'emergency'].map((level) => ({
        level,
        logger: 'test',
        data: { level },
      })),
    );
  });

  test('a call can send log lines', async () => {
    const server = sampleServer({
      tools: [
        tool('talk', (_input, { log }) => {
          log('info', 'step 1');
          return { content: [] };
        }),
      ],
    });
    const client = await connectInMemory(server);
    await client.request('logging/setLevel', { level: 'debug' });
    await client.callTool('talk');
    expect(client.notifications[0]).toMatchObject({
      method: 'notifications/message',
      params: { level: 'info', data: 'step 1' },
    });
  });

  test('a log line that is not JSON does no harm', async () => {
    const server = sampleServer();
    const client = await connectInMemory(server);
    await client.request('logging/setLevel', { level: 'debug' });
    server.log('info', 1n);
    expect(await client.request('ping')).toEqual({});
  });

  test.each(['verbose', '', 'warn', 5, null, undefined])(
    'logging/setLevel refuses the level %j with -32602',
    async (level) => {
      const client = await connectInMemory(sampleServer());
      await expect(client.request('logging/setLevel', { level })).rejects.toMatchObject({
        code: -32602,
        data: { param: 'level' },
      });
    },
  );
});
