import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type CommandAgent, commandAgents, installedHooks } from '@modegate/agent-hooks';
import { createFolder, runScript, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { builtProgram, run, runCommandLine } from './support/run-program.ts';

const modesServer = join(import.meta.dirname, '../../modes-server/dist/cli.js');

const createProject = () => createFolder({ '.git/HEAD': 'ref: refs/heads/main\n', '.roomodes': 'customModes: []\n' });

/** The command as it stands in the agent's file. */
function commandIn(folder: string, agent: CommandAgent): string {
  const { files, event } = installedHooks[agent];
  const { hooks } = JSON.parse(readFileSync(join(folder, files.project), 'utf8'));
  const [item] = hooks[event];
  return item.bash ?? item.command ?? item.hooks[0].command;
}

function payloadOf(agent: CommandAgent, folder: string): string {
  const event = { hook_event_name: installedHooks[agent].event, cwd: folder };
  const input = { path: join(folder, 'src/a.ts') };
  const tool = {
    'claude-code': 'Write',
    codex: 'apply_patch',
    copilot: 'create',
    cursor: 'Write',
    gemini: 'write_file',
    qwen: 'write_file',
  }[agent];
  const command = `*** Begin Patch\n*** Add File: src/a.ts\n+x\n*** End Patch\n`;
  return JSON.stringify({ ...event, tool_name: tool, tool_input: agent === 'codex' ? { command } : input });
}

test.skipIf(process.platform === 'win32')(
  'V6: hooks and servers that are installed concurrently into one file are all present',
  async () => {
    const [folder, home] = [createProject(), createFolder()];
    const file = join(folder, '.gemini/settings.json');
    const installing = ['gemini', 'gemini', 'gemini'].map((client) =>
      run(['hook', 'install', '--client', client, '--scope', 'project', '--mode', 'architect'], folder, { HOME: home }),
    );
    const servers = ['a', 'b', 'c'].map((name) =>
      runScript(modesServer, ['install', '--client', 'gemini', '--scope', 'project', '--name', name], {
        cwd: folder,
        home,
      }),
    );
    const codes = [...(await Promise.all(installing)), ...(await Promise.all(servers))].map(({ code }) => code);
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    const { hooks, mcpServers } = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(mcpServers).toSorted()).toEqual(['a', 'b', 'c']);
    expect(hooks[installedHooks.gemini.event]).toHaveLength(1);
  },
);

describe.skipIf(process.platform === 'win32')('modegate hook install', () => {
  test.each(commandAgents)(
    'hook install writes a command for %s that denies calls even if it cannot run, and is uninstalled again',
    async (agent) => {
      const [folder, home] = [createProject(), createFolder()];
      const env = { HOME: home };
      expect((await run(['hook', 'status'], folder, env)).code).toBe(1);
      const shown = await run(['hook', 'install', '--client', agent, '--scope', 'project', '--dry-run'], folder, env);
      expect(shown.stdout).toContain('Nothing was written');
      expect(existsSync(join(folder, installedHooks[agent].files.project))).toBe(false);

      const installed = await run(
        ['hook', 'install', '--client', agent, '--scope', 'project', '--mode', 'architect'],
        folder,
        env,
      );
      expect(installed).toMatchObject({ code: 0, stderr: '' });
      const command = commandIn(folder, agent);
      const payload = payloadOf(agent, folder);
      const refused = runCommandLine(command, { folder, home, text: payload });
      expect(refused).toMatchObject({ code: 0, stderr: '' });
      expect(refused.stdout).toContain('(FILE_RESTRICTED; ');
      expect((await run(['hook', 'status'], folder, env)).stdout).toContain(`${agent}: in `);
      expect(
        (await run(['hook', 'install', '--client', agent, '--scope', 'project', '--mode', 'architect'], folder, env))
          .stdout,
      ).toContain('nothing to change');

      const launcher = join(home, '.roo-code/modegate/hooks', `modegate-hook-${agent}`);
      const script = readFileSync(launcher, 'utf8');
      writeFileSync(launcher, script.replace(/program-\w+/, 'program-gone'));
      const gone = runCommandLine(command, { folder, home, text: payload });
      expect(gone).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(gone.stdout)).toBeDefined();
      expect(gone.stdout).toContain('HOOK_FAILED');

      rmSync(launcher);
      const without = runCommandLine(command, { folder, home, text: payload });
      expect(without.code).toBe(0);
      expect(JSON.stringify(JSON.parse(without.stdout))).toContain('HOOK_FAILED');

      expect((await run(['hook', 'uninstall', '--client', agent], folder, env)).code).toBe(0);
      expect(existsSync(join(folder, installedHooks[agent].files.project))).toBe(false);
    },
  );

  test('hook install finds its own files when it is started through a link, as with package managers', async () => {
    const [folder, home] = [createProject(), createFolder()];
    const link = join(home, 'modegate');
    symlinkSync(builtProgram, link);
    const command = `"${process.execPath}" "${link}" hook install --client codex --scope project --mode architect`;
    expect(runCommandLine(command, { folder, home, text: '' })).toMatchObject({ code: 0, stderr: '' });
    const refused = runCommandLine(commandIn(folder, 'codex'), { folder, home, text: payloadOf('codex', folder) });
    expect(refused.stdout).toContain('(FILE_RESTRICTED; ');
  });

  test('the installed launcher denies calls if the program is empty or its answer is invalid', async () => {
    const [folder, home] = [createProject(), createFolder()];
    const install = () =>
      run(['hook', 'install', '--client', 'codex', '--scope', 'project', '--mode', 'architect'], folder, {
        HOME: home,
      });
    await install();
    const command = commandIn(folder, 'codex');
    const reasonOf = (line: string): string => {
      const { stdout } = runCommandLine(line, { folder, home, text: payloadOf('codex', folder) });
      return JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;
    };
    const hooks = join(home, '.roo-code/modegate/hooks');
    const program = join(hooks, readdirSync(hooks).find((name) => name.startsWith('program-')) ?? '', 'hook.cjs');
    for (const text of ['', "console.log('{}')", "console.log('judged-\\n')", 'process.exit(0)']) {
      writeFileSync(program, text);
      expect(reasonOf(command), text).toContain('HOOK_FAILED');
    }
    await install();
    expect(reasonOf(command)).toContain('(FILE_RESTRICTED; ');
  });

  test.skipIf(process.platform === 'win32')('R1-6: the installed hook trusts no variable of the agent', async () => {
    const [folder, home] = [createProject(), createFolder()];
    await run(['hook', 'install', '--client', 'gemini', '--scope', 'project', '--mode', 'architect'], folder, {
      HOME: home,
    });
    await run(['hook', 'install', '--client', 'codex', '--scope', 'project'], folder, { HOME: home });
    await run(['mode', 'use', 'architect'], folder, { HOME: home });
    const quiet = writeInto(home, 'quiet.cjs', 'process.exit(0)');
    const chatty = writeInto(home, 'chatty.cjs', "console.log('[dotenv] injecting env')");
    const forged = createFolder();
    await run(['mode', 'use', 'code'], folder, { HOME: forged, MODEGATE_STATE_DIR: join(forged, 'state') });
    const answers = (agent: 'codex' | 'gemini') => {
      const [command, text] = [commandIn(folder, agent), payloadOf(agent, folder)];
      return [
        '',
        `NODE_OPTIONS=--require=${quiet}`,
        `NODE_OPTIONS=--require=${chatty}`,
        `MODEGATE_STATE_DIR=${join(forged, 'state')}`,
        `HOME=${forged}`,
        `ROO_CONFIG_DIR=${forged}`,
        `PATH=${forged}`,
      ].map((variables) => runCommandLine(`${variables} ${command}`, { folder, home, text }).stdout);
    };
    for (const agent of ['codex', 'gemini'] as const)
      expect(answers(agent)).toEqual(Array(7).fill(expect.stringContaining('(FILE_RESTRICTED; ')));
  });

  test('hook install keeps the contents of the file, and makes a backup', async () => {
    const [folder, home] = [createProject(), createFolder()];
    const file = join(folder, '.gemini/settings.json');
    await run(['hook', 'install', '--client', 'gemini', '--scope', 'project'], folder, { HOME: home });
    writeFileSync(file, '{\n  // mine\n  "theme": "x"\n}\n');
    const { stdout } = await run(['hook', 'install', '--client', 'gemini', '--scope', 'project'], folder, {
      HOME: home,
    });
    expect(stdout).toContain('modegate-backup-1');
    expect(readFileSync(file, 'utf8')).toMatch(/^\{\n {2}\/\/ mine\n {2}"theme": "x",/);
    const mistaken = await run(
      ['hook', 'install', '--client', 'gemini', '--scope', 'project', '--mode', 'cod'],
      folder,
      { HOME: home },
    );
    expect(mistaken).toMatchObject({ code: 2 });
    expect(mistaken.stderr).toContain("Did you mean 'code'?");
  });

  test('H3, H4: hook install requires a scope for agents that do not read the project hook everywhere', async () => {
    const [folder, home] = [createProject(), createFolder()];
    const install = (...flags: readonly string[]) =>
      run(['hook', 'install', '--client', 'cline', ...flags], folder, { HOME: home });
    const unclear = await install();
    expect(unclear).toMatchObject({ code: 2, stdout: '' });
    expect(unclear.stderr).toMatch(/does not read a project's hook when .*--scope global.*--scope project/);
    expect(readdirSync(home).filter((name) => name !== '.cache')).toEqual([]);
    expect((await install('--scope', 'project')).stdout).toMatch(/Note: .*does not read a project's hook when/);
    expect((await install('--scope', 'global')).stdout).not.toContain("does not read a project's hook");
    const { stdout } = await run(['hook', 'uninstall', '--client', 'cline'], folder, { HOME: home });
    expect(stdout).toContain('add --scope global to remove it');
  });

  test.each(commandAgents)(
    'A4: hook uninstall restores a file of %s byte for byte, and leaves no backup',
    async (agent) => {
      const [folder, home] = [createProject(), createFolder()];
      const { event, files } = installedHooks[agent];
      const text = `{\r\n\t"hooks": { "${event}": [{ "matcher": "x" }], "Other": [ ] }\r\n}`;
      const file = writeInto(folder, files.project, text);
      for (const mode of ['architect', 'ask'])
        await run(['hook', 'install', '--client', agent, '--scope', 'project', '--mode', mode], folder, { HOME: home });
      expect(readFileSync(file, 'utf8')).toContain('--mode ask');
      await run(['hook', 'uninstall', '--client', agent], folder, { HOME: home });
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    },
  );

  test('--scope managed works only for agents that read such a file, and for the user who starts the agent', async () => {
    const [folder, home] = [createProject(), createFolder()];
    const other = await run(['hook', 'install', '--client', 'qwen', '--scope', 'managed'], folder, { HOME: home });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('for Claude Code') });
    const env = { HOME: home, SUDO_USER: 'someone' };
    const sudo = await run(['hook', 'install', '--client', 'claude-code', '--scope', 'managed'], folder, env);
    expect(sudo).toMatchObject({ code: 2, stderr: expect.stringContaining('without sudo') });
  });
});
