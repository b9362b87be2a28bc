import { compileNamePattern } from '@modegate/mode-core/patterns';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

// Halves of pairs too: a name or a pattern may be cut in the middle of a character.
const text = fc.array(fc.constantFrom('a', 'b', '-', '.', '😀', '\ud83d', '\ude00', '\n'), { maxLength: 6 });
const pattern = fc.array(fc.constantFrom('a', 'b', '-', '.', '*', '*', '?', '😀', '\ud83d', '\ude00'), {
  maxLength: 6,
});

test('a name pattern matches exactly where all its code points do', () => {
  fc.assert(
    fc.property(pattern, text, (parts, name) => {
      const matches = compileNamePattern(parts.join(''))(name.join(''));
      expect(matches).toBe(matchesSlowly(Array.from(parts.join('')), Array.from(name.join(''))));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['get_*', 'get_', true],
  ['*_get', '_get', true],
  ['ab*ba', 'aba', false],
  ['ab*ba', 'abba', true],
  ['a*', 'b', false],
  ['a**b', 'axb', true],
])('the pattern %s is compared with the name %s', (written, name, expected) => {
  expect(compileNamePattern(written)(name)).toBe(expected);
});

/** The rule as it is documented, tried in every way. */
function matchesSlowly([wanted, ...others]: readonly string[], name: readonly string[]): boolean {
  if (wanted === undefined) return name.length === 0;
  if (wanted === '*')
    return Array.from({ length: name.length + 1 }, (_, at) => name.slice(at)).some((rest) =>
      matchesSlowly(others, rest),
    );
  return name.length > 0 && (wanted === '?' || wanted === name[0]) && matchesSlowly(others, name.slice(1));
}
