import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { collectOutput, createFolder, environment } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { run, runCommandLine, surroundings } from './support/run-program.ts';

interface Installed {
  readonly folder: string;
  readonly home: string;
  /** As the agent's file has it. */
  readonly command: string;
  readonly payload: string;
}

async function install(): Promise<Installed> {
  const [folder, home] = [createFolder({ '.git/HEAD': '', '.roomodes': 'customModes: []\n' }), createFolder()];
  const installed = await run(['hook', 'install', '--client', 'codex', '--scope', 'project', '--mode', 'ask'], folder, {
    HOME: home,
  });
  expect(installed).toMatchObject({ code: 0 });
  const { hooks } = JSON.parse(readFileSync(join(folder, '.codex/hooks.json'), 'utf8'));
  const input = { command: 'echo hi' };
  const payload = { hook_event_name: 'PreToolUse', cwd: folder, tool_name: 'Bash', tool_input: input };
  return { folder, home, command: hooks.PreToolUse[0].hooks[0].command, payload: JSON.stringify(payload) };
}

// Windows has another launcher.
describe.skipIf(process.platform === 'win32')('the installed hook', () => {
  test('the installed hook loads no streams, sockets or compression once the project is cached', async () => {
    const { folder, home, command, payload } = await install();
    // So old that it is kept.
    await wait(2_100);
    const list = join(home, 'loaded.json');
    const spy = `process.on('exit', () => process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)))`;
    // The launcher drops such variables, so the spy is in what it starts.
    const hooks = join(home, '.roo-code/modegate/hooks');
    const program = join(hooks, readdirSync(hooks).find((name) => name.startsWith('program-')) ?? '', 'start-hook.cjs');
    writeFileSync(program, `${spy};\n${readFileSync(program, 'utf8')}`);
    for (let call = 0; call < 2; call++)
      expect(runCommandLine(command, { folder, home, text: payload }).stdout).toContain('(GROUP_MISSING; ');
    const loaded: readonly string[] = JSON.parse(readFileSync(list, 'utf8'));
    expect(loaded).toContain('NativeModule fs');
    const costly = ['stream', 'net', 'zlib', 'crypto', 'internal/fs/promises', 'internal/webcrypto', 'readline'];
    expect(costly.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
  });

  test('the installed hook denies the call when its payload does not end', async () => {
    const { folder, home, command, payload } = await install();
    const child = spawn(command, { shell: true, cwd: folder, env: environment(surroundings(home)) });
    const stdout = collectOutput(child.stdout);
    child.stdin.write(payload);
    const closed = once(child, 'close');
    const [code] = await once(child, 'exit');
    child.stdin.destroy();
    // What it wrote may be read a moment after its end.
    await closed;
    expect(code).toBe(0);
    expect(JSON.parse(stdout()).hookSpecificOutput.permissionDecisionReason).toContain('it took more than 15 seconds');
  }, 60_000);
});
