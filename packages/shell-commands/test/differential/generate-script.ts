import { generateQuotedPart, generateWord } from './generate-word.ts';
import type { Random } from './random.ts';

// Of these, 'no' fails, 'none' does not exist, and the others are there.
const programs = ['c1', 'c2', 'c3', 'git', 'no', 'none', './x', 'a/x', '../x', 'a/b/x', 'b/../x'];
const folders = ['a', 'b', 'a/b', '..', '.', '../w', '/w', '/w/a', './a', 'none', '-', '--', '-P a', '~', '"$E"', 'a b', "''"];
const targets = ['f1', 'f2', 'a/f', '../w/f3', '/w/f4', '/tmp/f5', '~/f', '"a b"', '$V', '"$V"', 'f{1,2}', '*', '/dev/null', '&1', 'n$E', '-', '2'];
const operators = ['>', '>>', '<', '<>', '>|', '&>', '&>>', '>&', '<&', '2>', '2>>', '3<', '3<>', '2>&1 >', '10>', '{v}>', '99999999999>', '1>'];

const maxDepth = 3;

/** Writes a random script. */
export function generateScript(random: Random): string {
  return new Writer(random).list(0);
}

class Writer {
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  list(depth: number): string {
    let text = this.andOr(depth);
    const separators = [';', '; ', '\n', ' & ', '&', ' ;\n', '\n\n', ' # c\n'];
    for (let left = this.random.below(depth === 0 ? 4 : 2); left > 0; left--)
      text += (text.endsWith('\n') ? '' : this.random.pick(separators)) + this.andOr(depth);
    return text;
  }

  andOr(depth: number): string {
    let text = this.pipeline(depth);
    for (; this.random.isTrue(25); ) text += this.random.pick([' && ', ' || ', '&&', '||', ' &&\n']) + this.pipeline(depth);
    return text;
  }

  pipeline(depth: number): string {
    let text = this.random.isTrue(8) ? this.random.pick(['! ', 'time ', 'time -p ', '! ! ', 'time ! ', 'time -o f ']) : '';
    text += this.command(depth);
    for (; this.random.isTrue(10); ) text += this.random.pick([' | ', '|', ' |& ', ' |\n']) + this.command(depth);
    return text;
  }

  command(depth: number): string {
    if (depth < maxDepth && this.random.isTrue(28)) return this.compound(depth) + this.redirections(depth, 20);
    return this.simple(depth);
  }

  simple(depth: number): string {
    const roll = this.random.below(100);
    if (roll < 14) return `cd ${this.random.pick(folders)}${this.redirections(depth, 5)}`;
    if (roll < 40) return this.wrapped(depth) + this.redirections(depth, 20);
    if (roll < 52) return this.builtin(depth) + this.redirections(depth, 25);
    if (roll < 56) return this.redirections(depth, 100).trimStart();
    if (roll < 60) return this.hereDocument(depth);
    return this.assignments() + this.redirections(depth, 5).trimStart() + this.program(depth) + this.redirections(depth, 20);
  }

  assignments(): string {
    if (!this.random.isTrue(8)) return '';
    return `${this.random.pick(['CI=1', 'NODE_ENV=x', 'V=1', 'LANG=C', 'PATH=a', 'TZ="$(c1)"', 'CI+=1', 'CI=~', 'a[1]=2', 'NO_COLOR='])} `;
  }

  program(depth: number): string {
    let text = this.random.isTrue(92) ? this.random.pick(programs) : this.word(depth);
    for (let left = this.random.below(4); left > 0; left--) text += ` ${this.word(depth)}`;
    return text;
  }

  word(depth: number): string {
    return generateWord(this.random, () => this.nested(depth));
  }

  nested(depth: number): string {
    return depth < maxDepth ? this.list(depth + 1) : this.random.pick(['c1', 'c2 f1', 'echo a', 'c3; c1', 'cd a; c2']);
  }

  redirections(depth: number, percent: number): string {
    let text = '';
    for (; this.random.isTrue(percent); percent = 10) {
      const target = this.random.isTrue(80) ? this.random.pick(targets) : this.word(depth);
      text += ` ${this.random.pick(operators)}${this.random.pick(['', ' '])}${target}`;
      if (this.random.isTrue(5)) text += ` <<< ${this.word(depth)}`;
    }
    return text;
  }

  hereDocument(depth: number): string {
    const { random } = this;
    const delimiter = random.pick(['E', 'E', '"E"', "'E'", '\\E', 'E"F"', "$'E'"]);
    const end = delimiter.replace(/["'\\$]/g, '');
    let body = '';
    for (let left = random.below(5); left > 0; left--)
      body += random.pick(['a', '\n', "'", '"', ' E', '\tE\n', generateQuotedPart(random, () => this.nested(depth))]);
    const rest = random.pick(['', '', ' | c1', ' && c2', ' > f2', '; c3', ' <<F']);
    return `${random.pick(['c1', 'c2', 'cat', ''])} ${random.pick(['<<', '<<-', '<< ', '3<<'])}${delimiter}${rest}\n${body}\n${end}\n`;
  }

  builtin(depth: number): string {
    const word = (): string => this.word(depth);
    const forms = [
      () => `echo ${word()} ${word()}`,
      () => `printf ${this.random.pick(["'%s\\n'", '%s', '-v', '"$V"', '--'])} ${word()}`,
      () => `${this.random.pick(['test', 'test !'])} ${this.random.pick(['-f', '-n', '-z', '-v', '-d'])} ${word()}`,
      () => `[ ${word()} ${this.random.pick(['=', '!=', '-eq', '-nt', '-a', '-o'])} ${word()} ]`,
      () => `[ ${word()} ]`,
      () => this.random.pick(['true', 'false', ':', 'pwd', 'exit', 'exit 1', 'set -e', 'set -euo pipefail', 'break', 'wait', 'shift']),
      () => `: ${word()}`,
      () => `read ${this.random.pick(['', '-r ', '-p $V '])}${this.random.pick(['i', 'x', 'V', 'a[1]'])} <<< ${word()}`,
      () => `exec ${this.random.pick(['', this.program(depth)])}`,
      () => this.random.pick(['pushd a', 'popd', 'eval c1', '. ./x', 'source f1', 'shopt -s extglob', 'trap c1 EXIT', 'hash -p x c1']),
      () => `${this.random.pick(['export', 'declare', 'local', 'readonly', 'unset'])} i=${word()}`,
    ];
    return this.random.pick(forms)();
  }

  wrapped(depth: number): string {
    const program = this.program(depth);
    const quoted = `'${this.nested(depth).replaceAll("'", `'\\''`)}'`;
    const wrapper = this.random.pick([
      'env', 'env -i', 'env CI=1', 'env -u V', 'env -C a', 'env --', 'env - ', 'env -- -x=1', 'env A=b', 'env -S',
      'nice', 'nice -5', 'nice -n 3', 'nice -5 -n 3', 'nohup', 'nohup --', 'timeout 1', 'timeout -k 1 1', 'timeout -s KILL 1',
      'setsid', 'setsid -w', 'command', 'command -p', 'command -v', 'command --', 'builtin', 'exec', 'time', '\\time', 'env time', 'env nice',
      'xargs', 'xargs -n 1', 'xargs -I{}', 'xargs -I {}', 'xargs -i', 'xargs -il', 'xargs --replace', 'xargs --max-lines', 'xargs --eof', 'xargs -0', 'xargs -0 -n1', 'xargs -t',
    ]);
    const forms = [
      () => `${wrapper.startsWith('xargs') ? `echo ${this.word(depth)} | ` : ''}${wrapper} ${program}`,
      () => `${wrapper} ${this.random.pick(['cd a', `bash -c ${quoted}`, 'pwd', '', 'echo', 'env c1', 'nice c2 f1'])}`,
      () => `find ${this.random.pick(['.', 'a', '', '. a', this.word(depth)])} ${this.random.pick(['-name x', '-type f', '', '!', '-maxdepth 1'])} ${this.random.pick(['-exec', '-execdir', '-exec'])} ${program} ${this.random.pick(['{} \\;', '{} +', "';'", '\\;', '{} ";" -exec c2 {} \\;', '"$S" -exec c3 \\;'])}`,
      () => `${this.random.pick(['bash -c', 'sh -c', 'bash -ec', 'sh -c --', 'bash -c -e', 'bash -c +e', 'bash -lc', 'bash -o pipefail -c', '/bin/sh -c', 'sh -c "c1 \\"\\$@\\"" x'])} ${quoted} ${this.word(depth)}`,
    ];
    return this.random.pick(forms)();
  }

  compound(depth: number): string {
    const inner = (): string => this.list(depth + 1);
    const end = (text: string): string => (/[\n;&]$/.test(text) ? text : `${text}${this.random.pick(['; ', ';', '\n'])}`);
    const body = (): string => end(inner());
    const forms = [
      () => `{ ${body()}}`,
      () => `(${inner()})`,
      () => `( ${inner()} )`,
      () => `if ${body()}then ${body()}fi`,
      () => `if ${body()}then ${body()}else ${body()}fi`,
      () => `if ${body()}then ${body()}elif ${body()}then ${body()}fi`,
      () => `while ${this.random.pick(['no; ', body()])}do ${end(`${inner()}; break`)}done`,
      () => `until ${this.random.pick(['c1; ', 'cd a; '])}do ${body()}done`,
      () => `for ${this.random.pick(['i', 'x', 'V', 'path', 'PATH'])} in ${this.word(depth)} ${this.word(depth)}; do ${body()}done`,
      () => `for i in 1 2; do ${end(this.random.pick(['cd a; ', 'cd a && break; ', 'c1 $i; ', 'cd .. || continue; ', '']) + inner())}done`,
      () => `case ${this.word(depth)} in ${this.word(depth)}) ${inner()}${this.random.pick([';;', ';&', '\n;;', ';;&'])} ${this.random.pick(['*', 'a|b', '(a'])}) ${inner()};; esac`,
      () => `[[ ${this.word(depth)} ${this.random.pick(['==', '!=', '=~', '-eq', '<', '-nt'])} ${this.word(depth)} ]]`,
      () => `[[ ${this.random.pick(['-f', '-n', '! -z', '-v'])} ${this.word(depth)} ]]`,
      () => this.random.pick(['((1+1))', 'f() { c1; }; f', 'select i in a; do c1; done', 'coproc c1', 'function g { c2; }', '((V))']),
    ];
    return this.random.pick(forms)();
  }
}
