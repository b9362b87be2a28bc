import { expect, test } from 'vitest';
import { readDeclared } from './declared-tools.ts';
import { listDeferred } from './deferred-tools.ts';

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const places = { parameters: { path: 'string' }, required: ['path'] };

const declaredIn = (body: object) => Object.fromEntries(readDeclared(JSON.stringify(body)));

test.each([
  ['messages', { tools: [{ name: 'Read', input_schema: schema }] }],
  ['chat', { tools: [{ type: 'function', function: { name: 'Read', parameters: schema } }] }],
  ['responses', { tools: [{ type: 'function', name: 'Read', parameters: schema }] }],
  ['Gemini', { tools: [{ functionDeclarations: [{ name: 'Read', parametersJsonSchema: schema }] }] }],
  ['responses, told later', { input: [{ type: 'tool_search_output', tools: [{ name: 'Read', parameters: schema }] }] }],
  [
    'Qwen Code, found',
    { messages: [{ content: `<function>${JSON.stringify({ name: 'Read', parameters: schema })}</function>` }] },
  ],
])('a tool in the form of %s', (_form, body) => {
  expect(declaredIn(body)).toEqual({ Read: places });
});

test('tools in a group have its name; those of the group that is none have not', () => {
  const tools = ['agents', 'functions'].map((name) => ({
    type: 'namespace',
    name,
    tools: [{ name: 'go', parameters: schema }],
  }));
  expect(declaredIn({ input: [{ type: 'additional_tools', tools }] })).toEqual({ 'agents.go': places, go: places });
});

test('a tool that is called with a text has one place without a name; one of the vendor has a type', () => {
  const plain = { parameters: { '': 'string' }, required: [''] };
  const nothing = { parameters: {}, required: [] };
  expect(declaredIn({ tools: [{ type: 'custom', name: 'exec' }, { type: 'web_search' }] })).toEqual({
    exec: plain,
    web_search: nothing,
  });
  expect(declaredIn({ tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] })).toEqual({ apply_patch: plain });
});

test('the tools of a script are read from its description, and one that cannot be read is an error', () => {
  const declare = (text: string) => ({
    tools: [{ type: 'custom', name: 'exec', description: `declare const tools: { ${text}` }],
  });
  const text = `run(args: {\n  // What; and why: "x".\n  cmd: string;\n  rule?: Array<string>;\n  mode?: "a" | "b";\n}): Promise<unknown>; };`;
  expect(declaredIn(declare(text)).run).toEqual({
    parameters: { cmd: 'string', mode: 'string', 'rule[]': 'string' },
    required: ['cmd'],
  });
  expect(() => declaredIn(declare('run(args: {\n  cmd: { a: string };\n}): Promise<unknown>; };'))).toThrow(
    'cannot be read',
  );
  expect(() => declaredIn(declare('run(first: number): Promise<unknown>; };'))).toThrow('1 tools are declared, and 0');
});

test('members of lists and of objects, choices and references have places', () => {
  const item = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  const parameters = {
    type: 'object',
    $defs: { item },
    properties: {
      files: { type: 'array', items: { $ref: '#/$defs/item' } },
      names: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
      limit: { type: ['integer', 'null'] },
      free: {},
      kind: { enum: ['a', 'b'] },
    },
  };
  expect(declaredIn({ tools: [{ name: 'x', parameters }] }).x).toEqual({
    parameters: {
      'files[].path': 'string',
      free: 'any',
      kind: 'string',
      limit: 'integer|null',
      names: 'string',
      'names[]': 'string',
    },
    required: ['files[].path'],
  });
});

test('the tools that can be searched for are read from what the agent tells its model', () => {
  const claude =
    'The following deferred tools are now available via ToolSearch. Use it:\nCronCreate\nmcp__a-b__c\n</x>';
  const qwen = 'These are reachable through `tool_search`.\n- "monitor": "Runs"\n- "web_fetch": "Gets"\n';
  const requests = [JSON.stringify({ system: [{ text: claude }] }), JSON.stringify({ messages: [{ content: qwen }] })];
  expect(listDeferred(requests)).toEqual(['CronCreate', 'mcp__a-b__c', 'monitor', 'web_fetch']);
});
