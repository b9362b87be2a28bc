import { estimateBytes } from '@modegate/json';
import { expect, test } from 'vitest';

test('a text counts two bytes a character, whatever it is made of', () => {
  const grown = (text: string) => estimateBytes(text) - estimateBytes('');
  expect([grown('a'), grown('é'), grown('🙂'), grown('a'.repeat(1_000))]).toEqual([2, 2, 4, 2_000]);
});

test('an object costs more than its parts', () => {
  expect(estimateBytes({ text: 'a', list: [1, null] })).toBeGreaterThan(
    estimateBytes('a') + estimateBytes(1) + estimateBytes(null) + 'textlist'.length,
  );
});

test('nesting of any depth is counted', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(estimateBytes(deep)).toBeGreaterThan(100_000);
});
