import { numberLiteral, parseExactly, plainNumbers } from '@modegate/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const inexact = [
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567890123',
  '1e400',
  '-1E+400',
  '1e-400',
  '-0',
  '-0.0',
  '3.14159265358979323846',
  '0.1000000000000000055511151231257827',
  '1e99999999999999999999',
];
const exact = [
  '0',
  '1.0',
  '-1',
  '9007199254740991',
  '1e2',
  '1E2',
  '0.30000000000000004',
  '5e-324',
  '100000000000000000000',
  '1.50e1',
  '0e400',
  '0.0000000000000000000001',
];

describe('parseExactly (security L2)', () => {
  test.each(inexact)('parseExactly keeps the number %s as written', (literal) => {
    const text = `{"a":[{"b":${literal}}],"c":1}`;
    expect(JSON.stringify(parseExactly(text))).toBe(text);
    expect(parseExactly(`[${literal}]`)).not.toEqual([Number(literal)]);
  });

  test.each(exact)('parseExactly converts %s to an ordinary number without loss', (literal) => {
    expect(parseExactly(`[${literal}]`)).toEqual([Number(literal)]);
  });

  test('parseExactly leaves digits within strings unchanged', () => {
    const text = '{"a \\\\":"x\\"9007199254740993","9007199254740993":"1e400 -0"}';
    expect(parseExactly(text)).toEqual(JSON.parse(text));
  });

  test('parseExactly throws for text that is not JSON', () => {
    for (const text of ['', '{', '[1e400', '9007199254740993x', '"', '-', '01e400'])
      expect(() => parseExactly(text)).toThrow(SyntaxError);
  });

  test('parseExactly equals JSON.parse for every value that JavaScript wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('parseExactly reads a number with a million digits in time', () => {
    const literal = `1${'0'.repeat(1_000_000)}1`;
    expect(JSON.stringify(parseExactly(`[${literal}]`))).toBe(`[${literal}]`);
  });
});

describe('plainNumbers', () => {
  test('plainNumbers replaces each kept number with the nearest JavaScript number', () => {
    const value = parseExactly('{"a":[9007199254740993,{"b":1e400}],"c":"x"}');
    expect(plainNumbers(value)).toEqual({ a: [9_007_199_254_740_992, { b: Number.POSITIVE_INFINITY }], c: 'x' });
  });

  test('plainNumbers returns the same object if there is nothing to convert', () => {
    const value = { a: [1, { b: null }] };
    expect(plainNumbers(value)).toBe(value);
  });

  test('numberLiteral returns the original text of a kept number', () => {
    const [kept] = parseExactly('[1e400]') as unknown[];
    expect(numberLiteral(kept)).toBe('1e400');
    expect(numberLiteral(5)).toBeUndefined();
    expect(numberLiteral({ rawJSON: '5' })).toBeUndefined();
  });
});
