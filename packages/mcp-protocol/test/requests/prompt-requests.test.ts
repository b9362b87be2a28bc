import { createServer } from '@modegate/mcp-protocol';
import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { reviewPrompt, sampleServer } from '../support/sample.ts';

const info = { name: 's', version: '1' };

describe('prompts', () => {
  test('prompts are listed with their arguments', async () => {
    const client = await connectInMemory(sampleServer());
    expect((await client.request('prompts/list')).prompts).toEqual([
      {
        name: 'review',
        description: 'Asks for a review.',
        arguments: [{ name: 'file', description: 'The file', required: true }, { name: 'depth' }],
      },
    ]);
  });

  test('prompts render to messages, and a string becomes a user message', async () => {
    const client = await connectInMemory(sampleServer());
    expect(await client.request('prompts/get', { name: 'review', arguments: { file: 'a.ts' } })).toEqual({
      description: 'Asks for a review.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Review a.ts (quick).' } }],
    });
  });

  test.each([
    ['an unknown prompt', { name: 'reveiw' }, 'Unknown prompt "reveiw". Did you mean \'review\'?'],
    ['a missing argument', { name: 'review' }, "Invalid arguments for prompt 'review': 'file' is required"],
    [
      'an unknown argument',
      { name: 'review', arguments: { file: 'x', deepth: 'y' } },
      '"deepth" is unknown. Did you mean \'depth\'?',
    ],
    [
      'an argument that is no string',
      { name: 'review', arguments: { file: 5 } },
      '"arguments.file" must be a string; received 5',
    ],
    ['arguments that are no object', { name: 'review', arguments: [] }, '"arguments" must be an object'],
    ['no name', {}, '"name" must be a string; received nothing'],
  ])('prompts/get refuses %s with -32602 and the reason', async (_what, params, message) => {
    const client = await connectInMemory(sampleServer());
    await expect(client.request('prompts/get', params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  });

  test('prompts may depend on the connection', async () => {
    const server = createServer({
      info,
      prompts: ({ client }) => (client?.name === 'in-memory' ? [reviewPrompt] : []),
    });
    const client = await connectInMemory(server);
    const other = await connectInMemory(server, { clientInfo: { name: 'other', version: '1' } });
    expect((await client.request('prompts/list')).prompts).toHaveLength(1);
    expect((await other.request('prompts/list')).prompts).toEqual([]);
  });
});

describe('completion/complete', () => {
  const variable = (value: string): object => ({
    ref: { type: 'ref/resource', uri: 'mode://{slug}' },
    argument: { name: 'slug', value },
  });

  test('completion/complete completes the variables of a template', async () => {
    const client = await connectInMemory(sampleServer());
    expect(await client.request('completion/complete', variable('a'))).toEqual({
      completion: { values: ['architect', 'ask'], total: 2, hasMore: false },
    });
  });

  test('completion/complete completes the arguments of a prompt, considering the others', async () => {
    const client = await connectInMemory(sampleServer());
    const params = {
      ref: { type: 'ref/prompt', name: 'review' },
      argument: { name: 'file', value: '' },
      context: { arguments: { depth: 'deep' } },
    };
    expect(await client.request('completion/complete', params)).toMatchObject({ completion: { values: ['of depth'] } });
  });

  test('completion/complete returns at most 100 values and their total number', async () => {
    const values = Array.from({ length: 250 }, (_, index) => `v${index}`);
    const resource = { template: 'x://{a}', name: 'x', read: () => '', complete: () => values };
    const client = await connectInMemory(createServer({ info, resources: [resource] }));
    const params = { ref: { type: 'ref/resource', uri: 'x://{a}' }, argument: { name: 'a', value: '' } };
    const { completion } = await client.request('completion/complete', params);
    expect(completion).toEqual({ values: values.slice(0, 100), total: 250, hasMore: true });
  });

  test('completion/complete returns no values for an argument without completions', async () => {
    const client = await connectInMemory(
      createServer({ info, prompts: [{ name: 'p', arguments: [{ name: 'a' }], get: () => '' }] }),
    );
    const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
    expect(await client.request('completion/complete', params)).toEqual({
      completion: { values: [], total: 0, hasMore: false },
    });
  });

  test.each([
    ['no reference', {}],
    ['an unknown kind of reference', { ref: { type: 'ref/x' } }],
    ['an unknown prompt', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }],
    ['an unknown template', { ref: { type: 'ref/resource', uri: 'mode://code' }, argument: { name: 'a', value: '' } }],
    ['an unknown argument', { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'fiel', value: '' } }],
    ['no argument', { ref: { type: 'ref/prompt', name: 'review' } }],
    [
      'a value that is no string',
      { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'file', value: 5 } },
    ],
  ])('completion/complete refuses %s with -32602', async (_what, params) => {
    const client = await connectInMemory(sampleServer());
    await expect(client.request('completion/complete', params)).rejects.toMatchObject({ code: -32602 });
  });
});
