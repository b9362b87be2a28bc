import { check, type Finding } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

type Lists = Readonly<Record<string, unknown>>;

const modeOf = (commandRestrictions: unknown, more: Lists = {}) => ({
  slug: 'm',
  name: 'M',
  roleDefinition: 'You work.',
  groups: ['read', 'edit', 'command'],
  commandRestrictions,
  ...more,
});
const find = (rule: string, commands: Lists, more: Lists = {}, others: readonly Lists[] = []): readonly Finding[] => {
  const text = JSON.stringify({ customModes: [modeOf(commands, more), ...others] }, undefined, 1);
  const { findings, failures } = check(exampleWorkspace({ '.roomodes': text }), { preset: 'audit' });
  expect(failures).toEqual([]);
  return findings.filter((finding) => finding.rule === rule);
};
const messages = (...asked: Parameters<typeof find>): readonly string[] => find(...asked).map(({ message }) => message);

describe('entries that cannot be used', () => {
  test('a command rule that is not a single command is an error at its line', () => {
    const yaml = `customModes:
  - slug: m
    name: M
    roleDefinition: You work.
    groups: [command]
    commandRestrictions:
      allowedCommands:
        - git status *
        - git add . && git commit
        - echo a: b
`;
    const { findings } = check(exampleWorkspace({ '.roomodes': yaml }));
    expect(findings.map(({ rule, severity, location, message }) => [rule, severity, location.line, message])).toEqual([
      ['M002', 'error', 10, expect.stringContaining('was not read as text; write it in quotes: "echo a: b"')],
    ]);
    const broken = check(exampleWorkspace({ '.roomodes': yaml.replace('        - echo a: b\n', '') })).findings;
    expect(broken.map(({ rule, severity, location, message }) => [rule, severity, location.line, message])).toEqual([
      ['M002', 'error', 9, expect.stringContaining('is not a single command')],
    ]);
  });

  test('an unknown key in a command rule is an error with the right name', () => {
    const [finding] = find('M003', { allowedComands: ['git status'] });
    expect(finding).toMatchObject({
      severity: 'error',
      fix: { description: "Rename 'allowedComands' to 'allowedCommands'." },
    });
    expect(find('M003', { allowedCommands: [{ command: 'ls', reasn: 'x' }] })[0]?.fix?.description).toBe(
      "Rename 'reasn' to 'reason'.",
    );
  });
});

describe('M035, the words of another agent', () => {
  test("M035 shows Claude Code's spelling in the correct form, with a fix that a person must judge", () => {
    const [finding, ...others] = find('M035', { allowedCommands: ['git push:*', 'git log *'], askCommands: ['npm:*'] });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', fix: { isSafe: false } });
    expect(finding?.message).toContain("allows only a word that begins with 'push:'. Write 'git push *'.");
  });

  test('M035 reports that a program alone is not a prefix', () => {
    expect(messages('M035', { allowedCommands: ['npm', 'ls *'] })).toEqual([
      expect.stringContaining("'npm' in 'allowedCommands' of mode 'm' allows only 'npm' without arguments"),
    ]);
    expect(find('M035', { allowedCommands: ['npm', 'npm *'] })).toEqual([]);
    expect(find('M035', { disallowedCommands: ['npm'], allowedCommands: ['*'] })).toEqual([]);
  });
});

describe('M036, commands that can do anything', () => {
  test('M036 is a warning with a call for an interpreter, and information for an unknown program', () => {
    const findings = find('M036', { allowedCommands: ['python3 *', 'npm run *', 'npm test', 'mytool *', 'mytool x'] });
    expect(findings.map(({ severity, location, message }) => [severity, location.pointer, message])).toEqual([
      [
        'warning',
        '/customModes/0/commandRestrictions/allowedCommands/0',
        `'python3 *' in 'allowedCommands' of mode 'm' may allow anything: \`python3 -c "open('x','w')"\` can do anything. Allow only the exact commands that the mode needs.`,
      ],
      ['warning', '/customModes/0/commandRestrictions/allowedCommands/1', expect.stringContaining("'npm run *'")],
      [
        'info',
        '/customModes/0/commandRestrictions/allowedCommands/3',
        expect.stringContaining('the effects of `mytool …` are unknown'),
      ],
    ]);
    expect(find('M036', { allowedCommands: ['*'] })).toEqual([]);
    expect(find('M036', { disallowedCommands: ['rm'] })).toEqual([]);
  });

  test('M040 reports the entry in a mode with a file limit', () => {
    const groups = ['read', ['edit', { fileRegex: '^docs/' }], 'command'];
    const commands = { allowedCommands: ['python3 *', { command: 'npm test' }, 'mytool', 'ls *'] };
    expect(find('M036', commands, { groups })).toEqual([]);
    const findings = find('M040', commands, { groups });
    expect(findings.map(({ severity, location }) => [severity, location.pointer])).toEqual([
      ['warning', '/customModes/0/commandRestrictions/allowedCommands/0'],
      ['warning', '/customModes/0/commandRestrictions/allowedCommands/1'],
      ['info', '/customModes/0/commandRestrictions/allowedCommands/2'],
    ]);
    expect(findings[1]?.message).toContain(
      'it may write `docs/package.json` and then run `cd docs && npm test`, which does what that file says',
    );
    expect(find('M040', { allowedCommands: ['ls *'] }, { groups })).toEqual([]);
    expect(find('M040', { disallowedCommands: ['rm'] }, { groups })).toHaveLength(1);
  });

  test('a mode without command rules has one M040, and M045 is only for modes without any rules', () => {
    const groups = ['read', ['edit', { fileRegex: '^docs/' }], 'command'];
    const [finding] = find('M040', {}, { groups, commandRestrictions: undefined });
    expect(finding?.location.pointer).toBe('/customModes/0/groups/2');
    const all = ['read', 'edit', 'command', 'mcp'];
    expect(find('M045', {}, { groups: all, commandRestrictions: undefined })).toHaveLength(1);
    expect(find('M045', { allowedCommands: ['ls *'] }, { groups: all })).toEqual([]);
  });
});

describe('M037, denials that stop nobody', () => {
  test.each<[string, Lists, number]>([
    ['no list of allowed commands', { disallowedCommands: ['rm'] }, 1],
    ['a list that allows everything', { allowedCommands: ['*'], disallowedCommands: ['rm'] }, 1],
    ['only questions', { askCommands: ['git push'] }, 1],
    ['a closed list', { allowedCommands: ['git status'], disallowedCommands: ['rm'] }, 0],
    ['an empty list', { allowedCommands: [], disallowedCommands: ['rm'] }, 0],
    ['no denial', {}, 0],
  ])('M037 for %s', (_name, commands, count) => {
    expect(find('M037', commands)).toHaveLength(count);
  });

  test('M037 does not report a denial if a mode that this one extends has a closed list', () => {
    const parent = { ...modeOf({ allowedCommands: ['git status *'] }), slug: 'house' };
    const commands = { extends: 'house', disallowedCommands: ['git push'] };
    expect(find('M037', commands, {}, [parent])).toEqual([]);
  });

  test('M023 reports a list that allows everything and denies nothing', () => {
    expect(messages('M023', { allowedCommands: ['*'] })).toEqual([
      expect.stringContaining('allows every command, so it limits nothing'),
    ]);
    expect(find('M023', { allowedCommands: ['*'], disallowedCommands: ['rm'] })).toEqual([]);
  });
});

describe('M038, other words for what is denied', () => {
  test.each<[string, string, string]>([
    ['rm *', 'rm -rf', 'rm --recursive --force build'],
    ['git push *', 'git push --force', 'git push origin +main'],
    ['git commit *', 'git commit --no-verify', 'git commit -n'],
    ['chmod *', 'chmod 777', 'chmod a+rwx build'],
  ])('M038 reports that with %s allowed and %s denied, %s remains allowed', (allowed, denied, missed) => {
    expect(messages('M038', { allowedCommands: [allowed], disallowedCommands: [denied] })).toEqual([
      expect.stringContaining(`does not match '${missed}', which does the same thing`),
    ]);
  });

  test('M038 does not show what the mode may not run anyway', () => {
    expect(find('M038', { allowedCommands: ['git status'], disallowedCommands: ['rm -rf'] })).toEqual([]);
    expect(
      find('M038', { allowedCommands: ['git push *'], askCommands: ['git push'], disallowedCommands: ['git push -f'] }),
    ).toEqual([]);
    expect(find('M038', { allowedCommands: ['rm *'], disallowedCommands: ['rm'] })).toEqual([]);
  });
});

describe('entries without an effect', () => {
  test('M024 reports the same words allowed and denied', () => {
    expect(messages('M024', { allowedCommands: ['git push *', 'ls *'], disallowedCommands: ['git push'] })).toEqual([
      "'git push *' is in both 'allowedCommands' and 'disallowedCommands' of mode 'm'. The deny rule takes precedence. Remove one of the entries.",
    ]);
  });

  test('M025 reports that a denial hides what is allowed or would be asked', () => {
    const denied = { disallowedCommands: ['git push'] };
    expect(messages('M025', { allowedCommands: ['git push origin *', 'ls *'], ...denied })).toEqual([
      expect.stringContaining(
        "allows 'git push origin *', but the command is still refused: 'git push origin' is disallowed",
      ),
    ]);
    expect(messages('M025', { askCommands: ['git push --tags'], allowedCommands: ['ls *'], ...denied })).toEqual([
      expect.stringContaining("asks about 'git push --tags', but the command is still refused"),
    ]);
    expect(find('M025', { allowedCommands: ['git *'], ...denied })).toEqual([]);
  });

  test('M025 reports a command that the files of the mode refuse', () => {
    const groups = ['read', ['edit', { fileRegex: '^docs/' }], 'command'];
    expect(messages('M025', { allowedCommands: ['touch src/a', 'touch docs/a', 'touch *'] }, { groups })).toEqual([
      expect.stringContaining("'touch src/a'"),
    ]);
  });

  test('M025 reports a command that an extended mode does not allow', () => {
    const parent = { ...modeOf({ allowedCommands: ['git *'] }), slug: 'house' };
    const commands = { extends: 'house', allowedCommands: ['git status', 'npm test'] };
    expect(messages('M025', commands, {}, [parent])).toEqual([expect.stringContaining("'npm test'")]);
  });

  test('M025 reports rules in a mode that may run no command and that no other mode extends', () => {
    const child = { ...modeOf({ extends: 'm' }), slug: 'child' };
    expect(messages('M025', { allowedCommands: ['ls *'] }, { groups: ['read'] })).toEqual([
      expect.stringContaining("does not have the group 'command', so its 'commandRestrictions' have no effect"),
    ]);
    expect(find('M025', { allowedCommands: ['ls *'] }, { groups: ['read'] }, [child])).toEqual([]);
  });

  test('M022 reports what is always refused or needs no rule', () => {
    expect(messages('M022', { allowedCommands: ['eval *', 'timeout *', 'echo *', 'cd *', 'ls *'] })).toEqual([
      expect.stringContaining("'eval *' in 'allowedCommands' of mode 'm' has no effect: a command that contains"),
      expect.stringContaining("'timeout *'"),
      expect.stringContaining("'echo' needs no rule"),
    ]);
    expect(find('M022', { allowedCommands: ['echo *'] })).toEqual([]);
  });

  test('M027 reports an entry that another entry includes', () => {
    expect(
      messages('M027', {
        allowedCommands: ['git *', 'git status *', 'npm run *', 'npm run build', 'npm *', 'ls', 'ls'],
      }),
    ).toEqual([
      expect.stringContaining("'git status *' in 'allowedCommands' of mode 'm' is already covered by 'git *'"),
      expect.stringContaining("'npm run *' in 'allowedCommands' of mode 'm' is already covered by 'npm *'"),
      expect.stringContaining("'npm run build'"),
      expect.stringContaining("'ls' in 'allowedCommands' of mode 'm' is already covered by 'ls'"),
    ]);
    expect(find('M027', { allowedCommands: ['git status', 'git status -s', 'src/*', 'src/*.sh'] })).toHaveLength(1);
    expect(messages('M027', { allowedCommands: ['ls'], disallowedCommands: ['rm', 'rm -rf', 'git push'] })).toEqual([
      expect.stringContaining("'rm -rf' in 'disallowedCommands'"),
    ]);
  });

  test('M027 reports an allowance included in a question, and a conditional entry included in another', () => {
    const [asked] = find('M027', { allowedCommands: ['git push origin'], askCommands: ['git push'] });
    expect(asked).toMatchObject({ severity: 'warning' });
    expect(asked?.message).toContain('asks about the same commands');
    const when = { branch: 'main' };
    const [hanging] = find('M027', { allowedCommands: [{ command: 'git push', when }, 'git push *'] });
    expect(hanging?.message).toContain("The schedule or condition of 'git push'");
    expect(find('M027', { allowedCommands: [{ command: 'git push *', when }, 'git push'] })).toEqual([]);
  });

  test('M028 reports an empty list that allows no command, unless a rule asks', () => {
    expect(messages('M028', { allowedCommands: [] })).toEqual([expect.stringContaining('allows no command')]);
    expect(find('M028', { allowedCommands: [], askCommands: ['ls'] })).toEqual([]);
    expect(find('M028', { allowedCommands: [] }, { groups: ['read'] })).toEqual([]);
  });
});

test('M039 reports which agents ignore the key', () => {
  expect(messages('M039', { allowedCommands: ['ls *'] })).toEqual([
    expect.stringMatching(/plugins for Claude Code, .* IBM Bob ignore this field\.$/),
  ]);
});

test('many command entries are checked in bounded time', () => {
  const allowedCommands = Array.from({ length: 1000 }, (_, index) => `git x${index} *`);
  const disallowedCommands = Array.from({ length: 1000 }, (_, index) => `git y${index}`);
  expect(find('M027', { allowedCommands, disallowedCommands })).toEqual([]);
});
