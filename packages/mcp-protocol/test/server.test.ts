import { createServer } from '@modegate/mcp-protocol';
import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { echo, sampleServer, tool } from './support/sample.ts';

describe('initialize', () => {
  test('initialize returns the server info, its capabilities and its instructions', async () => {
    const client = await connectInMemory(sampleServer());
    expect(client.initialized).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
      serverInfo: { name: 'sample', version: '1.2.3', title: 'Sample' },
      instructions: 'Use echo.',
    });
  });

  test('initialize declares only defined capabilities and those from the options', async () => {
    const server = createServer({
      info: { name: 's', version: '1' },
      tools: [],
      capabilities: { experimental: { x: {} } },
    });
    const client = await connectInMemory(server);
    expect(client.initialized?.capabilities).toEqual({
      tools: { listChanged: true },
      logging: {},
      experimental: { x: {} },
    });
    await expect(client.request('prompts/list')).rejects.toMatchObject({ code: -32601 });
    await expect(client.request('completion/complete')).rejects.toMatchObject({ code: -32601 });
  });

  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-06-18', '2025-06-18'],
    ['2026-07-28', '2025-11-25'],
    ['nonsense', '2025-11-25'],
  ])('a client that requests the version %s is served %s', async (protocolVersion, served) => {
    const client = await connectInMemory(sampleServer(), { protocolVersion });
    expect(client.initialized?.protocolVersion).toBe(served);
  });

  test('initialize without a required member is refused with -32602 and its name', async () => {
    const client = await connectInMemory(sampleServer(), { initialize: false });
    await expect(client.request('initialize', {})).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid params: "protocolVersion" must be a string; received nothing.',
      data: { name: 'INVALID_PARAMS', param: 'protocolVersion' },
    });
    await expect(client.request('initialize', { protocolVersion: 'x', clientInfo: 3 })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(
      client.request('initialize', { protocolVersion: 'x', clientInfo: { name: 'x' } }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  test('before initialize, pings are answered and everything else is refused with -32600', async () => {
    const client = await connectInMemory(sampleServer(), { initialize: false });
    expect(await client.request('ping')).toEqual({});
    await expect(client.request('tools/list')).rejects.toMatchObject({
      code: -32600,
      message: "'tools/list' was sent before 'initialize'. Send 'initialize' first.",
      data: { name: 'INVALID_REQUEST', method: 'tools/list' },
    });
    await expect(client.request('tools/call', { name: 'echo', arguments: { text: 'x' } })).rejects.toMatchObject({
      code: -32600,
    });
  });

  test('a second initialize restarts the session', async () => {
    const client = await connectInMemory(sampleServer());
    await client.request('resources/subscribe', { uri: 'mode://code' });
    const again = {
      protocolVersion: '2025-06-18',
      capabilities: { roots: {} },
      clientInfo: { name: 'other', version: '2' },
    };
    expect(await client.request('initialize', again)).toMatchObject({ protocolVersion: '2025-06-18' });
  });
});

describe('invalid requests', () => {
  test('an unknown method is refused with -32601 and the nearest name', async () => {
    const client = await connectInMemory(sampleServer());
    await expect(client.request('tools/lst')).rejects.toMatchObject({
      code: -32601,
      message: 'Unknown method "tools/lst". Did you mean \'tools/list\'?',
      data: { name: 'METHOD_NOT_FOUND', method: 'tools/lst' },
    });
    for (const method of ['constructor', '__proto__', 'toString', '']) {
      await expect(client.request(method)).rejects.toMatchObject({ code: -32601 });
    }
  });

  test.each([
    ['params that are an array', { params: [] }, -32602],
    ['params that are a string', { params: 'x' }, -32602],
    ['params that are null', { params: null }, -32602],
    ['a _meta that is no object', { params: { _meta: 3 } }, -32602],
    ['a progress token of the wrong type', { params: { _meta: { progressToken: {} } } }, -32602],
    ['a method that is no string', { method: 5 }, -32600],
    ['another version of JSON-RPC', { jsonrpc: '1.0' }, -32600],
    ['no version of JSON-RPC', { jsonrpc: undefined }, -32600],
  ])('a request with %s is refused under its id', async (_what, change, code) => {
    const client = await connectInMemory(sampleServer());
    client.send({ jsonrpc: '2.0', id: 'x', method: 'ping', ...change });
    expect(client.received.at(-1)).toMatchObject({ id: 'x', error: { code } });
  });

  test.each([
    ['null', null, null],
    ['a fraction', 1.5, 1.5],
    ['an object', {}, null],
    ['a boolean', true, null],
    ['an unsafe integer', 2 ** 60, 2 ** 60],
  ])('a request whose id is %s is refused with -32600', async (_what, id, answered) => {
    const client = await connectInMemory(sampleServer());
    client.send({ jsonrpc: '2.0', id, method: 'ping' });
    expect(client.received.at(-1)).toMatchObject({ id: answered, error: { code: -32600 } });
  });

  test.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
    ['an empty batch', []],
    ['a number', 5],
    ['null', null],
    ['a string', 'ping'],
    ['an empty object', {}],
  ])('the message %s is refused with -32600 and no id', async (_what, value) => {
    const client = await connectInMemory(sampleServer());
    client.send(value);
    expect(client.received.at(-1)).toMatchObject({
      id: null,
      error: { code: -32600, data: { name: 'INVALID_REQUEST' } },
    });
  });

  test('members unknown to JSON-RPC are ignored', async () => {
    const client = await connectInMemory(sampleServer());
    client.send({
      jsonrpc: '2.0',
      id: 'x',
      method: 'ping',
      extra: true,
      params: { task: { ttl: 1 }, _meta: { 'io.modelcontextprotocol/related-task': 5 } },
    });
    await expect.poll(() => client.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 'x', result: {} });
  });

  test('notifications and responses are never answered, even if invalid', async () => {
    const lines: string[] = [];
    const client = await connectInMemory(sampleServer({ logger: (line) => lines.push(line) }));
    const before = client.received.length;
    client.send({ jsonrpc: '2.0', method: 'notifications/unknown', params: { x: 1 } });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: 'x' });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: {} } });
    client.send({ jsonrpc: '2.0', id: 77, result: {} });
    client.send({ jsonrpc: '2.0', id: 77, error: { code: 1, message: 'x' } });
    await client.request('ping');
    expect(client.received.length).toBe(before + 1);
    expect(lines).toHaveLength(3);
  });
});

describe('lists', () => {
  test.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
    '%s returns one page',
    async (method) => {
      const client = await connectInMemory(sampleServer());
      const page = await client.request(method);
      expect(page).not.toHaveProperty('nextCursor');
      expect(await client.request(method, { cursor: '' })).toEqual(page);
      await expect(client.request(method, { cursor: 'x' })).rejects.toMatchObject({
        code: -32602,
        data: { param: 'cursor' },
      });
      await expect(client.request(method, { cursor: 3 })).rejects.toMatchObject({ code: -32602 });
    },
  );
});

describe('several clients of one server', () => {
  test('each client has a separate session', async () => {
    const seen: string[] = [];
    const server = sampleServer({
      tools: [
        tool('who', (_input, { client, connectionId, protocolVersion, clientCapabilities }) => {
          seen.push(`${client?.name} ${connectionId} ${protocolVersion} ${Object.keys(clientCapabilities).join()}`);
          return { content: [] };
        }),
      ],
    });
    const a = await connectInMemory(server, {
      connectionId: 'a',
      clientInfo: { name: 'anna', version: '1' },
      capabilities: { roots: {} },
    });
    const b = await connectInMemory(server, {
      connectionId: 'b',
      clientInfo: { name: 'bert', version: '1' },
      protocolVersion: '2025-06-18',
    });
    await a.callTool('who');
    await b.callTool('who');
    expect(seen).toEqual(['anna a 2025-11-25 roots', 'bert b 2025-06-18 ']);
    expect(server.connections.map((context) => context.client?.name)).toEqual(['anna', 'bert']);
    expect(server.connectionCount).toBe(2);
  });

  test('a client that disconnects is forgotten, and the server is notified', async () => {
    const gone: string[] = [];
    const server = sampleServer({ onDisconnect: (context) => gone.push(context.connectionId) });
    const client = await connectInMemory(server, { connectionId: 'a' });
    await client.close();
    expect(gone).toEqual(['a']);
    expect(server.connections).toEqual([]);
    client.send({ jsonrpc: '2.0', id: 'late', method: 'ping' });
    expect(client.received.filter((message) => 'id' in message && message.id === 'late')).toEqual([]);
  });

  test('closing the server ends every connection and refuses new ones', async () => {
    const server = sampleServer();
    const client = await connectInMemory(server);
    const pending = client.request('ping').catch((error: unknown) => String(error));
    await server.close();
    await pending;
    expect(server.connections).toEqual([]);
    await expect(connectInMemory(server)).rejects.toThrow("Server 'sample' is closed");
  });
});

test('a listener of the server that throws does no harm', async () => {
  const fail = (): never => {
    throw new Error('the listener is broken');
  };
  const broken = tool('broken', () => {
    throw new Error('unexpected');
  });
  const server = sampleServer({ tools: [broken], onError: fail, logger: fail, onDisconnect: fail });
  const client = await connectInMemory(server);
  client.send({ jsonrpc: '2.0', id: 99, result: {} });
  expect(await client.callTool('broken')).toMatchObject({ isError: true });
  await client.close();
  expect(server.connections).toEqual([]);
});

describe('contradictory definitions', () => {
  const info = { name: 's', version: '1' };
  test('createServer refuses contradictory definitions', () => {
    expect(() => createServer({ info, tools: [echo, echo] })).toThrow("Tool 'echo' is defined twice");
    expect(() => createServer({ info, tools: [tool('no spaces', () => ({ content: [] }))] })).toThrow(TypeError);
    expect(() =>
      createServer({
        info,
        prompts: [
          { name: 'p', get: () => '' },
          { name: 'p', get: () => '' },
        ],
      }),
    ).toThrow('defined twice');
    const read = (): string => '';
    expect(() =>
      createServer({
        info,
        resources: [
          { uri: 'a://b', name: 'x', read },
          { uri: 'a://b', name: 'y', read },
        ],
      }),
    ).toThrow('defined twice');
    for (const template of ['a://{x}{y}', 'a://{x}/{x}', 'a://{?x}', 'a://{x', 'a://{}'].filter(
      (each) => each !== 'a://{x',
    )) {
      expect(() => createServer({ info, resources: [{ template, name: 'x', read }] }), template).toThrow(TypeError);
    }
  });
});
