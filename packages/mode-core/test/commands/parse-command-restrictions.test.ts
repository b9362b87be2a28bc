import { compilePolicy, decide, type Policy, parseModes } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { describe, expect, test } from 'vitest';
import { judgeWords } from '../support/word-analyser.ts';

const commands = judgeWords();
const load = (fields: object): Policy => {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['read', 'edit', 'command', 'mcp'], ...fields };
  return compilePolicy({ project: parseModes({ customModes: [mode] }, { source: 'project' }), commands });
};
const text = (lines: string) =>
  `customModes:\n  - slug: m\n    name: M\n    roleDefinition: R\n    groups: [read, command, mcp]\n    commandRestrictions:\n${lines}\n`;
const read = (lines: string): Policy =>
  compilePolicy({ project: parseModesText(text(lines), { source: 'project', file: '.roomodes' }), commands });
const codeOf = (policy: Policy, command = 'ls') => {
  const decision = decide(policy, { mode: 'm', tool: 'execute_command', params: { command } });
  return decision.allowed ? 'allowed' : decision.code;
};
const isOpenOtherwise = (policy: Policy) =>
  decide(policy, { mode: 'm', tool: 'read_file', params: { path: 'a' } }).allowed &&
  decide(policy, { mode: 'm', tool: 'access_mcp_resource', mcp: { server: 'x' } }).allowed;

describe('invalid commandRestrictions', () => {
  test.each([
    [null, 'must be a mapping, not null'],
    [[], 'must be a mapping, not []'],
    [
      { allowedCommands: null },
      "'commandRestrictions.allowedCommands' of mode 'm' must be a list of commands, not null",
    ],
    [{ askCommands: 'ls' }, "must be a list of commands, not 'ls'"],
    [{ allowedCommand: ['ls'] }, "the unknown key 'allowedCommand'"],
    [{ allowedCommand: ['ls'] }, "Did you mean 'allowedCommands'?"],
    [{ _allowedCommands: ['ls'] }, "the unknown key '_allowedCommands'"],
    [{ allowedCommands: [' '] }, 'must be a command such as "git status *", not \' \''],
    [
      { allowedCommands: [{ command: '' }] },
      "'commandRestrictions.allowedCommands.0.command' of mode 'm' must be a command",
    ],
    [{ allowedCommands: [{ comand: 'ls' }] }, "Did you mean 'command'?"],
    [
      { allowedCommands: [{ reason: 'x' }] },
      "allowedCommands.0.command' of mode 'm' must be a command such as \"git status *\";",
    ],
    [{ allowedCommands: [{ command: 'ls', reason: 7 }] }, 'must be text, not 7'],
    [{ allowedCommands: [{ command: 'ls', unless: {} }] }, "the unknown key 'unless'"],
    [{ allowedCommands: [{ command: 'ls', when: {} }] }, 'every command of this mode is refused'],
    [{ schedule: {} }, 'every command of this mode is refused'],
    [{ allowedCommands: [null] }, 'must be a command such as "git status *"'],
  ])('invalid commandRestrictions refuse commands only: %j', (commandRestrictions, message) => {
    const policy = load({ commandRestrictions });
    expect(codeOf(policy)).toBe('COMMAND_RESTRICTIONS_INVALID');
    expect(isOpenOtherwise(policy)).toBe(true);
    expect(policy.problems.map((problem) => problem.message).join('\n')).toContain(message);
    expect(policy.problems.every(({ severity, pointer }) => severity === 'error' && pointer !== '')).toBe(true);
    expect(policy.modes.find(({ config }) => config.slug === 'm')?.config).not.toHaveProperty('commandRestrictions');
  });

  test('an annotation in commandRestrictions has no effect', () => {
    const policy = load({
      commandRestrictions: { _comment: 'x', allowedCommands: [{ command: 'ls', 'x-owner': 'me' }] },
    });
    expect(codeOf(policy)).toBe('allowed');
    expect(policy.problems.map(({ code }) => code)).toEqual(['KEY_UNKNOWN', 'KEY_UNKNOWN']);
  });

  test('every error in commandRestrictions is reported', () => {
    expect(load({ commandRestrictions: { allowedCommands: [1, ''], askCommands: [true] } }).problems).toHaveLength(3);
  });
});

describe('commands that YAML did not read as text', () => {
  test.each([
    ['- 1', '"1"'],
    ['- true', '"true"'],
    ['- echo a: b', '"echo a: b"'],
    ['- "git commit -m fix": bug', '"git commit -m fix: bug"'],
    ['- make:', '"make:"'],
    ['- [ -f x ]', '"[ -f x ]"'],
    ['- { command: 7 }', '"7"'],
    ['- command: echo a\n        reason: x\n      - git log: 3', '"git log: 3"'],
  ])('the message about the command entry %s shows it in quotes', (entry, quoted) => {
    const policy = read(`      allowedCommands:\n      ${entry}`);
    expect(codeOf(policy)).toBe('COMMAND_RESTRICTIONS_INVALID');
    expect(policy.problems).toMatchObject([
      { code: 'RESTRICTIONS_INVALID', message: expect.stringContaining(`write it in quotes: ${quoted};`) },
    ]);
  });

  test.each([
    ['      allowedCommands:\n      - *', 'needs quotes, as in "*"'],
    ['      allowedCommands: [*]', 'needs quotes, as in "*"'],
    ['      allowedCommands:\n      - *.sh', 'needs quotes: "*.sh"'],
  ])('YAML cannot read %s, and the message shows the correct form', (lines, hint) => {
    const policy = read(lines);
    expect(policy.problems).toMatchObject([{ code: 'FILE_SYNTAX', message: expect.stringContaining(hint) }]);
    expect(decide(policy, { mode: 'm', tool: 'read_file', params: { path: 'a' } }).allowed).toBe(false);
  });
});

test('an invalid command rule closes all commands and is reported with its line', () => {
  const policy = read('      disallowedCommands:\n      - rm\n      - a && b');
  expect(policy.problems).toMatchObject([
    {
      code: 'COMMAND_RULE_INVALID',
      line: 9,
      pointer: '/customModes/0/commandRestrictions/disallowedCommands/1',
      message:
        "The rule 'a && b' in 'disallowedCommands' of mode 'm' contains the operator '&&'; every command of this mode is refused until the rule is corrected.",
    },
  ]);
  expect(codeOf(policy)).toBe('COMMAND_RESTRICTIONS_INVALID');
  expect(isOpenOtherwise(policy)).toBe(true);
});

describe('misplaced limits on commands', () => {
  test.each(['allowedCommands', 'askCommands', 'disallowedCommands', 'deniedCommands'])(
    '%s next to groups closes the group',
    (key) => {
      const policy = load({ [key]: ['rm'] });
      expect(codeOf(policy)).toBe('GROUP_MISSING');
      expect(isOpenOtherwise(policy)).toBe(true);
      expect(policy.problems).toMatchObject([
        {
          code: 'LIMIT_MISPLACED',
          message: expect.stringContaining("in 'commandRestrictions' under a key that the format defines"),
        },
      ]);
    },
  );

  test('commandRestrictions or limits in a merge key close the group', () => {
    expect(codeOf(load({ '<<': { commandRestrictions: { allowedCommands: [] } } }))).toBe('GROUP_MISSING');
    expect(codeOf(load({ '<<': { commandRestrictions: { allowedCommands: [] } }, commandRestrictions: {} }))).toBe(
      'allowed',
    );
    const merged = load({ '<<': { when: { branch: 'main' } }, commandRestrictions: {} });
    expect(codeOf(merged)).toBe('GROUP_MISSING');
    expect(codeOf(load({ '<<': { when: { branch: 'main' } } }))).toBe('allowed');
  });

  test.each([
    ['extends', 'base'],
    ['when', { branch: 'main' }],
    ['schedule', { timeZone: 'UTC' }],
  ])('%s next to commandRestrictions closes commands', (key, value) => {
    const policy = load({ [key]: value, commandRestrictions: {} });
    expect(codeOf(policy)).toBe('COMMAND_RESTRICTIONS_INVALID');
    expect(policy.problems.map(({ message }) => message).join()).toContain(`'${key}' next to 'commandRestrictions'`);
    expect(codeOf(load({ [key]: value }))).toBe('allowed');
  });
});
