import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWireFailure, WIRE_ERROR_CODES, wireError } from '@modegate/mcp-protocol';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('only one file imports the MCP SDK', () => {
  const knowing = files.filter((file) =>
    readFileSync(join(source, file), 'utf8').includes("from '@modelcontextprotocol/"),
  );
  expect(knowing.sort()).toEqual(['http/sessions/http-session.ts']);
});

test('WIRE_ERROR_CODES contains the documented numbers', () => {
  expect(WIRE_ERROR_CODES).toEqual({
    PARSE_ERROR: -32700,
    INVALID_REQUEST: -32600,
    METHOD_NOT_FOUND: -32601,
    INVALID_PARAMS: -32602,
    INTERNAL_ERROR: -32603,
    MODE_NOT_FOUND: -32001,
    TASK_NOT_FOUND: -32002,
    SESSION_EXPIRED: -32003,
    VALIDATION_ERROR: -32004,
    TOOL_RESTRICTION_ERROR: -32005,
    FILE_RESTRICTION_ERROR: -32006,
    HEADER_MISMATCH: -32020,
    UNSUPPORTED_PROTOCOL_VERSION: -32022,
  });
  expect(new Set(Object.values(WIRE_ERROR_CODES)).size).toBe(13);
});

test('a failure is recognised in any value of the right shape', () => {
  expect(readWireFailure(wireError('MODE_NOT_FOUND', 'm', { a: 1 }))).toEqual({
    code: -32001,
    name: 'MODE_NOT_FOUND',
    message: 'm',
    data: { a: 1 },
  });
  expect(readWireFailure({ code: 'TASK_NOT_FOUND', message: 'm' })).toEqual({
    code: -32002,
    name: 'TASK_NOT_FOUND',
    message: 'm',
  });
  for (const other of [
    undefined,
    null,
    'x',
    [],
    {},
    { code: 'toString', message: 'm' },
    { code: -32001, message: 'm' },
    { code: 'MODE_NOT_FOUND' },
  ]) {
    expect(readWireFailure(other)).toBeUndefined();
  }
});
