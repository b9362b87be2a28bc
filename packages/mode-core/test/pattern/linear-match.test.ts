import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nativeLengthLimit } from '../../src/pattern/backtracking-cost.ts';
import { createLinearMatcher } from '../../src/pattern/linear-match.ts';
import { isTooLarge } from '../../src/pattern/linear-program.ts';
import { parseRegex } from '../../src/pattern/parse-regex.ts';
import type { RegexNode } from '../../src/pattern/regex-node.ts';
import { countSteps } from './count-steps.ts';
import {
  grownPatterns,
  mutatedPatterns,
  nativeRegExp,
  REAL_PATTERNS,
  SAMPLE_PATHS,
  subjects,
  tokenPatterns,
} from './pattern-arbitraries.ts';

interface Both {
  readonly native: RegExp;
  readonly linear: (path: string) => boolean;
  readonly root: RegexNode;
}

/** Both matchers of a pattern, when the engine accepts it and it is supported. */
function bothMatchers(source: string): Both | undefined {
  const native = nativeRegExp(source);
  const parsed = parseRegex(source);
  if (native === undefined || 'refusal' in parsed || isTooLarge(parsed.root)) return undefined;
  return { native, linear: createLinearMatcher(parsed.root), root: parsed.root };
}

const ENOUGH_STEPS = 20_000;

function expectAgreement(source: string, paths: readonly string[]): void {
  const both = bothMatchers(source);
  if (both === undefined) return;
  // What would take the engine itself too long cannot be asked.
  const asked = paths.filter((path) => path.length > 20 || countSteps(both.root, path, ENOUGH_STEPS) < ENOUGH_STEPS);
  const disagreements = asked.filter((path) => both.linear(path) !== both.native.test(path));
  expect({ source, disagreements }).toEqual({ source, disagreements: [] });
}

describe('the linear matcher agrees with the engine', () => {
  const manySubjects = fc.array(subjects, { minLength: 10, maxLength: 20 });

  test('the linear matcher agrees with the engine on grown patterns', () => {
    fc.assert(fc.property(grownPatterns, manySubjects, expectAgreement), { numRuns: 1500 });
  });

  test('the linear matcher agrees with the engine on strings of tokens', () => {
    fc.assert(fc.property(tokenPatterns, manySubjects, expectAgreement), { numRuns: 1500 });
  });

  test('the linear matcher agrees with the engine on real patterns and mutations of them', () => {
    const paths = fc.array(fc.oneof(subjects, fc.constantFrom(...SAMPLE_PATHS)), { minLength: 10, maxLength: 20 });
    for (const source of REAL_PATTERNS) expectAgreement(source, SAMPLE_PATHS);
    fc.assert(fc.property(mutatedPatterns, paths, expectAgreement), { numRuns: 1000 });
  });

  test('the linear matcher agrees with the engine on long paths, where the engine is fast enough', () => {
    const long = fc.string({ unit: fc.constantFrom('a', 'a', 'b', '/', '.', '1'), minLength: 30, maxLength: 300 });
    fc.assert(
      fc.property(grownPatterns, fc.array(long, { minLength: 4, maxLength: 4 }), (source, paths) => {
        const both = bothMatchers(source);
        if (both === undefined) return;
        const limit = nativeLengthLimit(both.root, 300);
        expectAgreement(
          source,
          paths.map((path) => path.slice(0, Math.max(limit, 0))),
        );
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    '^[ab]*a[ab]{100}$',
    '^[ab]*a(?:[ab]c?){70}$',
    '^(?=[ab]*a[ab]{90}$)[ab]*(?<=b[ab]{40})$',
    '^[ab]*b(?:a|\\Bb){64}$',
  ])('the linear matcher agrees with the engine on %s, which has too many state sets to remember', (source) => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 700, maxLength: 900 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 6, maxLength: 6 }), (paths) => expectAgreement(source, paths)),
      {
        numRuns: 8,
      },
    );
  });
});

describe('single patterns', () => {
  test.each([
    ['(?:a|b)*c', 'abbac', true],
    ['^(?:(?!/test/).)*$', 'src/test/x', false],
    ['^(?:(?!/test/).)*$', 'src/tests/x', true],
    ['(?<=^docs/)[^/]+$', 'docs/a', true],
    ['(?<!^docs/)x$', 'docs/x', false],
    ['(?<=(?=ab)..)c', 'abc', true],
    ['(?=(?<=a)b)b', 'ab', true],
    ['^(?:\\bx\\b|\\By)+$', 'x', true],
    ['(?:a{2}){3,}$', 'aaaaa', false],
    ['(?:a{2}){3,}$', 'aaaaaa', true],
    ['^(?:a*){3}$', '', true],
    ['a{0,99999}b', 'aaab', true],
    ['[]', 'a', false],
    ['[^]', '', false],
    ['', '', true],
    ['$^', '', true],
    ['$^', 'a', false],
    ['\\uD83D', '😀', true],
  ] as const)('the pattern %s on %j matches: %s', (source, path, expected) => {
    expect(nativeRegExp(source)?.test(path)).toBe(expected);
    expect(bothMatchers(source)?.linear(path)).toBe(expected);
  });
});
