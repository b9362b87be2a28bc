import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxNativeSteps, nativeLengthLimit, nativeSteps } from '../../src/pattern/backtracking-cost.ts';
import { type CompiledPattern, compilePattern, maxPathLength } from '../../src/pattern/compile-pattern.ts';
import { buildPrograms, isTooLarge } from '../../src/pattern/linear-program.ts';
import { parseRegex } from '../../src/pattern/parse-regex.ts';
import { grownPatterns } from './pattern-arbitraries.ts';

/**
 * The bound that is the feature: what one decision costs, whatever the pattern and the path. It is counted, because a
 * clock also measures the machine; `bench patterns` and the fuzz target `patterns` hold it against 50 ms.
 */
const MAX_STATES_AT_A_POSITION = 10_000;

/** The most states that the programs of a pattern can follow at one position: each of them once for each position. */
function statesAtAPosition(source: string): number {
  const parsed = parseRegex(source.replace(/^(?:\.\*\??)+/, ''));
  if ('refusal' in parsed) throw new Error(`${source} is refused: ${parsed.refusal.reason}`);
  expect(isTooLarge(parsed.root)).toBe(false);
  const limit = nativeLengthLimit(parsed.root, maxPathLength);
  if (limit >= 0) expect(nativeSteps(parsed.root, limit)).toBeLessThanOrEqual(maxNativeSteps);
  const { main, conditions } = buildPrograms(parsed.root);
  const programs = [
    main,
    ...conditions.flatMap((condition) => (typeof condition === 'string' ? [] : condition.program)),
  ];
  return programs.reduce((sum, { states }) => sum + states.length, 0);
}

function pathOf(unit: (at: number) => string): string {
  return Array.from({ length: maxPathLength }, (_, at) => unit(at)).join('');
}

/** The same pseudo-random numbers in every run. */
function noise(at: number): number {
  return (Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(at + 7, 0x85ebca6b)) >>> 16;
}

const PATHS: Readonly<Record<string, string>> = {
  'a only': 'a'.repeat(maxPathLength),
  'a and then !': `${'a'.repeat(maxPathLength - 1)}!`,
  slashes: '/'.repeat(maxPathLength),
  'a and b at random': pathOf((at) => (noise(at) % 2 === 0 ? 'a' : 'b')),
  'mostly a': pathOf((at) => (noise(at) % 40 === 0 ? 'b' : 'a')),
  letters: pathOf((at) => String.fromCharCode(97 + (noise(at) % 26))),
  'thousands of different characters': pathOf((at) => String.fromCharCode(0x4e00 + ((at * 7) % 4096))),
};

/** Answers for the worst paths at all, and within the bound. A matcher that backtracks here would not end in a lifetime. */
function expectBounded(pattern: CompiledPattern): void {
  for (const path of Object.values(PATHS)) expect(pattern.test(path)).toBeTypeOf('boolean');
  expect(statesAtAPosition(pattern.source), pattern.source.slice(0, 80)).toBeLessThanOrEqual(MAX_STATES_AT_A_POSITION);
}

const distinct = (count: number, write: (character: string, at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(String.fromCharCode(0x4e00 + at * 2), at)).join('');

describe('the limited work of a decision', () => {
  test.each([
    '^(a+)+$',
    '(a|a)*b',
    '(.*)*x',
    '(.*)*$',
    '(a?){50}a{50}',
    '(?=(a+)+$)b',
    '.*.*.*.*.*x',
    '([a-z]+)*\\d',
    '(x+x+)+y',
    '((a{1,30}){1,30}){1,5}',
    '((a{1,12}){1,5}){1,3}b',
    '(?<=(a|a)*)b',
    '(?<!(a*)*b)$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a|b|ab)*c',
    '(a*)*(a*)*(a*)*b',
    '^(?:(?:a|aa)+/?)+$',
    '(?:(?:(?:(?:a?b?)*c?)*d?)*/?)*$',
    '(?:\\b|\\B|a)*x',
    '^(?=(?=(?=(a*)*b)*b)*b)*b',
    '(?:(?!(a+)+b).)*c',
    '[ab]*a[ab]{2000}x',
    '[ab]*a[ab]{8900}$',
    'a{4000}b',
    '.{0,4000}x',
    '[ab]*a(?:[ab]c?){330}x',
    '[ab]*a(?:aa|bb|ab|ba){150}x',
    '[ab]*a(?:[ab]{40}|[ab]{33}|[ab]{65}){60}x',
    '[ab]*a(?:(?:\\Ba|\\Bb|[ab]c?)(?:\\b|\\B)[ab]){40}x',
    '(?:(?:[ab]+)+c?){100}x',
    '[ab]+'.repeat(150),
    '(?:.*a){100}',
  ])('the work for %s stays within the limit, or the pattern is refused', (source) => {
    const pattern = compilePattern(source);
    if (pattern.ok) expectBounded(pattern);
    else expect(pattern.code).toBe('PATTERN_TOO_LARGE');
  });

  test.each([
    [
      'an alternation of 1,000 words',
      Array.from({ length: 1000 }, (_, at) => (46_656 + at).toString(36).slice(-3)).join('|'),
    ],
    [
      'words of a and b',
      Array.from({ length: 400 }, (_, at) =>
        at
          .toString(2)
          .padStart(9, '0')
          .replace(/./g, (d) => 'ab'[Number(d)] ?? ''),
      ).join('|'),
    ],
    ['a long class', `(?:[${distinct(1500, (character) => character)}a]+)+x`],
    ['a long class, repeated', `[ab]*a[a${distinct(500, (character) => character)}]{900}x`],
    ['1,000 inverted classes', distinct(1000, (character) => `[^${character}]`)],
    ['700 classes that overlap', distinct(690, (character) => `[${character}-\uffff]`)],
    ['escaped classes', '\\W[^a]\\S\\D'.repeat(400)],
    ['30 lookarounds', `${'(?=a+)'.repeat(30)}(?:a|b)*c`],
    ['lookarounds in lookarounds', `${'(?=a*(?<=a*'.repeat(15)}x${'))'.repeat(15)}`],
    // V8 takes exponential time and memory to compile these; they must never reach it.
    ['word boundaries in groups', '(?:\\b)+?'.repeat(32)],
    ['counted word boundaries', '(?:(?:(?:\\b){2}){2}){2}'.repeat(8)],
    ['word boundaries and ends', '(?:\\b$)'.repeat(40)],
    ['nested stars', `${'(?:'.repeat(190)}a${')*'.repeat(190)}b`],
    ['optional characters', `${'a?'.repeat(380)}x`],
    ['a path of wildcards', `^${'.*/'.repeat(120)}x`],
  ])('the work for %s stays within the limit, or the pattern is refused', (_, source) => {
    const pattern = compilePattern(source);
    if (!pattern.ok) throw new Error(pattern.message);
    expectBounded(pattern);
  });

  test('no generated pattern exceeds the work limit', () => {
    const ends = fc.constantFrom('', '$', 'x', '!$', 'Z');
    fc.assert(
      fc.property(grownPatterns, fc.integer({ min: 1, max: 40 }), ends, (unit, times, end) => {
        for (const source of [
          `${unit.repeat(times)}${end}`,
          `(?:${unit}){${times}}${end}`,
          `[ab]*a(?:${unit}){1,${times}}${end}`,
        ]) {
          const pattern = compilePattern(source);
          if (!pattern.ok) continue;
          for (const path of [
            PATHS['mostly a'] ?? '',
            PATHS['a and then !'] ?? '',
            'a'.repeat(150),
            'ab/'.repeat(12),
          ]) {
            expect(pattern.test(path)).toBeTypeOf('boolean');
          }
          expect(statesAtAPosition(source), source).toBeLessThanOrEqual(MAX_STATES_AT_A_POSITION);
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe('large patterns of any kind', () => {
  test.each([
    ['words', Array.from({ length: 1000 }, (_, at) => (46_656 + at).toString(36).slice(-3)).join('|')],
    ['optional characters', 'a?'.repeat(2048)],
    ['escapes', '\\s'.repeat(2048)],
    ['groups', '(a)'.repeat(1365)],
    ['open groups', '(?:'.repeat(1365)],
    ['open classes', '['.repeat(4096)],
    ['a class', `[${'a-b'.repeat(1364)}]`],
    ['nested stars', `${'(?:'.repeat(199)}a${')*'.repeat(199)}`.padEnd(500, '.')],
    ['counts', '(?:a{1,9}){1,9}'.repeat(270)],
    ['lookarounds', '(?=a)'.repeat(800)],
  ])('a large pattern of %s is compiled or refused', (_, source) => {
    const pattern = compilePattern(source);
    if (pattern.ok) expect(statesAtAPosition(source)).toBeLessThanOrEqual(MAX_STATES_AT_A_POSITION);
    else expect(pattern.code).toMatch(/^PATTERN_/);
  });
});
