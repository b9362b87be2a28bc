import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { isPrintingSed } from './file-arguments.ts';
import { isReadOnlyGit } from './read-only-git.ts';
import { options, pick } from './read-only-options.ts';

/** True if a piece is among the recorded commands that run without a rule. What is not recorded is not. */
export function isReadOnlyPiece({ words, assignments, prefix }: CommandPiece): boolean {
  if (words.length === 0 || prefix !== '' || assignments.length > 0) return false;
  if (words.some(({ isKnown }) => !isKnown)) return false;
  return isReadOnly(
    words,
    words.some(({ isGlob }) => isGlob),
  );
}

function isReadOnly(words: readonly CommandWord[], hasGlob: boolean): boolean {
  const [program, ...rest] = words;
  if (program?.isBare !== true) return false;
  const name = program.value;
  const values = rest.map(({ value }) => value);
  const [first = ''] = values;
  if (name === 'timeout' && /^\d+$/.test(first)) return isReadOnly(words.slice(2), hasGlob);
  if ((name === 'command' || name === 'builtin') && !first.startsWith('-')) return isReadOnly(words.slice(1), hasGlob);
  if (freely.has(name)) return true;
  if (name === 'sed') return !hasGlob && isPrintingSed(rest);
  if (hasGlob && !['grep', 'egrep', 'fgrep', 'find'].includes(name)) return false;
  return name === 'git' ? isReadOnlyGit(values) : (limited[name]?.(values) ?? false);
}

/** Programs that only read, whatever their arguments. */
const freely = new Set(
  `echo ls cat head tail wc stat strings hexdump od nl id uname free df du locale groups nproc basename dirname realpath
  readlink cut paste tr column tac rev fold expand unexpand fmt comm cmp numfmt pr diff true false sleep type expr seq
  tsort cal uptime arch`.split(/\s+/),
);

type Test = (rest: readonly string[]) => boolean;

const alone: Test = (rest) => rest.length === 0;
const isLetters = (word: string) => /^-[A-Za-z]+$/.test(word);
const operandsAndLetters: Test = (rest) => rest.every((word) => !word.startsWith('-') || isLetters(word));

/** Other programs, with the arguments that are recorded to read only. */
const limited: Readonly<Record<string, Test>> = Object.assign(Object.create(null), {
  pwd: alone,
  whoami: alone,
  history: alone,
  cd: (rest: readonly string[]) => rest.length <= 1,
  hostname: alone,
  node: pick('-v', '--version'),
  python: pick('--version'),
  python3: pick('--version'),
  ip: pick('addr'),
  ifconfig: alone,
  man: (rest: readonly string[]) => rest.length === 1 && /^\w+$/.test(rest[0] ?? ''),
  help: (rest: readonly string[]) => rest.every((word) => /^\w+$/.test(word)),
  tput: pick('cols', 'lines', 'colors'),
  which: operandsAndLetters,
  pgrep: options({ flags: '-l -a -v -c -f -i -n -o -x', texts: '-P -u -U -g' }),
  ss: options({ flags: '-n -a -l -o -e -m -p -i -s -4 -6 -t -u -x' }),
  netstat: options({ flags: '-a -l -n -g -i -s -r -v' }),
  lsof: options({ flags: '-a -b -l -n -P -t -U -i', texts: '-c -p -u' }),
  ps: (rest: readonly string[]) =>
    rest.every(
      (word, index) =>
        /^(-[aAdfFjlNxuwHT]+|-e|-ef|[aux]+)$/.test(word) || (rest[index - 1] ?? word) === '-p' || word === '-p',
    ),
  date: (rest: readonly string[]) =>
    rest.every(
      (word, index) => /^(\+.*|-[uIRd]|--(utc|date=.*|iso-8601(=.*)?))$/s.test(word) || rest[index - 1] === '-d',
    ),
  printf: ([format = '']: readonly string[]) =>
    !format.startsWith('-') && !/\\[uU]/.test(format) && !/%(?![sqcb%])/.test(format),
  test: isPlainTest,
  '[': isPlainTest,
  docker: ([command = '', ...rest]: readonly string[]) =>
    ['ps', 'images'].includes(command)
      ? operandsAndLetters(rest)
      : ['logs', 'inspect'].includes(command) && rest.length > 0 && rest.every((word) => /^\w/.test(word)),
  xargs: ([program, ...rest]: readonly string[]) =>
    program === undefined ||
    (/^(echo|printf|wc|grep|egrep|fgrep|head|tail)$/.test(program) && operandsAndLetters(rest)),
  uniq: (rest: readonly string[]) => rest.every(isLetters),
  sort: options({
    flags: '-b -d -f -g -h -i -M -n -R -r -s -u -V -z -c -C -m --reverse --unique --numeric-sort --stable --check',
    texts: '-k -t -S --key --field-separator',
  }),
  file: options({ flags: '-b -i -L -h -k -p -z --brief --mime --mime-type --mime-encoding', texts: '-F -m' }),
  base64: options({ flags: '-d -D --decode --ignore-garbage', texts: '-i --input', numbers: '-b -w --wrap' }),
  sha256sum: options({ flags: '-b -c -t -w -z --check --quiet --status' }),
  sha1sum: options({ flags: '-b -c -t -w -z --check --quiet --status' }),
  md5sum: options({ flags: '-b -c -t -w -z --check --quiet --status' }),
  ...Object.fromEntries(['grep', 'egrep', 'fgrep'].map((name) => [name, grepOptions()])),
  rg: options({
    flags:
      '-c -F -H -h -i -I -l -n -N -o -s -S -u -U -v -w -x --count --files-with-matches --hidden --ignore-case --json --line-number --no-heading --no-ignore --smart-case --word-regexp',
    texts: '-e -g -t -T --glob --type --type-not --regexp --color --sort',
    numbers: '-A -B -C -m -d --max-count --max-depth --context',
  }),
  fd: options({ flags: '-H -I -s -i -g -F -a -L -p -0 -1 -q', texts: '-t -e -S -E -c', numbers: '-d --max-depth' }),
  fdfind: options({ flags: '-H -I -s -i -g -F -a -L -p -0 -1 -q', texts: '-t -e -S -E -c', numbers: '-d --max-depth' }),
  tree: options({
    flags: '-a -d -l -f -x -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -i -A -S -n -C -X -J',
    texts: '-P -I',
    numbers: '-L',
  }),
  find: (rest: readonly string[]) =>
    !rest.some((word) => /^-(delete|rm|exec|execdir|ok|okdir|fprint0?|fprintf|fls|files0-from|f)$/.test(word)),
  jq: (rest: readonly string[]) =>
    !rest.some((word) =>
      /^-[A-Za-z]*[fL]|^--(from-file|rawfile|slurpfile|argfile|run-tests|library-path)|\b(env|include|import)\b|\bsystem\s*\(|\$(\s|#.*\n)*ENV\b/.test(
        word,
      ),
    ),
});

function grepOptions(): Test {
  return options({
    flags: `-F -G -E -P -i -v -w -x -c -L -l -o -q -s -b -H -h -n -T -u -Z -z -a -I -r -R -U --fixed-strings --extended-regexp
      --perl-regexp --ignore-case --invert-match --word-regexp --line-regexp --count --files-without-match
      --files-with-matches --only-matching --quiet --silent --no-messages --with-filename --no-filename --line-number
      --null --text --recursive --dereference-recursive --color --colour`,
    texts: `-e -f -D -d --regexp --file --color --colour --label --binary-files --exclude --exclude-from --exclude-dir
      --include --group-separator`,
    numbers: '-m -A -B -C --max-count --after-context --before-context --context',
  });
}

/** A test that cannot evaluate a name. */
function isPlainTest(rest: readonly string[]): boolean {
  return rest.every(
    (word, index) => !/^-[vRaot]$/.test(word) && (word === ']' ? index === rest.length - 1 : !word.includes('[')),
  );
}
