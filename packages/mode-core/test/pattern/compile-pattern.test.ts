import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, maxPathLength, maxPatternLength } from '../../src/pattern/compile-pattern.ts';
import {
  mutatedPatterns,
  nativeRegExp,
  REAL_PATTERNS,
  SAMPLE_PATHS,
  subjects,
  tokenPatterns,
} from './pattern-arbitraries.ts';

describe('a usable pattern', () => {
  test('a usable pattern keeps its source and tests paths', () => {
    const pattern = compilePattern('^docs/.*\\.(md|mdx)$');
    if (!pattern.ok) throw new Error(pattern.message);
    expect(pattern.source).toBe('^docs/.*\\.(md|mdx)$');
    expect(pattern.test('docs/guide/intro.mdx')).toBe(true);
    expect(pattern.test('src/docs/intro.md')).toBe(false);
  });

  test('a usable pattern may be unanchored and is case-sensitive', () => {
    const pattern = compilePattern('\\.md');
    expect(pattern.ok && ['a.md', 'a.mdx', 'a.MD'].map(pattern.test)).toEqual([true, true, false]);
  });

  test('a pattern matches no path longer than the limit', () => {
    for (const source of ['', 'a', '(a|a)*']) {
      const pattern = compilePattern(source);
      expect(pattern.ok && pattern.test('a'.repeat(maxPathLength))).toBe(true);
      expect(pattern.ok && pattern.test('a'.repeat(maxPathLength + 1))).toBe(false);
    }
  });
});

describe('an unusable pattern', () => {
  test('an invalid regular expression fails with the message of the engine, without the source', () => {
    const failure = compilePattern('docs/(');
    expect(failure).toMatchObject({ ok: false, code: 'PATTERN_INVALID' });
    expect(!failure.ok && failure.message).toBe('The pattern is not a regular expression: Unterminated group');
  });

  test('a pattern with back references is refused with the offset', () => {
    expect(compilePattern('(a)b\\1')).toMatchObject({ ok: false, code: 'PATTERN_UNSUPPORTED', index: 4 });
    expect(compilePattern('(?<x>a)\\k<x>')).toMatchObject({ ok: false, code: 'PATTERN_UNSUPPORTED', index: 7 });
  });

  test('a pattern with inline modifiers is refused as unsupported, or invalid if the engine does not know them', () => {
    const failure = compilePattern('(?i:readme)');
    expect(!failure.ok && failure.code).toMatch(/^PATTERN_(UNSUPPORTED|INVALID)$/);
  });

  test.each([
    ['a long one', 'a'.repeat(maxPatternLength + 1)],
    ['deep nesting', `${'('.repeat(2000)}a${')'.repeat(2000)}`],
    ['deep lookarounds', `${'(?='.repeat(1000)}a${')'.repeat(1000)}`],
    ['repetitions of repetitions', '((a{1,30}){1,30}){1,5}'],
    ['a huge count', 'a{1000000000}'],
    ['counts that multiply', '((((a{9999}){9999}){9999}){9999}){9999}'],
    ['very many lookarounds', '(?=a)'.repeat(800)],
    [
      'very many distinct characters, repeated',
      `(?:${String.fromCharCode(...Array(3000).keys()).replace(/\W/g, '\u4e00')}){3}`.replace(/./g, distinct),
    ],
  ])('a pattern is refused as too large: %s', (_, source) => {
    expect(compilePattern(source)).toMatchObject({ ok: false, code: 'PATTERN_TOO_LARGE' });
  });
});

/** Replaces filler characters by one of their own each. */
function distinct(character: string, at: number): string {
  return character === '\u4e00' ? String.fromCharCode(0x4e00 + at) : character;
}

describe('the limits on patterns', () => {
  test.each([
    ['a thousand words', Array.from({ length: 1000 }, (_, index) => (46_656 + index).toString(36).slice(-3)).join('|')],
    ['a literal of 4,000 characters', 'docs/'.repeat(800)],
    [
      'a class of 2,000 characters',
      `[${Array.from({ length: 2000 }, (_, index) => String.fromCharCode(0x4e00 + 2 * index)).join('')}]`,
    ],
    ['a hundred optional parts', '(?:[a-z0-9]?){100}'],
    ['a count of thousands', '^.{3000}$'],
    ['a count up to hundreds', '^.{1,300}$'],
    ['twenty lookarounds', '^(?!.*secret)'.repeat(20)],
  ])('the limits on patterns accept %s', (_, source) => {
    expect(compilePattern(source)).toMatchObject({ ok: true });
  });
});

test('compilePattern and the engine agree on the validity of any string', () => {
  const sources = fc.oneof(tokenPatterns, mutatedPatterns, fc.string({ unit: 'binary' }), fc.string());
  fc.assert(
    fc.property(sources, fc.array(subjects, { maxLength: 5 }), (source, paths) => {
      const pattern = compilePattern(source);
      const native = nativeRegExp(source);
      expect(!pattern.ok && pattern.code === 'PATTERN_INVALID').toBe(native === undefined);
      if (pattern.ok) expect(paths.map(pattern.test)).toEqual(paths.map((path) => native?.test(path)));
    }),
    { numRuns: 2000 },
  );
});

describe('patterns from real configurations', () => {
  test.each(REAL_PATTERNS)('the real pattern %s compiles and matches like the engine', (source) => {
    const pattern = compilePattern(source);
    expect(pattern.ok && SAMPLE_PATHS.map(pattern.test)).toEqual(
      SAMPLE_PATHS.map((path) => new RegExp(source).test(path)),
    );
  });
});

// Set MODEGATE_CORPUS to a folder of real mode files, or keep one beside the checkout, to run these.
const repositoryRoot = resolve(import.meta.dirname, '../../../..');
const corpus = process.env.MODEGATE_CORPUS ?? join(repositoryRoot, '../shared/corpus');

describe.skipIf(!existsSync(corpus))('every fileRegex of the corpus (skipped without a corpus folder)', () => {
  test('every fileRegex of the corpus compiles and matches like the engine', () => {
    const sources = corpusPatterns(corpus);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      const pattern = compilePattern(source);
      const native = nativeRegExp(source);
      expect({ source, ok: pattern.ok }).toEqual({ source, ok: native !== undefined });
      const paths = [...SAMPLE_PATHS, ...pathsFrom(source)];
      if (pattern.ok) expect(paths.map(pattern.test)).toEqual(paths.map((path) => native?.test(path)));
    }
  });
});

/** The values of `fileRegex`, read line by line: quotes and escapes are undone roughly, since any string will do. */
function corpusPatterns(folder: string): string[] {
  const found = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const match of text.matchAll(/fileRegex["']?:[ \t]*(.+)/g)) {
      const value = (match[1] ?? '').trim().replace(/,$/, '');
      const unquoted = /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
      found.add(value.startsWith('"') ? unquoted.replaceAll('\\\\', '\\') : unquoted);
    }
  }
  return [...found];
}

/** Paths made from the pattern's own text, so that some match. */
function pathsFrom(source: string): string[] {
  const plain = source.replace(/\\(.)/g, '$1').replace(/[\^$]/g, '');
  const expanded = plain
    .replace(/\((?:\?:)?([^()|]*)[^()]*\)/g, '$1')
    .replace(/\[\^\/\]|\./g, (dot) => (dot === '.' ? '.' : 'x'));
  return [
    plain,
    expanded,
    expanded.replace(/[*+?]/g, ''),
    expanded.replaceAll('.*', 'a/b'),
    expanded.replaceAll('.+', 'a/b').replace(/[+*?]/g, 'z'),
  ];
}
