/** File limits as people write them; the last two have a lookahead, which not every engine has. */
export const typicalPatterns = [
  '\\.md$',
  '\\.(md|mdx|txt)$',
  '^docs/.*\\.md$',
  '(\\.test\\.ts|\\.spec\\.ts)$',
  '^(src|test)/.*\\.tsx?$',
  '.*\\.(css|scss|html|tsx|jsx)$',
  '^(?!.*(test|spec)).*\\.(js|ts)$',
  '^src/(?!generated/)',
];

/** Paths as agents send them. */
export const typicalPaths = [
  'README.md',
  'docs/guide/getting-started.md',
  'src/index.ts',
  'src/web/forms/login-form.tsx',
  'src/web/forms/login-form.test.ts',
  'packages/mode-core/src/pattern/compile-pattern.ts',
  'test/support/fail-on-console.spec.ts',
  'scripts/release.py',
  'assets/style/main.scss',
  'a/very/deep/folder/that/goes/on/and/on/for/no/good/reason/at/all/notes.txt',
];

/** Patterns on which backtracking explodes, each with a path of a given length that makes it do so. */
export const evilCases = [
  { pattern: '^(a+)+$', path: (length) => `${'a'.repeat(length - 1)}!` },
  { pattern: '^(a|a)*$', path: (length) => `${'a'.repeat(length - 1)}!` },
  { pattern: '^(\\w+/?)*$', path: (length) => `${'w'.repeat(length - 1)}!` },
  { pattern: '(x+x+)+y', path: (length) => 'x'.repeat(length) },
  { pattern: '^(.*,){11}P', path: (length) => ','.repeat(length) },
];
