import fc from 'fast-check';

/** Patterns as mode files really have them. */
export const REAL_PATTERNS = [
  '\\.md$',
  '\\.(css|html|json|mdx?|jsx?|tsx?|svg)$',
  '(__tests__/.*|__mocks__/.*|\\.test\\.(ts|tsx|js|jsx)$|/test/.*|vitest\\.config\\.(js|ts)$)',
  '(\\.roomodes$|\\.roo/.*\\.xml$|\\.yaml$)',
  '^(apps/(api|web)/|packages/|services/|libs/|src/).*\\.(ts|tsx|js|jsx|json)$',
  '^project/[^/]+/sections/[^/]+/claims[^/]*\\.json$',
  '^docs/(?!security/).*\\.(md|mdx)$',
  '^(?!.*\\.test\\.(js|tsx|ts)$).*\\.(js|tsx|ts)$',
  '\\.(md|mdx|txt|rst|adoc)$|README$|CHANGELOG$',
  '^(?:k8s|charts|deploy)/.+\\\\.(?:ya?ml)$',
  '.*\\.(test|spec)\\.[jt]sx?$|.*\\.(test|spec)\\.(py|cs|java|rb)$|.*(test|spec|qa|tests)/.*',
  '(\\.roomodes|rules/.*\\.(xml|ya?ml|md)|docs/.*规范.*\\.md)$',
  '.*',
] as const;

/** Project-relative paths that such patterns are meant for, and some that they are not. */
export const SAMPLE_PATHS = [
  '',
  'README.md',
  'README',
  'src/index.ts',
  'src/app.test.tsx',
  'docs/guide/intro.mdx',
  'docs/security/keys.md',
  'docs/设计规范.md',
  'apps/web/src/page.jsx',
  'packages/core/test/a.spec.js',
  '.roo/rules/one.xml',
  '.roomodes',
  'project/x/sections/s1/claims-2.json',
  'k8s/deploy\\.yaml',
  'tests/qa/run.py',
  'a\nb.md',
  'md',
  'x.md ',
] as const;

const TOKENS = [
  'a',
  'b',
  '1',
  '-',
  '_',
  '/',
  '.',
  ',',
  'é',
  '\u2028',
  '\ud800',
  '\udc00',
  ']',
  '{',
  '}',
  '{,2}',
  ':',
  '=',
  '!',
  '<',
  '^',
  '$',
  '\\b',
  '\\B',
  '|',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{0,2}',
  '{1,}?',
  '{0}',
  '(',
  ')',
  '(?:',
  '(?=',
  '(?!',
  '(?<=',
  '(?<!',
  '(?<n>',
  '(?i:',
  '[',
  '[^',
  '[]',
  '[^]',
  '[\\b]',
  '[\\w-/]',
  '[a-\\d]',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '\\n',
  '\\t',
  '\\v',
  '\\0',
  '\\01',
  '\\141',
  '\\8',
  '\\1',
  '\\2',
  '\\x61',
  '\\x6',
  '\\u0061',
  '\\u00',
  '\\u{61}',
  '\\cJ',
  '\\c',
  '\\c1',
  '[\\c1]',
  '[\\c]',
  '\\k',
  '\\k<n>',
  '\\p',
  '\\-',
  '\\/',
];

const SUBJECT_UNITS = [
  'a',
  'a',
  'b',
  'b',
  '/',
  '.',
  '\n',
  '_',
  '-',
  '1',
  ' ',
  '\\',
  'c',
  'k',
  'n',
  'p',
  'u',
  'x',
  '{',
  '}',
  ']',
  ',',
  '8',
  '<',
  '>',
  '\u0001',
  '\u0008',
  '\u0011',
  'é',
  '\u2028',
  '\ud800',
  '\udc00',
  '\ufeff',
];

/** Short strings over the characters that the patterns below care about. */
export const subjects = fc.string({ unit: fc.constantFrom(...SUBJECT_UNITS), maxLength: 9 });

const atoms = fc.constantFrom(
  'a',
  'b',
  'ab',
  '/',
  '.',
  '1',
  'é',
  '\ud800',
  '\\.',
  '\\/',
  '\\w',
  '\\W',
  '\\d',
  '\\s',
  '\\S',
  '\\n',
  '\\cJ',
  '\\x61',
  '\\u2028',
  '[ab]',
  '[^/]',
  '[^]',
  '[]',
  '[\\w-/]',
  '[a-\\d]',
  '[.-1]',
  '[^\\s\\d]',
  '^',
  '$',
  '\\b',
  '\\B',
  '',
);

const quantifiers = fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,3}', '{2,}', '{0}', '*?', '+?', '??', '{1,2}?');

/** Patterns grown from a tree: nearly all are valid, nested and full of lookarounds. */
export const grownPatterns = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'medium', withCrossShrink: true },
    { weight: 5, arbitrary: atoms },
    { weight: 5, arbitrary: fc.array(tie('node'), { minLength: 2, maxLength: 4 }).map((parts) => parts.join('')) },
    {
      weight: 3,
      arbitrary: fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((ways) => `(${ways.join('|')})`),
    },
    { weight: 4, arbitrary: fc.tuple(tie('node'), quantifiers).map(([body, times]) => `(?:${body})${times}`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!', '(?<name>'), tie('node'))
        .map(([open, body]) => `${open}${body})`),
    },
  ),
})).node;

/** Patterns strung together from tokens: often invalid, and rich in the oddities of Annex B. */
export const tokenPatterns = fc.array(fc.constantFrom(...TOKENS), { maxLength: 10 }).map((tokens) => tokens.join(''));

/** Real patterns with a piece cut out, and tokens put in its place. */
export const mutatedPatterns = fc
  .tuple(
    fc.constantFrom(...REAL_PATTERNS),
    fc.nat(80),
    fc.nat(6),
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 3 }),
  )
  .map(([pattern, at, cut, tokens]) => pattern.slice(0, at) + tokens.join('') + pattern.slice(at + cut));

/** The engine's regular expression, or undefined when it refuses the source. */
export function nativeRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
