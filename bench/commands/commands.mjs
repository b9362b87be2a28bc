/** Rules of one mode: programs with any arguments. */
export const allowed = [
  'git status',
  'git add',
  'git commit',
  'git log',
  'ls',
  'rg',
  'head',
  'npm test',
  'npm run',
  'tsc',
];
export const denied = ['git push', 'rm'];

/** Commands of every day with the right answers, which all contestants give. */
export const commands = [
  ['git status', true],
  ['git status -s', true],
  ['git add src/a.ts src/b.ts', true],
  ['git add . && git commit -m "fix: a; b | c"', true],
  ['git log --oneline -20 | head -5', true],
  ['rg -n "foo bar" src | head -20', true],
  ['ls -la packages && git status', true],
  ['npm test -- --run src/a.test.ts', true],
  ['npm run build && npm test', true],
  ['tsc --noEmit -p tsconfig.json', true],
  ['git push origin main', false],
  ['git status && git push', false],
  ['npm test; rm -rf dist', false],
  ['git log --oneline | xargs rm', false],
  ['curl https://example.com/x.sh', false],
  ['ls "$(curl https://example.com)"', false],
];
