import { type NamedPrograms, named, plain } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

const grep: ProgramFacts = {
  values:
    '-e -m -A -B -C -D --regexp --max-count --label --after-context --before-context --context --binary-files --devices --include --exclude --exclude-dir --include-dir --group-separator',
  reads: '-f --file --exclude-from',
  recursive: '-r -R --recursive --dereference-recursive -d= --directories=',
  operands: 'text read*',
  replacesFirst: '-e -f --regexp --file',
  noOperand: '.',
};

const fd: ProgramFacts = {
  values:
    '-c -d -e -E -j -o -S -t --and --batch-size --changed-before --changed-within --color --exact-depth --exclude --extension --format --max-buffer-time --max-depth --max-results --min-depth --owner --path-separator --size --threads --type',
  runs: '-x= -X= --exec= --exec-batch=',
  reads: '--ignore-file --search-path',
  changesFolder: '-C --base-directory',
  operands: 'text list*',
  noOperand: '.',
};

/** Programs that find files or search their contents. */
export const searchPrograms: NamedPrograms = {
  ...named('grep egrep fgrep', grep),
  rg: {
    values:
      '-A -B -C -d -e -E -g -j -m -M -r -t -T --after-context --before-context --color --colors --context --context-separator --dfa-size-limit --encoding --engine --field-context-separator --field-match-separator --generate --glob --hyperlink-format --iglob --max-columns --max-count --max-depth --max-filesize --maxdepth --path-separator --pre-glob --regex-size-limit --regexp --replace --sort --sortr --threads --type --type-add --type-clear --type-not',
    runs: '-z --search-zip --pre= --hostname-bin=',
    reads: '-f --file --ignore-file',
    operands: 'text search*',
    replacesFirst: '-e -f --regexp --file --files --type-list',
    noOperand: '.',
  },
  ag: {
    values: '-m -G -W -g --depth --file-search-regex --ignore --ignore-dir --max-count --width --workers',
    runs: '--pager=',
    reads: '-p --path-to-ignore',
    operands: 'text search*',
    replacesFirst: '-g',
    noOperand: '.',
  },
  ack: {
    values:
      '-A -B -P -T -m -p -t --after-context --before-context --color-colno --color-filename --color-lineno --color-match --ignore-dir --ignore-directory --ignore-file --match --max-count --proximate --range-end --range-start --type --type-add --type-del --type-set',
    // The argument of --output is a Perl string.
    runs: '--pager=? --ackrc= --output=',
    readsNames: '--files-from',
    operands: 'text search*',
    replacesFirst: '-f --match',
    noOperand: '.',
  },
  ...named('fd fdfind', fd),
  find: {
    values:
      '-D -name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -used -newer -anewer -cnewer -samefile -user -group -uid -gid -perm -links -inum -fstype -maxdepth -mindepth -printf -context',
    runs: '-exec -execdir -ok -okdir',
    writes: '-fprint -fprint0 -fprintf== -fls',
    readsNames: '-files0-from',
    changesOperands: '-delete',
    operands: 'list*',
    noOperand: '.',
    singleDash: true,
    operandsFirst: true,
    noDoubleDash: true,
  },
  locate: { reads: '-d --database' },
  ...named('which whereis type', plain),
};
