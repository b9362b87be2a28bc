import { createFolder } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runWhy, type WhyFlags } from '../src/commands/why.ts';

const modes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write the documentation.
    groups:
      - read
      - [edit, { fileRegex: ^docs/ }]
      - command
    commandRestrictions:
      allowedCommands:
        - git add docs/*
        - sort *
      askCommands:
        - git push
      disallowedCommands:
        - git push --force
`;

/** Exit code and lines of `modegate why docs execute_command <command>`. */
async function why(command: string | undefined, flags: WhyFlags = {}, target = 'execute_command') {
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => output.mockRestore());
  const projectRoot = createFolder({ '.roomodes': modes });
  const code = await runWhy({ mode: 'docs', target, command }, { projectRoot, ...flags });
  return { code, text: lines.join('').replaceAll(/ +$/gm, '') };
}

test('`modegate why` judges each program and each file of a command, and then the whole', async () => {
  const { code, text } = await why('git add docs/a.md && git push --force > src/x');
  expect(code).toBe(1);
  expect(text.split('\n').slice(0, 8)).toEqual([
    '✗ refused  execute_command in mode docs',
    '',
    '  ✓ allowed git add docs/a.md  by project .roomodes:11 (/customModes/0/commandRestrictions/allowedCommands/0)',
    '  ✗ refused git push --force   by project .roomodes:16 (/customModes/0/commandRestrictions/disallowedCommands/0)',
    `      'git push --force' in "git add docs/a.md && git push --force > src/x" is disallowed in mode 'docs' by 'git push --force'.`,
    '  ✗ refused writes src/x       by project .roomodes:7 (/customModes/0/groups/1/1/fileRegex)',
    `      '>' in "git add docs/a.md && git push --force > src/x" writes 'src/x': File 'src/x' is outside the limit of mode 'docs': files that match ^docs/.`,
    '',
  ]);
  expect(text).toContain('code  COMMAND_DISALLOWED');
});

test('`modegate why` reports a command that needs a question to a person, and does not end as if it were allowed', async () => {
  const { code, text } = await why('git push | sort -o docs/y docs/x');
  expect(code).toBe(1);
  expect(text).toMatch(/^! asks a person {2}execute_command in mode docs$/m);
  expect(text).toMatch(/^ {2}! asks {4}git push .*\n {6}Mode 'docs' asks before running 'git push'/m);
  expect(text).toMatch(/^ {2}✓ allowed writes docs\/y +by project .roomodes:7/m);
  expect(text).toMatch(/^ {2}✓ allowed reads docs\/x +by project .roomodes:6/m);
});

test('`modegate why` marks the unreadable parts of a command', async () => {
  const { text } = await why('sort a &&\neval "$x"');
  expect(text).toContain('  ✗ refused eval "$x"\n    > 2 | eval "$x"\n        | ^^^^^^^^^\n');
  expect(text).toContain('code  COMMAND_UNREADABLE');
});

test('`modegate why` respects the given shell and working folder', async () => {
  expect((await why('sort a | sort', { shell: 'powershell' })).text).toContain('cannot be analysed for powershell');
  expect((await why('sort a', { cwd: 'docs' })).code).toBe(0);
  expect((await why('sort a', { cwd: '/' })).text).toContain('which is not inside the project');
});

test('`modegate why --format json` has the same parts as the text', async () => {
  const { text } = await why('git push > docs/x', { format: 'json' });
  expect(JSON.parse(text).parts).toMatchObject([
    { kind: 'program', text: 'git push', position: 0, decision: { code: 'CONSENT_REQUIRED', by: { line: 14 } } },
    { kind: 'file', access: 'writes', path: 'docs/x', decision: { allowed: true } },
  ]);
});

test('`modegate why` rejects a command for another tool', async () => {
  await expect(why('ls', {}, 'read_file')).rejects.toThrow("'read_file' does not run commands");
  await expect(why(undefined, { shell: 'bash' }, 'read_file')).rejects.toThrow("'read_file' does not run commands");
});
