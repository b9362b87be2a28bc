import { encodeHeader, readParamHeaders } from '@modegate/json-rpc/mcp';
import type { JsonObject } from '@modegate/mcp-host/connections';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paramHeaders } from '../../src/peer/tool-headers.ts';
import { standardHeaders } from '../../src/remote/stateless-messages.ts';
import { settle } from '../support/fake-link.ts';
import { openModern } from '../support/stateless-link.ts';

// The examples of MCP 2026-07-28, basic/transports/streamable-http, Value Encoding.
test.each([
  ['us-west1', 'us-west1'],
  ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
  [' padded ', '=?base64?IHBhZGRlZCA=?='],
  ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
  ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ['', ''],
  ['a b\tc', 'a b\tc'],
])('encodeHeader encodes the value %j as %s', (value, header) => expect(encodeHeader(value)).toBe(header));

test('encodeHeader turns every value into a valid header that decodes to the same value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const header = encodeHeader(value);
      expect(new Headers({ x: header }).get('x')).toBe(header);
      const coded = /^=\?base64\?(.*)\?=$/s.exec(header)?.[1];
      expect(coded === undefined ? header : Buffer.from(coded, 'base64').toString('utf8')).toBe(
        Buffer.from(value).toString(),
      );
    }),
    { numRuns: 500 },
  );
});

const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

test.each<[JsonObject, JsonObject | undefined]>([
  [
    { method: 'tools/list', params: meta },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
  ],
  [
    { method: 'tools/call', params: { ...meta, name: 'größe' } },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': '=?base64?Z3LDtsOfZQ==?=' },
  ],
  [
    { method: 'resources/read', params: { ...meta, uri: 'a:1' } },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'resources/read', 'mcp-name': 'a:1' },
  ],
  [{ method: 'tools/call', params: { name: 'legacy' } }, undefined],
  [
    { method: 'toString', params: meta },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'toString' },
  ],
])('standardHeaders returns for the message %j the headers %j', (message, headers) =>
  expect(standardHeaders(message)).toEqual(headers),
);

const schema = (properties: JsonObject, others: JsonObject = {}) => ({ type: 'object', properties, ...others });
const marked = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });

describe('tool arguments sent in headers', () => {
  test('header arguments are found at every depth of plain properties', () => {
    const inputSchema = schema({
      region: marked('Region'),
      deep: schema({ dry: marked('Dry-Run', 'boolean'), n: marked('N', 'integer') }),
    });
    const { headers: wanted, problem } = readParamHeaders(inputSchema);
    expect(problem).toBeUndefined();
    const args = { region: 'eu', deep: { dry: false, n: 7 }, other: 'x' };
    expect(paramHeaders(wanted, args)).toEqual({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Dry-Run': 'false',
      'Mcp-Param-N': '7',
    });
    expect(paramHeaders(wanted, { region: null, deep: { n: 2 ** 60 } })).toEqual({});
    expect(paramHeaders(wanted, undefined)).toEqual({});
    expect(paramHeaders(wanted, { region: 'a\r\nX-Evil: 1' })).toEqual({
      'Mcp-Param-Region': '=?base64?YQ0KWC1FdmlsOiAx?=',
    });
  });

  test.each<[string, unknown]>([
    ['an empty name', schema({ a: marked('') })],
    ['a name with a line end', schema({ a: marked('X\r\nEvil') })],
    ['a name that is a number', schema({ a: marked(7) })],
    ['two of the same name', schema({ a: marked('A'), b: marked('a') })],
    ['a number', schema({ a: marked('A', 'number') })],
    ['no type', schema({ a: { 'x-mcp-header': 'A' } })],
    ['an object', schema({ a: marked('A', 'object') })],
    ['the schema itself', { ...schema({}), 'x-mcp-header': 'A' }],
    ['items', schema({ a: { type: 'array', items: marked('A') } })],
    ['a choice', schema({}, { anyOf: [schema({ a: marked('A') })] })],
    ['a definition', schema({}, { $defs: { a: marked('A') } })],
    ['a condition', schema({}, { if: schema({ a: marked('A') }) })],
    ['a schema without an end', JSON.parse(`${'{"not":'.repeat(200)}{}${'}'.repeat(200)}`)],
  ])('a header argument must not be in %s', (_where, inputSchema) =>
    expect(readParamHeaders(inputSchema).problem).toBeTypeOf('string'),
  );

  test('header arguments in an example or a default of the schema are ignored', () => {
    expect(
      readParamHeaders(schema({ a: { type: 'object', default: marked('A'), enum: [marked('B')] } })),
    ).toMatchObject({
      headers: [],
      problem: undefined,
    });
  });
});

describe('a tool of a modern server', () => {
  const tools = [
    { name: 'good', inputSchema: schema({ region: marked('Region') }) },
    { name: 'bad', inputSchema: schema({ region: marked('Bad Name') }) },
  ];

  const listing = async (name: string) => {
    const world = await openModern({}, { name });
    const before = world.link.onSent;
    world.link.onSent = (message) => {
      before(message);
      const receive = (answer: JsonObject) => world.link.receive({ jsonrpc: '2.0', id: message.id, ...answer });
      if (message.method === 'tools/list') receive({ result: { resultType: 'complete', tools } });
      if (message.method === 'tools/call') receive({ result: { resultType: 'complete', content: [] } });
    };
    return world;
  };

  test('a tool with invalid headers is left out over HTTP, with a remark', async () => {
    const { upstream, notes } = await listing('over HTTP');
    expect((await upstream.request('tools/list', {})).tools).toEqual([tools[0]]);
    expect(notes).toEqual([expect.stringContaining('Its tool "bad" is ignored')]);
  });

  test('a tool with invalid headers is offered over stdio, which has no headers', async () => {
    const { upstream } = await listing('over stdio');
    expect((await upstream.request('tools/list', {})).tools).toEqual(tools);
  });

  test('a tool is called once more when the server wants other headers than its list declared', async () => {
    const { upstream, link, sentOf } = await openModern({}, { name: 'over HTTP' });
    const answers = (message: JsonObject): JsonObject => {
      if (message.method === 'tools/list') return { result: { tools: [tools[0]] } };
      return sentOf('tools/list').length === 0
        ? { error: { code: -32020, message: 'Header mismatch' } }
        : { result: { content: [] } };
    };
    link.onSent = (message) => link.receive({ jsonrpc: '2.0', id: message.id, ...answers(message) });
    await upstream.request('tools/call', { name: 'good', arguments: { region: 'eu' } });
    expect(sentOf('tools/call')).toHaveLength(2);
  });

  test('a tool call fails when the server keeps asking for other headers', async () => {
    const { upstream, link, sentOf } = await openModern({}, { name: 'over HTTP' });
    link.onSent = (message) =>
      link.receive({
        jsonrpc: '2.0',
        id: message.id,
        ...(message.method === 'tools/list'
          ? { result: { tools: [tools[0]], nextCursor: 'again' } }
          : { error: { code: -32020, message: 'Header mismatch' } }),
      });
    const call = upstream.request('tools/call', { name: 'good', arguments: { region: 'eu' } });
    await expect(call).rejects.toMatchObject({ code: -32020 });
    await settle();
    expect(sentOf('tools/call').length).toBeLessThanOrEqual(2);
    expect(sentOf('tools/list').length).toBeLessThanOrEqual(32);
  });
});
