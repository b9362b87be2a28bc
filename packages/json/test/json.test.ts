import {
  createLineIndex,
  equalValues,
  isJsonObject,
  jsonPointer,
  nestsDeeper,
  parsePointer,
  resolvePointer,
} from '@modegate/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('isJsonObject', () => {
  test.each([[{}], [{ a: 1 }], [Object.create(null)]])('isJsonObject accepts %j', (value) =>
    expect(isJsonObject(value)).toBe(true),
  );
  test.each([[null], [[]], ['text'], [1], [undefined]])('isJsonObject rejects %j', (value) =>
    expect(isJsonObject(value)).toBe(false),
  );
});

describe('a JSON pointer', () => {
  test.each([
    [[], ''],
    [['a', 0, 'b'], '/a/0/b'],
    [['a/b', 'c~d', '~1'], '/a~1b/c~0d/~01'],
    [[''], '/'],
  ])('the JSON pointer of %j is %s', (keys, pointer) => {
    expect(jsonPointer(...keys)).toBe(pointer);
    expect(parsePointer(pointer)).toEqual(keys.map(String));
  });

  test.each(['a', 'a/b', '/a~2', '/~'])('%s is not a JSON pointer', (text) => {
    expect(parsePointer(text)).toBeUndefined();
    expect(resolvePointer({ a: { b: 1 } }, text)).toBeUndefined();
  });

  test('parsePointer restores the keys of a JSON pointer', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (keys) => {
        expect(parsePointer(jsonPointer(...keys))).toEqual(keys);
      }),
      { numRuns: 500 },
    );
  });

  test('resolvePointer finds a value but no inherited property', () => {
    const document = { a: [{ 'b/c': null }] };
    expect(resolvePointer(document, '')).toBe(document);
    expect(resolvePointer(document, '/a/0/b~1c')).toBeNull();
    for (const pointer of ['/a/1', '/a/0/b~1c/d', '/toString', '/a/constructor', '/__proto__'])
      expect(resolvePointer(document, pointer)).toBeUndefined();
  });
});

describe('a line index', () => {
  const text = 'one\r\ntwo\nthree\rfour';
  const lines = createLineIndex(text);

  test.each([
    ['one', { line: 1, column: 1 }],
    ['e\r', { line: 1, column: 3 }],
    ['two', { line: 2, column: 1 }],
    ['hree', { line: 3, column: 2 }],
    ['four', { line: 4, column: 1 }],
  ])('positionAt finds %j in the text', (part, position) => {
    expect(lines.positionAt(text.indexOf(part))).toEqual(position);
    expect(lines.offsetAt(position)).toBe(text.indexOf(part));
  });

  test('offsetAt limits a position to its line and to the text', () => {
    expect(lines.offsetAt({ line: 1, column: 99 })).toBe(3);
    expect(lines.offsetAt({ line: 9, column: 1 })).toBe(text.length);
    expect(lines.positionAt(text.length)).toEqual({ line: 4, column: 5 });
  });

  test('a line index knows where each line ends', () => {
    expect(lines.lineEndAt(0)).toBe(3);
    expect(lines.lineEndAt(6)).toBe(8);
    expect(lines.lineEndAt(10)).toBe(14);
    expect(lines.lineEndAt(17)).toBe(text.length);
  });

  test('a line index starts at the given offset, as after a byte order mark', () => {
    const marked = createLineIndex('\uFEFFa\nb', 1);
    expect(marked.positionAt(1)).toEqual({ line: 1, column: 1 });
    expect(marked.offsetAt({ line: 2, column: 1 })).toBe(3);
  });

  test('a position maps back to every offset that is not inside a line end', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n') }), (hostile) => {
        const index = createLineIndex(hostile);
        for (let offset = 0; offset <= hostile.length; offset++) {
          const isInside = hostile[offset - 1] === '\r' && hostile[offset] === '\n';
          if (!isInside) expect(index.offsetAt(index.positionAt(offset))).toBe(offset);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('equalValues', () => {
  test.each([
    [
      { a: 1, b: [2, { c: null }] },
      { b: [2, { c: null }], a: 1 },
    ],
    [{ constructor: { a: 1 } }, { constructor: { a: 1 } }],
    [JSON.parse('{"__proto__":{"a":1}}') as unknown, JSON.parse('{"__proto__":{"a":1}}') as unknown],
  ])('equalValues holds for %j and %j', (one, other) => expect(equalValues(one, other)).toBe(true));

  test.each([
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [{ 0: 'a' }, ['a']],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [null, {}],
    [{ toString: 1 }, {}],
    [1, '1'],
  ])('equalValues does not hold for %j and %j', (one, other) => {
    expect(equalValues(one, other)).toBe(false);
    expect(equalValues(other, one)).toBe(false);
  });
});

describe('the nesting of a JSON text', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test('nestsDeeper counts the nesting of a JSON text exactly', () => {
    for (const levels of [1, 5, 512]) {
      expect(nestsDeeper(nested(levels), levels)).toBe(false);
      expect(nestsDeeper(nested(levels + 1), levels)).toBe(true);
    }
  });

  test('nestsDeeper ignores brackets in strings and side by side', () => {
    expect(nestsDeeper(JSON.stringify(['['.repeat(100), `\\"${'{'.repeat(100)}`]), 3)).toBe(false);
    expect(nestsDeeper(`[${'[],'.repeat(100)}[]]`, 2)).toBe(false);
  });
});
