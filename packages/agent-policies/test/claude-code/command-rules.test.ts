import { describe, expect, test } from 'vitest';
import { effect, permissions } from './support.ts';

const allowed = (rule: string) => permissions({ allow: [rule] });
const denied = (rule: string) => permissions({ allow: ['Bash'], deny: [rule] });
const asked = (rule: string) => permissions({ allow: ['Bash'], ask: [rule] });

describe('patterns for commands', () => {
  test.each([
    ['Bash(zz a:* )', 'zz a b', 'ask'],
    ['Bash(zz a:* )', 'zz a:x', 'allow'],
    ['Bash(zz a*)', 'zz  a', 'allow'],
    ['Bash(zz * *)', 'zz  a', 'ask'],
    ['Bash(* a)', 'zz\ta', 'allow'],
    ['Bash(zz **)', 'zz', 'ask'],
    ['Bash(zz \\*)', 'zz *', 'ask'],
    ['Bash(zz \\* *)', 'zz * a', 'allow'],
    ['Bash(zz /**/b)', 'zz /b', 'allow'],
    ['Bash(zz /**/b)', 'zz /a/c/b', 'allow'],
    ['Bash(zz /**/b)', 'zz a/b', 'ask'],
    ['Bash(zz a)', 'xargs zz a', 'ask'],
    ['Bash(zz a:*)', 'xargs zz a', 'allow'],
    ['Bash(zz a*)', 'xargs zz a', 'allow'],
    ['Bash(z* a)', 'xargs zz a', 'ask'],
    ['Bash(zz a && qq)', 'zz a && qq', 'allow'],
    ['Bash(zz a && qq:*)', 'zz a && qq', 'allow'],
    ['Bash(zz a && qq:*)', 'zz a && qq b', 'ask'],
  ])('the allow rule %s decides %s as %s', (rule, command, expected) => {
    expect(effect(allowed(rule), command)).toBe(expected);
  });

  test.each([
    ['Bash(zz a)', 'xargs zz a', 'allow'],
    ['Bash(z* a)', 'xargs zz a', 'deny'],
    ['Bash(zz * *)', 'zz a | qq', 'deny'],
    ['Bash(zz * *)', 'zz a && qq', 'allow'],
    ['Bash(zz a && qq:*)', 'zz a && qq', 'deny'],
    ['Bash(* --force*)', 'git push --force', 'deny'],
    ['Bash(*rm*)', 'coproc rm x', 'deny'],
    ['Bash(zz)', 'zz (a)', 'deny'],
  ])('the deny rule %s decides %s as %s', (rule, command, expected) => {
    expect(effect(denied(rule), command)).toBe(expected);
    if (!rule.includes('&&')) expect(effect(asked(rule), command)).toBe(expected === 'deny' ? 'ask' : expected);
  });
});

describe('variables before a command', () => {
  test.each(['CI=1', 'NODE_ENV=a/b', 'TZ=a:b', 'CI=true FORCE_COLOR=0', 'LC_ALL=C.UTF-8'])(
    'the variable %s before a command is harmless',
    (start) => {
      expect(effect(allowed('Bash(zz *)'), `${start} zz a`)).toBe('allow');
    },
  );

  test.each([
    'CI=/x',
    'CI=./x',
    'CI=a/../b',
    'CI="x y"',
    'LANG=1',
    'PYTHONPATH=1',
    'CI=1 FOO=1',
    'FOO=1 CI=1',
    'CI=$X',
  ])('the variable %s before a command needs a question', (start) => {
    expect(effect(allowed('Bash(zz *)'), `${start} zz a`)).toBe('ask');
    expect(effect(denied('Bash(zz *)'), `${start} zz a`)).toBe('deny');
  });
});

describe('wrappers', () => {
  const looked = `timeout -s KILL 5|timeout --signal=KILL 5|timeout -k5 5|timeout --preserve-status 5|nice -5|stdbuf -i0 -o0|command -p
noglob|time timeout 5 nice`;
  test.each(looked.split(/[|\n]/))('every rule looks through the wrapper %s', (wrapper) => {
    expect(effect(allowed('Bash(zz *)'), `${wrapper} zz a`)).toBe('allow');
    expect(effect(denied('Bash(zz *)'), `${wrapper} zz a`)).toBe('deny');
  });

  const guarded = `sudo -u root|sudo A=1|doas|pkexec|watch -n 1|taskset 1|chrt 1|strace -f -o x|ltrace|unshare -n|nsenter -t 1|nocorrect
exec -a x|script -q f|sudo timeout 5|timeout 5 sudo|/usr/bin/sudo`;
  test.each(guarded.split(/[|\n]/))('only a denial looks through the wrapper %s', (wrapper) => {
    expect(effect(allowed('Bash(zz *)'), `${wrapper} zz a`)).toBe('ask');
    expect(effect(denied('Bash(zz *)'), `${wrapper} zz a`)).toBe('deny');
  });

  test.each(['env -S "zz a"', 'flock f -c "zz a"', 'script -c "zz a"'])(
    'a denial reads the command inside %s',
    (command) => {
      expect(effect(denied('Bash(zz *)'), command)).toBe('deny');
    },
  );

  test.each(['watch zz a', 'eval zz a', 'exec zz a', 'nice -n5 zz a', 'timeout --foo 5 zz a', 'env -C src zz a'])(
    'a rule cannot check the wrapped command %s',
    (command) => {
      expect(effect(allowed('Bash(* a)'), command)).toBe('ask');
      expect(effect(allowed('Bash'), command)).toBe('allow');
    },
  );
});

describe('parts of a command that cannot be checked', () => {
  test.each(['zz a >&-', 'zz ${HOME}', 'zz a\\\nb', 'zz a\u00a0b', 'zz \u200ba', 'PATH=/x; zz a', 'A=1; zz $A'])(
    'a rule cannot check %j, so Claude Code asks',
    (command) => {
      expect(effect(allowed('Bash(zz *)'), command)).toBe('ask');
    },
  );

  test.each([
    'A=1; zz a',
    'for x in 1 2; do zz a; done',
    'for x in $(zz b); do zz a; done',
    'A=$(zz b); zz a',
    'zz a <<< x',
  ])('a rule can check every part of %j', (command) => {
    expect(effect(allowed('Bash(zz *)'), command)).toBe('allow');
  });
});
