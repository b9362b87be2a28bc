import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { createConnections } from '@modegate/mcp-host/connections';
import { type ConnectInMemoryOptions, connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFakeUpstreams, type FakeUpstreams, tool } from './support/fake-upstreams.ts';
import { type OpenServerOptions, openServer } from './support/open-server.ts';

const entries = { notes: { command: 'notes' }, wiki: { command: 'wiki', shared: true } };

const namesOf = (tools: readonly { readonly [key: string]: unknown }[]) => tools.map(({ name }) => name);

/** A server whose principals each have a `notes` of their own and share a `wiki`. */
async function open(options: OpenServerOptions = {}, listed: readonly string[] = ['notes__write', 'wiki__read']) {
  const gateways: FakeUpstreams[] = [];
  const modesServer = await openServer({
    hasPrincipals: true,
    files: { '.roo/mcp.json': JSON.stringify({ mcpServers: entries }) },
    connect: (made) => {
      const fake = createFakeUpstreams({ notes: { tools: [tool('write')] }, wiki: { tools: [tool('read')] } });
      gateways.push(fake);
      return createConnections({ ...made, openTransport: fake.openTransport });
    },
    ...options,
    flags: { mode: 'code', surface: 'tools', ...options.flags },
  });
  let count = 0;
  const join = async (name: string, client: ConnectInMemoryOptions = {}): Promise<InMemoryClient> => {
    const principal = { id: `token:${name}`, modes: ['*'] };
    const server = modesServer.serverOf(principal.id);
    if (server === undefined) throw new Error('No room');
    count += 1;
    const id = `${name}-${count}`;
    modesServer.scopes.set(id, { principal });
    const connected = await connectInMemory(server, { ...client, connectionId: id });
    onTestFinished(() => connected.close());
    await expect.poll(async () => namesOf(await connected.listTools())).toEqual(expect.arrayContaining([...listed]));
    return connected;
  };
  return { ...modesServer, join, gateways };
}

describe('servers per principal', () => {
  test('each principal has its own servers, except those that the entry declares as shared', async () => {
    const { join, gateways } = await open();
    const [ann, bob] = [await join('ann'), await join('bob')];
    await ann.callTool('notes__write', {});
    await ann.callTool('wiki__read', {});
    await bob.callTool('notes__write', {});
    await bob.callTool('wiki__read', {});
    expect(gateways.map((each) => [each.of('notes').requests().length, each.of('wiki').requests().length])).toEqual([
      [0, 2],
      [1, 0],
      [1, 0],
    ]);
  });

  test('the servers of a principal end with its last session, and shared ones with the last session of all', async () => {
    const { join, gateways, client } = await open();
    await client.close();
    const [ann, bob] = [await join('ann'), await join('bob')];
    const again = await join('ann');
    const running = () =>
      gateways.map((each) => [each.of('notes').isRunning(), each.of('wiki').isRunning()].map(Number).join(''));
    expect(running()).toEqual(['01', '10', '10']);
    await ann.close();
    expect(running()).toEqual(['01', '10', '10']);
    await again.close();
    await expect.poll(running).toEqual(['01', '00', '10']);
    await bob.close();
    await expect.poll(running).toEqual(['00', '00', '00']);
  });

  test('a server of one principal notifies only that principal of a list change', async () => {
    const { join, gateways } = await open();
    const [ann, bob] = [await join('ann'), await join('bob')];
    const notes = gateways[1]?.of('notes');
    if (notes === undefined) throw new Error('ann has no gateway');
    notes.tools = [tool('write'), tool('erase')];
    notes.notify('notifications/tools/list_changed');
    await ann.nextNotification('notifications/tools/list_changed');
    await expect.poll(async () => namesOf(await ann.listTools())).toContain('notes__erase');
    expect(namesOf(await bob.listTools())).not.toContain('notes__erase');
  });

  test('a server gets its principal in MODEGATE_PRINCIPAL, if its entry mentions the variable', async () => {
    const launches: unknown[] = [];
    const env = { WHO: '${env:MODEGATE_PRINCIPAL}' };
    const { join } = await open({
      files: { '.roo/mcp.json': JSON.stringify({ mcpServers: { ...entries, notes: { command: 'notes', env } } }) },
      connect: (made) => {
        const fake = createFakeUpstreams({ notes: { tools: [tool('write')] }, wiki: { tools: [tool('read')] } });
        return createConnections({
          ...made,
          openTransport: (launch, about) => {
            if (launch.type === 'stdio') launches.push([about.name, launch.env.WHO]);
            return fake.openTransport(launch, about);
          },
        });
      },
    });
    await join('ann');
    await join('../ann');
    expect(launches).toEqual(
      expect.arrayContaining([
        ['notes', 'token-ann'],
        ['notes', expect.stringMatching(/^jwt-[\da-f]{32}$/)],
      ]),
    );
  });
});

describe('a question of a server with principals', () => {
  const capabilities = { elicitation: {} };
  const question = { message: 'Which one?', requestedSchema: { type: 'object', properties: {} } };
  const questionsOf = (client: InMemoryClient) =>
    client.received.filter((message) => 'method' in message && message.method === 'elicitation/create').length;

  test('a question of a server of one principal reaches only that principal, even outside a call', async () => {
    const { join, gateways } = await open();
    const [ann, bob] = [await join('ann', { capabilities }), await join('bob', { capabilities })];
    void gateways[1]?.of('notes').ask('elicitation/create', question);
    await expect.poll(() => questionsOf(ann)).toBe(1);
    expect(questionsOf(bob)).toBe(0);
  });

  test('a question of a shared server reaches only the principal that calls, or nobody if that is uncertain', async () => {
    const { join, gateways } = await open();
    const [ann, bob] = [await join('ann', { capabilities }), await join('bob', { capabilities })];
    const wiki = gateways[0]?.of('wiki');
    if (wiki === undefined) throw new Error('There is no shared gateway');
    await expect(wiki.ask('elicitation/create', question)).rejects.toMatchObject({
      message: expect.stringContaining('No call is active.'),
    });
    const calls = Promise.withResolvers<object>();
    wiki.answer = () => calls.promise as never;
    const first = ann.callTool('wiki__read', {});
    await expect.poll(() => wiki.requests()).toHaveLength(1);
    void wiki.ask('elicitation/create', question).catch(() => undefined);
    await expect.poll(() => questionsOf(ann)).toBe(1);
    const second = bob.callTool('wiki__read', {});
    await expect.poll(() => wiki.requests()).toHaveLength(2);
    await expect(wiki.ask('elicitation/create', question)).rejects.toMatchObject({
      message: expect.stringContaining('more than one principal'),
    });
    calls.resolve({ content: [] });
    await Promise.all([first, second]);
    expect([questionsOf(ann), questionsOf(bob)]).toEqual([1, 0]);
  });
});

describe('the approval of one principal', () => {
  test('an approval opens a new tool only to the principal that gave it', async () => {
    const { join } = await open({ flags: { newTools: 'ask' } });
    const capabilities = { elicitation: {} };
    const [ann, bob] = [await join('ann', { capabilities }), await join('bob', { capabilities })];
    const ask = async (client: InMemoryClient, action: 'accept' | 'decline') => {
      const known = client.received.length;
      const calling = client.callTool('notes__write', {});
      const asked = () => client.received.slice(known).find((message) => 'method' in message && 'id' in message);
      await expect.poll(asked).toBeDefined();
      client.send({ jsonrpc: '2.0', id: (asked() as { readonly id: unknown }).id, result: { action, content: {} } });
      return calling;
    };
    expect((await ask(ann, 'accept')).isError).not.toBe(true);
    expect((await ann.callTool('notes__write', {})).isError).not.toBe(true);
    expect((await ask(bob, 'decline')).isError).toBe(true);
  });
});

/** A configuration file of the gateway. */
function openWith(gateway: object): OpenServerOptions {
  return { flags: { config: writeInto(createFolder(), 'config.json', JSON.stringify({ gateway })) } };
}

describe('limits for the servers of principals', () => {
  test('the limit for all principals frees the servers of the longest idle principal, never of an active one', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { join, serverOf, gateways } = await open(openWith({ max_servers_of_principals: 2 }));
    const [ann] = [await join('ann'), await join('bob')];
    expect(serverOf('token:eve')).toBeUndefined();
    now.mockReturnValue(299_000);
    await ann.request('ping');
    now.mockReturnValue(300_000);
    expect(serverOf('token:eve')).toBeDefined();
    await expect.poll(() => gateways[2]?.of('notes').isRunning()).toBe(false);
    expect(gateways[1]?.of('notes').isRunning()).toBe(true);
    expect(serverOf('token:mallory')).toBeUndefined();
  });

  test('the limit per principal keeps additional servers from starting', async () => {
    const { join, gateways, logLines } = await open(openWith({ max_servers_per_principal: 0 }), ['wiki__read']);
    const ann = await join('ann');
    expect(namesOf(await ann.listTools())).not.toContain('notes__write');
    expect(gateways[1]?.of('notes').isRunning()).toBe(false);
    expect(logLines.join('\n')).toContain(
      'A principal gets only 0 of 1 servers, because the limit on running servers has been reached.',
    );
  });
});
