import { didYouMean, editDistance, nearestName } from '@modegate/nearest-name';
import { describe, expect, test } from 'vitest';

describe('nearestName', () => {
  const known = ['architect', 'code', 'debug', 'create_issue'];

  test.each([
    ['a letter less', 'architct', 'architect'],
    ['a letter more', 'codee', 'code'],
    ['another letter', 'cude', 'code'],
    ['a swapped pair in a short name', 'cdoe', 'code'],
    ['a swapped pair in a long name', 'arhcitect', 'architect'],
    ['other case', 'DEBUG', 'debug'],
    ['other separators', 'Create Issue', 'create_issue'],
  ])('nearestName forgives %s', (_what, name, meant) => expect(nearestName(name, known)).toBe(meant));

  test.each([
    ['another word', 'review'],
    ['nothing', ''],
    ['two slips in a short name', 'cxxe'],
    ['a text that is too long for a name', 'x'.repeat(65)],
  ])('nearestName suggests nothing for %s', (_what, name) => expect(nearestName(name, known)).toBeUndefined());

  test('nearestName returns the first of several equally near names', () => {
    expect(nearestName('cod', ['code', 'cods'])).toBe('code');
  });

  test('nearestName searches at most a thousand names', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `unlike-any-other-${index}`);
    expect(nearestName('cod', [...many.slice(1), 'code'])).toBe('code');
    expect(nearestName('cod', [...many, 'code'])).toBeUndefined();
  });

  test('nearestName does not suggest a text much longer than a name', () => {
    expect(nearestName('x'.repeat(64), ['x'.repeat(100_000)])).toBeUndefined();
  });

  test('didYouMean returns a sentence to append to another', () => {
    expect(`Unknown mode 'cdoe'.${didYouMean('cdoe', known)}`).toBe("Unknown mode 'cdoe'. Did you mean 'code'?");
    expect(didYouMean('review', known)).toBe('');
  });
});

describe('editDistance', () => {
  test.each([
    ['code', 'code', 0],
    ['code', 'cod', 1],
    ['code', 'cdoe', 1],
    ['code', 'ocde', 1],
    ['code', 'cxxe', 2],
    ['code', 'debug', 5],
  ])('the edit distance from %s to %s is %i', (one, other, slips) => expect(editDistance(one, other)).toBe(slips));

  test('editDistance does not distinguish distances beyond the largest that matters', () => {
    expect(editDistance('code', 'cdoe', 1)).toBe(1);
    expect(editDistance('code', 'completely different', 1)).toBeGreaterThan(1);
  });
});
