import { createServer, defineResource, type ResourceDefinition, wireError } from '@modegate/mcp-protocol';
import { connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MODES, sampleServer } from '../support/sample.ts';

async function clientOf(resources: readonly ResourceDefinition[]): Promise<InMemoryClient> {
  return connectInMemory(createServer({ info: { name: 's', version: '1' }, resources }));
}

describe('resources/list', () => {
  test('resources/list returns fixed resources and the members of families', async () => {
    const client = await connectInMemory(sampleServer());
    expect((await client.request('resources/list')).resources).toEqual([
      { uri: 'mode://all', name: 'all', description: 'All modes.', mimeType: 'text/plain' },
      ...MODES.map((slug) => ({ uri: `mode://${slug}`, name: slug, mimeType: 'application/json' })),
    ]);
  });

  test('resource templates are listed separately', async () => {
    const client = await connectInMemory(sampleServer());
    expect((await client.request('resources/templates/list')).resourceTemplates).toEqual([
      { uriTemplate: 'mode://{slug}', name: 'mode', description: 'One mode.', mimeType: 'application/json' },
    ]);
  });
});

describe('resources/read', () => {
  test('resources/read prefers an exact URI to a template', async () => {
    const client = await connectInMemory(sampleServer());
    expect(await client.request('resources/read', { uri: 'mode://all' })).toEqual({
      contents: [{ uri: 'mode://all', mimeType: 'text/plain', text: MODES.join('\n') }],
    });
    expect(await client.request('resources/read', { uri: 'mode://code' })).toEqual({
      contents: [{ uri: 'mode://code', mimeType: 'application/json', text: '{"slug":"code"}' }],
    });
  });

  test('resources/read returns bytes, several parts and parts with their own type', async () => {
    const client = await clientOf([
      { uri: 'x://bytes', name: 'b', mimeType: 'image/png', read: () => ({ blob: 'AAAA' }) },
      {
        uri: 'x://parts',
        name: 'p',
        read: () => [
          { text: 'a', uri: 'x://parts/a' },
          { text: 'b', mimeType: 'text/x' },
        ],
      },
    ]);
    expect(await client.request('resources/read', { uri: 'x://bytes' })).toEqual({
      contents: [{ uri: 'x://bytes', mimeType: 'image/png', blob: 'AAAA' }],
    });
    expect(await client.request('resources/read', { uri: 'x://parts' })).toEqual({
      contents: [
        { uri: 'x://parts/a', text: 'a' },
        { uri: 'x://parts', mimeType: 'text/x', text: 'b' },
      ],
    });
  });

  test.each([
    'mode://coed',
    'mode://',
    'mode://code/config',
    'other://x',
    '',
    '%',
    'mode://%ff',
    `mode://${'x'.repeat(100_000)}`,
  ])('resources/read refuses an unknown URI with -32602, never with empty contents: %s', async (uri) => {
    const client = await connectInMemory(sampleServer());
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({
      code: -32602,
      data: { name: 'INVALID_PARAMS', uri: uri.slice(0, 1_000) },
    });
  });

  test('resources/read suggests the nearest URI', async () => {
    const client = await connectInMemory(sampleServer());
    await expect(client.request('resources/read', { uri: 'mode://architct' })).rejects.toThrow(
      "Did you mean 'mode://architect'?",
    );
  });

  test('a resource reader may refuse with its own code, while an unexpected error reveals nothing', async () => {
    const reports: unknown[] = [];
    const server = createServer({
      info: { name: 's', version: '1' },
      onError: (error) => reports.push(error),
      resources: [
        defineResource({
          template: 'mode://{slug}',
          name: 'mode',
          read: ({ variables }) => {
            if (variables.slug === 'broken') throw new Error('secret');
            throw wireError('MODE_NOT_FOUND', `Unknown mode '${variables.slug}'.`, { mode: variables.slug });
          },
        }),
      ],
    });
    const client = await connectInMemory(server);
    await expect(client.request('resources/read', { uri: 'mode://x' })).rejects.toMatchObject({
      code: -32001,
      message: "Unknown mode 'x'.",
      data: { name: 'MODE_NOT_FOUND', mode: 'x' },
    });
    await expect(client.request('resources/read', { uri: 'mode://broken' })).rejects.toMatchObject({
      code: -32603,
      message: expect.not.stringContaining('secret'),
    });
    expect(reports).toHaveLength(1);
  });

  test('resources/read refuses a URI that is not a string with -32602', async () => {
    const client = await connectInMemory(sampleServer());
    for (const uri of [undefined, 5, null, {}]) {
      await expect(client.request('resources/read', { uri })).rejects.toMatchObject({
        code: -32602,
        data: { param: 'uri' },
      });
    }
  });
});

describe('URI templates', () => {
  async function variablesOf(template: string, uri: string): Promise<unknown> {
    const client = await clientOf([{ template, name: 't', read: ({ variables }) => JSON.stringify(variables) }]);
    try {
      const { contents } = await client.request('resources/read', { uri });
      return JSON.parse((contents as [{ text: string }])[0].text);
    } catch {
      return undefined;
    }
  }

  test.each([
    ['mode://{slug}', 'mode://code', { slug: 'code' }],
    ['mode://{slug}', 'mode://a%20b', { slug: 'a b' }],
    ['mode://{slug}', 'mode://a/b', undefined],
    ['mode://{slug}', 'mode://a?b', undefined],
    ['mode://{slug}/config', 'mode://code/config', { slug: 'code' }],
    ['mode://{slug}/config', 'mode://code/config/', undefined],
    ['mode://{slug}/{part}', 'mode://code/config', { slug: 'code', part: 'config' }],
    ['file:///{+path}', 'file:///a/b?c#d', { path: 'a/b?c#d' }],
    ['x://{a}-{b}.md', 'x://one-two-three.md', { a: 'one', b: 'two-three' }],
    ['x://{a}.md', 'x://one.md.md', { a: 'one.md' }],
    ['x://{+a}/end', 'x://b/end/end', { a: 'b/end' }],
    ['x://{a}', 'y://x://b', undefined],
  ])('the URI template %s matches %s', async (template, uri, variables) => {
    expect(await variablesOf(template, uri)).toEqual(variables);
  });

  test('a value encoded into a URI by a template is decoded from it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }),
        fc.string({ minLength: 1, maxLength: 50 }),
        async (first, second) => {
          const uri = `x://${encodeURIComponent(first)}/of/${encodeURIComponent(second)}`;
          expect(await variablesOf('x://{first}/of/{second}', uri)).toEqual({ first, second });
        },
      ),
      { numRuns: 50 },
    );
  });
});
