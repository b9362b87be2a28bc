import type { CommandWord } from './command-word.ts';
import {
  type FindFiles,
  isOption,
  operandsAfter,
  operandsAfterPattern,
  plainOperands,
  splitAtEqual,
} from './operands.ts';

/** Programs whose files Claude Code checks, each with the function that finds its files. */
export const programFiles: ReadonlyMap<string, FindFiles> = new Map(
  Object.entries<FindFiles>({
    ...sameFor(
      'mkdir touch rm rmdir mv cp cat head tail sort uniq wc file stat diff strings hexdump od',
      plainOperands,
    ),
    ...sameFor('base64 nl sha256sum sha1sum md5sum rev tsort', plainOperands),
    cd: (rest) => plainOperands(rest).slice(0, 1),
    ls: (rest) => orHere(plainOperands(rest)),
    find: filesOfFind,
    tee: (rest) => plainOperands(rest).filter(({ value }) => !/^\/dev\/(null|stdout|stderr|tty)$/.test(value)),
    tr: (rest) => plainOperands(rest).slice(rest.some(({ value }) => /^-.*d/.test(value)) ? 1 : 2),
    cut: operandsAfter('bcdf', 'bytes characters delimiter fields output-delimiter'),
    paste: operandsAfter('d', 'delimiters'),
    column: operandsAfter(
      'cosNOClEHRTWrip',
      'separator output-separator output-width table-name table-order table-columns',
    ),
    tac: operandsAfter('s', 'separator'),
    fold: operandsAfter('w', 'width'),
    expand: operandsAfter('t', 'tabs'),
    unexpand: operandsAfter('t', 'tabs'),
    fmt: operandsAfter('wgdl', 'width goal prefix'),
    comm: operandsAfter('', 'output-delimiter'),
    cmp: operandsAfter('', 'ignore-initial bytes'),
    pr: operandsAfter('hlwWoND', 'header length width page-width indent first-line-number date-format columns'),
    numfmt: operandsAfter('d', 'from to from-unit to-unit format padding delimiter field round suffix invalid'),
    ...sameFor('grep egrep fgrep', (rest) => {
      const files = afterGrepPattern(rest);
      return rest.some(({ value }) => /^(-r|-R|--recursive)$/.test(value)) ? orHere(files) : files;
    }),
    rg: (rest) => orHere(afterRipgrepPattern(rest)),
    ...sameFor(
      'awk gawk mawk nawk',
      filesAfterScript({
        files: /^(-f|--file|-E|--exec)$/,
        scripts: /^(-[fEe]|--(file|exec|source))$/,
        valued: /^(-[fEFve]|--(file|exec|field-separator|assign|source))$/,
        split: splitAtEqual,
      }),
    ),
    sed: filesAfterScript({
      files: /^(-f|--file)$/,
      scripts: /[ef]/,
      valued: /^(-[ef]|--(file|expression))$/,
      split: (option) => [option, undefined],
    }),
    jq: filesOfJq,
    git: filesOfGit,
    man: (rest) => plainOperands(rest).filter(({ value }) => /[\\/]|^[~.]/.test(value)),
  }),
);

function sameFor(names: string, find: FindFiles): Readonly<Record<string, FindFiles>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, find]));
}

const context = ['-A', '--after-context', '-B', '--before-context', '-C', '--context', '-m', '--max-count'];
const patterns = ['-e', '--regexp', '-f', '--file'];
const afterGrepPattern = operandsAfterPattern([
  ...patterns,
  ...context,
  '--exclude',
  '--include',
  '--exclude-dir',
  '--include-dir',
]);
const afterRipgrepPattern = operandsAfterPattern([
  ...patterns,
  ...context,
  ...'-t --type -T --type-not -g --glob --max-depth -r --replace'.split(' '),
]);
const afterGitPattern = operandsAfterPattern([...patterns, ...context, '--max-depth', '--threads']);

/** The session's folder, which some programs read if no file is specified. */
const here: CommandWord = {
  text: '.',
  value: '.',
  isGlob: false,
  isBare: true,
  isKnown: true,
  obstacle: undefined,
  nested: [],
};

function orHere(files: readonly CommandWord[]): readonly CommandWord[] {
  return files.length > 0 ? files : [here];
}

function filesOfFind(rest: readonly CommandWord[]): readonly CommandWord[] {
  const start = rest.findIndex(({ value }) => isOption(value) && !/^-[HLP]$/.test(value));
  const [folders, expression] = start === -1 ? [rest, []] : [rest.slice(0, start), rest.slice(start)];
  const isFile = /^-([acm]?newer([acmBt]{2})?|mnewer|samefile|i?path|i?wholename|i?lname)$/;
  const named = expression.filter((_, index) => isFile.test(expression[index - 1]?.value ?? ''));
  return orHere([...folders.filter(({ value }) => !isOption(value)), ...named]);
}

/** The options of a program whose first operand is a script, unless an option names or contains the script. */
interface ScriptOptions {
  /** Options whose value is a file with a script. */
  readonly files: RegExp;
  /** Options after which the first operand is not a script. */
  readonly scripts: RegExp;
  /** Options that take the next word as their value. */
  readonly valued: RegExp;
  readonly split: typeof splitAtEqual;
}

function filesAfterScript({ files: isFile, scripts, valued, split }: ScriptOptions): FindFiles {
  return (rest) => {
    const files: CommandWord[] = [];
    let hasScript = false;
    for (let at = 0; at < rest.length; at += 1) {
      const word = rest[at] as CommandWord;
      const [name, joined] = split(word.value);
      if (!isOption(word.value)) return [...files, ...rest.slice(hasScript ? at : at + 1)];
      if (name === '--') return [...files, ...rest.slice(hasScript ? at + 1 : at + 2)];
      const value = joined === undefined ? rest[at + 1] : { ...word, value: joined };
      if (isFile.test(name) && value !== undefined) files.push(value);
      hasScript ||= scripts.test(name);
      if (joined === undefined && valued.test(name)) at += 1;
    }
    return files;
  };
}

function filesOfJq(rest: readonly CommandWord[]): readonly CommandWord[] {
  const files: CommandWord[] = [];
  let hasFilter = false;
  let isPlain = false;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at];
    if (word === undefined) break;
    const [name, joined] = splitAtEqual(word.value);
    if (isPlain || !word.value.startsWith('-')) {
      if (hasFilter) files.push(word);
      hasFilter = true;
    } else if (name === '--') isPlain = true;
    else if (name === '-f' || name === '--from-file') {
      const value = joined === undefined ? rest[at + 1] : { ...word, value: joined };
      if (value !== undefined) files.push(value);
      if (joined === undefined) at += 1;
      hasFilter = true;
    } else if (name === '--slurpfile' || name === '--rawfile') {
      files.push(...rest.slice(at + 2, at + 3));
      at += 2;
    } else if (
      joined === undefined &&
      /^(-e|-L|--(expression|arg|argjson|args|jsonargs|library-path|indent|tab))$/.test(name)
    ) {
      hasFilter ||= name === '-e' || name === '--expression';
      at += 1;
    }
  }
  return files;
}

/**
 * Returns the files used by `git diff` and `git grep`, in the folder specified by `-C`; ignores files used by other git
 * commands.
 */
function filesOfGit(rest: readonly CommandWord[]): readonly CommandWord[] {
  let folder = '';
  let at = 0;
  for (; isOption(rest[at]?.value ?? ''); at += 1) {
    const [name, joined] = splitAtEqual(rest[at]?.value ?? '');
    const isValued = joined === undefined && gitOptions.has(name);
    if (name === '-C' || name === '--work-tree') folder = within(folder, joined ?? rest[at + 1]?.value ?? '');
    if (isValued) at += 1;
  }
  const [command, ...own] = rest.slice(at);
  const placed = (words: readonly CommandWord[]) =>
    folder === '' ? words : words.map((word) => ({ ...word, value: within(folder, word.value) }));
  if (command?.value === 'grep') return placed(orHere(afterGitPattern(own)));
  const operands = own.filter(({ value }) => value !== '--' && !isOption(value));
  return command?.value === 'diff' ? placed(operands.filter(({ value }) => !value.startsWith('/dev/'))) : [];
}

const gitOptions = new Set(
  '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --shallow-file'.split(' '),
);

function within(folder: string, path: string): string {
  return folder === '' || /^[/~]/.test(path) ? path : `${folder.replace(/\/+$/, '')}/${path}`;
}
