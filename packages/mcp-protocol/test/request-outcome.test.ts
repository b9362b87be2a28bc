import { createServer, defineTool, type RequestEnd, wireError } from '@modegate/mcp-protocol';
import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const tools = [
  defineTool({ name: 'fine', description: 'Answers.', input: z.object({}), call: () => ({ content: [] }) }),
  defineTool({
    name: 'refuses',
    description: 'Refuses.',
    input: z.object({ word: z.string().optional() }),
    call: () => {
      throw wireError('TOOL_RESTRICTION_ERROR', 'No.');
    },
  }),
  defineTool({
    name: 'breaks',
    description: 'Breaks.',
    input: z.object({}),
    call: () => {
      throw new Error('secret');
    },
  }),
];

async function open(toolErrors: 'result' | 'jsonrpc', onRequestEnd: (end: RequestEnd) => Promise<void> | undefined) {
  const server = createServer({
    info: { name: 't', version: '1' },
    tools,
    resources: [],
    prompts: [],
    toolErrors,
    onRequestEnd,
  });
  return connectInMemory(server);
}

describe.each(['result', 'jsonrpc'] as const)('onRequestEnd with failures as %s', (toolErrors) => {
  test.each([
    ['a tool that refuses', 'tools/call', { name: 'refuses', arguments: {} }],
    ['a tool that breaks', 'tools/call', { name: 'breaks', arguments: {} }],
    ['arguments that do not fit', 'tools/call', { name: 'refuses', arguments: { word: 1 } }],
    ['an unknown tool', 'tools/call', { name: 'none', arguments: {} }],
    ['an unknown resource', 'resources/read', { uri: 'x://y' }],
    ['an unknown prompt', 'prompts/get', { name: 'none' }],
    [
      'an unknown completion',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } },
    ],
    ['an unknown method', 'tools/eat', {}],
  ])('onRequestEnd receives the thrown error for %s', async (_way, method, params) => {
    const ends: RequestEnd[] = [];
    const client = await open(toolErrors, (end) => void ends.push(end));
    await client.request(method, params).catch(() => undefined);
    const last = ends.at(-1);
    expect(last).toMatchObject({ kind: 'failure', method, cancelled: false, context: { params } });
    expect(last?.kind === 'failure' && last.thrown).toBeInstanceOf(Error);
  });

  test('onRequestEnd receives a result, and the answer waits for the listener', async () => {
    const order: string[] = [];
    const client = await open(toolErrors, async ({ kind }) => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(kind);
    });
    order.length = 0;
    await client.callTool('fine', {});
    order.push('answer');
    expect(order).toEqual(['result', 'answer']);
  });

  test('an onRequestEnd listener that fails does not affect the answer', async () => {
    const failing = await open(toolErrors, () => {
      throw new Error('listener');
    });
    expect((await failing.callTool('fine', {})).content).toEqual([]);
    const rejecting = await open(toolErrors, () => Promise.reject(new Error('listener')));
    expect((await rejecting.callTool('fine', {})).content).toEqual([]);
  });
});
