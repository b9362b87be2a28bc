import { checkCodexPolicy, codexPolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { codexFiles, project } from './support.ts';

function check(text: string, argv: string, resolve = true): string {
  const file = { path: `${project}/.codex/rules/a.rules`, name: 'a.rules', text };
  return checkCodexPolicy([file], argv.split(' '), { resolve, cwd: project }).answer;
}

const rule = (rest: string) => `prefix_rule(pattern = ["rm"]${rest})`;

describe('patterns in Codex rules', () => {
  test.each([
    ['["git", ["push", "fetch"]]', 'git fetch x', 'deny'],
    ['["git", ["push", "fetch"]]', 'git pull', 'nomatch'],
    ['["npm", "*"]', 'npm test', 'nomatch'],
    ['["git status"]', 'git status', 'nomatch'],
    ['["rm"]', 'RM x', 'nomatch'],
    ['["rm"]', '/bin/rm x', 'deny'],
    ['["rm"]', './rm x', 'deny'],
    ['[["rm", "shred"]]', 'shred x', 'deny'],
    ['[r"a\\b"]', 'a\\b', 'deny'],
    ["['''rm''']", 'rm', 'deny'],
    ['["\\x72m"]', 'rm', 'deny'],
    ['["rm",] # comment', 'rm', 'error'],
    ['("rm",)', 'rm', 'error'],
    ['"rm"', 'rm', 'error'],
    ['[]', 'rm', 'error'],
    ['[["rm", 1]]', 'rm', 'error'],
    ['["rm" "x"]', 'rm x', 'error'],
    ['["r" + "m"]', 'rm', 'unknown'],
    ['[f"rm"]', 'rm', 'unknown'],
    ['[name]', 'rm', 'unknown'],
  ])('the pattern %s for the command %s results in %s', (pattern, argv, answer) => {
    expect(check(`prefix_rule(pattern = ${pattern}, decision = "forbidden")`, argv)).toBe(answer);
  });

  test('canonical_matching makes a pattern ignore case in all words', () => {
    expect(check(rule(', canonical_matching = True'), 'RM x')).toBe('allow');
    expect(check('prefix_rule(["rm", "-R"], "prompt", canonical_matching = True)', 'rm -r x')).toBe('ask');
    expect(check(rule(', canonical_matching = 1'), 'rm')).toBe('error');
  });
});

describe('calls in Codex rules', () => {
  test.each([
    [rule(''), 'allow'],
    [rule(', decision = None'), 'error'],
    [rule(', **{}'), 'unknown'],
    [`\uFEFF${rule('')}`, 'error'],
    [`len("x")\n${rule('')}`, 'allow'],
    [rule(', "prompt"'), 'error'],
    ['prefix_rule(["rm"], "prompt")', 'ask'],
    ['prefix_rule(["rm"], "prompt", decision = "allow")', 'error'],
    ['prefix_rule(decision = "allow")', 'error'],
    [rule(', decision = "deny"'), 'error'],
    [rule(', decision = "Forbidden"'), 'error'],
    [rule(', justification = "  "'), 'error'],
    [rule(', note = "x"'), 'error'],
    [rule(', match = ["rm -r x", ["/bin/rm"]]'), 'allow'],
    [rule(', match = ["ls"]'), 'error'],
    [rule(', match = "rm"'), 'error'],
    [rule(`, match = ["rm 'x"]`), 'error'],
    [rule(', not_match = ["ls", "echo rm"]'), 'allow'],
    [rule(', not_match = ["rm x"]'), 'error'],
    [`${rule('')}; ${rule(', decision = "forbidden"')} # both\n`, 'deny'],
    [`"""Rules."""\npass\n${rule('')}`, 'allow'],
    [`  ${rule('')}`, 'error'],
    ['print("x")', 'error'],
    ['load("x", "y")', 'error'],
    [`x = 1\n${rule('')}`, 'unknown'],
    [`def f():\n    prefix_rule(["rm"])\nf()\n${rule('')}`, 'unknown'],
    [`${rule('')}.x`, 'unknown'],
    ['prefix_rule(pattern = ["rm"', 'error'],
    ['prefix_rule(pattern = ["rm)', 'error'],
  ])('the rule %s results in %s', (text, answer) => {
    expect(check(text, 'rm x')).toBe(answer);
  });

  test('a call of host_executable limits the paths of a bare name', () => {
    const with_ = (paths: string) =>
      `${rule(', decision = "forbidden"')}\nhost_executable(name = "rm", paths = ${paths})`;
    expect(check(with_('["/bin/rm"]'), '/bin/rm x')).toBe('deny');
    expect(check(with_('["/bin/rm"]'), '/usr/bin/rm x')).toBe('nomatch');
    expect(check(with_('[]'), '/bin/rm x')).toBe('nomatch');
    expect(check(with_('[]'), 'rm x')).toBe('deny');
    expect(check(with_('["/bin/mv"]'), 'rm')).toBe('error');
    expect(check(with_('["~/rm"]'), 'rm')).toBe('error');
  });

  test('a call of network_rule matches no command', () => {
    const network = (host: string, protocol = 'https', decision = 'deny') =>
      check(`network_rule(host = "${host}", protocol = "${protocol}", decision = "${decision}")`, 'curl x');
    expect(network('Example.com:443')).toBe('nomatch');
    expect(network('*.example.com')).toBe('error');
    expect(network('https://example.com')).toBe('error');
    expect(network('example.com', 'tcp')).toBe('error');
    expect(network('example.com', 'https', 'ask')).toBe('error');
  });

  test('a rule with an exact path overrides the rules for the bare name', () => {
    const both = 'prefix_rule(["/bin/rm"], "allow")\nprefix_rule(["rm"], "forbidden")';
    expect(check(both, '/bin/rm x')).toBe('allow');
    expect(check(both, '/usr/bin/rm x')).toBe('deny');
  });
});

describe('problems in Codex rules', () => {
  test('problems in a Codex file have a line and column', () => {
    const { problems } = codexPolicies.readProfiles(
      codexFiles({
        '.codex/rules/a.rules': '# first\n\nprefix_rule(pattern = ["rm"], decision = "deny")\n',
        '.codex/rules/b.rules': 'x = [\n  "rm",\n]\nfor t in x:\n    prefix_rule(pattern = [t])\n',
        '.codex/config.toml': 'model = "x"\nsandbox_mode = \n',
      }),
    );
    expect(problems.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
      ['CODEX_DOES_NOT_START', '.codex/config.toml', 2, expect.any(Number)],
      ['CODEX_RULES_BROKEN', '.codex/rules/a.rules', 3, 1],
      ['CODEX_RULES_UNREAD', '.codex/rules/b.rules', 1, expect.any(Number)],
      ['CODEX_RULES_UNREAD', '.codex/rules/b.rules', 4, expect.any(Number)],
    ]);
    expect(problems[1]?.message).toContain('"deny" is not one of allow, prompt and forbidden');
  });
});
