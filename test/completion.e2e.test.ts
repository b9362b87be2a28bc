import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const apps = join(import.meta.dirname, '../apps');
const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0;

function completions(program: string, shell: string) {
  const script = join(apps, program, 'dist/cli.js');
  return spawnSync(process.execPath, [script, 'completion', shell], { encoding: 'utf8' });
}

describe.each([
  ['modegate', ['check', 'why', 'lsp', 'completion'], 'check --format', 'sarif'],
  ['modes-server', ['doctor', 'install', 'serve', 'completion'], 'install --client', 'cursor'],
  ['ipc-server', ['doctor', 'simulate', 'completion'], 'install --client', 'cursor'],
])('%s completion', (program, commands, option, value) => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])(
    'the completion command prints completions for %s, with a place for them',
    (shell) => {
      const { status, stdout, stderr } = completions(program, shell);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(
        new RegExp(
          `^(#compdef .*\n)?# (Bash|Zsh|Fish|PowerShell) completions for ${program}[.:] .*${program} completion ${shell}`,
        ),
      );
      for (const name of commands) expect(stdout).toContain(name);
    },
  );

  test.runIf(hasBash)('the completion works in bash', () => {
    const ask = (words: string) => {
      const { stdout } = completions(program, 'bash');
      const question = `COMP_WORDS=(${program} ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_${program.replace('-', '_')}; echo "\${COMPREPLY[@]}"`;
      const asked = spawnSync('bash', ['-c', `${stdout}\n${question}`], { encoding: 'utf8' });
      expect(asked.stderr).toBe('');
      return asked.stdout.trim().split(' ');
    };
    expect(ask('""')).toEqual(expect.arrayContaining(commands));
    expect(ask(`${option} ""`)).toContain(value);
  });
});
