import { canonicalJson, isTooDeep, maxJsonDepth } from '@modegate/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const nest = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('canonical JSON', () => {
  test('canonicalJson sorts keys at every level and keeps the order of arrays', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 3], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1},3]}');
  });

  test.each([
    ['numbers as JavaScript writes them', JSON.parse('[1.0, 1e2, -0, 1e-7, 1e21]'), '[1,100,0,1e-7,1e+21]'],
    ['infinity apart from null', JSON.parse('[1e999, -1e999, null]'), '[Infinity,-Infinity,null]'],
    ['text as JSON escapes it', '"\\\n\u2028é', '"\\"\\\\\\n\u2028é"'],
    ['half of a surrogate pair', '\ud800', '"\\ud800"'],
    ['keys by UTF-16 units', { '\u{1f600}': 1, '\uff5e': 2 }, '{"\u{1f600}":1,"\uff5e":2}'],
    ['a member named __proto__', JSON.parse('{"__proto__": {"x": 1}, "a": 2}'), '{"__proto__":{"x":1},"a":2}'],
    ['nothing for undefined', { a: undefined, b: [undefined] }, '{"b":[null]}'],
  ])('canonicalJson writes %s', (_what, value, expected) => expect(canonicalJson(value)).toBe(expected));

  test('canonicalJson keeps two encodings of the same letter distinct', () => {
    expect(canonicalJson('é')).not.toBe(canonicalJson('e\u0301'));
  });

  test('canonicalJson does not throw for values that are not JSON', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(canonicalJson(loop)).toBeUndefined();
    expect(canonicalJson({ a: 1n, b: () => 1, c: Symbol('c') })).toBe('{"a":null,"b":null,"c":null}');
  });

  test('canonicalJson stops at a value that is nested too deeply', () => {
    expect(canonicalJson(nest(maxJsonDepth))).toBeDefined();
    expect(canonicalJson(nest(maxJsonDepth + 1))).toBeUndefined();
    expect(isTooDeep(nest(100_000))).toBe(true);
  });

  test('canonicalJson is the same for every order of keys and keeps the value', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = canonicalJson(value) ?? '';
        expect(canonicalJson(reverseKeys(value))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    ));

  test('canonicalJson differs for different values', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const isSame = canonicalJson(a) === canonicalJson(b);
        if (isSame) expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)));
      }),
    ));
});

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reverseKeys(member)]),
  );
}
