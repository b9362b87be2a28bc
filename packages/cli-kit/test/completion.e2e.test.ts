import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addHelp } from '@modegate/cli-kit';
import { addCompletionCommand } from '@modegate/cli-kit/completion';
import { createFolder } from '@modegate/cli-kit/testing';
import { Command, Option } from 'commander';
import { describe, expect, test, vi } from 'vitest';

const has = (shell: string) => spawnSync(shell, ['-c', shell === 'zsh' ? 'zmodload zsh/zpty' : 'exit 0']).status === 0;

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
  addHelp(one, {});
  return one;
}

async function script(shell: string): Promise<string> {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  await program().parseAsync(['completion', shell], { from: 'user' });
  spy.mockRestore();
  return written.join('');
}

/** A completion: the words that a shell offers for a line. */
type Ask = (line: string) => Promise<readonly string[]>;

/** Runs a script of a shell in a folder with one file, whose script of completions is `script` there. */
async function run(shell: string, text: string, args: readonly string[] = []): Promise<readonly string[]> {
  const folder = createFolder({ 'a-file': '', script: await script(shell) });
  writeFileSync(join(folder, 'ask'), text);
  const { stdout, stderr, status } = spawnSync(shell, [...(shell === 'zsh' ? ['-f'] : []), 'ask', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TERM: 'dumb' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : (line.split('\t')[0] ?? '')));
}

/** A shell on a terminal, which writes down what its own completion adds when Tab is pressed, and the line after it. */
const zshOnTerminal = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell '
PROMPT= RPROMPT=
autoload -Uz compinit && compinit -u -D
source ./script
compadd() {
  local -a found
  [[ " $* " == *" -"[ADO]" "* ]] || builtin compadd -O found "$@"
  (( $#found )) && print -rl -- $found >> answers
  builtin compadd "$@"
}
answer() { zle complete-word; print -r -- "line $BUFFER" >> answers }
zle -N answer; bindkey "^I" answer
print ready > answers'
wait_for() { repeat 1000; do grep -q "^$1" answers 2>/dev/null && return; sleep 0.03; done; exit 3 }
wait_for ready
zpty -w -n shell "$1"$'\t'
wait_for line
zpty -d shell
grep -v '^ready' answers`;

/** Each asks as somebody at the keyboard does, but for bash, whose function is called as bash calls it. */
const shells: Readonly<Record<'bash' | 'zsh' | 'fish', Ask>> = {
  bash: (line) => {
    const words = line.split(/ |(?<==)|(?==)/).map((word) => `'${word}'`);
    return run(
      'bash',
      `. ./script\nCOMP_WORDS=(${words.join(' ')})\nCOMP_CWORD=${words.length - 1}\n_my_tool\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
    );
  },
  zsh: async (line) => (await run('zsh', zshOnTerminal, [line])).filter((answer) => !answer.startsWith('line ')),
  fish: (line) => run('fish', 'source ./script\ncomplete -C "$argv[1]"', [line]),
};

const names = Object.keys(shells) as readonly (keyof typeof shells)[];

describe.each(names)('completions for %s', (shell) => {
  const ask = shells[shell];

  test.runIf(has(shell))('completions lead from command to subcommand', async () => {
    expect(await ask('my-tool ')).toEqual(expect.arrayContaining(['check', 'mode', 'completion']));
    expect(await ask('my-tool ch')).toEqual(['check']);
    const mode = await ask('my-tool mode ');
    expect(mode).toEqual(expect.arrayContaining(['use', 'clear']));
    expect(mode).not.toContain('check');
    expect(await ask('my-tool completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish', 'powershell']));
  });

  test.runIf(has(shell))('completions offer options and their values, also after =', async () => {
    const options = await ask('my-tool check -');
    expect(options).toContain('--deep');
    expect(options).not.toContain('--config');
    expect(await ask('my-tool check --de')).toEqual(['--deep']);
    expect((await ask('my-tool check --format ')).toSorted()).toEqual(['json', 'pretty']);
    expect(await ask('my-tool check -f j')).toEqual(['json']);
    expect((await ask('my-tool check --format=')).map(afterSign).toSorted()).toEqual(['json', 'pretty']);
    expect((await ask('my-tool check --format=j')).map(afterSign)).toEqual(['json']);
  });

  test.runIf(has(shell))('completions do not mistake the value of an option for a command', async () => {
    const words = await ask('my-tool --config check ');
    expect(words).toContain('mode');
    expect(words).not.toContain('--deep');
  });

  test.runIf(has(shell))('completions offer the names of commands after help', async () => {
    expect(await ask('my-tool help m')).toEqual(['mode']);
    const mode = await ask('my-tool help mode ');
    expect(mode).toEqual(expect.arrayContaining(['use', 'clear']));
    expect(mode).not.toContain('check');
  });
});

/** fish writes the whole word, others the value alone. */
function afterSign(word: string): string {
  return word.slice(word.indexOf('=') + 1);
}

test.runIf(has('zsh'))(
  'zsh on a terminal completes the only match, and files where a value may be a file',
  async () => {
    expect(await run('zsh', zshOnTerminal, ['my-tool ch'])).toEqual(['check', 'line my-tool check ']);
    expect(await run('zsh', zshOnTerminal, ['my-tool check --format=j'])).toEqual([
      'json',
      'line my-tool check --format=json ',
    ]);
    expect(await run('zsh', zshOnTerminal, ['my-tool --config a-'])).toContain('line my-tool --config a-file ');
  },
);

test('the PowerShell completion script quotes every word and lists it in its table', async () => {
  const text = await script('powershell');
  expect(text).toContain("' check' = @('-f', '--format', '--deep', '-h', '--help')");
  expect(text).toContain("' check|--format' = @('pretty', 'json')");
  expect(text).toContain("'|--config' = @()");
});

test('completions for an unknown shell are refused with a list of the known shells', async () => {
  const silent = program()
    .configureOutput({ writeErr: () => undefined })
    .exitOverride();
  for (const one of silent.commands) one.configureOutput({ writeErr: () => undefined }).exitOverride();
  await expect(silent.parseAsync(['completion', 'tcsh'], { from: 'user' })).rejects.toThrow(
    'Allowed choices are bash, zsh, fish, powershell',
  );
});
