import { backoffDelayMs } from '@modegate/timing';
import { expect, test } from 'vitest';

const delays = (random: number, leastMs?: number): readonly number[] =>
  [1, 2, 3, 4, 5, 1000].map((failures) =>
    backoffDelayMs({ firstMs: 100, maxMs: 1_000, ...(leastMs !== undefined && { leastMs }) }, { failures, random }),
  );

test('the bound of the backoff doubles with each failure, up to the longest wait', () => {
  expect(delays(0.999_999)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('the wait is random up to the bound', () => {
  expect(delays(0.5)).toEqual([50, 100, 200, 400, 500, 500]);
});

test('the wait is never shorter than the minimum of one millisecond', () => {
  expect(delays(0)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(delays(0.2, 60)).toEqual([60, 60, 80, 160, 200, 200]);
});
