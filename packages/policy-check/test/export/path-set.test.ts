import { compilePattern } from '@modegate/mode-core/patterns';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toGitignore, toStarGlobs } from '../../src/export/path-globs.ts';
import { type PathShape, readPathSet } from '../../src/export/path-set.ts';
import { arbitraryPattern } from '../support/arbitrary-export.ts';

describe('a file limit as globs in which `*` is any text', () => {
  test.each<[string, readonly string[], readonly string[], boolean]>([
    ['\\.md$', ['*.md'], [], true],
    ['^docs/', ['docs/*'], [], true],
    ['^(docs/.*\\.md|README\\.md)$', ['docs/*.md', 'README.md'], [], true],
    ['\\.(md|[jt]s)$', ['*.md', '*.js', '*.ts'], [], true],
    ['secret', ['*secret*'], [], true],
    ['^(?!src/)', ['*'], ['src/*'], true],
    ['^(?!.*secret).*\\.md$', ['*.md'], ['*secret*'], true],
    ['^src/[^/]*\\.ts$', ['src/*.ts'], ['src/*/*.ts'], true],
    ['^docs/.+\\.md$', ['docs/?*.md'], [], true],
    ['^(src|docs)/[^/]+$', ['src/?*', 'docs/?*'], ['src/*/*', 'docs/*/*'], true],
    // Less than the pattern.
    ['^docs/|\\w+\\.md$', ['docs/*'], [], false],
    ['^[^/]*/[^/]*\\.ts$', [], [], false],
    ['^(?!\\w)', [], [], false],
    ['(?<=docs)/', [], [], false],
  ])('toStarGlobs converts %s', (pattern, allow, deny, isExact) => {
    expect(toStarGlobs(readPathSet(pattern))).toEqual({ allow, deny, isExact });
  });
});

describe('a file limit as patterns of a .gitignore', () => {
  const guards = ['**/*:*', '**/*:*/**', '**/*.', '**/*./**'];

  test.each<[string, readonly string[], readonly string[], boolean]>([
    ['^docs/', ['docs/**'], guards, true],
    ['^docs', ['docs*'], guards, true],
    ['^(?!src/)', ['**'], ['src/**', ...guards], true],
    ['\\.md$', ['**/*.md'], ['**/*.md/**', ...guards], false],
    ['^src/.*/x\\.ts$', ['src/**/*/x.ts'], ['src/**/*/x.ts/**', ...guards], false],
    ['^doc.*\\.md$', ['doc*.md', 'doc*/**/*.md'], ['doc*.md/**', 'doc*/**/*.md/**', ...guards], false],
    ['^a \\(1\\)/', [], [], false],
  ])('toGitignore converts %s', (pattern, allow, deny, isExact) => {
    expect(toGitignore(readPathSet(pattern))).toEqual({ allow, deny, isExact });
  });
});

test('every path set matches the pattern from which it was read', () => {
  fc.assert(
    fc.property(
      arbitraryPattern,
      fc.constantFrom('', 'a', 'docs', 'x.md'),
      fc.constantFrom('', '/', 'b/c'),
      (pattern, flat, more) => {
        const compiled = compilePattern(pattern);
        if (!compiled.ok) return;
        const { allow, except } = readPathSet(pattern);
        const excluded = except.map(toRegExp);
        const paths = allow.map((shape) => spell(shape, flat, flat + more));
        const wrong = paths.filter((path) => !compiled.test(path) && !excluded.some((shape) => shape.test(path)));
        expect(wrong).toEqual([]);
      },
    ),
    { numRuns: 5000 },
  );
});

function spell(shape: PathShape, flat: string, any: string): string {
  const spelt = { flat, any, one: 'x', 'flat-one': 'y' };
  return shape.map((piece) => (piece.kind === 'text' ? piece.text : spelt[piece.kind])).join('');
}

function toRegExp(shape: PathShape): RegExp {
  const wildcards = { any: '.*', flat: '[^/]*', one: '.', 'flat-one': '[^/]' };
  const source = shape.map((piece) =>
    piece.kind === 'text' ? piece.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) : wildcards[piece.kind],
  );
  return new RegExp(`^${source.join('')}$`);
}
