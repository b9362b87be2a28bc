import { analyseCommand, type CommandAnalysis, type ShellName } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';

function show({ words }: CommandAnalysis['programs'][number]): string {
  const signs = { literal: '', one: '?', names: '*', many: '…' };
  return words.map(({ value, kind }) => value + signs[kind]).join(' ');
}

function read(text: string, shell: ShellName = 'bash'): CommandAnalysis {
  return analyseCommand(text, { shell });
}

function programsOf(text: string, shell?: ShellName): readonly string[] {
  const { unreadable, programs } = read(text, shell);
  return unreadable === undefined ? programs.map(show) : [`unreadable: ${unreadable.construct}`];
}

function writesOf(text: string, shell?: ShellName): readonly (string | undefined)[] {
  const { unreadable, files } = read(text, shell);
  if (unreadable !== undefined) return [`unreadable: ${unreadable.construct}`];
  return files.filter(({ tool }) => tool === 'write_to_file').map(({ path }) => path);
}

describe('programs', () => {
  test.each([
    ['an expansion inside of braces can be any number of words', 'a p{$V,x} p[$V]', ['a p… p…']],
    ['a tilde on the next line', 'a \\\n~ b=\\\n~', ['a ? ?']],
    ['braces that mean nothing', 'git show stash@{0} {} -I{} {a}', ['git show stash@{0} {} -I{} {a}']],
    ['braces that the parser does not see', 'a x{b},c} {a..', ['a x* *']],
    ['what read splits at', 'IFS= read -r i', ['read -r i']],
    ['a here-document in a substitution', `a "$(b <<'E'\nx\nE\n)"`, ['b', 'a ?']],
    ['a here-document in a pipeline of a substitution', 'a "$(b <<E | c && d\nE\n)"', ['b', 'c', 'd', 'a ?']],
    ['quotes in an expansion in quotes', 'a "${x:-"b"}" "$(c "{d,e}")"', ['c {d,e}', 'a ? ?']],
    ['a brace pair with a quoted expansion', 'a p{"$V",x}', ['a p*']],
    ['command starts builtins and programs', 'command -p a b; command -v c', ['command -p a b', 'a b', 'command -v c']],
    ['a lone dash of env ends its options', 'env - a', ['env - a', 'a']],
    ['xargs -i takes only the rest of its word', 'xargs -ix a x', ['xargs -ix a x', 'a ?']],
    ['xargs --max-lines and --eof take no next word', 'xargs --eof a b', ['xargs --eof a b', 'a b …']],
    ['the last -C of env counts', 'cd b && env -C a -C c ./x', ['cd b', 'env -C a -C c ./x', './b/c/x']],
    ['watch -dx is -d with a value', `watch -dx a 'b; c'`, ['watch -dx a b; c', 'a b', 'c']],
    ['xargs -I in a word that is open', 'xargs -I{} a x{}$V "y{$V" z$V', ['xargs -I{} a x{}… y{? z…', 'a x… y? z…']],
    ['the last -exec ends with a literal sign', 'find . -exec a {} +', ['find . -exec a {} +', 'a *']],
    ['find with a value in quotes', 'find . -name "$x" -print', ['find . -name ? -print']],
    ['a process substitution between words', 'a <(b) >(c)', ['b', 'c', 'a /dev/fd/? /dev/fd/?']],
    ['a test with a variable in quotes', '[ ! "$x" = a -a -n "$y" ]', ['[ ! ? = a -a -n ? ]']],
    ['printf with conversions', `printf '%-5s %03d %5.2f%%\\n' a 1 2`, [`printf %-5s %03d %5.2f%%\\n a 1 2`]],
    ['an encoding', 'LC_ALL=C LANG=en_US.UTF-8 a', ['a']],
    ['a test with literal words', '[ a -o b ]', ['[ a -o b ]']],
    ['a here-document with expansions', 'a <<E\n$(b) `c` \\$(d)\nE', ['b', 'c', 'a']],
  ])('the analysis finds the programs of %s', (_, text, programs) => expect(programsOf(text)).toEqual(programs));

  test('an inner program has a separate place in the text', () => {
    const text = 'env -u X timeout 5 git status | xargs rm';
    expect(read(text).programs.map(({ text: own, position }) => [own, position])).toEqual([
      ['env -u X timeout 5 git status', 0],
      ['timeout 5 git status', 9],
      ['git status', 19],
      ['xargs rm', 32],
      ['rm', 38],
    ]);
  });

  test.each([
    ['env -C', 'env -C /tmp npm test'],
    ['cd to a folder that the text does not determine', 'cd "$x"'],
  ])('%s needs a rule', (_, text) => expect(read(text).programs[0]?.need).toBe('rule'));
});

describe('written files', () => {
  test.each([
    ['command cd', 'command cd a; echo x >f', ['f', 'a/f']],
    ['command cd and success', 'command cd a && echo x >f', ['f', 'a/f']],
    ['until ends in the folder that its condition changes to', 'until cd a; do :; done; echo x >f', ['f', 'a/f']],
    ['break leaves a loop in its folder', 'cd /x; for i in 1; do cd a; break; cd /x; done; echo x >f', [undefined]],
    [
      'continue starts a loop in its folder',
      'cd /x; for i in 1; do echo x >f; cd a; continue; cd /x; done',
      [undefined],
    ],
    ['break in a condition', 'cd /x; while cd a && break; do cd /x; done; echo x >f', [undefined]],
    [
      'break of an outer loop',
      'cd /x; for i in 1; do for j in 1; do cd a; break 2; done; cd /x; done; echo x >f',
      [undefined],
    ],
    ['a pattern behind a branch that changes the folder', 'case a in b) cd a;; $(echo x >f)) ;; esac', ['f', 'a/f']],
    ['a loop that stays in its folder', 'cd a; for i in 1; do c; break; done; echo x >f', ['f', 'a/f']],
    ['cd in a subshell of a loop', 'for i in 1; do (cd a); done; echo x >f', ['f']],
    ['>& with a file', 'a >&f', ['f']],
  ])('the analysis finds the written files: %s', (_, text, files) =>
    expect(new Set(writesOf(text))).toEqual(new Set(files)),
  );

  test('time is a program in sh, so cd after it may have no effect', () => {
    expect(writesOf('time cd a; echo x >f', 'sh')).toEqual(['f', 'a/f']);
  });
});

describe('texts unreadable in every shell', () => {
  test.each([
    ['a quoted substitution in an expansion of a here-document', `a <<E\n\${x:-'$(b)'}\nE`],
    ['an unterminated here-document', 'a <<E\nx'],
    ['an unterminated here-document in a substitution', 'a $(b <<E\nx\nE c; d)'],
    ['a here-document whose end has a dollar', `a <<$'E'\nE\nb\n$E`],
    ['a here-document whose end has a line break', `a <<'E\nF'\nE\nF`],
    ['>& with a word that is expanded twice', `a >&"x\\ y"`],
    ['>& with a dash and more', 'a >&-r'],
    ['a process substitution glued to a word', 'a pu<(b)sh'],
    ['a process substitution glued to an expansion', 'a $((1))<(b)'],
    ['a process substitution after an escaped blank', 'a \\ <(b)'],
    ['a process substitution glued to a number', 'a 1>(b)'],
    ['a slash in a substitution in a pattern', 'a "${x//$(b/c d)/e}"'],
    ['a line that goes on between a dollar and its name', 'a $\\\n#x'],
    ['a line that goes on there in a text for a shell', `sh -c "a \\$\\\\\n#x"`],
    ['an escape of its own', `a $'\\u0072m'`],
    ['an escape that is none', `a $'\\x\\\ny'`],
    ['a line that goes on in backticks', `a "\`b '1\\\n'\`"`],
    ['printf that sets a variable', `printf 'a%n' PATH; git status`],
    ['the same with flags', `printf '%-5.3ln' PATH`],
    ['a test without its end', '[ ! $y'],
    ['an encoding in which a backslash can be half a letter', 'LC_ALL=zh_TW.Big5 a'],
    ['the same through env', 'env LANG=ja_JP.SJIS a'],
    ['what a program splits at', 'IFS=a b'],
    ['what everything splits at', 'IFS=a; read i'],
    ['a group that begins like arithmetic', '((a b); c)'],
    ['a substitution that begins like arithmetic', 'a $((b) )'],
    ['the same in two lines', 'a $(\\\n(b <<E\nE\n) )'],
    ['a here-document in a condition of a substitution', 'a $(if b <<E\nE\nthen c; d; fi)'],
    ['quotes in backticks in quotes', 'a "`b "{c,d}"`"'],
    ['a descriptor in braces, in two lines', '{\\\nv}>f a'],
    ['a descriptor with its arrow in the next line', 'a 3\\\n<f'],
    ['a quote behind the dash that closes a descriptor', "a >&-'' b"],
    ['braces in quotes in an expansion in quotes', 'a "${x:-"{b,c}"}"'],
    ['a dollar sign before a quote in an expansion in quotes', 'a "${x:-$"(b)"}"'],
    ['braces in quotes in backticks in an expansion in quotes', 'a "${x^`b "{c,d}"`}"'],
    ['a here-document before a semicolon in a substitution', 'a $(b <<E; c; d\nE\n)'],
    ['a substitution of bash 5.3', 'a ${ b; }'],
    ['another one', 'a ${| b; }'],
    ['a program that looks like an option', '"-u" a'],
    ['nice with an option after a number', 'nice -5 -n 3 a'],
    ['env - with an option', 'env - -i a'],
    ['env with a word that has an equals sign', 'env -- -x=1 a'],
    ['xargs with a variable of its choice', 'xargs --process-slot-var=PATH a'],
    ['find with an expansion that could be -exec', 'find $x'],
    ['find with a quoted expansion before another', 'find "$x" "$y" \\;'],
    ['find with a pattern that could be -exec', 'find *'],
    ['find through xargs', 'xargs find .'],
    ['find -exec with a word that could end it', 'find . -exec a "$x" -exec b \\; \\;'],
    ['find -exec with an operator as the program', 'find -newer -exec ! -fprint f -name \\;'],
    ['find -execdir', 'find . -execdir a \\;'],
    ['a shell with an option behind -c', `bash -c +e 'rm f'`],
    ['a shell with -- behind -c', `sh -c -- 'rm f'`],
    ['a shell with -o beside -c', `bash -co pipefail 'rm f'`],
    ['a test with an operator from a variable', `[ ! "$x" 'a[$(b)]' ]`],
    ['a test with an operator from a variable behind -a', `[ 1 -a "$x" 'a[$(b)]' ]`],
    ['a test with an expansion that is not quoted', 'test $x = a'],
    ['a test of a name', `[ a = b -o -v 'a[$(b)]' ]`],
    ['read with options from a variable', 'read -p $x'],
    ['printf with file names as the format', 'printf *'],
    ['chdir, which some shells have', 'chdir a; echo x >f'],
  ])('every shell analysis refuses %s', (_, text) => {
    for (const shell of ['bash', 'sh', 'zsh'] as const) expect(read(text, shell).unreadable).toBeDefined();
  });
});

test.each(['a < "$x"', 'a > "$x"', 'a > "/dev/$x"', 'a > /dev/tcp/e/80', 'a <> /dev/"udp"/$x/80'])(
  'in bash, a redirection that could be a network connection is refused: %s',
  (text) => expect(read(text).unreadable?.construct).toContain('network connection'),
);

describe('texts unreadable in sh and readable in bash', () => {
  test.each([
    ['&> is & and >', 'a &>f rm x'],
    ['&>>', 'a &>>f'],
    ['|&', 'a |& b'],
    ['descriptors of two digits', 'a 10>f'],
    ['[[', '[[ a == b ]]'],
    ['<<<', 'a <<<b'],
    ['<(', 'a <(b)'],
    [`$'…'`, `a $'b'`],
    ['an operator of bash in an expansion', 'a ${x^^}'],
  ])('%s is unreadable in sh and readable in bash', (_, text) => {
    expect(read(text, 'sh').unreadable).toBeDefined();
    expect(read(text, 'bash').unreadable).toBeUndefined();
  });
});
