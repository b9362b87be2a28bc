import { judgeProfileTest, type ProfileTestAnswer, readPolicyTests } from '@modegate/policy-check/policy-test';
import { describe, expect, test } from 'vitest';

const read = (text: string) => readPolicyTests(text, { file: 'a.modes-test.yaml' });

describe('policy test entries about agent profiles', () => {
  test('profile entries are read together with mode entries, with a case for each combination of their lists', () => {
    const { cases, profileCases, problems } = read(`tests:
  - { mode: docs, tool: read_file, expect: allow }
  - profile: [claude-code, claude-code/reviewer]
    tool: Bash
    argument: [git push, make]
    circumstances: { headless: true }
    expect: not offered
    by: Bash(git push:*)
  - { name: plain, profile: opencode, tool: edit, arguments: { filePath: a.ts }, expect: unknown, unknown: true }
`);
    expect(problems).toEqual([]);
    expect(cases).toHaveLength(1);
    expect(profileCases.map(({ name }) => name)).toEqual([
      "claude-code: Bash 'git push'",
      "claude-code: Bash 'make'",
      "claude-code/reviewer: Bash 'git push'",
      "claude-code/reviewer: Bash 'make'",
      'plain',
    ]);
    expect(profileCases[0]).toMatchObject({
      argument: 'git push',
      arguments: {},
      circumstances: { headless: true },
      expect: 'not offered',
      by: 'Bash(git push:*)',
      place: { line: 3, column: 5 },
    });
    expect(profileCases[4]).toMatchObject({ arguments: { filePath: 'a.ts' }, expect: 'unknown', mayBeUnknown: true });
  });

  test.each([
    ['profile: codex, expect: deny', "The entry has no 'tool'"],
    ['profile: codex, tool: x', "The entry has no 'expect'"],
    ['profile: codex, tool: x, expect: refuse', "'expect' must be one of 'allow'"],
    ['profile: codex, tool: x, expect: deny, mode: docs', "Unknown key 'mode'"],
    ['profile: codex, tool: x, expect: deny, argumnt: y', "Did you mean 'argument'?"],
    ['profile: codex, tool: x, expect: deny, arguments: y', "'arguments' must be a mapping"],
    ['profile: codex, tool: x, expect: deny, circumstances: [y]', "'circumstances' must be a mapping"],
    ['profile: [], tool: x, expect: deny', "'profile' must be a string or a list of strings."],
  ])('the profile entry { %s } is a problem and not a case', (entry, message) => {
    const { profileCases, problems } = read(`tests: [{ ${entry} }]`);
    expect(problems.map((one) => one.message)).toEqual([expect.stringContaining(message)]);
    expect(profileCases).toEqual([]);
  });

  test('too many cases in a file are a problem', () => {
    const list = JSON.stringify(Array.from({ length: 200 }, (_, index) => `a${index}`));
    const { profileCases, problems } = read(`tests: [{ profile: ${list}, tool: ${list}, expect: deny }]`);
    expect(profileCases).toHaveLength(20_000);
    expect(problems[0]?.message).toContain('more than 20000 cases');
  });
});

describe('the result of a profile case', () => {
  const [test1] = read('tests: [{ profile: codex, tool: shell, expect: deny, by: "rules.rules:3" }]').profileCases;
  const answer: ProfileTestAnswer = {
    effect: 'deny',
    by: [{ rule: 'prefix_rule(["rm"])', file: 'rules.rules', line: 3 }],
    because: 'A rule forbids this command.',
  };
  const judge = (more: Partial<ProfileTestAnswer>, by?: string) => {
    if (test1 === undefined) throw new Error('no case');
    return judgeProfileTest({ ...test1, ...(by !== undefined && { by }) }, { ...answer, ...more });
  };

  test('a case passes if the effect and the rule match, by its place or its text', () => {
    const message = `denied by 'prefix_rule(["rm"])' (rules.rules:3). A rule forbids this command.`;
    expect(judge({})).toMatchObject({ passed: true, message });
    expect(judge({}, 'prefix_rule(["rm"])').passed).toBe(true);
  });

  test('a tool that is not offered satisfies `deny`, and nothing else does', () => {
    const passed = (['allow', 'ask', 'not offered', 'unknown'] as const).map((effect) => judge({ effect }).passed);
    expect(passed).toEqual([false, false, true, false]);
    expect(judge({ effect: 'ask' }).message).toMatch(/^Expected: denied\. Actual: asks a person by/);
  });

  test('a case that another rule decides fails and names that rule', () => {
    expect(judge({}, 'rules.rules:4')).toMatchObject({
      passed: false,
      message: expect.stringMatching(/^Expected 'rules\.rules:4' to decide\. Actual: denied by/),
    });
  });
});
