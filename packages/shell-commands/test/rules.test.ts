import { analyseCommand, parseCommandRule, type RuleList } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';

function rule(text: string, list: RuleList) {
  const parsed = parseCommandRule(text, list);
  if (parsed.fault !== undefined) throw new Error(parsed.fault);
  return parsed;
}

function firstProgram(command: string) {
  const { programs, unreadable } = analyseCommand(command, { shell: 'bash' });
  if (programs[0] === undefined) throw new Error(unreadable?.construct ?? 'no program');
  return programs[0];
}

const allows = (text: string, command: string) => rule(text, 'allowedCommands').allows(firstProgram(command));
const finds = (text: string, command: string, list: RuleList = 'disallowedCommands') =>
  rule(text, list).finds(firstProgram(command));

describe('a rule that allows', () => {
  test.each([
    ['git status', 'git status'],
    ['git status', "'git' st\\atus"],
    ['git status *', 'git status'],
    ['git status *', 'git status -s src'],
    ['git * main', 'git switch main'],
    ['./scripts/*.sh', './scripts/check.sh'],
    ['npm run docs:*', 'npm run docs:build'],
    ['npm run build *', 'npm run build --workspace a -- --watch'],
    ['npm run build --prefix *', 'npm run build --prefix other'],
    ["grep 'a b' *", 'grep "a b" x'],
    ["echo '*'", "echo '*'"],
    ['ls ?', "ls '?'"],
    ['*', 'anything at all'],
    ['make FOO=1 *', 'make FOO=1 all'],
    ['../tools/*.sh', '../tools/a.sh'],
    ['sort --compress-program=gzip *', 'sort a --compress-program=gzip'],
    ['sort --compress-program *', 'sort a --compress-program gzip'],
    ['sort --compress-program gzip *', 'sort --compress-program gzip a'],
    ['rg --pre=* a', 'rg --pre=b a'],
  ])('the allow rule %s matches: %s', (text, command) => expect(allows(text, command)).toBe(true));

  test.each([
    ['git status', 'git status -s'],
    ['git status', 'git  log'],
    ['git status', 'GIT status'],
    ['git status', './git status'],
    ['git status', '/usr/bin/git status'],
    ['git * main', 'git main'],
    ['git * main', 'git push --force main'],
    ['git * main', 'git --force main'],
    ['git * main', 'git "$x" main'],
    ['./scripts/*.sh', './scripts/a.sh b'],
    ['npm run docs:*', 'npm run docs: build'],
    ['npm run docs:*', 'npm run "docs:$x"'],
    ['git push:*', 'git push'],
    ['git push:*', 'git push origin'],
    ['npm test *', 'npm tests'],
    ['./check.sh', 'cd sub && ./check.sh'],
    ['./scripts/*.sh', './scripts/../a.sh'],
    ['./scripts/*', './scripts/..'],
    ['sort --compress-program gzip *', 'sort gzip --compress-program sh'],
    ['sort --compress-program=gzip *', 'sort a --compress-program=sh'],
    ['sort --compress-program', 'sort --compress-program=sh'],
    ['sort -o a --compress-program *', 'sort --compress-program'],
    ['./scripts/*', './scripts/../docs/evil.sh'],
    ['*/check.sh', '../check.sh'],
  ])('the allow rule %s does not match: %s', (text, command) => {
    const program = analyseCommand(command, { shell: 'bash' }).programs.at(-1);
    expect(program && rule(text, 'allowedCommands').allows(program)).toBe(false);
  });
});

test.each([
  ['sort --compress-program=gzip *', 'sort --compress-program=gzip --compress-program=sh'],
  ['sort --compress-program gzip *', 'sort --compress-program gzip --compress-program sh'],
  ['rg --* a', 'rg --pre=sh a'],
  ['npm run build *', 'npm run build --script-shell=x'],
  ['npm run build *', 'npm run build --prefix other'],
  ['npm test *', 'npm test --node-options --require=./x.js'],
])('the rule %s does not cover every option of: %s', (text, command) =>
  expect(allows(text, command)).toContain('does not cover'),
);

describe('a rule that allows, and an option that runs a program', () => {
  test.each([
    [
      'rg *',
      'rg --pre sh x',
      "'*' does not cover --pre, which runs a program or code; a rule that contains '--pre' would cover it",
    ],
    ['rg --pre *', 'rg --pre sh x', true],
    ['rg --pre *', 'rg -n --pre sh x', true],
    ['rg --pre ./x *', 'rg --pre ./x foo', true],
    ['rg --pre ./x *', 'rg --pre ./x --pre sh foo', expect.stringContaining('does not cover')],
    ['rg --pre ./x *', 'rg -n --pre sh foo', false],
    ['git --paginate log *', 'git --paginate log', true],
  ])('the allow rule %s is checked against %s', (text, command, expected) =>
    expect(allows(text, command)).toEqual(expected),
  );
});

describe('a rule that denies or asks', () => {
  test.each([
    ['git push', 'git push origin main'],
    ['git push *', 'git push'],
    ['git push:*', 'git push origin'],
    ['git push --force', 'git push origin main --force'],
    ['git push --force', 'git push --forc'],
    ['git push --force', 'git push --force=x'],
    ['rm -rf', 'rm -r -f a'],
    ['rm -rf', 'rm -vfr a'],
    ['rm -rf', 'rm a -f b -r'],
    ['rm -rf', '/bin/rm -rf a'],
    ['rm', 'RM a'],
    ['rm', 'rm.exe a'],
    ['/usr/bin/rm', 'rm a'],
    ['curl http://*', 'curl -s http://e'],
    ['*', 'anything'],
    ['find * -exec', 'find . -exec ls {} \\;'],
    ['curl -X POST', 'curl -XPOST http://e'],
    ['curl --request POST', 'curl --request=POST http://e'],
    ['git push --push-option=a', 'git push --push-o=a'],
    ['git push --push-option=a', 'git push --push-option a'],
    ['git push --push-*', 'git push --push-option a'],
    ['git push --push-*', 'git push --pus a'],
    ['tar -x', 'tar xf a.tar'],
  ])('the rule %s is found in: %s', (text, command) => expect(finds(text, command)).toBe('certain'));

  test.each([
    ['rm -rf', 'rm $x'],
    ['rm -rf', 'rm *'],
    ['rm -rf', 'rm "$x"'],
    ['curl evil', 'curl "$url"'],
    ['curl -X POST', 'curl "-X$x"'],
    ['rm -f', 'rm "-r$x" a'],
    ['git push --force', 'git push "--fo=$x"'],
    ['git push --force', 'git push "--fo$x"'],
    ['chmod a+x b', 'chmod {a+x,b}'],
    ['chmod pa pb', 'chmod p*'],
    ['git push', 'git "$x"'],
  ])('the rule %s could be in: %s', (text, command) => expect(finds(text, command)).toBe('possible'));

  test.each([
    ['rm -rf', 'rm -r a'],
    ['rm -rf', 'rm src/*'],
    ['rm -rf', 'rmdir -rf'],
    ['git push --force', 'git push --no-verify'],
    ['curl evil', 'curl good'],
    ['git push --push-option=a', 'git push --push-option=b'],
    ['git push --force', 'git push "--dry$x"'],
    ['git push --force', 'git push "-f$x"'],
  ])('the rule %s is not in: %s', (text, command) => expect(finds(text, command)).toBeUndefined());
});

test('a wrapper in different letter case is opened and needs a separate rule', () => {
  const { programs } = analyseCommand('ENV rm a', { shell: 'bash' });
  expect(programs.map(({ text, need }) => [text, need])).toEqual([
    ['ENV rm a', 'rule'],
    ['rm a', 'rule'],
  ]);
});

describe('an unusable rule', () => {
  test.each([
    ['', 'is empty'],
    ['a && b', 'is not a single command; write one rule for each command'],
    ['a; b', 'is not a single command; write one rule for each command'],
    ['a &', 'is not a single command; write one rule for each command'],
    ['ls > x', 'contains a redirection; the groups of the mode determine access to files'],
    ['A=1 ls', 'begins with an assignment; write only the command'],
    ['ls # all', "contains '# all' after the command; quote it if it is a word"],
    ['ls $x', "contains $x, which a shell expands; write literal words and '*', and quote other characters"],
    ['ls {a,b}', "contains {a,b}, which a shell expands; write literal words and '*', and quote other characters"],
    ['~/x', "contains ~/x, which a shell expands; write literal words and '*', and quote other characters"],
    ['ls\nrm', 'contains a line break or an invisible character'],
    ['ls "', 'cannot be parsed as a command'],
  ])('the rule %s cannot be used', (text, fault) =>
    expect(parseCommandRule(text, 'allowedCommands').fault).toContain(fault),
  );
});
