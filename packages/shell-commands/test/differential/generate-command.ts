import { generateHereDocument, generateRedirections } from './generate-redirections.ts';
import { generateWord, type ScriptSource } from './generate-word.ts';
import type { Random } from './random.ts';

// Of these, 'no' fails, 'none' does not exist, and the others exist.
const programs = ['c1', 'c2', 'c3', 'git', 'no', 'none', './x', 'a/x', '../x', 'a/b/x', 'b/../x', '/w/x', 'c1', 'c2'];
const folders =
  'a a b a/b .. .. . ../w /w /w/a ./a none - -- ~ "$E" "a\tb" -P\ta --\tb -L\t.. a\tb a/.. \\a "a"/b \'\' a/'
    .split(' ')
    .map((folder) => folder.replace('\t', ' '));
const assignments = ['CI=1', 'NODE_ENV=x', 'LANG=C', 'TZ="$(c1)"', 'CI=~', 'NO_COLOR=', 'TERM=$V'];
const rareAssignments = ['V=1', 'PATH=a', 'CI+=1', 'a[1]=2', 'CDPATH=a', 'IFS=a'];

/** Writes a simple command with its redirections. */
export function generateCommand(random: Random, script: ScriptSource): string {
  const roll = random.below(100);
  const redirections = (percent: number): string => generateRedirections(random, script, percent);
  if (roll < 16) return `${random.isTrue(5) ? 'command ' : ''}cd ${random.pick(folders)}${redirections(5)}`;
  if (roll < 36) return generateWrapped(random, script) + redirections(15);
  if (roll < 50) return generateBuiltin(random, script) + redirections(20);
  if (roll < 53) return redirections(100).trimStart();
  if (roll < 56) return generateHereDocument(random, script);
  const prefix = random.isTrue(8) ? `${random.pick(random.isTrue(85) ? assignments : rareAssignments)} ` : '';
  const first = random.isTrue(5) ? `${redirections(100).trimStart()} ` : '';
  return prefix + first + generateProgram(random, script) + redirections(15);
}

function generateProgram(random: Random, script: ScriptSource): string {
  let text = random.isTrue(96) ? random.pick(programs) : generateWord(random, script);
  for (let left = random.below(4); left > 0; left--) text += ` ${generateWord(random, script)}`;
  return text;
}

function generateBuiltin(random: Random, script: ScriptSource): string {
  const word = (): string => generateWord(random, script);
  const forms = [
    () => `echo ${word()} ${word()}`,
    () => `echo ${word()}`,
    () => `printf ${random.pick(["'%s\\n'", '%s', "'%s %s'", '"$V"', '--'])} ${word()}`,
    () => `test ${random.pick(['-f', '-n', '-z', '! -d'])} ${word()}`,
    () => `[ ${word()} ${random.pick(['=', '!=', '-eq', '-nt', '-a', '-o'])} ${word()} ]`,
    () => `[ ${random.pick(['', '!', '-n', '! -z'])} "${random.pick(['$V', '$E', '$D', 'a'])}" ]`,
    () => random.pick(['true', 'false', ':', 'pwd', 'true', 'false', 'exit', 'exit 1', 'set -e', 'break', 'wait']),
    () => `: ${word()}`,
    () => `read ${random.pick(['', '-r '])}i <<< ${word()}`,
    () => random.pick(['exec', `(exec ${generateProgram(random, script)})`, 'set -euo pipefail', 'continue']),
    () => random.pick(rareBuiltins),
  ];
  return random.pick(forms)();
}

const rareBuiltins = [
  'pushd a',
  'popd',
  'eval c1',
  '. ./x',
  'source f1',
  'shopt -s extglob',
  'trap c1 EXIT',
  'hash -p x c1',
  'export i=1',
  'declare i=1',
  'unset V',
  'printf -v i x',
  'test -v V',
  'read V <<< x',
  'read -p $V i <<< x',
  'shift',
  'set -f',
  'umask 077',
  'ulimit -c 0',
  'kill -0 $$',
  'type c1',
  'exec c1',
];

const wrappers = splitList(
  'env,env -i,env CI=1,env -u V,env -C a,env --,env -,env -C a -C b,env -i -u V,env -v,nice,nice -5,nice -n 3,nice -n3',
  'nohup,nohup --,timeout 1,timeout -k 1 1,timeout -s KILL 1,setsid,setsid -w,command,command -p,command --,time',
  '\\time,env time,env nice,env -- CI=1',
);
const rareWrappers = splitList(
  'env -- -x=1,env A=b,env -S,nice -5 -n 3,command -v,builtin,exec,env - -i,nice --5,time -o f2,timeout -v 1,env -0',
  'timeout 1s timeout 1,command -pv,setsid -f,env "CI=$V",env $E,\\time -o f2',
);

function splitList(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(','));
}

const readers =
  'xargs,xargs -n 1,xargs -I {},xargs -i,xargs --replace,xargs -0,xargs -0 -n1,xargs -t,xargs -n2 -r'.split(',');
const rareReaders =
  'xargs -I{},xargs -il,xargs --max-lines,xargs --eof,xargs -ia,xargs -er,xargs -L1,xargs -P 2 -n 1'.split(',');
const tests = ['-name x', '-type f', '', '!', '-maxdepth 1', '-name "*1"', '-newer f1', '-name f1 -o -name x'];
const ends = [
  '{} \\;',
  '{} +',
  "';'",
  '\\;',
  'a{}b \\;',
  '{} ";" -exec c2 {} \\;',
  '"$S" -exec c3 \\;',
  '{} \\; -print',
];

function generateWrapped(random: Random, script: ScriptSource): string {
  const inner = (): string =>
    random.isTrue(75)
      ? generateProgram(random, script)
      : random.pick(['cd a', 'pwd', '', 'echo', 'env c1', 'nice c2 f1']);
  const start = random.pick(['.', 'a', '', '. a', './b', '"$E."', generateWord(random, script)]);
  const forms = [
    () => `${random.pick(random.isTrue(90) ? wrappers : rareWrappers)} ${inner()}`,
    () => `${random.pick(random.isTrue(90) ? wrappers : rareWrappers)} ${inner()}`,
    () => `echo ${generateWord(random, script)} | ${random.pick(random.isTrue(85) ? readers : rareReaders)} ${inner()}`,
    () =>
      `find ${start} ${random.pick(tests)} ${random.pick(['-exec', '-exec', '-execdir'])} ${inner()} ${random.pick(ends)}`,
    () => generateShell(random, script),
  ];
  return random.pick(forms)();
}

const shells = ['bash -c', 'sh -c', 'bash -ec', 'bash -lc', 'bash -uc', '/bin/sh -c', 'nice bash -c', 'env -C a sh -c'];
const rareShells = [
  'sh -c --',
  'bash -c -e',
  'bash -c +e',
  'bash -o pipefail -c',
  'bash -co pipefail',
  'sh -xc',
  'dash -c',
];

function generateShell(random: Random, script: ScriptSource): string {
  const text = `'${script().replaceAll("'", `'\\''`)}'`;
  const rest = random.isTrue(30) ? ` x ${generateWord(random, script)}` : '';
  return `${random.pick(random.isTrue(85) ? shells : rareShells)} ${text}${rest}`;
}
