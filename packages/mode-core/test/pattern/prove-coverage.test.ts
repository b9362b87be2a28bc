import { compilePattern } from '@modegate/mode-core/patterns';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

// Pieces that make limits as people write them, and pieces that only an adversary would.
const piece = fc.constantFrom(
  '^',
  '$',
  'src/',
  'docs/',
  'src',
  'a',
  'b',
  '/',
  '\\.',
  '.',
  '.*',
  '.+',
  '[^/]*',
  '[^/]+',
  '[^/]+$',
  '[\\s\\S]*',
  '[^]*',
  '[^]+',
  '\\.md$',
  '\\.ts$',
  'md',
  '\\b',
  '\\B',
  'a?',
  '(?:a|b)*',
  'a{2,}',
  '[^]{3,}',
  '\\w+',
  '\\W',
  '\\s',
  '\\n',
  '(?:^|/)',
  '(?:^src|docs)/',
);
const sequence = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const look = fc.tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), sequence).map(([open, body]) => `${open}${body})`);
const limit = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: sequence },
      look,
      fc.tuple(look, look).map(([one, two]) => `(?:${one}|${two})`),
      fc.tuple(look, sequence).map(([inner, body]) => `(?!${body}${inner})`),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((parts) => fc.constantFrom(parts.join(''), parts.join('|'), `^(?:${parts.join('|')})`, `^${parts.join('')}`));

const prefix = fc.constantFrom('', 'src/', 'docs/', 'a/', 'src/a/', 'src/.git/', 'b/a/b/', 'secrets/', 'ä/', 'md/');
const suffix = fc.constantFrom('', '.md', '.ts', '.d.ts', '.a');
const unit = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('a', 'b', '/', '.', 'src', 'docs', '.md', '.ts', 'md', 'src/', '..', '-', '_'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\n',
      '\r',
      '\u2028',
      '\u2029',
      '\0',
      ' ',
      '\\',
      '\u{1F600}',
      '\uD800',
      'A',
      'SRC/',
      'É',
      '\u0301',
      '$',
      '^',
    ),
  },
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const middle = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''));

const sampled = fc.tuple(limit, prefix, suffix, fc.boolean(), fc.array(middle, { minLength: 30, maxLength: 30 }));

describe('security H4: limits proven for a folder', () => {
  test('no path below a folder is outside a limit that covers the folder', () => {
    let proven = 0;
    fc.assert(
      fc.property(sampled, ([source, start, end, isFlat, middles]) => {
        const pattern = compilePattern(source);
        if (!pattern.ok || !pattern.covers({ prefix: start, suffix: end, isFlat })) return;
        proven++;
        for (const given of [...middles, '', 'a', '\n', '/', 'a/b', '.'.repeat(50), 'x/'.repeat(200), '\n/\u2028']) {
          const between = isFlat ? given.replaceAll('/', '') : given;
          if (between + end === '') continue;
          expect({ source, path: start + between + end, passes: pattern.test(start + between + end) }).toEqual({
            source,
            path: start + between + end,
            passes: true,
          });
        }
      }),
      { numRuns: 4000 },
    );
    // A prover that proves nothing would pass as well.
    expect(proven).toBeGreaterThan(200);
  });

  test('any string stays below a folder given as a literal prefix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (rest) => {
        for (const source of ['^src/', '^(src|docs)/', '^src/|^docs/', '^(?!secrets/)', '^(?!(?:secrets|keys)/)']) {
          const pattern = compilePattern(source);
          expect(pattern.ok && pattern.covers({ prefix: 'src/', suffix: '', isFlat: false })).toBe(true);
          expect(pattern.ok && pattern.test(`src/${rest}`)).toBe(true);
        }
      }),
    );
  });

  test.each([
    '(?:a*)*'.repeat(50),
    '(?:(?:(?:a|b|/)*)*)*$',
    'a{1000}'.repeat(20),
    `${'(?!'.repeat(60)}a${')'.repeat(60)}`,
    '[^]*'.repeat(100),
  ])('the proof for an expensive pattern stops early: %s', (source) => {
    const pattern = compilePattern(source);
    const startedAt = performance.now();
    if (pattern.ok) pattern.covers({ prefix: 'ab/'.repeat(1300), suffix: '.md', isFlat: false });
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
