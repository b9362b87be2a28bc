import { options, pick } from './read-only-options.ts';

/** True for `git` with the recorded commands, and options that only list. */
export function isReadOnlyGit([command = '', ...rest]: readonly string[]): boolean {
  return commands[command]?.(rest) ?? false;
}

type Test = (rest: readonly string[]) => boolean;

const history = options({
  flags: `-p -s -u -w -b --short --porcelain --oneline --stat --shortstat --numstat --summary --graph --all --decorate
    --name-only --name-status --cached --staged --no-index --no-color --color --no-merges --merges --first-parent --follow
    --reverse --patch --no-patch --raw --check --branches --tags --remotes --word-diff --ignore-all-space --abbrev-commit
    --date-order --topo-order --no-pager --no-ext-diff --full-index --binary --minimal --patience --histogram --relative`,
  texts: '-S -G --since --until --after --before --author --committer --grep --format --pretty --date --diff-filter',
  numbers: '-n -U --max-count --skip --unified',
});
const isCount = (word: string) => /^-\d+$/.test(word);
const listing: Test = (rest) =>
  history(rest.filter((word) => !isCount(word))) && !rest.some((word) => /^(\/|~|\.\.\/)/.test(word));

const commands: Readonly<Record<string, Test>> = Object.assign(Object.create(null), {
  status: listing,
  log: listing,
  diff: (rest: readonly string[]) => (rest.includes('--no-index') ? history(rest) : listing(rest)),
  show: listing,
  shortlog: options({ flags: '-s -n -e --summary --numbered --email --all' }),
  reflog: (rest: readonly string[]) => rest.length === 0 || pick('show')(rest),
  branch: (rest: readonly string[]) =>
    rest.length === 0 ||
    (rest.every(
      (word) =>
        /^(-a|-r|-v|-vv|--all|--remotes|--list|--show-current|--contains|--merged|--no-merged)$/.test(word) ||
        !word.startsWith('-'),
    ) &&
      (/^(--list|--contains|--merged|--no-merged)$/.test(rest[0] ?? '') || rest.every((word) => word.startsWith('-')))),
  tag: (rest: readonly string[]) => rest.length === 0 || pick('-l', '--list')(rest),
  remote: (rest: readonly string[]) => rest.length === 0 || pick('-v', '--verbose')(rest),
  stash: ([command = '', ...rest]: readonly string[]) =>
    command === 'list' ? listing(rest) : command === 'show' && listing(rest),
  blame: options({ flags: '-w -C -M -e -s -l', texts: '-L' }),
  'ls-files': options({
    flags: '-o -m -d -c -s -u -z --others --modified --cached --exclude-standard --deleted --stage',
  }),
  'ls-remote': (rest: readonly string[]) => rest.length === 0,
  'rev-parse': options({ flags: '--show-toplevel --abbrev-ref --short --verify --git-dir --is-inside-work-tree' }),
  'rev-list': options({ flags: '--count --all --reverse --oneline', numbers: '-n --max-count' }),
  describe: options({ flags: '--tags --all --long --always --dirty' }),
  'merge-base': options({ flags: '--all --is-ancestor' }),
  'cat-file': options({ flags: '-p -t -s -e' }),
  'for-each-ref': options({ texts: '--format --sort', numbers: '--count' }),
  grep: options({ flags: '-n -i -l -c -w -E -F -v -h -H', texts: '-e', numbers: '-A -B -C' }),
  config: ([flag, ...rest]: readonly string[]) => flag === '--get' && rest.length === 1,
  worktree: pick('list'),
});
