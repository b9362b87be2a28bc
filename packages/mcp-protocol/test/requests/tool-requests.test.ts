import {
  createServer,
  defineForwardedTool,
  defineTool,
  forwardedError,
  type ServerOptions,
  type ToolDefinition,
  toolResult,
  WIRE_ERROR_CODES,
  WireError,
  type WireErrorName,
  wireError,
} from '@modegate/mcp-protocol';
import { connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { argumentProblems } from '../../src/requests/argument-problems.ts';
import { compileTool } from '../../src/requests/compiled-tool.ts';
import { echo, tool } from '../support/sample.ts';

async function clientOf(tools: ServerOptions['tools'], options: Partial<ServerOptions> = {}): Promise<InMemoryClient> {
  return connectInMemory(
    createServer({ info: { name: 's', version: '1' }, ...(tools === undefined ? {} : { tools }), ...options }),
  );
}

describe('tools/list', () => {
  test('tools/list returns schemas as JSON Schema 2020-12 with the descriptions of the inputs', async () => {
    const client = await clientOf([echo]);
    expect(await client.listTools()).toEqual([
      {
        name: 'echo',
        title: 'Echo',
        description: 'Says it again.',
        annotations: { readOnlyHint: true },
        inputSchema: {
          type: 'object',
          properties: {
            text: { type: 'string', description: 'What to say' },
            times: { type: 'integer', minimum: 1, maximum: 5 },
          },
          required: ['text'],
          additionalProperties: false,
        },
        outputSchema: {
          type: 'object',
          properties: { said: { type: 'string' }, error: expect.objectContaining({ type: 'object' }) },
          anyOf: [{ required: ['said'] }, { required: ['error'] }],
        },
      },
    ]);
  });

  test('tools/list describes the input as sent: a default is optional, a union has an object at its root', async () => {
    const call = (): { content: [] } => ({ content: [] });
    const client = await clientOf([
      defineTool({ name: 'a', description: 'd', input: z.object({ size: z.number().default(3) }), call }),
      defineTool({
        name: 'b',
        description: 'd',
        input: z.union([z.object({ x: z.string() }), z.object({ y: z.date() })]),
        call,
      }),
      defineTool({ name: 'c', description: 'd', call }),
      defineTool({ name: 'd', description: 'd', input: z.looseObject({}), call }),
    ]);
    const [a, b, c, d] = await client.listTools();
    expect(a?.inputSchema).not.toHaveProperty('required');
    expect(b?.inputSchema).toMatchObject({ type: 'object', anyOf: [{ type: 'object' }, { type: 'object' }] });
    expect(c?.inputSchema).toMatchObject({ type: 'object', properties: {}, additionalProperties: false });
    expect(d?.inputSchema).toEqual({ type: 'object', properties: {} });
  });

  test('tools/list shortens parts marked as brief and omits the limits of safe integers', async () => {
    const output = z.object({
      parts: z
        .array(z.object({ a: z.string() }))
        .meta({ brief: true })
        .describe('All of them.'),
      count: z.number().int(),
    });
    const call = () => toolResult({ text: 'x', structured: { parts: [{ a: 'b', c: 1 }], count: 1 } });
    const client = await clientOf([defineTool({ name: 'a', description: 'd', output, call })]);
    const [a] = await client.listTools();
    expect(a?.outputSchema).toMatchObject({
      properties: { parts: { type: 'array', description: 'All of them.' }, count: { type: 'integer' } },
    });
    expect(JSON.stringify(a?.outputSchema)).not.toMatch(/items|900719|brief/);
    expect((await client.callTool('a')).structuredContent).toEqual({ parts: [{ a: 'b' }], count: 1 });
  });

  test('tools/list keeps the order of the definitions and copies extra members', async () => {
    const client = await clientOf([
      { ...tool('zebra', () => ({ content: [] })), extra: { icons: [{ src: 'data:,' }], _meta: { 'a.b/c': 1 } } },
      tool('ant', () => ({ content: [] })),
    ]);
    const listed = await client.listTools();
    expect(listed.map((each) => each.name)).toEqual(['zebra', 'ant']);
    expect(listed[0]).toMatchObject({ icons: [{ src: 'data:,' }], _meta: { 'a.b/c': 1 } });
  });

  test('tools may depend on the connection and change, and an invalid one does not affect the others', async () => {
    const errors: unknown[] = [];
    let tools: readonly ToolDefinition[] = [echo];
    const client = await clientOf(async ({ client: who }) => (who?.name === 'in-memory' ? tools : []), {
      onError: (error) => errors.push(error),
    });
    expect(await client.listTools()).toHaveLength(1);
    tools = [
      tool('one', () => toolResult({ text: '1' })),
      tool('bad name', () => ({ content: [] })),
      tool('one', () => ({ content: [] })),
    ];
    expect((await client.listTools()).map((each) => each.name)).toEqual(['one']);
    expect(errors).toHaveLength(2);
    expect(await client.callTool('one')).toMatchObject({ content: [{ text: '1' }] });
    await expect(client.callTool('echo', { text: 'x' })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('tools/call', () => {
  test('tools/call answers with text, structured content and metadata, also where every client keeps it', async () => {
    const client = await clientOf([echo]);
    expect(await client.callTool('echo', { text: 'hi', times: 2 })).toEqual({
      content: [{ type: 'text', text: 'hi hi' }],
      structuredContent: { said: 'hi hi' },
      metadata: { length: 5 },
    });
  });

  test('tools/call refuses an unknown tool with a protocol error, the nearest name and the list', async () => {
    const client = await clientOf([echo]);
    await expect(client.callTool('ecko')).rejects.toMatchObject({
      code: -32602,
      message: 'Unknown tool "ecko". Did you mean \'echo\'?',
      data: { name: 'INVALID_PARAMS', tool: 'ecko', available: ['echo'] },
    });
  });

  test('tools/call refuses invalid params with -32602', async () => {
    const client = await clientOf([echo]);
    await expect(client.request('tools/call', {})).rejects.toMatchObject({
      code: -32602,
      data: { param: 'name', expected: 'a string' },
    });
    await expect(client.request('tools/call', { name: 'echo', arguments: 'x' })).rejects.toMatchObject({
      code: -32602,
      data: { param: 'arguments' },
    });
  });

  test('tools/call accepts a call without arguments', async () => {
    const client = await clientOf([tool('none', (input) => toolResult({ text: JSON.stringify(input) }))]);
    expect(await client.request('tools/call', { name: 'none' })).toMatchObject({ content: [{ text: '{}' }] });
  });

  test('structured content is reduced to its schema, because clients refuse unknown members', async () => {
    const leaky = defineTool({
      name: 'leaky',
      description: 'd',
      output: z.object({ known: z.string(), nested: z.object({ a: z.number() }) }),
      call: () => toolResult({ structured: { known: 'x', secret: 'y', nested: { a: 1, b: 2 } } }),
    });
    const result = await (await clientOf([leaky])).callTool('leaky');
    expect(result.structuredContent).toEqual({ known: 'x', nested: { a: 1 } });
  });

  test('the text of a tool result defaults to the structured content as JSON', () => {
    expect(toolResult({ structured: { a: 1 } }).content).toEqual([{ type: 'text', text: '{"a":1}' }]);
  });

  test('a tool schema with asynchronous checks works', async () => {
    const slow = defineTool({
      name: 'slow',
      description: 'd',
      input: z.object({ even: z.number().refine(async (value) => value % 2 === 0, 'expected an even number') }),
      call: ({ even }) => toolResult({ text: String(even) }),
    });
    const client = await clientOf([slow]);
    expect(await client.callTool('slow', { even: 2 })).toMatchObject({ content: [{ text: '2' }] });
    expect(await client.callTool('slow', { even: 3 })).toMatchObject({
      isError: true,
      content: [{ text: "Invalid arguments for tool 'slow': even: expected an even number; received 3." }],
    });
  });
});

describe('invalid arguments', () => {
  const strict = defineTool({
    name: 'strict',
    description: 'd',
    input: z.object({
      mode_slug: z.string().min(2),
      source: z.enum(['builtin', 'global', 'project']).optional(),
      items: z.array(z.object({ count: z.int() })).optional(),
      either: z.union([z.string(), z.number()]).optional(),
      kind: z.literal('x').optional(),
    }),
    call: () => toolResult({ text: 'ok' }),
  });

  test.each([
    ['nothing where something is required', {}, 'mode_slug: expected a string; received nothing'],
    ['the wrong type', { mode_slug: 5 }, 'mode_slug: expected a string; received 5'],
    ['null', { mode_slug: null }, 'mode_slug: expected a string; received null'],
    ['too little', { mode_slug: 'a' }, 'mode_slug: expected string to have >=2 characters; received "a"'],
    [
      'a misspelt value',
      { mode_slug: 'xx', source: 'buitlin' },
      'source: expected one of "builtin", "global", "project"; received "buitlin" (did you mean \'builtin\'?)',
    ],
    [
      'something nested',
      { mode_slug: 'xx', items: [{ count: 1 }, { count: 1.5 }] },
      'items[1].count: expected an integer; received 1.5',
    ],
    [
      'an array for an object',
      { mode_slug: 'xx', items: [[]] },
      'items[0]: expected an object; received an array of length 0',
    ],
    ['none of a union', { mode_slug: 'xx', either: true }, 'either: expected a string, or a number; received true'],
    ['not the only value', { mode_slug: 'xx', kind: 'y' }, 'kind: expected "x"; received "y" (did you mean \'x\'?)'],
    [
      'a key in another spelling',
      { modeSlug: 'xx' },
      "modeSlug: expected one of the keys mode_slug, source, items, either, kind; received an unknown key (did you mean 'mode_slug'?)",
    ],
    [
      'a key nobody knows',
      { mode_slug: 'xx', zzzzzzzz: 1 },
      'zzzzzzzz: expected one of the keys mode_slug, source, items, either, kind; received an unknown key',
    ],
  ])('the message about %s names the field, the expectation and the received value', async (_what, input, clause) => {
    const result = await (await clientOf([strict])).callTool('strict', input);
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32004, name: 'VALIDATION_ERROR', data: { tool: 'strict' } } },
    });
    expect(String(result.content[0]?.text)).toContain(clause);
  });

  test('the message about invalid arguments truncates received values and lists at most ten problems', async () => {
    const client = await clientOf([strict]);
    const long = await client.callTool('strict', { mode_slug: ['x'], source: 'y'.repeat(100_000) });
    expect(String(long.content[0]?.text).length).toBeLessThan(400);
    const many = await client.callTool(
      'strict',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, index])),
    );
    expect(many.structuredContent).toMatchObject({ error: { data: { problems: { length: 10 } } } });
  });

  test('a tool without an input schema accepts no arguments', async () => {
    const client = await clientOf([tool('none', () => ({ content: [] }))]);
    expect(await client.callTool('none', { x: 1 })).toMatchObject({
      isError: true,
      content: [{ text: "Invalid arguments for tool 'none': x: expected no such key; received an unknown key." }],
    });
  });

  test('V8: of thousands of unknown arguments only ten are reported, and the others are not processed', async () => {
    const read: PropertyKey[] = [];
    const keys = new Proxy(
      Array.from({ length: 5_000 }, (_, at) => `k${at}`),
      {
        get: (all, key) => {
          read.push(key);
          return Reflect.get(all, key);
        },
      },
    );
    const issue = { code: 'unrecognized_keys', path: [], keys, message: '', input: {} } as never;
    expect(argumentProblems([issue], {}, {})).toHaveLength(10);
    expect(read.filter((key) => /^\d+$/.test(String(key)))).toHaveLength(10);
  });

  test('V8: a list argument that is too long is refused before its elements are checked', async () => {
    const many = defineTool({
      name: 'many',
      description: 'Takes three.',
      input: z.object({ items: z.array(z.strictObject({ name: z.string() })).max(3) }),
      call: () => toolResult({ text: 'never' }),
    });
    const looked: PropertyKey[] = [];
    const ownKeys = (target: object) => {
      looked.push('keys');
      return Reflect.ownKeys(target);
    };
    const element = new Proxy({}, { ownKeys });
    const problems = () => compileTool(many).parseInput({ items: Array(5).fill(element) }, 'INVALID_PARAMS');
    expect(problems).toThrow('items: expected at most 3 elements; received an array of length 5');
    expect(looked).toEqual([]);
  });

  test('deep and hostile arguments do no harm', async () => {
    const client = await clientOf([
      strict,
      defineTool({ name: 'any', description: 'd', input: z.looseObject({}), call: () => toolResult({ text: 'ok' }) }),
    ]);
    let deep: unknown = 1;
    for (let level = 0; level < 400; level++) deep = [deep];
    expect(await client.callTool('any', { deep })).toMatchObject({ content: [{ text: 'ok' }] });
    client.send({
      jsonrpc: '2.0',
      id: 'p',
      method: 'tools/call',
      params: JSON.parse('{"name":"any","arguments":{"__proto__":{"polluted":1},"constructor":1}}'),
    });
    await expect.poll(() => client.received.at(-1)).toMatchObject({ id: 'p', result: { content: [{ text: 'ok' }] } });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('failed tool calls', () => {
  const names = Object.keys(WIRE_ERROR_CODES) as WireErrorName[];

  test.each(names)('the error %s becomes a tool result that the model can act on', async (name) => {
    const client = await clientOf([
      tool('fail', () => {
        throw wireError(name, 'Sorry, no.', { detail: 1 });
      }),
    ]);
    expect(await client.callTool('fail')).toEqual({
      content: [{ type: 'text', text: 'Sorry, no.' }],
      isError: true,
      structuredContent: { error: { code: WIRE_ERROR_CODES[name], name, message: 'Sorry, no.', data: { detail: 1 } } },
    });
  });

  test.each(names)("the error %s becomes a JSON-RPC error with toErrors 'jsonrpc'", async (name) => {
    const failing = tool('fail', () => {
      throw wireError(name, 'Sorry, no.', { detail: 1 });
    });
    const client = await clientOf([failing, echo], { toolErrors: 'jsonrpc' });
    await expect(client.callTool('fail')).rejects.toMatchObject({
      code: WIRE_ERROR_CODES[name],
      message: 'Sorry, no.',
      data: { name, detail: 1 },
    });
    await expect(client.callTool('echo', {})).rejects.toMatchObject({
      code: -32004,
      data: { name: 'VALIDATION_ERROR', tool: 'echo' },
    });
  });

  test('an error of another package is recognised by its code, not its class', async () => {
    class SessionError extends Error {
      readonly code = 'SESSION_EXPIRED';
      readonly data = { session_id: 'ses_1' };
    }
    const client = await clientOf([
      tool('fail', async () => {
        throw new SessionError('The session has expired.');
      }),
    ]);
    expect((await client.callTool('fail')).structuredContent).toEqual({
      error: {
        code: -32003,
        name: 'SESSION_EXPIRED',
        message: 'The session has expired.',
        data: { session_id: 'ses_1' },
      },
    });
  });

  test.each([
    ['an error', () => new Error('password=hunter2')],
    ['an error with a code of its own', () => Object.assign(new Error('password=hunter2'), { code: 'ENOENT' })],
    ['an error with a number', () => Object.assign(new Error('password=hunter2'), { code: -32001 })],
    ['a string', () => 'password=hunter2'],
    ['null', () => null],
    ['undefined', () => undefined],
  ])('%s thrown unexpectedly shows the client only where to look', async (_what, thrown) => {
    const reports: { error: unknown; correlationId: string; during: string }[] = [];
    const error = thrown();
    const client = await clientOf(
      [
        tool('fail', () => {
          throw error;
        }),
      ],
      {
        onError: (reported, place) => reports.push({ error: reported, ...place }),
      },
    );
    const result = await client.callTool('fail');
    expect(JSON.stringify(result)).not.toContain('hunter2');
    const [report] = reports;
    expect(report).toMatchObject({ error, during: 'tools/call fail' });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: -32603, name: 'INTERNAL_ERROR', data: { correlationId: report?.correlationId } },
      },
    });
    expect(String(result.content[0]?.text)).toContain(String(report?.correlationId));
  });

  test.each([
    ['nothing', undefined],
    ['no content', {}],
    ['structured content that does not fit', { content: [], structuredContent: { said: 5 } }],
    ['no structured content where it was promised', { content: [] }],
    [
      'a failure with content that clients would refuse',
      { content: [], isError: true, structuredContent: { why: 'x' } },
    ],
  ])('a tool that returns %s counts as failed, and the server receives the error', async (_what, result) => {
    const reports: unknown[] = [];
    const client = await clientOf([{ ...echo, call: () => result as never }], {
      onError: (error) => reports.push(error),
    });
    expect(await client.callTool('echo', { text: 'x' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32603 } },
    });
    expect(String(reports[0])).toContain("Tool 'echo' returned");
  });

  test('a result that cannot be written as JSON is answered with an error', async () => {
    const reports: unknown[] = [];
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const client = await clientOf(
      [tool('cycle', () => ({ content: [], cycle })), tool('big', () => ({ content: [], big: 1n }))],
      {
        onError: (error) => reports.push(error),
      },
    );
    await expect(client.callTool('cycle')).rejects.toMatchObject({ code: -32603 });
    await expect(client.callTool('big')).rejects.toMatchObject({ code: -32603 });
    expect(reports).toHaveLength(2);
  });

  test('a failed tool result needs no structured content', async () => {
    const client = await clientOf([{ ...echo, call: () => toolResult({ text: 'No.', isError: true }) }]);
    expect(await client.callTool('echo', { text: 'x' })).toEqual({
      content: [{ type: 'text', text: 'No.' }],
      isError: true,
    });
  });

  test('a WireError keeps its cause', () => {
    const cause = new Error('below');
    const error = new WireError('TASK_NOT_FOUND', 'No task.', { cause });
    expect(error).toMatchObject({ name: 'WireError', code: 'TASK_NOT_FOUND', data: undefined, cause });
  });
});

describe('a failure of a tool that declares structured content', () => {
  const failing = (): never => {
    throw wireError('TOOL_RESTRICTION_ERROR', 'Not in this mode.');
  };

  test('the failure of a tool fits its listed output schema, whatever the tool declares', async () => {
    const node: z.ZodType = z
      .object({
        name: z.string(),
        get children() {
          return z.array(node).optional();
        },
      })
      .meta({ id: 'node' });
    const outputs = [
      z.object({ a: z.string() }),
      z.object({ a: z.string().optional() }),
      z.object({ error: z.string() }),
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      z.record(z.string(), z.number()),
      z.object({ root: node }),
    ];
    const client = await clientOf(
      outputs.map((output, index) => defineTool({ name: `t${index}`, description: 'd', output, call: failing })),
    );
    for (const { name, outputSchema } of await client.listTools()) {
      expect(outputSchema, String(name)).toMatchObject({ type: 'object' });
      const { structuredContent } = await client.callTool(String(name));
      const fits = new AjvJsonSchemaValidator().getValidator(outputSchema as object);
      expect(fits(structuredContent), String(name)).toMatchObject({ valid: true });
      expect(fits({ a: 1, b: 1, error: 1, root: 1, other: 'x' }), String(name)).toMatchObject({ valid: false });
    }
  });

  test('the failure of a tool with a forwarded schema is under _meta', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const client = await clientOf([
      defineForwardedTool({
        name: 'up',
        description: 'd',
        inputSchema: { type: 'object' },
        outputSchema,
        call: failing,
      }),
    ]);
    expect(await client.callTool('up')).toEqual({
      content: [{ type: 'text', text: 'Not in this mode.' }],
      isError: true,
      _meta: {
        'io.github.modegate/error': { code: -32005, name: 'TOOL_RESTRICTION_ERROR', message: 'Not in this mode.' },
      },
    });
  });
});

describe('forwarded and hidden tools', () => {
  test('schemas, arguments, results and errors of a forwarded tool are not modified', async () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/x' } },
      $defs: { x: { type: 'string' } },
      'x-own': 1,
    };
    const outputSchema = { type: 'object', additionalProperties: true };
    const result = { content: [{ type: 'future', x: 1 }], structuredContent: { any: 1 }, _meta: { k: 1 }, extra: true };
    const client = await clientOf([
      defineForwardedTool({
        name: 'up__do',
        description: 'd',
        inputSchema,
        outputSchema,
        call: (input) => ({ ...result, input }),
      }),
      defineForwardedTool({
        name: 'up__fail',
        description: 'd',
        inputSchema,
        call: () => {
          throw forwardedError({ code: -32042, message: 'Go there first', data: { url: 'https://x' } });
        },
      }),
    ]);
    expect((await client.listTools())[0]).toEqual({ name: 'up__do', description: 'd', inputSchema, outputSchema });
    expect(await client.callTool('up__do', { a: 1, b: [2] })).toEqual({ ...result, input: { a: 1, b: [2] } });
    await expect(client.callTool('up__fail')).rejects.toMatchObject({
      code: -32042,
      message: 'Go there first',
      data: { url: 'https://x' },
    });
  });

  test('a tool that is not listed can still explain why it is refused', async () => {
    const client = await clientOf([echo], {
      findUnlistedTool: (name) =>
        name === 'write_to_file'
          ? tool(name, () => {
              throw wireError('TOOL_RESTRICTION_ERROR', "Tool 'write_to_file' is not allowed in mode 'ask'.");
            })
          : undefined,
    });
    expect(await client.callTool('write_to_file')).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32005 } },
    });
    await expect(client.callTool('nothing')).rejects.toMatchObject({ code: -32602 });
  });
});
