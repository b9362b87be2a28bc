import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

// util-linux has a `script` that makes a terminal for a command.
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

describe.each(['modes-server', 'ipc-server'])('%s started by hand', (program) => {
  const cli = join(import.meta.dirname, '../apps', program, 'dist/cli.js');
  const surroundings = () => {
    const cwd = mkdtempSync(join(tmpdir(), 'mg-terminal-'));
    return { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, NODE: process.execPath, CLI: cli } };
  };

  test.runIf(hasTerminal)('a program started on a terminal says what it is waiting for', async () => {
    const child = spawn('script', ['-q', '-c', '"$NODE" "$CLI"', '/dev/null'], surroundings());
    onTestFinished(() => void child.kill('SIGKILL'));
    let shown = '';
    for await (const chunk of child.stdout) {
      shown += String(chunk);
      if (shown.includes('Press Ctrl-C to stop.')) break;
    }
    expect(shown).toContain(`${program} is waiting for an MCP client on stdin.`);
    expect(shown).toContain(`${program} install --client <client>`);
    expect(shown).toContain(`${program} doctor`);
  });

  test('a program that a client starts on a pipe does not say that it is waiting', async () => {
    const child = spawn(process.execPath, [cli], surroundings());
    const said: string[] = [];
    child.stderr.on('data', (chunk) => void said.push(String(chunk)));
    child.stdin.end();
    await once(child, 'close');
    expect(said.join('')).not.toContain('waiting for an MCP client');
  });
});
