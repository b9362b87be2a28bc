import { PassThrough } from 'node:stream';
import { type ProtocolServer, toolResult, wireError } from '@modegate/mcp-protocol';
import { serveStdio } from '@modegate/mcp-protocol/stdio';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { describe, expect, test } from 'vitest';
import { deferred, echo, sampleServer, tool } from '../support/sample.ts';

// The SDK's stdio transport is symmetrical: over a pair of pipes it serves a client as well.
async function pipes(server: ProtocolServer): Promise<Transport> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  await serveStdio(server, { stdin: toServer, stdout: toClient });
  return new StdioServerTransport(toClient, toServer) as unknown as Transport;
}

const refusing = tool('refuse', () => {
  throw wireError('TOOL_RESTRICTION_ERROR', 'Not in this mode.', { mode: 'ask' });
});

const asking = tool('ask', async (_, { request }) =>
  toolResult({
    text: JSON.stringify(
      await request('elicitation/create', { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }),
    ),
  }),
);

describe.each([
  ['pinned to 2026-07-28', { pin: '2026-07-28' } as const],
  ['that negotiates', 'auto' as const],
])('the client of SDK v2 %s', (_how, mode) => {
  async function connected(server: ProtocolServer = sampleServer({ tools: [echo, refusing, asking] })) {
    const client = new Client(
      { name: 'v2', version: '1' },
      { versionNegotiation: { mode }, capabilities: { elicitation: {} } },
    );
    await client.connect(await pipes(server));
    return client;
  }

  test('the client finds the revision and lists everything', async () => {
    const client = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: 'sample', version: '1.2.3' });
    expect(client.getInstructions()).toBe('Use echo.');
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect((await client.listTools()).tools.map((each) => each.name)).toEqual(['echo', 'refuse', 'ask']);
    expect((await client.listResources()).resources).toHaveLength(5);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    await client.close();
  });

  test('the client calls, reads, renders and completes', async () => {
    const client = await connected();
    await client.listTools();
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
      structuredContent: { said: 'hi' },
    });
    expect(await client.callTool({ name: 'refuse' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -31005, name: 'TOOL_RESTRICTION_ERROR' } },
    });
    expect((await client.readResource({ uri: 'mode://code' })).contents).toHaveLength(1);
    expect((await client.getPrompt({ name: 'review', arguments: { file: 'a' } })).messages).toHaveLength(1);
    const ref = { type: 'ref/resource' as const, uri: 'mode://{slug}' };
    expect((await client.complete({ ref, argument: { name: 'slug', value: 'd' } })).completion.values).toEqual([
      'debug',
    ]);
    await expect(client.callTool({ name: 'ecko' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.readResource({ uri: 'mode://x' })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  test('the client receives a question in the answer and answers with the next attempt', async () => {
    const client = await connected();
    client.setRequestHandler('elicitation/create', async () => ({ action: 'decline' as const }));
    expect(await client.callTool({ name: 'ask' })).toMatchObject({ content: [{ text: '{"action":"decline"}' }] });
    await client.close();
  });

  test('the client receives the changes that it listens to', async () => {
    const server = sampleServer();
    const client = await connected(server);
    const heard = deferred<string>();
    client.setNotificationHandler('notifications/tools/list_changed', ({ method }) => heard.resolve(method));
    const listening = await client.listen({ toolsListChanged: true });
    server.notifyToolsChanged();
    expect(await heard.promise).toBe('notifications/tools/list_changed');
    await listening.close();
    await client.close();
  });
});
