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
  test.each(inexact)('keeps %s', (literal) => {
    const text = `{"a":[{"b":${literal}}],"c":1}`;
    expect(JSON.stringify(parseExactly(text))).toBe(text);
    expect(parseExactly(`[${literal}]`)).not.toEqual([Number(literal)]);
  });

  test.each(exact)('makes an ordinary number of %s, which loses nothing', (literal) => {
    expect(parseExactly(`[${literal}]`)).toEqual([Number(literal)]);
  });

  test('leaves digits within strings alone', () => {
    const text = '{"a \\\\":"x\\"9007199254740993","9007199254740993":"1e400 -0"}';
    expect(parseExactly(text)).toEqual(JSON.parse(text));
  });

  test('throws for what is not JSON', () => {
    for (const text of ['', '{', '[1e400', '9007199254740993x', '"', '-', '01e400'])
      expect(() => parseExactly(text)).toThrow(SyntaxError);
  });

  test('is JSON.parse for every value that JavaScript wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('reads a number with a million digits in time', () => {
    const literal = `1${'0'.repeat(1_000_000)}1`;
    expect(JSON.stringify(parseExactly(`[${literal}]`))).toBe(`[${literal}]`);
  });
});

describe('plainNumbers', () => {
  test('gives the nearest number of each', () => {
    const value = parseExactly('{"a":[9007199254740993,{"b":1e400}],"c":"x"}');
    expect(plainNumbers(value)).toEqual({ a: [9_007_199_254_740_992, { b: Number.POSITIVE_INFINITY }], c: 'x' });
  });

  test('gives the same value when there is nothing to do', () => {
    const value = { a: [1, { b: null }] };
    expect(plainNumbers(value)).toBe(value);
  });

  test('knows the spelling of a kept number', () => {
    const [kept] = parseExactly('[1e400]') as unknown[];
    expect(numberLiteral(kept)).toBe('1e400');
    expect(numberLiteral(5)).toBeUndefined();
    expect(numberLiteral({ rawJSON: '5' })).toBeUndefined();
  });
});
