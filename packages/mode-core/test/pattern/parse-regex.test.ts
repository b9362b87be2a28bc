import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxGroupDepth, parseRegex } from '../../src/pattern/parse-regex.ts';
import { tokenPatterns } from './pattern-arbitraries.ts';

/** Every code unit that the whole of a one-character pattern matches, in the form of character ranges. */
function nativeRanges(source: string): number[] {
  const native = new RegExp(`^(?:${source})$`);
  const ranges: number[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    if (!native.test(String.fromCharCode(code))) continue;
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return ranges;
}

function parsedRanges(source: string): readonly number[] | undefined {
  const parsed = parseRegex(source);
  return 'root' in parsed && parsed.root.kind === 'characters' ? parsed.root.ranges : undefined;
}

describe('one character in a pattern', () => {
  test.each([
    'a',
    '.',
    '-',
    ']',
    '}',
    '{',
    'é',
    '\ud83d',
    '\u2028',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\t',
    '\\n',
    '\\v',
    '\\f',
    '\\r',
    '\\0',
    '\\x41',
    '\\u0041',
    '\\ud800',
    '\\cA',
    '\\cj',
    '\\101',
    '\\47',
    '\\7',
    '\\8',
    '\\9',
    '\\k',
    '\\p',
    '\\P',
    '\\a',
    '\\-',
    '\\/',
    '[]',
    '[^]',
    '[abc]',
    '[^abc]',
    '[a-fc-k]',
    '[k-pa-cd-e]',
    '[-a]',
    '[a-]',
    '[a\\-z]',
    '[--/]',
    '[^^]',
    '[.$|(]',
    '[\\d]',
    '[^\\D]',
    '[\\w\\s]',
    '[\\w-x]',
    '[x-\\w]',
    '[\\d-\\s]',
    '[\\w-]',
    '[a-b-c]',
    '[\\b]',
    '[\\B]',
    '[\\-]',
    '[\\c]',
    '[\\c1]',
    '[\\c_]',
    '[\\cA]',
    '[\\c*]',
    '[\\c-z]',
    '[\\101-\\x45]',
    '[\\u0041-\\u0045]',
    '[\\x4]',
    '[\\u004]',
    '[\\8-9]',
    '[\\ud800-\\udfff]',
    '[\ud83d\ude00]',
    '[\\p{L}]',
    '[\\k<n>]',
    '[\\00]',
    '[\\377]',
    '[\\400]',
  ])('parseRegex reads %j as the same code units as the engine', (source) => {
    expect(parsedRanges(source)).toEqual(nativeRanges(source));
  });
});

describe('unsupported patterns', () => {
  test.each([
    ['(a)\\1', 'backReference', 3],
    ['\\1(a)', 'backReference', 0],
    ['(?<n>a)\\k<n>', 'backReference', 7],
    ['x(?i:a)', 'modifiers', 1],
    ['x(?-i:a)', 'modifiers', 1],
    ['x)', 'syntax', 1],
    ['[a', 'syntax', 0],
    ['(a', 'syntax', 0],
  ] as const)('parseRegex refuses %s with the offset', (source, reason, index) => {
    expect(parseRegex(source)).toEqual({ refusal: { reason, index } });
  });

  test('parseRegex refuses groups nested deeper than the limit', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(parseRegex(nested(maxGroupDepth))).toHaveProperty('root');
    expect(parseRegex(nested(maxGroupDepth + 1))).toEqual({ refusal: { reason: 'tooDeep', index: maxGroupDepth } });
  });
});

describe('apparent back references', () => {
  test.each(['\\1', '(?:a)\\1', '[(]\\1', '\\(\\1', '(?=a)\\1', '(?<=a)\\1', '(a)\\2', '\\k<n>', '(a)\\10'])(
    'parseRegex reads %s as a character instead of a back reference',
    (source) => {
      expect(parseRegex(source)).toHaveProperty('root');
    },
  );
});

test('parseRegex does not throw for any source', () => {
  fc.assert(
    fc.property(fc.oneof(tokenPatterns, fc.string({ unit: 'binary' })), (source) => {
      const parsed = parseRegex(source);
      expect('root' in parsed || parsed.refusal.index <= source.length).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
