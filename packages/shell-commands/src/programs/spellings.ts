/** Commands that have the same effect. A rule with the words from `of` is intended to match all of `others`. */
export interface CommandSpellings {
  readonly of: readonly string[];
  readonly others: readonly string[];
  /** Rule that matches all of these commands. */
  readonly advice: string;
}

/**
 * Returns the other spellings of a command that contains the words of one spelling; undefined if no other spelling is
 * known.
 */
export function findSpellings(words: readonly string[]): CommandSpellings | undefined {
  const given = new Set(words);
  const own = spellings.filter(({ advice }) => given.has(advice.split(' ', 1)[0] ?? ''));
  return own.find(({ of }) => of.some((wanted) => wanted.split(' ').every((word) => given.has(word))));
}

/**
 * Known spellings, from the manual pages for coreutils 9, git 2.39 and npm 10. Spellings with more words come first.
 */
const spellings: readonly CommandSpellings[] = [
  {
    of: ['rm -rf', 'rm -fr', 'rm -Rf', 'rm -r -f', 'rm -f -r', 'rm --recursive --force'],
    others: ['rm --recursive --force build', 'rm -r -f build', 'rm -fr build', 'rm -Rf build'],
    advice: 'rm',
  },
  { of: ['rm -r', 'rm -R', 'rm --recursive'], others: ['rm --recursive build', 'rm -R build'], advice: 'rm' },
  { of: ['rm -f', 'rm --force'], others: ['rm --force build', 'rm -f build'], advice: 'rm' },
  {
    of: ['git push --force', 'git push -f', 'git push --force-with-lease'],
    others: ['git push origin +main', 'git push origin main --force', 'git push -f', 'git push --mirror'],
    advice: 'git push',
  },
  { of: ['git reset --hard'], others: ['git reset HEAD --hard'], advice: 'git reset' },
  {
    of: ['git commit --no-verify', 'git commit -n'],
    others: ['git commit -n', 'git commit --no-verify', 'git commit -m x --no-verify'],
    advice: 'git commit',
  },
  {
    of: ['git clean -fd', 'git clean -df', 'git clean -f -d', 'git clean -fdx', 'git clean -fxd', 'git clean -xdf'],
    others: ['git clean --force -d', 'git clean -d -f', 'git clean -df'],
    advice: 'git clean',
  },
  { of: ['git clean -f', 'git clean --force'], others: ['git clean --force', 'git clean -f'], advice: 'git clean' },
  {
    of: ['git branch -D', 'git branch --delete --force'],
    others: ['git branch --delete --force x', 'git branch -D x', 'git branch x -D'],
    advice: 'git branch',
  },
  {
    of: ['git branch -d', 'git branch --delete'],
    others: ['git branch --delete x', 'git branch -d x'],
    advice: 'git branch',
  },
  { of: ['chmod 777', 'chmod -R 777'], others: ['chmod a+rwx build', 'chmod 0777 build'], advice: 'chmod' },
  {
    of: ['npm install -g', 'npm install --global', 'npm i -g'],
    others: ['npm i -g x', 'npm install --global x', 'npm install --location=global x'],
    advice: 'npm',
  },
];
