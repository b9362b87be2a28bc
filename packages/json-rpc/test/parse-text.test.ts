import { MAX_JSON_DEPTH, parseText, preview, readRpcError } from '@modegate/json-rpc';
import { expect, test } from 'vitest';

test('parseText accepts a text that begins with a byte order mark', () => {
  expect(parseText('\uFEFF{"a":1}')).toEqual({ kind: 'value', value: { a: 1 } });
});

test('parseText reports a text that is not JSON or is nested too deeply', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseText('{')).toEqual({ kind: 'not-json' });
  expect(parseText(nested(MAX_JSON_DEPTH)).kind).toBe('value');
  expect(parseText(nested(MAX_JSON_DEPTH + 1)).kind).toBe('too-deep');
});

test.each([
  ['x'.repeat(200), `"${'x'.repeat(100)}…"`],
  [undefined, 'nothing'],
  [null, 'null'],
  [[1, 2], 'an array of length 2'],
  [{ a: 1, b: 2 }, 'an object with a, b'],
  [{}, 'an object with no members'],
  [true, 'true'],
])('preview describes %j', (value, text) => expect(preview(value)).toBe(text));

test('readRpcError recognises an error by its shape', () => {
  expect(readRpcError({ code: -1, message: 'no', data: 0 })).toEqual({ code: -1, message: 'no', data: 0 });
  expect(readRpcError(Object.assign(new Error('no'), { code: 'ENOENT' }))).toBeUndefined();
  expect(readRpcError(undefined)).toBeUndefined();
});
