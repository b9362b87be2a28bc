import { describe, expect, test } from 'vitest';
import { effect, permissions } from './support.ts';

const allowed = permissions({ allow: ['Bash(zz *)'] });
const denied = permissions({ allow: ['Bash'], deny: ['Bash(zz *)'] });

/** Command, answer with the rule under `allow`, and answer with it under `deny` in addition to `allow: Bash`. */
const forms: readonly (readonly [string, string, string])[] = [
  ...each('allow', 'deny', [
    'zz a && zz b',
    'echo hi && zz a',
    'zz a;',
    'zz a # c',
    '# c\nzz a',
    'zz a \\\n b',
    'zz\ta',
  ]),
  ...each('ask', 'deny', [
    'zz a && qq',
    'zz a || qq',
    'zz a; qq',
    'zz a | qq',
    'zz a |& qq',
    'zz a\nqq',
    'zz a &',
    'zz a & qq',
  ]),
  ...each('allow', 'deny', [
    'timeout 5 zz a',
    'timeout -k 5 5 zz a',
    'timeout --foreground 5 zz a',
    'time zz a',
    'nice zz a',
  ]),
  ...each('allow', 'deny', ['nice -n 5 zz a', 'nohup zz a', 'stdbuf -oL zz a', 'timeout 5 nice zz a', 'command zz a']),
  ...each('allow', 'deny', ['builtin zz a', 'xargs zz a', 'ls | xargs zz a', 'zz a && echo hi', 'zz a 2>&1']),
  ...each('ask', 'deny', [
    'time -p zz a',
    'env zz a',
    'env F=1 zz a',
    'sudo zz a',
    'exec zz a',
    'watch zz a',
    'setsid zz a',
  ]),
  ...each('ask', 'deny', [
    'ionice zz a',
    'flock f zz a',
    'FOO=1 zz a',
    'PATH=/x zz a',
    'LD_PRELOAD=x zz a',
    'FOO=$(qq) zz a',
  ]),
  ...each('ask', 'allow', ['xargs -n1 zz a', 'npx zz a', 'docker exec c zz a', 'find . -exec zz a \\;', 'coproc zz a']),
  ...each('ask', 'allow', ["trap 'zz a' EXIT", 'eval zz a', "bash -c 'zz a'", 'sh -c "zz a"', 'echo zz a | sh']),
  ...each('ask', 'allow', ['python3 -c \'run("zz a")\'', "true && timeout 3 bash -c 'zz a'"]),
  ...each('allow', 'deny', [
    'NODE_ENV=x zz a',
    '\\zz a',
    "'zz' a",
    '"zz" a',
    'z\\z a',
    "z'z' a",
    'zz $HOME',
    'zz *',
    'zz ~',
  ]),
  ...each('allow', 'deny', [
    'zz "a;b"',
    "zz 'a && qq'",
    'zz > /dev/null',
    'zz < README.md',
    'zz <<< x',
    "zz <<'EOF'\nx\nEOF",
  ]),
  ...each('ask', 'deny', [
    '/usr/bin/zz a',
    './zz a',
    'a=zz; $a a',
    'zz $X',
    'zz "$X"',
    'zz {a,b}',
    'zz $(qq)',
    'zz `qq`',
  ]),
  ...each('ask', 'deny', ['zz "$(qq)"', 'zz <(qq)', 'zz > out.txt', 'zz >> ../other/f', 'zz <<EOF\nx\nEOF']),
  ...each('allow', 'deny', [
    '! zz a',
    'if zz a; then zz b; fi',
    'for i in 1 2; do zz a; done',
    'while zz a; do zz b; done',
  ]),
  ...each('allow', 'deny', ['[[ -n x ]] && zz a']),
  ...each('ask', 'deny', ['(zz a)', '(zz a; qq)', '{ zz a; }', 'case x in x) zz a;; esac', 'f() { zz a; }; f']),
  ...each('ask', 'deny', ['cd src && zz a && cd ..']),
];

function each(
  allow: string,
  deny: string,
  commands: readonly string[],
): readonly (readonly [string, string, string])[] {
  return commands.map((command) => [command, allow, deny]);
}

describe('the form of a command', () => {
  test.each(forms)('the form %j under an allow rule is %s', (command, expected) => {
    expect(effect(allowed, command)).toBe(expected);
  });

  test.each(forms)('the form %j under a deny rule and allow: Bash (%s, %s)', (command, _, expected) => {
    expect(effect(denied, command)).toBe(expected);
  });

  test.each(forms)('the form %j under an ask rule and allow: Bash (%s, %s)', (command, _, expected) => {
    const asked = permissions({ allow: ['Bash'], ask: ['Bash(zz *)'] });
    expect(effect(asked, command)).toBe(expected === 'deny' ? 'ask' : expected);
  });

  test.each(forms)('%j runs if Bash is allowed as a whole', (command) => {
    for (const rule of ['Bash', 'Bash(*)']) expect(effect(permissions({ allow: [rule] }), command)).toBe('allow');
  });

  test.each([
    '$(zz a)',
    'echo `zz a`',
    'echo "$(zz a)"',
    'cat <(zz a)',
    'X=$(zz a)',
    'echo ${X:-$(zz a)}',
    'cat <<E\n$(zz a)\nE',
    '[[ -n $(zz a) ]]',
    'echo $(( $(zz a) + 1 ))',
    '(( x = $(zz a) ))',
    'for (( i = $(zz a); ; )); do ls; done',
    'case $(zz a) in x) ls;; esac',
    'for f in $(zz a); do ls; done',
    'if [ -n "`zz a`" ]; then ls; fi',
    'echo "${X:-$(echo $(zz a))}"',
    'ls > $(zz a)',
    'until zz a; do ls; done',
    'select x in a; do zz a; done',
  ])('a denied command inside %j is denied', (command) => {
    expect(effect(denied, command)).toBe('deny');
  });
});

describe('the syntax of a rule for commands', () => {
  const probes = ['zz', 'zz a', 'zz a b', 'zzq', 'zz  a', 'zz b', 'ZZ a', 'zz x b', 'zz:x b', 'qq a'];
  const all = probes.join(', ');
  test.each([
    ['Bash(**)', all, all],
    ['Bash()', '', ''],
    ['Bash(zz)', 'zz', 'zz'],
    ['Bash(zz a)', 'zz a', 'zz a, zz  a'],
    ['Bash(zz  a)', 'zz  a', 'zz  a'],
    ['Bash(zz *)', 'zz, zz a, zz a b, zz  a, zz b, zz x b', 'zz, zz a, zz a b, zz  a, zz b, zz x b'],
    ['Bash(zz:*)', 'zz, zz a, zz a b, zz  a, zz b, zz x b', 'zz, zz a, zz a b, zz  a, zz b, zz x b'],
    ['Bash( zz * )', 'zz, zz a, zz a b, zz  a, zz b, zz x b', 'zz, zz a, zz a b, zz  a, zz b, zz x b'],
    [
      'Bash(zz*)',
      'zz, zz a, zz a b, zzq, zz  a, zz b, zz x b, zz:x b',
      'zz, zz a, zz a b, zzq, zz  a, zz b, zz x b, zz:x b',
    ],
    ['Bash(zz a:*)', 'zz a, zz a b, zz  a', 'zz a, zz a b, zz  a'],
    ['Bash(* a)', 'zz a, zz  a, ZZ a, qq a', 'zz a, zz  a, ZZ a, qq a'],
    ['Bash(zz * b)', 'zz a b, zz x b', 'zz a b, zz x b'],
    ['Bash(zz:* b)', 'zz:x b', 'zz:x b'],
    ['Bash(zz:**)', 'zz:x b', 'zz:x b'],
    ['Bash(:*)', '', ''],
    ['Bash(*:*)', '', ''],
    ['Bash(zz :*)', '', ''],
    ['Bash(zz ?)', '', ''],
    ['Bash(zz [ab])', '', ''],
    ['Bash(zz \\*)', '', ''],
    ['Bash(ZZ *)', 'ZZ a', 'ZZ a'],
    ['bash(zz *)', '', ''],
    ['Shell(zz *)', '', ''],
    ['Bash (zz *)', '', ''],
    ['Bash(zz a', '', ''],
    ['Bash(zz a) x', '', ''],
    ['Bash,Read', '', ''],
    ['Bash(zz a, zz b)', '', ''],
    ['Bash(command:zz *)', '', ''],
  ])('the rule %s matches the expected commands', (rule, allows, denies) => {
    const allow = probes.filter((probe) => effect(permissions({ allow: [rule] }), probe) === 'allow');
    const deny = probes.filter((probe) => effect(permissions({ allow: ['Bash'], deny: [rule] }), probe) === 'deny');
    expect({ allows: allow.join(', '), denies: deny.join(', ') }).toEqual({ allows, denies });
  });

  test('parentheses in a rule are escaped by a backslash, as Claude Code writes them', () => {
    const rule = String.raw`Bash(node -e "f\(1\)")`;
    expect(effect(permissions({ allow: [rule] }), 'node -e "f(1)"')).toBe('allow');
    expect(effect(permissions({ allow: ['Bash'], deny: [rule] }), 'node -e "f(1)"')).toBe('deny');
    expect(effect(permissions({ allow: [String.raw`Bash(zz a\)`] }), 'zz a)')).toBe('ask');
  });

  test('a denial of Bash or Bash(*) removes the tool, and Bash(**) denies each call', () => {
    const answers = ['Bash', 'Bash(*)', '*', 'Bash(**)'].map((rule) => effect(permissions({ deny: [rule] }), 'ls'));
    expect(answers).toEqual(['not offered', 'not offered', 'not offered', 'deny']);
  });
});

describe('commands that run without a rule', () => {
  test.each(
    `echo hi|ls|cat README.md|pwd|whoami|date|head -1 README.md|wc README.md|stat README.md|sort README.md|diff a b|grep x a
rg x|find . -name x|sed -n 1p README.md|jq . a.json|tree|which ls|ps|true|sleep 0|test -f a|[ -f a ]|xargs echo|docker ps|cd src
git status|git log|git diff|git branch|git show|git remote -v|git stash list|ls && pwd|ls; pwd|cat a 2>&1|ls > /dev/null
timeout 5 ls|command ls|if true; then ls; fi|tail x|cat *|ls *.md|base64 a|tac a|du -sh .|printf hi|echo $((1+1))|[[ -f a ]]|git blame a`.split(
      /[|\n]/,
    ),
  )('%s runs without a rule', (command) => {
    expect(effect({}, command)).toBe('allow');
  });

  test('a pipeline of harmless commands runs without a rule', () => {
    expect(effect({}, 'cat README.md | grep x | sort')).toBe('allow');
  });

  test.each(
    `env|printenv|kill 1|node -e 1|python3 -c 1|npm test|gh pr list|touch z|mkdir q|sed -i s/a/b/ a|git config --list
git -C src status|find . -delete|nice ls|time ls|env ls|FOO=1 ls|(ls)|{ ls; }|ls & pwd|for f in *; do echo $f; done
echo $(whoami)|cat <<E|echo hi > y.txt|cat /etc/passwd|ls /etc|cd /etc|cat ../other/o.txt|cat ~/x|sort -o a b|git branch new
git diff --output=x|git remote add a b|find . -exec ls ;|date 01010000|sed -n 1w/tmp/x a|cd`.split(/[|\n]/),
  )('%s needs a question without a rule', (command) => {
    expect(effect({}, command)).toBe('ask');
  });

  test('harmless commands are unknown for another version of Claude Code', () => {
    const question = { circumstances: { version: '2.2.0' } };
    expect(effect({}, 'ls', question)).toBe('unknown');
    expect(effect(allowed, 'zz a', question)).toBe('allow');
    expect(effect(denied, 'zz a', question)).toBe('deny');
  });
});

describe('rules for commands that touch files', () => {
  test.each([
    ['Bash(mkdir:*)', 'mkdir m', 'allow'],
    ['Bash(mkdir:*)', 'mkdir ../m', 'ask'],
    ['Bash(cat:*)', 'cat README.md', 'allow'],
    ['Bash(cat:*)', 'cat /etc/hostname', 'ask'],
    ['Bash(zz:*)', 'zz < /etc/hostname', 'ask'],
    ['Bash(zz:*)', 'cat /etc/hostname && zz', 'ask'],
    ['Bash(git:*)', 'git commit -m x > /dev/null', 'allow'],
    ['Bash(git commit:*)', 'git commit -m "a && b"', 'allow'],
    ['Bash(npm run:*)', 'npm run build && npm run test', 'allow'],
    ['Bash(npm run:*)', 'npm install', 'ask'],
  ])('the rule %s for %s means %s', (rule, command, expected) => {
    expect(effect(permissions({ allow: [rule] }), command)).toBe(expected);
  });

  test('a protected folder needs a question even if all of Bash is allowed', () => {
    expect(effect(permissions({ allow: ['Bash'] }), 'echo x > .git/hooks/pre-commit')).toBe('ask');
    expect(effect(permissions({ allow: ['Bash'] }), 'cat .git/config')).toBe('allow');
  });
});

describe('recorded from 2.1.330', () => {
  test.each([
    ['jq -f ./x', 'ask'],
    ['jq -L ./x .', 'ask'],
    ['jq --rawfile a README.md .', 'ask'],
    ['jq -n \'system("x")\'', 'ask'],
    ['jq .a README.md', 'allow'],
    ['awk \'BEGIN { system("touch x") }\'', 'ask'],
    ['awk -f ./x README.md', 'ask'],
    ['awk \'BEGIN{print "a" | "sh"}\'', 'ask'],
    ["awk '{print}' README.md", 'allow'],
  ])('a rule for jq and awk does not cover scripts that run programs: %s is %s', (command, expected) => {
    expect(effect(permissions({ allow: ['Bash(jq:*)', 'Bash(awk:*)'] }), command)).toBe(expected);
    expect(effect(permissions({ allow: ['Bash'] }), command)).toBe('allow');
  });

  test.each([
    ["bash -c 'rm x'", ['Bash(rm:*)'], 'ask'],
    ["env bash -lc 'ls; sudo rm x'", ['Bash(rm:*)'], 'ask'],
    ["bash -c 'sudo rm x'", ['Bash(sudo:*)'], 'ask'],
    ["bash -c 'rmdir x'", ['Bash(rmdir:*)'], 'ask'],
    ["bash -c 'rm x'", ['Bash(rm -rf:*)'], 'allow'],
    ["bash -c 'git push'", ['Bash(git push:*)'], 'allow'],
    ["eval 'rm x'", ['Bash(rm:*)'], 'allow'],
  ])('a denial covers removals in a shell script: %s under the denial %s is %s', (command, deny, expected) => {
    expect(effect(permissions({ allow: ['Bash'], deny }), command)).toBe(expected);
  });

  test.each([
    ['zz a && qq b', 'allow'],
    ['zz a ; qq', 'allow'],
    ['for i in 1 2; do zz a; done', 'allow'],
    ['zz | qq', 'ask'],
    ['zz && qq | kk', 'ask'],
    ['zz > o.txt', 'ask'],
  ])('a rule for exactly "%s" has the effect %s', (command, expected) => {
    expect(effect(permissions({ allow: [`Bash(${command})`] }), command)).toBe(expected);
  });
});
