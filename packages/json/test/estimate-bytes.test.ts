import { estimateBytes } from '@modegate/json';
import { expect, test } from 'vitest';

test('estimateBytes counts two bytes per character of any text', () => {
  const grown = (text: string) => estimateBytes(text) - estimateBytes('');
  expect([grown('a'), grown('é'), grown('🙂'), grown('a'.repeat(1_000))]).toEqual([2, 2, 4, 2_000]);
});

test('estimateBytes counts more for an object than for its parts', () => {
  expect(estimateBytes({ text: 'a', list: [1, null] })).toBeGreaterThan(
    estimateBytes('a') + estimateBytes(1) + estimateBytes(null) + 'textlist'.length,
  );
});

test('estimateBytes handles nesting of any depth', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(estimateBytes(deep)).toBeGreaterThan(100_000);
});
