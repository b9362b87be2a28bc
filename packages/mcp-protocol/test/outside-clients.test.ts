import { PassThrough } from 'node:stream';
import { defineTool, type ProtocolServer, toolResult, wireError } from '@modegate/mcp-protocol';
import { serveHttp } from '@modegate/mcp-protocol/http';
import { serveStdio } from '@modegate/mcp-protocol/stdio';
import { Client as SuccessorClient } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { echo, sampleServer, tool, turns } from './support/sample.ts';

// The SDK's stdio transport is symmetrical: over a pair of pipes it serves a client as well.
async function pipes(server: ProtocolServer): Promise<StdioServerTransport> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  await serveStdio(server, { stdin: toServer, stdout: toClient });
  return new StdioServerTransport(toClient, toServer);
}

function server(): ProtocolServer {
  return sampleServer({
    tools: [
      echo,
      defineTool({
        name: 'leaky',
        description: 'Returns more than it promised.',
        output: z.object({ known: z.string() }),
        call: () => toolResult({ structured: { known: 'x', secret: 'y' } }),
      }),
      {
        ...echo,
        name: 'refusing',
        call: () => {
          throw wireError('TOOL_RESTRICTION_ERROR', 'Not in this mode.', { mode: 'ask' });
        },
      },
      tool('progressing', async (_input, { progress }) => {
        for (const value of [1, 2, 3]) await progress({ progress: value, total: 3 });
        return toolResult({ text: 'done' });
      }),
    ],
  });
}

describe.each([
  ['the SDK this package is built on', () => new Client({ name: 'v1', version: '1' })],
  ['its successor', () => new SuccessorClient({ name: 'v2', version: '1' })],
])('the client of %s', (_which, createClient) => {
  async function connected(): Promise<Client> {
    const client = createClient() as unknown as Client;
    await client.connect(await pipes(server()));
    return client;
  }

  test('the client initialises and lists everything', async () => {
    const client = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: 'sample', version: '1.2.3' });
    expect(client.getInstructions()).toBe('Use echo.');
    expect((await client.listTools()).tools.map((each) => each.name)).toEqual([
      'echo',
      'leaky',
      'refusing',
      'progressing',
    ]);
    expect((await client.listResources()).resources).toHaveLength(5);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    await client.close();
  });

  test('the client accepts structured content, which it checks against the published schema', async () => {
    const client = await connected();
    await client.listTools();
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
      structuredContent: { said: 'hi' },
      metadata: { length: 2 },
    });
    expect(await client.callTool({ name: 'leaky' })).toMatchObject({ structuredContent: { known: 'x' } });
  });

  test('the client accepts a refusal from a tool that declares other content', async () => {
    const client = await connected();
    await client.listTools();
    expect(await client.callTool({ name: 'refusing', arguments: { text: 'x' } })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32005, name: 'TOOL_RESTRICTION_ERROR', data: { mode: 'ask' } } },
    });
    expect(await client.callTool({ name: 'echo', arguments: {} })).toMatchObject({ isError: true });
  });

  test('the client reads, renders, completes and subscribes', async () => {
    const client = await connected();
    expect((await client.readResource({ uri: 'mode://code' })).contents).toMatchObject([
      { uri: 'mode://code', text: '{"slug":"code"}' },
    ]);
    expect((await client.getPrompt({ name: 'review', arguments: { file: 'a' } })).messages).toHaveLength(1);
    const ref = { type: 'ref/resource' as const, uri: 'mode://{slug}' };
    expect((await client.complete({ ref, argument: { name: 'slug', value: 'a' } })).completion.values).toEqual([
      'architect',
      'ask',
    ]);
    await client.subscribeResource({ uri: 'mode://code' });
    await client.unsubscribeResource({ uri: 'mode://code' });
    await client.setLoggingLevel('info');
    await client.ping();
  });

  test('the client receives errors with their codes and data', async () => {
    const client = await connected();
    await expect(client.callTool({ name: 'ecko' })).rejects.toMatchObject({
      code: -32602,
      data: { available: expect.arrayContaining(['echo']) },
    });
    await expect(client.readResource({ uri: 'mode://x' })).rejects.toMatchObject({
      code: -32602,
      data: { uri: 'mode://x' },
    });
  });

  test('the client receives progress', async () => {
    const client = await connected();
    const seen: number[] = [];
    const options = { onprogress: ({ progress }: { readonly progress: number }) => seen.push(progress) };
    // The successor takes its options where the older client takes a result schema.
    const isOlder = client instanceof Client;
    await client.callTool({ name: 'progressing' }, (isOlder ? undefined : options) as undefined, options);
    await turns();
    // The last report may be lost in a client that reads it together with the answer.
    expect(seen.slice(0, 2)).toEqual([1, 2]);
  });
});

test('the SDK client works over HTTP', async () => {
  const serving = await serveHttp(server());
  const client = new Client({ name: 'v1', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)) as Parameters<typeof client.connect>[0]);
  expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
    structuredContent: { said: 'hi' },
  });
  const seen: number[] = [];
  await client.callTool({ name: 'progressing' }, undefined, { onprogress: ({ progress }) => seen.push(progress) });
  expect(seen.slice(0, 2)).toEqual([1, 2]);
  await client.close();
  await serving.close();
});

test('a call over HTTP may send a request to the SDK client', async () => {
  const asking = tool('ask', async (_input, { request }) =>
    toolResult({
      text: JSON.stringify(
        await request('elicitation/create', { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }),
      ),
    }),
  );
  const serving = await serveHttp(sampleServer({ tools: [asking] }));
  const client = new Client({ name: 'v1', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)) as Parameters<typeof client.connect>[0]);
  expect(await client.callTool({ name: 'ask' })).toMatchObject({ content: [{ text: '{"action":"decline"}' }] });
  await client.close();
  await serving.close();
});
