import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCompletionCommand } from '@modegate/program-shell/completion';
import { createFolder } from '@modegate/program-shell/testing';
import { Command, Option } from 'commander';
import { describe, expect, test, vi } from 'vitest';

const shells = { bash: 'bash', zsh: 'zsh', fish: 'fish' } as const;
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

function program(): Command {
  const one = new Command('my-tool');
  one.option('--config <file>', 'a file; it\'s `hostile`: $(touch hacked) "quoted" [x] \\');
  const check = one.command('check [paths...]').description("check 'all': $HOME");
  check.addOption(new Option('-f, --format <format>', 'what to print').choices(['pretty', 'json']));
  check.option('--deep', 'all of it');
  const mode = one.command('mode').description('the mode');
  mode.command('use <slug>').description('set it');
  mode.command('clear').description('forget it');
  addCompletionCommand(one);
  return one;
}

async function script(shell: string): Promise<string> {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  await program().parseAsync(['completion', shell], { from: 'user' });
  spy.mockRestore();
  return written.join('');
}

/** Asks a shell what may follow the words; each of its words is a line of the answer. */
const questions: Readonly<Record<keyof typeof shells, (words: readonly string[]) => string>> = {
  bash: (words) => `COMP_WORDS=(${words.join(' ')})
COMP_CWORD=${words.length - 1}
_my_tool
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Outside its line editor zsh has none of these; what they are given is what it would show.
  zsh: (words) => `words=(${words.join(' ')})
CURRENT=${words.length}
compadd() { shift; print -rl -- "$@"; }
_describe() { print -rl -- "\${items[@]%%:*}"; }
_files() { print -r -- '<files>'; }
_my_tool`,
  fish: (words) => `complete -C "${words.join(' ').replaceAll('"', '')}"`,
};

async function ask(shell: keyof typeof shells, words: readonly string[]): Promise<readonly string[]> {
  const folder = createFolder();
  const file = join(folder, 'script');
  const before = shell === 'zsh' ? 'compdef() { :; }\n' : '';
  writeFileSync(file, `${before}${await script(shell)}\n${questions[shell](words)}\n`);
  const { stdout, stderr, status } = spawnSync(shell, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
  return lines.filter((line) => line !== '');
}

describe.each(Object.values(shells))('completions for %s', (shell) => {
  test.runIf(has(shell))('lead from command to command, and know options and their values', async () => {
    expect(await ask(shell, ['my-tool', '""'])).toEqual(expect.arrayContaining(['check', 'mode', 'completion']));
    const check = await ask(shell, ['my-tool', 'check', '-']);
    expect(check).toContain('--deep');
    expect(check).not.toContain('--config');
    expect(await ask(shell, ['my-tool', 'check', '--format', '""'])).toEqual(
      expect.arrayContaining(['pretty', 'json']),
    );
    const mode = await ask(shell, ['my-tool', 'mode', '""']);
    expect(mode).toEqual(expect.arrayContaining(['use', 'clear']));
    expect(mode).not.toContain('check');
    const shellNames = await ask(shell, ['my-tool', 'completion', '""']);
    expect(shellNames).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish', 'powershell']));
  });
});

test.runIf(has('bash'))(
  'the value of an option is not taken for a command, and = splits it from its option',
  async () => {
    expect(await ask('bash', ['my-tool', '--config', 'check', '""'])).toContain('mode');
    expect(await ask('bash', ['my-tool', 'check', '--format', '=', 'j'])).toEqual(['json']);
    expect(await ask('bash', ['my-tool', 'check', '--format', '='])).toEqual(['pretty', 'json']);
    expect(await ask('bash', ['my-tool', '--config', '""'])).toEqual([]);
  },
);

test('for PowerShell, every word is quoted and in its table', async () => {
  const text = await script('powershell');
  expect(text).toContain("' check' = @('-f', '--format', '--deep', '-h', '--help')");
  expect(text).toContain("' check|--format' = @('pretty', 'json')");
  expect(text).toContain("'|--config' = @()");
});

test('an unknown shell is refused with those that are known', async () => {
  const silent = program()
    .configureOutput({ writeErr: () => undefined })
    .exitOverride();
  for (const one of silent.commands) one.configureOutput({ writeErr: () => undefined });
  await expect(silent.parseAsync(['completion', 'tcsh'], { from: 'user' })).rejects.toThrow(
    'Allowed choices are bash, zsh, fish, powershell',
  );
});
