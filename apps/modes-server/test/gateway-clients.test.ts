import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { createFakeUpstreams, tool, twoServers } from './support/fake-upstreams.ts';
import { type OpenServerOptions, openServer, serversFile } from './support/open-server.ts';
import { turn } from './support/questions.ts';

const flags = { mode: 'code', modeSwitching: 'free', toolsets: 'off' };

async function open(options: OpenServerOptions = {}) {
  const upstreams = options.upstreams ?? createFakeUpstreams();
  const server = await openServer({ upstreams, ...options, flags: { ...flags, ...options.flags } });
  const names = async (of: InMemoryClient = server.client) => (await of.listTools()).map(({ name }) => String(name));
  return { ...server, upstreams, names };
}

/** Introduces itself on a connection, again or for the first time. */
async function introduce(client: InMemoryClient, capabilities: object = {}): Promise<void> {
  const clientInfo = { name: 'another', version: '1' };
  await client.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
}

const heard = ({ notifications }: InMemoryClient, method: string) =>
  notifications.filter((notification) => notification.method === method);

describe('a client that initialises again on the same connection', () => {
  test('a client that initialises again inherits no mode, log level or subscription', async () => {
    const upstreams = createFakeUpstreams({
      alpha: { ...twoServers.alpha, resources: [{ uri: 'a://1', name: 'a' }] },
    });
    const alpha = upstreams.of('alpha');
    const { client, call, names } = await open({ upstreams, flags: { mode: 'ask' } });
    await call('create_task', { mode_slug: 'code' });
    await client.request('logging/setLevel', { level: 'error' });
    await client.request('resources/subscribe', { uri: 'a://1' });
    const told = alpha.told().length;
    await introduce(client, { elicitation: {} });
    await names();
    await expect.poll(() => alpha.told().length).toBe(told + 1);
    expect(alpha.told().at(-1)).toEqual({ elicitation: {} });
    await expect.poll(() => names()).toContain('alpha__echo');
    expect((await call('list_available_tools')).facts.mode).toBe('ask');
    alpha.notify('notifications/resources/updated', { uri: 'a://1' });
    alpha.notify('notifications/message', { level: 'info', data: 'x' });
    await client.nextNotification('notifications/message');
    expect(heard(client, 'notifications/resources/updated')).toEqual([]);
  });

  test('a client that initialises again has the log level that it sets first', async () => {
    const { client, upstreams, names } = await open();
    await introduce(client);
    await client.request('logging/setLevel', { level: 'info' });
    await names();
    await expect.poll(() => names()).toContain('alpha__echo');
    upstreams.of('alpha').notify('notifications/message', { level: 'info', data: 'x' });
    await client.nextNotification('notifications/message');
  });

  test('a client that initialises again keeps its running servers while it only sends requests', async () => {
    const { client, upstreams, names } = await open();
    client.notify('notifications/initialized');
    await names();
    await client.request('resources/list');
    expect(upstreams.of('alpha').told()).toHaveLength(1);
  });
});

describe('a client that disconnects', () => {
  test('a client that disconnects stops its servers', async () => {
    const { client, upstreams } = await open();
    await client.close();
    await expect.poll(() => upstreams.of('alpha').isRunning()).toBe(false);
  });

  test('a client that disconnects leaves nothing behind, even if it leaves before anything was ready', async () => {
    const { client, upstreams } = await open({
      early: async ({ server }) => {
        const brief = await connectInMemory(server);
        for (const method of ['tools/list', 'resources/list', 'prompts/list'])
          brief.request(method).catch(() => undefined);
        await brief.close();
      },
    });
    await client.close();
    await expect.poll(() => upstreams.of('alpha').isRunning()).toBe(false);
    expect(upstreams.of('alpha').told()).toHaveLength(1);
  });

  test('a client that disconnects no longer affects the log level of the servers', async () => {
    const { server, client, upstreams } = await open();
    const levels = () =>
      upstreams
        .of('alpha')
        .received.flatMap(({ method, params }) =>
          method === 'logging/setLevel' ? [(params as { level: string }).level] : [],
        );
    const other = await connectInMemory(server);
    await other.request('logging/setLevel', { level: 'debug' });
    await client.request('logging/setLevel', { level: 'error' });
    await expect.poll(levels).toEqual(['debug']);
    await other.close();
    await expect.poll(levels).toEqual(['debug', 'error']);
  });

  test('a client that disconnects ends its subscriptions, and leaves those of others', async () => {
    const upstreams = createFakeUpstreams({
      alpha: {
        resources: [
          { uri: 'a://1', name: 'a' },
          { uri: 'a://2', name: 'b' },
        ],
      },
    });
    const { server, client } = await open({ upstreams });
    const other = await connectInMemory(server);
    for (const uri of ['a://1', 'a://2']) await other.request('resources/subscribe', { uri });
    await client.request('resources/subscribe', { uri: 'a://1' });
    await other.close();
    await turn();
    expect(
      upstreams
        .of('alpha')
        .requests()
        .filter((line) => line.includes('unsubscribe')),
    ).toEqual(['resources/unsubscribe a://2']);
  });
});

describe('a client that never sends the initialized notification', () => {
  test.each(['tools/list', 'resources/list', 'prompts/list'])(
    'a client that never sends the initialized notification starts its servers with %s',
    async (method) => {
      const { server, client, upstreams } = await open();
      await client.close();
      await expect.poll(() => upstreams.of('alpha').isRunning()).toBe(false);
      const quiet = await connectInMemory(server, { initialize: false });
      await introduce(quiet);
      expect(upstreams.of('alpha').isRunning()).toBe(false);
      await quiet.request(method);
      await expect.poll(() => upstreams.of('alpha').isRunning()).toBe(true);
    },
  );
});

describe('the tool list of modes-server', () => {
  test.each(['off', 'modal'])(
    'the client is notified when the first server is configured and the last one is removed (toolsets %s)',
    async (toolsets) => {
      const upstreams = createFakeUpstreams({ alpha: { tools: [] } });
      const { client, names, project, modes } = await open({
        upstreams,
        files: { '.roo/mcp.json': serversFile([]) },
        flags: { gateway: 'auto', toolsets },
      });
      const own = await names();
      expect(own).not.toContain('call_tool');
      writeFileSync(join(project, '.roo/mcp.json'), serversFile(['alpha']));
      await modes.reload();
      await client.nextNotification('notifications/tools/list_changed');
      const more = [
        'list_available_tools',
        'describe_tool',
        'call_tool',
        ...(toolsets === 'modal' ? ['enter-configuration-mode'] : []),
      ];
      expect(await names()).toEqual([...own, ...more]);
      rmSync(join(project, '.roo/mcp.json'));
      await modes.reload();
      await client.nextNotification('notifications/tools/list_changed');
      expect(await names()).toEqual(own);
    },
  );

  test('a flood of changes notifies the client of its tool list once or twice, not each time', async () => {
    const { client, names, upstreams } = await open();
    await expect.poll(() => names()).toContain('beta__wipe');
    upstreams.of('alpha').tools = [tool('echo'), tool('wipe'), tool('more')];
    for (let count = 0; count < 100; count += 1) upstreams.of('alpha').notify('notifications/tools/list_changed');
    await expect.poll(() => names()).toContain('alpha__more');
    await client.nextNotification('notifications/tools/list_changed');
    expect(heard(client, 'notifications/tools/list_changed').length).toBeLessThan(4);
  });

  test('the tool list omits a definition that violates the protocol, and logs it once', async () => {
    const upstreams = createFakeUpstreams({ alpha: { tools: [tool('echo'), { name: 'bad' }] } });
    const { names, logLines } = await open({ upstreams });
    await expect.poll(() => names()).toContain('alpha__echo');
    upstreams.of('alpha').tools = [tool('echo'), { name: 'bad' }, tool('more')];
    upstreams.of('alpha').notify('notifications/tools/list_changed');
    await expect.poll(() => names()).toContain('alpha__more');
    expect(logLines.filter((line) => line.includes("'bad'"))).toHaveLength(1);
  });
});

describe('messages that servers send unprompted', () => {
  test('log lines of servers reach the clients that set their level, unchanged', async () => {
    const { server, client, upstreams } = await open();
    const other = await connectInMemory(server);
    await other.callTool('create_task', { mode_slug: 'orchestrator' });
    for (const each of [client, other]) await each.request('logging/setLevel', { level: 'warning' });
    const params = { level: 'error', logger: 'x', data: { a: [1] }, 'x-more': true };
    upstreams.of('alpha').notify('notifications/message', { level: 'info', data: 'too quiet' });
    upstreams.of('alpha').notify('notifications/message', params);
    expect((await client.nextNotification('notifications/message')).params).toEqual(params);
    // The other works in a mode without servers.
    expect(heard(other, 'notifications/message')).toEqual([]);
  });

  test('log lines that a server sends unprompted reach a client before it has set a level (servers F8)', async () => {
    const { server, client, upstreams } = await open();
    const other = await connectInMemory(server);
    await other.callTool('create_task', { mode_slug: 'orchestrator' });
    const params = { level: 'debug', data: 'unasked' };
    upstreams.of('alpha').notify('notifications/message', params);
    expect((await client.nextNotification('notifications/message')).params).toEqual(params);
    expect(heard(other, 'notifications/message')).toEqual([]);
  });

  test('updates reach the subscribers of a resource and its parts, with all their fields', async () => {
    const upstreams = createFakeUpstreams({ alpha: { resources: [{ uri: 'a://1', name: 'a' }] } });
    const { server, client } = await open({ upstreams });
    const other = await connectInMemory(server);
    await client.request('resources/subscribe', { uri: 'a://1' });
    const alpha = upstreams.of('alpha');
    alpha.notify('notifications/resources/updated', { uri: 'a://1/part', title: 'P' });
    alpha.notify('notifications/resources/updated', { uri: 'a://1' });
    alpha.notify('notifications/resources/updated', { uri: 'a://1' });
    await client.nextNotification('notifications/resources/updated');
    await client.nextNotification('notifications/resources/updated');
    const updates = heard(client, 'notifications/resources/updated').map(({ params }) => params);
    expect(updates).toEqual([{ uri: 'a://1/part', title: 'P' }, { uri: 'a://1' }]);
    expect(heard(other, 'notifications/resources/updated')).toEqual([]);
  });
});

test('a connection may subscribe to at most a thousand resources of other servers', async () => {
  const upstreams = createFakeUpstreams({ alpha: { resourceTemplates: [{ uriTemplate: 'a://{id}', name: 'a' }] } });
  const { client } = await open({ upstreams });
  for (let count = 0; count < 1_000; count += 1) await client.request('resources/subscribe', { uri: `a://${count}` });
  await expect(client.request('resources/subscribe', { uri: 'a://1000' })).rejects.toMatchObject({ code: -32_600 });
  await client.request('resources/subscribe', { uri: 'a://7' });
  await client.request('resources/unsubscribe', { uri: 'a://7' });
  await client.request('resources/subscribe', { uri: 'a://1000' });
  expect(upstreams.of('alpha').requests()).toHaveLength(1_003);
});
