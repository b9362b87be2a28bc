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
])('a recorded tool in the form of %s is read', (_form, body) => {
  expect(declaredIn(body)).toEqual({ Read: places });
});

test('recorded tools in a group get its name as a prefix, except those of the default group', () => {
  const tools = ['agents', 'functions'].map((name) => ({
    type: 'namespace',
    name,
    tools: [{ name: 'go', parameters: schema }],
  }));
  expect(declaredIn({ input: [{ type: 'additional_tools', tools }] })).toEqual({ 'agents.go': places, go: places });
});

test('a recorded tool that takes a text has one unnamed parameter, and a vendor tool is named by its type', () => {
  const plain = { parameters: { '': 'string' }, required: [''] };
  const nothing = { parameters: {}, required: [] };
  expect(declaredIn({ tools: [{ type: 'custom', name: 'exec' }, { type: 'web_search' }] })).toEqual({
    exec: plain,
    web_search: nothing,
  });
  expect(declaredIn({ tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] })).toEqual({ apply_patch: plain });
});

test('the recorded tools of a script are read from its description, and unreadable ones are an error', () => {
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

test('members of lists and objects, choices and references are recorded as parameters', () => {
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

test('searchable tools are read from what the agent tells its model', () => {
  const claude =
    'The following deferred tools are now available via ToolSearch. Use it:\nCronCreate\nmcp__a-b__c\n</x>';
  const qwen = 'These are reachable through `tool_search`.\n- "monitor": "Runs"\n- "web_fetch": "Gets"\n';
  const requests = [JSON.stringify({ system: [{ text: claude }] }), JSON.stringify({ messages: [{ content: qwen }] })];
  expect(listDeferred(requests)).toEqual(['CronCreate', 'mcp__a-b__c', 'monitor', 'web_fetch']);
});
