import { analyseCommand } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';

describe('texts refused for zsh because only zsh reads them its way', () => {
  test.each([
    ['a process substitution into a file', 'cat =(b)'],
    ['a word that is replaced by the path of a program', 'cat =b'],
    ['the same on the next line', 'cat \\\n=b'],
    ['the same in an assignment', 'CI==b c'],
    ['a comparison that is such a word', '[ a == b ]'],
    ['a qualifier that runs a program', `cat *(e:'b':)`],
    ['the same behind brackets', `cat [a](e:'b':)`],
    ['the same behind a question mark', `cat a?(e:'b':)`],
    ['the same in a loop', `for i in *(e:'b':); do c; done`],
    ['the same in a target', `a > *(e:'b':)`],
    ['the same in a condition', `[[ -f *(e:'b':) ]]`],
    ['the same as a function', `cat *(+b)`],
    ['a pattern with choices', 'cat a(b|c)'],
    ['a pattern that excludes', 'cat ^a'],
    ['a pattern that repeats', 'cat a#b'],
    ['a pattern of numbers', 'cat a<1-5>b'],
    ['a pattern of any number', 'cat <->x'],
    ['a value that is evaluated', 'echo ${(e)x}'],
    ['a value that is a name', 'echo ${(P)x}'],
    ['a value that is a prompt', 'echo ${(%)x}'],
    ['a nested expansion', 'echo ${${x}}'],
    ['an expansion without a name', `echo \${:-$(b)}`],
    ['a value that is a pattern', 'echo $~x'],
    ['the same in braces', 'echo ${~x}'],
    ['a value that is split', 'echo $=x'],
    ['a value for each element', 'echo $^x'],
    ['a test whether a variable is set', 'echo $+x'],
    ['the same in quotes', 'echo "$+x"'],
    ['an index', 'echo $x[y]'],
    ['an index in quotes', 'echo "$x[y]"'],
    ['an index of the arguments', 'echo "$@[y]"'],
    ['an index in a here-document', 'cat <<E\n$x[y]\nE'],
    ['an index that is evaluated', 'echo ${x[y]}'],
    ['a modifier', 'echo ${x:h}'],
    ['elements that another list has', 'echo ${x:|y}'],
    ['elements without a pattern', 'echo ${x:#y}'],
    ['old arithmetic', 'echo $[1+1]'],
    ['an overwriting redirection', 'a >! f'],
    ['an overwriting redirection of everything', 'a >&! f'],
    ['an overwriting redirection that appends', 'a >>! f'],
    ['another one', 'a >>| f'],
    ['a redirection of everything that appends', 'a >>& f'],
    ['the coprocess', 'a <&p'],
    ['a redirection alone, which starts a pager', '< f'],
    ['the same in a substitution', 'echo $(<f)'],
    ['a job that is let go', 'cd a &! echo x >f'],
    ['another one', 'a &| b'],
    ['a group that ends without a semicolon', '{ a } ; b; }'],
    ['a brace as an argument', 'echo }'],
    ['a block that always runs', '{ a; } always { b; }'],
    ['a loop with parentheses', 'for i (a b) c'],
    ['a loop without do', 'while [[ a ]] { b }'],
    ['a condition without then', 'if [[ a ]] { b }'],
    ['a choice in braces', 'case a { a) b;; }'],
    ['a function without a name', '() { a; }'],
    ['a function with two names', 'a b () { c; }'],
    ['foreach', 'foreach i (a b)\nc\nend'],
    ['repeat', 'repeat 2 a'],
    ['noglob', 'noglob a *'],
    ['nocorrect', 'nocorrect a'],
    ['a dash before a command', '- a'],
    ['builtin', 'builtin cd a'],
    ['coproc', 'coproc a'],
    ['print', 'print -P a'],
    ['printf with a number', `printf %d 'a[$(b)]'`],
    ['exit with arithmetic', `exit 'a[$(b)]'`],
    ['break with arithmetic', `for i in a; do break 'a[$(b)]'; done`],
    ['return with arithmetic', `return 'a[$(b)]'`],
    ['shift with arithmetic', `shift 'a[$(b)]'`],
    ['a comparison of numbers', `[ 'a[$(b)]' -eq 1 ]`],
    ['a test of a descriptor', `[ -t 'a[$(b)]' ]`],
    ['the same in a condition', `[[ -t 'a[$(b)]' ]]`],
    ['a regular expression', '[[ a =~ $x ]]'],
    ['read with an option that has no value', `read -p 'a[$(b)]'`],
    ['read into an element', `read 'a[$(b)]'`],
    ['chdir', 'chdir a; echo x >f'],
    ['fc and its alias r', 'r'],
    ['modules', 'zmodload zsh/system'],
    ['emulation', 'emulate sh -c a'],
    ['options', 'setopt extendedglob'],
    ['autoloaded functions', 'autoload a; a'],
    ['a variable tied to PATH', 'for path in a; do b; done'],
    ['a sub-shell with an index', `zsh -c 'echo $x[y]'`],
    ['backticks with backslashes', 'echo `a \\`b\\``'],
    ['a descriptor of two digits', 'a 10>f'],
    ['more escapes', `a $'\\C-a'`],
  ])('the analysis refuses %s for zsh', (_, text) =>
    expect(analyseCommand(text, { shell: 'zsh' }).unreadable).toBeDefined(),
  );
});

describe('texts that zsh reads like bash', () => {
  test.each([
    'git status && git diff HEAD~1 -- src | head -20',
    'npm test 2>&1 | tail -5 > out.txt',
    'for f in a b; do wc -l "$f"; done',
    'if [ "$x" = y ]; then echo $x; fi',
    '[[ -f a && "$x" == y* ]] || exit 1',
    `printf '%s\\n' "$x" && cd a && ls *.ts`,
    'FORCE_COLOR=1 npx vitest run src/a.test.ts',
    `cat <<'E' > a.txt\nx\nE`,
    'echo "$(git rev-parse HEAD)" ${x:-a} $((1 + 2))',
    'find . -name "*.ts" -exec grep -l a {} +',
    'diff <(sort a) <(sort b)',
    'sleep 5 & wait',
    'ls | xargs -I{} cat {}',
    'while IFS= read -r i; do echo "$i"; done <f',
  ])('the analysis reads the text for zsh: %s', (text) => {
    expect(analyseCommand(text, { shell: 'zsh' }).unreadable).toBeUndefined();
    expect(analyseCommand(text, { shell: 'zsh' })).toEqual(analyseCommand(text, { shell: 'bash' }));
  });

  test('in zsh, only the last pipeline runs in the background', () => {
    const text = 'cd a && b & echo x >f';
    const writes = analyseCommand(text, { shell: 'zsh' }).files.map(({ path }) => path);
    expect(writes).toEqual(['f', 'a/f']);
    expect(analyseCommand(text, { shell: 'bash' }).files.map(({ path }) => path)).toEqual(['f']);
  });

  test('in zsh, the last command of a pipeline runs in the shell itself', () => {
    const { files } = analyseCommand('a | cd b; echo x >f', { shell: 'zsh' });
    expect(files.map(({ path }) => path)).toEqual(['f', 'b/f']);
  });
});
