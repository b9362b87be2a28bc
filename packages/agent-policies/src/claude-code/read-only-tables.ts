import type { ReadOnlyOptions } from './read-only-options.ts';

const hash: ReadOnlyOptions = {
  flags: `-b --binary -t --text -c --check --ignore-missing --quiet --status --strict -w --warn --tag -z --zero --help
    --version`,
};
const search: ReadOnlyOptions = {
  flags: `-F --fixed-strings -G --basic-regexp -E --extended-regexp -P --perl-regexp -i --ignore-case --no-ignore-case -v
    --invert-match -w --word-regexp -x --line-regexp -c --count -L --files-without-match -l --files-with-matches -o
    --only-matching -q --quiet --silent -s --no-messages -b --byte-offset -H --with-filename -h --no-filename -n
    --line-number -T --initial-tab -u --unix-byte-offsets -Z --null -z --null-data --no-group-separator -a --text -I
    -r --recursive -R --dereference-recursive --line-buffered -U --binary --help -V --version`,
  texts: `-e --regexp -f --file --color --colour --label --group-separator --binary-files -D --devices -d --directories
    --exclude --exclude-from --exclude-dir --include`,
  numbers: '-m --max-count -A --after-context -B --before-context -C --context',
};
const entries: ReadOnlyOptions = {
  flags: `-h --help -V --version -H --hidden -I --no-ignore --no-ignore-vcs --no-ignore-parent -s --case-sensitive -i
    --ignore-case -g --glob --regex -F --fixed-strings -a --absolute-path -L --follow -p --full-path -0 --print0 -1
    -q --quiet --show-errors --strip-cwd-prefix --one-file-system --prune --no-require-git`,
  texts: `-t --type -e --extension -S --size --changed-within --changed-before -o --owner -E --exclude --ignore-file -c
    --color --max-buffer-time --search-path --base-directory --path-separator --hyperlink --and --format`,
  numbers: '-d --max-depth --min-depth --exact-depth -j --threads --max-results --batch-size',
};

/** Options with which these programs only read data, as listed in Claude Code 2.1.330. */
export const readOnlyTables: Readonly<Record<string, ReadOnlyOptions>> = {
  xargs: {
    flags: '-0 -t -r -x',
    numbers: '-n -P -L -s',
    programs: 'echo printf wc grep egrep fgrep head tail',
    fixed: { '-I': /^\{\}$/, '-E': /^EOF$/, '-d': /^.$/s },
  },
  'git diff': {
    flags: `--stat --numstat --shortstat --name-only --name-status --color --no-color --dirstat --summary --patch-with-stat
      --word-diff --color-words --no-renames --no-ext-diff --check --full-index --binary --break-rewrites
      --find-renames --find-copies --find-copies-harder --irreversible-delete --histogram --patience --minimal
      --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --function-context
      --exit-code --quiet --cached --staged --pickaxe-regex --pickaxe-all --no-index -p -u -s -M -C -B -D -l -R`,
    texts: `--word-diff-regex --ws-error-highlight --diff-algorithm --relative --ignore-submodules --submodule --diff-filter
      -S -G -O`,
    numbers: '--abbrev --inter-hunk-context',
  },
  'git log': {
    flags: `--oneline --graph --decorate --no-decorate --relative-date --all --branches --tags --remotes --stat --numstat
      --shortstat --name-only --name-status --color --no-color --patch -p --no-patch --no-ext-diff -s --abbrev-commit
      --full-history --dense --sparse --simplify-merges --ancestry-path --source --first-parent --merges --no-merges
      --reverse --walk-reflogs --no-min-parents --no-max-parents --follow --no-walk --left-right --cherry-mark
      --cherry-pick --boundary --topo-order --date-order --author-date-order --pickaxe-regex --pickaxe-all`,
    texts: `--date --since --after --until --before --author --committer --grep --pretty --format --diff-filter -S -G`,
    numbers: '--max-count -n --skip --max-age --min-age',
  },
  'git show': {
    flags: `--oneline --graph --decorate --no-decorate --relative-date --stat --numstat --shortstat --name-only
      --name-status --color --no-color --patch -p --no-patch --no-ext-diff -s --abbrev-commit --word-diff
      --color-words --first-parent --raw -m --quiet`,
    texts: '--date --word-diff-regex --pretty --format --diff-filter',
  },
  'git shortlog': {
    flags: '--all --branches --tags --remotes -s --summary -n --numbered -e --email -c --committer --no-merges',
    texts: '--since --after --until --before --group --format --author',
  },
  'git reflog': {
    flags: '--oneline --graph --decorate --no-decorate --relative-date --all --branches --tags --remotes',
    texts: '--date --since --after --until --before --author --committer --grep',
    numbers: '--max-count -n',
  },
  'git stash list': {
    flags: '--oneline --graph --decorate --no-decorate --relative-date --all --branches --tags --remotes',
    texts: '--date',
    numbers: '--max-count -n',
    readsAll: true,
  },
  'git ls-remote': {
    flags: '--branches -b --tags -t --heads -h --refs --quiet -q --exit-code --get-url --symref',
    texts: '--sort',
  },
  'git status': {
    flags: `--short -s --branch -b --porcelain --long --verbose -v --ignored --column --no-column --ahead-behind
      --no-ahead-behind --renames --no-renames`,
    texts: '--untracked-files -u --ignore-submodules --find-renames -M',
  },
  'git blame': {
    flags: `--color --no-color --porcelain -p --line-porcelain --incremental --root --show-stats --show-name --show-number
      -n --show-email -e -f -w -M -C --score-debug -s -l -t`,
    texts: '-L --date --ignore-rev --ignore-revs-file',
    numbers: '--abbrev',
    readsAll: true,
  },
  'git ls-files': {
    flags: `--cached -c --deleted -d --modified -m --others -o --ignored -i --stage -s --killed -k --unmerged -u --directory
      --no-empty-directory --eol --full-name --debug -z -t -v -f --exclude-standard --error-unmatch
      --recurse-submodules`,
    texts: '--exclude -x --exclude-from -X --exclude-per-directory',
    numbers: '--abbrev',
  },
  'git config --get': {
    flags: `--local --global --system --worktree --bool --int --bool-or-int --path --expiry-date -z --null --name-only
      --show-origin --show-scope`,
    texts: '--default --type',
  },
  'git remote show': { flags: '-n' },
  'git remote': { flags: '-v --verbose' },
  'git merge-base': { flags: '--is-ancestor --fork-point --octopus --independent --all' },
  'git rev-parse': {
    flags: `--verify --abbrev-ref --symbolic --symbolic-full-name --show-toplevel --show-cdup --show-prefix --git-dir
      --git-common-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository
      --is-shallow-repository --is-shallow-update --path-prefix`,
    texts: '--short',
  },
  'git rev-list': {
    flags: `--all --branches --tags --remotes --count --reverse --first-parent --ancestry-path --merges --no-merges
      --no-min-parents --no-max-parents --walk-reflogs --oneline --abbrev-commit --full-history --dense --sparse
      --source --graph`,
    texts: '--since --after --until --before --author --committer --grep --pretty --format',
    numbers: '--max-count -n --min-parents --max-parents --skip --max-age --min-age --abbrev',
  },
  'git describe': {
    flags: '--tags --long --always --contains --first-match --exact-match --dirty --broken',
    texts: '--match --exclude',
    numbers: '--abbrev --candidates',
  },
  'git cat-file': { flags: '-t -s -p -e --batch-check --allow-undetermined-type' },
  'git for-each-ref': {
    texts: '--format --sort --contains --no-contains --merged --no-merged --points-at',
    numbers: '--count',
  },
  'git grep': {
    flags: `-E --extended-regexp -G --basic-regexp -F --fixed-strings -P --perl-regexp -i --ignore-case -v --invert-match -w
      --word-regexp -n --line-number -c --count -l --files-with-matches -L --files-without-match -h -H --heading
      --break --full-name --color --no-color -o --only-matching --and --or --not --untracked --no-index
      --recurse-submodules --cached -q --quiet`,
    texts: '-e',
    numbers: '-A --after-context -B --before-context -C --context --max-depth --threads',
  },
  'git stash show': {
    flags: `--stat --numstat --shortstat --name-only --name-status --color --no-color --patch -p --no-patch --no-ext-diff -s
      --word-diff`,
    texts: '--word-diff-regex --diff-filter',
    numbers: '--abbrev',
  },
  'git worktree list': { flags: '--porcelain -v --verbose', texts: '--expire' },
  'git tag': {
    flags: '-l --list --column --no-column -i --ignore-case',
    texts: '--contains --no-contains --merged --no-merged --sort --format --points-at',
    numbers: '-n',
  },
  'git branch': {
    flags: `-l --list -a --all -r --remotes -v -vv --verbose --color --no-color --column --no-column --no-abbrev --merged
      --no-merged --show-current -i --ignore-case`,
    texts: '--contains --no-contains --points-at --sort',
    numbers: '--abbrev',
  },
  file: {
    flags: `--brief -b --mime -i --mime-type --mime-encoding --apple --check-encoding -c --print0 -0 --help --version -v
      --no-dereference -h --dereference -L --keep-going -k --list -l --no-buffer -n --preserve-date -p --raw -r -s
      --special-files`,
    texts: '--exclude --exclude-quiet -F --separator',
  },
  sed: {
    flags: `--quiet --silent -n --regexp-extended -r --posix -E --zero-terminated -z --separate -s --unbuffered -u --debug
      --help --version`,
    texts: '--expression -e',
    numbers: '--line-length -l',
  },
  sort: {
    flags: `--ignore-leading-blanks -b --dictionary-order -d --ignore-case -f --general-numeric-sort -g --human-numeric-sort
      -h --ignore-nonprinting -i --month-sort -M --numeric-sort -n --random-sort -R --reverse -r --stable -s --unique
      -u --version-sort -V --zero-terminated -z --check -c --check-char-order -C --merge -m --help --version`,
    texts: '--sort --key -k --field-separator -t --buffer-size -S',
    numbers: '--parallel --batch-size',
  },
  man: { flags: '-a --all -d -f --whatis -h -k --apropos -w', texts: '-S -s' },
  help: { flags: '-d' },
  netstat: { flags: '-a -L -l -n -g -i -s -r -m -v', texts: '-f -I' },
  ps: {
    flags: `-e -A -a -d -N --deselect -f -F -l -j -y -w -ww -c -H --forest --headers --no-headers -L -T -m --help --info -V
      --version`,
    texts: '-n --sort -C -G -g -p --pid -q --quick-pid -s --sid -t --tty -U -u --user',
    numbers: '--width',
    readsAll: true,
  },
  base64: {
    flags: '-d -D --decode --ignore-garbage -h --help --version',
    texts: '-i --input',
    numbers: '-b --break -w --wrap',
    readsAll: true,
  },
  grep: search,
  egrep: search,
  fgrep: search,
  rg: {
    flags: `-i --ignore-case -S --smart-case -F --fixed-strings -w --word-regexp -v --invert-match -c --count -l
      --files-with-matches --files-without-match -n --line-number -o --only-matching -H -h --heading --no-heading -q
      --quiet --column --type-list --hidden --no-ignore -u -a --text -L --follow --json --stats --help --version
      --debug`,
    texts: '-e --regexp -f -g --glob -t --type -T --type-not --color',
    numbers: '-A --after-context -B --before-context -C --context -m --max-count -d --max-depth',
  },
  sha256sum: hash,
  sha1sum: hash,
  md5sum: hash,
  tree: {
    flags: `-a -d -l -f -x --gitignore --ignore-case --matchdirs --metafirst --prune --info --noreport -q -N -Q -p -u -g -s
      -h --si --du -D -F --inodes --device -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X -J --nolinks
      --hyperlink --fromfile --fromtabfile --fflinks --help --version`,
    texts: '-P -I --gitfile --infofile --charset --timefmt --sort -H --hintro --houtro -T --scheme --authority',
    numbers: '-L --filelimit',
  },
  date: {
    flags: '-u --utc --universal -I -R --rfc-email --debug --help --version',
    texts: '-d --date -r --reference --iso-8601 --rfc-3339',
  },
  hostname: {
    flags: `-f --fqdn --long -s --short -i --ip-address -I --all-ip-addresses -a --alias -d --domain -A --all-fqdns -v
      --verbose -h --help -V --version`,
  },
  which: {
    flags: `-a --all -s -p -w --skip-dot --skip-tilde --show-dot --show-tilde --skip-alias --skip-functions -v -V --version
      --help`,
  },
  lsof: {
    flags: '-? -h -v -a -b -C -l -n -N -O -P -Q -R -t -U -V -X -H -E -F -g -i -K -L -o -r -s -S -T -x',
    texts: '-A -c -d -e -k -p -u',
  },
  pgrep: {
    flags: `-l --list-name -a --list-full -v --inverse -w --lightweight -c --count -f --full -i --ignore-case -n --newest -o
      --oldest -x --exact -L --logpidfile --help -V --version`,
    texts: `-d --delimiter -g --pgroup -G --group -O --older -P --parent -s --session -t --terminal -u --euid -U --uid -F
      --pidfile -r --runstates --ns --nslist`,
  },
  tput: { flags: '-V -x', texts: '-T' },
  ss: {
    flags: `-h --help -V --version -n --numeric -a --all -l --listening -o --options -e --extended -m --memory -p
      --processes -i --info -s --summary -4 --ipv4 -6 --ipv6 -0 --packet -t --tcp -M --mptcp -S --sctp -u --udp -d
      --dccp -w --raw -x --unix --tipc --vsock -Z --context -z --contexts -b --bpf -E --events -H --no-header -O
      --oneline --tipcinfo --tos --cgroup --inet-sockopt`,
    texts: '-f --family -A --query --socket',
  },
  fd: entries,
  fdfind: entries,
  'docker logs': { flags: '--follow -f --timestamps -t --details', texts: '--tail -n --since --until' },
  'docker inspect': { flags: '--size -s', texts: '--format -f --type' },
  test: {
    texts: `-b -c -d -e -f -g -G -h -k -L -N -O -p -r -s -S -t -u -w -x -z -n -eq -ne -lt -le -gt -ge -nt -ot -ef`,
    readsAll: true,
  },
};
