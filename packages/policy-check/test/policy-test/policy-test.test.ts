import { compilePolicy, type ModeConfig } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import { listUntestedModes, readPolicyTests, runPolicyTests } from '@modegate/policy-check/policy-test';
import { shellAnalyser } from '@modegate/shell-commands';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const modes: readonly ModeConfig[] = [
  {
    slug: 'docs-writer',
    name: 'Docs',
    roleDefinition: 'You write.',
    groups: ['read', ['edit', { fileRegex: '^docs/.*\\.md$' }]],
  },
  {
    slug: 'release',
    name: 'Release',
    roleDefinition: 'You release.',
    groups: ['mcp'],
    mcpRestrictions: { allowedTools: [{ serverName: 'github', toolName: 'create_*' }] },
  },
  {
    slug: 'office',
    name: 'Office',
    roleDefinition: 'You work by day.',
    groups: ['mcp'],
    mcpRestrictions: { schedule: { timeZone: 'UTC', from: '09:00', to: '17:00' } },
  },
];
const policy = compilePolicy({ project: modes, servers: [{ name: 'github' }] });
const read = (text: string) => readPolicyTests(text, { file: 'a.modes-test.yaml' });

describe('readPolicyTests', () => {
  test('readPolicyTests reads questions about files, server tools, resources, times and circumstances', () => {
    const { cases, problems } = read(`tests:
  - mode: docs-writer
    tool: write_to_file
    file: docs/a.md
    expect: allow
  - { mode: release, server: github, tool: create_issue, expect: allow, by: mcpRestrictions/allowedTools/0 }
  - { name: resources, mode: release, server: github, expect: allow }
  - { mode: office, server: github, tool: x, at: '2026-01-05T10:00:00Z', context: { branch: main }, expect: allow }
`);
    expect(problems).toEqual([]);
    expect(cases.map(({ name }) => name)).toEqual([
      'docs-writer: write_to_file docs/a.md',
      'release: github/create_issue',
      'resources',
      'office: github/x',
    ]);
    expect(cases[3]?.request).toMatchObject({ at: Date.UTC(2026, 0, 5, 10), context: { branch: 'main' } });
    expect(runPolicyTests(policy, cases).map(({ passed }) => passed)).toEqual([true, true, true, true]);
  });

  test('readPolicyTests reads questions about commands and the expectation that a person is asked', () => {
    const { cases, problems } = read(`tests:
  - { mode: shell, command: [git status, git log -1], expect: allow, by: allowedCommands/0 }
  - { mode: shell, command: git push origin, expect: ask, by: CONSENT_REQUIRED }
  - { mode: shell, tool: execute_command, command: 'git push && rm x', expect: deny, by: COMMAND_NOT_ALLOWED }
  - { mode: shell, command: git push, expect: allow }
  - { mode: shell, command: git push, expect: deny }
  - { mode: shell, command: rm x, expect: ask }
`);
    expect(problems).toEqual([]);
    const shell: ModeConfig = {
      slug: 'shell',
      name: 'Shell',
      roleDefinition: 'You run.',
      groups: ['read', 'command'],
      commandRestrictions: { allowedCommands: ['git *'], askCommands: ['git push'] },
    };
    const commands = createCommandJudge({ analyser: shellAnalyser, shell: 'bash' });
    const results = runPolicyTests(compilePolicy({ project: [shell], commands }), cases);
    expect(results.map(({ test: { name }, passed, message }) => [name, passed, message])).toEqual([
      ["shell: command 'git status'", true, expect.stringMatching(/^Allowed by/)],
      ["shell: command 'git log -1'", true, expect.stringMatching(/^Allowed by/)],
      ["shell: command 'git push origin'", true, expect.stringMatching(/^Asks a person \(CONSENT_REQUIRED\) by/)],
      ["shell: command 'git push && rm x'", true, expect.stringMatching(/^Denied \(COMMAND_NOT_ALLOWED\) by/)],
      ["shell: command 'git push'", false, expect.stringMatching(/^Expected an allowance .* but consent is required/)],
      ["shell: command 'git push'", false, expect.stringMatching(/^Expected a denial .* but consent is required/)],
      ["shell: command 'rm x'", false, expect.stringMatching(/^Expected a question to a person .* but it is denied/)],
    ]);
  });

  test.each([
    [
      '{ mode: a, command: ls, tool: read_file, expect: allow }',
      '/tests/0/tool',
      "applies only to the tool 'execute_command'",
    ],
    ['{ mode: a, command: ls, file: x, expect: allow }', '/tests/0/file', "either 'file' or 'command'"],
    ['{ mode: a, command: ls, params: {}, expect: allow }', '/tests/0/params', "either 'params' or 'command'"],
    ['{ mode: a, command: 7, expect: allow }', '/tests/0/command', 'must be a string'],
    ['{ mode: a, command: ls, expect: asks }', '/tests/0/expect', "must be 'allow', 'ask' or 'deny'"],
  ])('readPolicyTests refuses %s', (entry, pointer, words) => {
    expect(read(`tests: [${entry}]`).problems).toEqual([
      expect.objectContaining({ pointer, message: expect.stringContaining(words) }),
    ]);
  });

  test('readPolicyTests treats lists as one case for each combination', () => {
    const { cases } = read(
      'tests: [{ mode: [docs-writer, code], tool: [write_to_file, apply_patch], file: [src/a.ts, src/b.ts], expect: deny }]',
    );
    expect(cases).toHaveLength(8);
    expect(runPolicyTests(policy, cases).filter(({ passed }) => passed)).toHaveLength(4);
  });

  test('mcp-restrictions, batch validation: readPolicyTests accepts lists of servers with lists of their tools', () => {
    const { cases, problems } = read(
      `tests:
  - { name: n, mode: release, server: [github, other], tool: [create_issue, delete_repo], expect: deny, unknown: true }
  - { mode: release, server: [github, other], expect: allow, unknown: true }
`,
    );
    expect(problems).toEqual([]);
    expect(cases.map(({ name }) => name)).toEqual([
      'n: release: github/create_issue',
      'n: release: other/create_issue',
      'n: release: github/delete_repo',
      'n: release: other/delete_repo',
      'release: resources of github',
      'release: resources of other',
    ]);
    expect(runPolicyTests(policy, cases).map(({ passed }) => passed)).toEqual([false, true, true, true, true, false]);
    expect(read('tests: [{ mode: a, server: [github, 1], expect: deny }]').problems[0]?.message).toBe(
      "'server' must be a string or a list of strings.",
    );
  });

  test.each([
    ['tests: [{ mode: a, tool: read_file, expct: allow }]', "Unknown key 'expct'. Did you mean 'expect'?"],
    ['tests: [{ mode: a, tool: read_file, expect: allowed }]', "'expect' must be 'allow', 'ask' or 'deny'."],
    ['tests: [{ tool: read_file, expect: allow }]', "The entry has no 'mode'. Specify the slug of the mode to test."],
    [
      'tests: [{ mode: a, expect: allow }]',
      "The entry does not specify a call. Add 'tool', 'server' with 'tool', or 'command'.",
    ],
    [
      'tests: [{ mode: a, tool: execute_command, file: a, expect: deny }]',
      "The tool 'execute_command' takes no file arguments",
    ],
    ['tests: [{ mode: a, tool: read_file, at: yesterday, expect: deny }]', "'at' must be a time with a UTC offset"],
    ['tests: [{ mode: a, tool: read_file, context: { brunch: x }, expect: deny }]', "'context' can contain"],
    [
      '{"tests":[{"mode":"a","tool":"read_file","context":{"env":{"__proto__":5}},"expect":"deny"}]}',
      "'context' can contain",
    ],
    ['tests: [a]', 'The entry must be a mapping'],
    ['tests: []', "'tests' must contain a list with at least one expectation"],
    ['cases: []', "Unknown key 'cases'"],
    ['', 'Expected a mapping'],
    ['tests: [', 'Not valid YAML'],
    ['tests: [{ mode: a, mode: b, tool: read_file, expect: deny }]', "The key 'mode' appears twice"],
  ])('readPolicyTests reports a problem in %s', (text, message) => {
    const { problems } = read(text);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]).toMatchObject({ file: 'a.modes-test.yaml', line: 1 });
  });

  test('readPolicyTests names the line of a problem and keeps the other entries', () => {
    const { cases, problems } = read(`tests:
  - { mode: a, tool: read_file, expect: deny }
  - mode: a
    tool: read_file
    expect: maybe
`);
    expect(cases).toHaveLength(1);
    expect(problems).toMatchObject([{ line: 5, pointer: '/tests/1/expect' }]);
  });

  test('readPolicyTests never throws and limits how far lists multiply', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify({ tests: value }, (_key, member: unknown) =>
          typeof member === 'bigint' ? 1 : member,
        );
        const { cases, problems } = read(text);
        expect(cases.length + problems.length).toBeGreaterThan(0);
        runPolicyTests(policy, cases);
      }),
    );
    const many = JSON.stringify(Array.from({ length: 200 }, (_, index) => `n${index}`));
    const { cases, problems } = read(`tests: [{ mode: ${many}, tool: ${many}, file: ${many}, expect: deny }]`);
    expect(cases).toHaveLength(20_000);
    expect(problems[0]?.message).toContain('more than 20000 cases');
  });
});

describe('runPolicyTests', () => {
  test('a failed case shows the expected and actual decision, the rule, and the place of the expectation', () => {
    const { cases } = read(`tests:
  - mode: docs-writer
    tool: write_to_file
    file: src/a.ts
    expect: allow
`);
    const [result] = runPolicyTests(policy, cases);
    expect(result?.passed).toBe(false);
    expect(result?.test.place).toMatchObject({ line: 2, pointer: '/tests/0' });
    expect(result?.message).toBe(
      "Expected an allowance in mode 'docs-writer', but it is denied (FILE_RESTRICTED) by project (/customModes/0/groups/1/1/fileRegex): File 'src/a.ts' is outside the limit of mode 'docs-writer': files that match ^docs/.*\\.md$.",
    );
    expect(result?.explanation.steps.at(-1)).toMatchObject({ check: 'file', outcome: 'refused' });
  });

  test.each([
    ['GROUP_MISSING', true],
    ['group-required', true],
    ['FILE_RESTRICTED', false],
    ['somewhere', false],
  ])('a right answer by a rule other than %s is a failure', (by, passed) => {
    const { cases } = read(`tests: [{ mode: docs-writer, tool: execute_command, expect: deny, by: ${by} }]`);
    expect(runPolicyTests(policy, cases)[0]?.passed).toBe(passed);
  });

  test('the time of a case takes precedence over the time of the run', () => {
    const { cases } = read(`tests:
  - { mode: office, server: github, tool: x, expect: deny, by: OUTSIDE_SCHEDULE }
  - { mode: office, server: github, tool: x, at: '2026-01-05T10:00:00Z', expect: allow }
`);
    const results = runPolicyTests(policy, cases, { circumstances: { at: Date.UTC(2026, 0, 5, 20) } });
    expect(results.map(({ passed, message }) => (passed ? 'passed' : message))).toEqual(['passed', 'passed']);
  });

  test('runPolicyTests lists modes that no case asks about', () => {
    const { cases } = read('tests: [{ mode: release, tool: read_file, expect: deny }]');
    expect(listUntestedModes(policy, cases)).toEqual(['docs-writer', 'office']);
  });
});

describe('R1-13: a test of a name that does not exist fails', () => {
  const inventory = [{ name: 'github', tools: [{ name: 'create_issue' }] }];
  const resultOf = (entry: string, options = {}) => {
    const { cases, problems } = read(`tests: [{ ${entry}, expect: deny }]`);
    expect(problems).toEqual([]);
    const [result] = runPolicyTests(policy, cases, options);
    return result;
  };

  test.each([
    ['mode: docs-writr, tool: write_to_file', "Unknown mode 'docs-writr'. Did you mean 'docs-writer'?"],
    ['mode: docs-writer, tool: writ_to_file', "Unknown tool 'writ_to_file'. Did you mean 'write_to_file'?"],
    ['mode: docs-writer, server: githb, tool: x', "Unknown server 'githb'. Did you mean 'github'?"],
    ['mode: docs-writer, server: githb', "Unknown server 'githb'. Did you mean 'github'?"],
    [
      'mode: docs-writer, tool: use_mcp_tool, params: { server_name: githb, tool_name: x }',
      "Unknown server 'githb'. Did you mean 'github'?",
    ],
  ])('the entry %s fails because of an unknown name', (entry, message) => {
    expect(resultOf(entry)).toMatchObject({ passed: false, message: expect.stringContaining(message) });
    expect(resultOf(`${entry}, unknown: true`)?.passed).toBe(true);
  });

  test('a server tool is unknown only if the tools of the server are known', () => {
    const entry = 'mode: release, server: github, tool: delete_issue';
    expect(resultOf(entry)?.passed).toBe(true);
    expect(resultOf(entry, { inventory })).toMatchObject({
      passed: false,
      message: expect.stringContaining("Unknown tool 'delete_issue' of server 'github'."),
    });
    expect(resultOf(entry, { inventory: [{ name: 'github' }] })?.passed).toBe(true);
    expect(resultOf('mode: docs-writer, server: github, tool: create_issue', { inventory })?.passed).toBe(true);
  });

  test('a server is unknown only if the existing servers are known', () => {
    const { cases } = read('tests: [{ mode: code, server: githb, tool: x, expect: allow }]');
    expect(runPolicyTests(compilePolicy({}), cases).map(({ passed }) => passed)).toEqual([true]);
  });

  test("'unknown' must be true or false", () => {
    expect(read('tests: [{ mode: a, tool: b, unknown: yes, expect: deny }]').problems[0]?.message).toContain(
      "'unknown' must be true or false.",
    );
  });
});
