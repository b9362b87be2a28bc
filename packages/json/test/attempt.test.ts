import { attempt, defined } from '@modegate/json';
import { expect, test } from 'vitest';

test('attempt gives the result, or undefined when the act throws', () => {
  expect(attempt(() => JSON.parse('{"a":1}'))).toEqual({ a: 1 });
  expect(attempt(() => JSON.parse('{'))).toBeUndefined();
});

test('defined leaves out undefined fields and keeps the order and every other value', () => {
  const fields = defined({ b: null, a: undefined, c: false, d: 0 });
  expect(Object.entries(fields)).toEqual([
    ['b', null],
    ['c', false],
    ['d', 0],
  ]);
});
