import { measureJson } from '@modegate/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const most = { names: 1_000_000, values: 1_000_000 };

test.each([
  ['1', 0, 1],
  ['{}', 0, 2],
  ['{"a":1}', 1, 2],
  ['{"a":1,"b":[1,2,3]}', 2, 6],
  ['"a:b,c{[\\""', 0, 1],
  ['[123456789012345678901, 1.5]', 1, 3],
])('measureJson finds that %s holds %d names and at most %d values', (text, names, values) => {
  expect(measureJson(text, most)).toEqual({ names, values });
});

test('V8: measureJson counts every member and element of any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { names, values } = measureJson(JSON.stringify(value), most);
      const held = count(value);
      expect(names).toBeGreaterThanOrEqual(held.names);
      expect(values).toBeGreaterThanOrEqual(held.values);
    }),
  );
});

test('V8: measureJson ignores text in quotes, with any quotes and backslashes in it', () => {
  const texts = fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', ':') });
  fc.assert(
    fc.property(fc.array(texts), (strings) => {
      const { names, values } = measureJson(JSON.stringify(strings), most);
      expect({ names, values }).toEqual({ names: 0, values: Math.max(2, strings.length + 1) });
    }),
  );
});

test('V8: measureJson stops counting at its limit', () => {
  const text = `{${'"a":1,'.repeat(100)}"b":1}`;
  expect(measureJson(text, { names: 10, values: 1_000 }).names).toBe(11);
  expect(measureJson(text, { names: 1_000, values: 10 }).values).toBe(11);
});

function count(value: unknown): { readonly names: number; readonly values: number } {
  if (typeof value !== 'object' || value === null) return { names: 0, values: 1 };
  const members = Object.values(value).map(count);
  const names = Array.isArray(value) ? 0 : members.length;
  return members.reduce((sum, one) => ({ names: sum.names + one.names, values: sum.values + one.values }), {
    names,
    values: 0,
  });
}
