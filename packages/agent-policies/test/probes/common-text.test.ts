import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonText } from '../../src/probes/common-text.ts';

test.each<[string, string, string | undefined]>([
  ['npm run *', '* --force', 'npm run --force'],
  ['git *', 'git push *', 'git push '],
  ['a*', 'b*', undefined],
  ['a?c', 'abc', 'abc'],
  ['??', '*', 'xx'],
  ['/p/src/*', '/p/*/.env', '/p/src/.env'],
  ['', '*', ''],
  ['a', 'a', 'a'],
  ['a', 'ab', undefined],
])('commonText of %s and %s is %s', (one, other, expected) => {
  expect(commonText(one, other)).toBe(expected);
  expect(commonText(other, one)).toBe(expected);
});

test('commonText finds a text that both patterns cover if there is one', () => {
  const part = fc.constantFrom('a', 'b', '/', '*', '?');
  const pattern = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      pattern,
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 }),
      (one, other, text) => {
        const [first, second] = [one, other].map(
          (glob) => new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`),
        );
        const found = commonText(one, other);
        if (found !== undefined) expect([first?.test(found), second?.test(found)]).toEqual([true, true]);
        if (first?.test(text) === true && second?.test(text) === true) expect(found).toBeDefined();
      },
    ),
    { numRuns: 2_000 },
  );
});

test('commonText gives up on patterns that are too long', () => {
  expect(commonText('a*'.repeat(200), '*b'.repeat(200))).toBeUndefined();
});
