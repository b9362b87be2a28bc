import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedPlugins, type PluginAgent, pluginAgents } from '@modegate/agent-hooks';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHookProject, hookModes } from '../../../test/support/hook-project.ts';
import { run } from './support/run-program.ts';

/** A call, as it is asked of the loaded plugin; undefined where it may go ahead, else what the model reads. */
type Ask = (path: string, more?: { readonly session?: string }) => Promise<string | undefined>;

interface Loaded {
  readonly ask: Ask;
  /** Asks for a command. */
  readonly askCommand: (command: string) => Promise<string | undefined>;
  /** Tells who works in a session. */
  readonly tell: (session: string, agent: string | undefined, event?: 'chat.message' | 'chat.params') => Promise<void>;
}

async function install(agent: PluginAgent, folder: string, flags: readonly string[] = ['--mode', 'docs']) {
  const home = createFolder();
  const installed = await run(['hook', 'install', '--client', agent, '--scope', 'project', ...flags], folder, {
    HOME: home,
  });
  expect(installed).toMatchObject({ code: 0, stderr: '' });
  return { home, file: join(folder, installedPlugins[agent].files.project) };
}

async function load(agent: PluginAgent, file: string, folder: string): Promise<Loaded> {
  const copy = join(createFolder(), `${agent}.mjs`);
  writeFileSync(copy, readFileSync(file));
  const module = await import(pathToFileURL(copy).href);
  if (agent === 'cline') return loadCline(module.default, folder);
  // opencode calls whatever the file exports.
  const start = agent === 'kilo' ? module.default.server : Object.values<typeof module.default.server>(module)[0];
  expect(Object.keys(module)).toEqual([agent === 'kilo' ? 'default' : 'Modegate']);
  const hooks = await start({ directory: folder, worktree: folder, serverUrl: 'http://127.0.0.1:1' });
  const before = (tool: string, args: object, sessionID = 'ses_1') =>
    hooks['tool.execute.before']({ tool, sessionID, callID: 'call_2_0' }, { args }).then(
      () => undefined,
      (error: Error) => error.message,
    );
  return {
    tell: async (sessionID, agentName, event = 'chat.params') => hooks[event]({ sessionID, agent: agentName }, {}),
    ask: async (filePath, { session } = {}) => before('write', { filePath, content: 'x' }, session),
    askCommand: async (command) => before('bash', { command, description: 'Works' }),
  };
}

async function loadCline(plugin: Record<string, never>, folder: string): Promise<Loaded> {
  const { setup, hooks, ...rest } = plugin as unknown as {
    setup: (api: unknown, context: unknown) => void;
    hooks: { beforeTool: (call: unknown) => Promise<{ skip: boolean; reason: string } | undefined> };
  };
  expect(rest).toEqual({ name: 'modegate', manifest: { capabilities: ['hooks'] } });
  // Cline starts a plugin in the folder of the session.
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
  setup({}, { workspaceInfo: { rootPath: folder } });
  const before = async (toolName: string, input: object) => {
    const toolCall = { type: 'tool-call', toolCallId: 'call_1_0', toolName };
    const snapshot = { agentId: 'agent_1', parentAgentId: null, conversationId: 'conv_1', messages: [] };
    const answer = await hooks.beforeTool({ toolCall, input, snapshot });
    if (answer !== undefined) expect(answer).toEqual({ skip: true, reason: answer.reason });
    return answer?.reason;
  };
  return {
    tell: async () => undefined,
    ask: async (path) => before('editor', { path, new_text: 'x' }),
    askCommand: async (command) => before('run_commands', { commands: [command] }),
  };
}

/** As if the project had been there for a while, so that it may be kept. */
function age(file: string): void {
  const past = Date.now() / 1000 - 60;
  utimesSync(file, past, past);
}

describe('the plugin of an agent', () => {
  test.each(pluginAgents)('%s: the plugin is installed, denies with the rule, and is uninstalled', async (agent) => {
    const folder = createHookProject();
    const { home, file } = await install(agent, folder);
    const { ask } = await load(agent, file, folder);
    expect(await ask(join(folder, 'docs/b.md'))).toBeUndefined();
    expect(await ask(join(folder, 'src/a.ts'))).toContain('(FILE_RESTRICTED; project .roomodes:7 ');
    expect(await ask('docs/../src/a.ts')).toContain('FILE_RESTRICTED');
    symlinkSync('../src', join(folder, 'docs/link'));
    expect(await ask('docs/link/a.ts')).toContain('FILE_RESTRICTED');
    expect(await ask(file)).toContain('FILE_PROTECTED');

    const status = await run(['hook', 'status'], folder, { HOME: home });
    expect(status.stdout).toContain(`${agent}: in ${file}`);
    const again = await run(['hook', 'install', '--client', agent, '--scope', 'project', '--mode', 'docs'], folder, {
      HOME: home,
    });
    expect(again.stdout).toContain('nothing to change');
    expect((await run(['hook', 'uninstall', '--client', agent], folder, { HOME: home })).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  test.each(pluginAgents)(
    '%s: the plugin judges commands, and denies calls that need a question it cannot ask',
    async (agent) => {
      const rules =
        '      - command\n    commandRestrictions: { allowedCommands: [git status *], askCommands: [git push] }\n';
      const folder = createHookProject({ '.roomodes': hookModes({ docs: rules }) });
      const { file } = await install(agent, folder);
      const { askCommand } = await load(agent, file, folder);
      for (let time = 0; time < 2; time += 1) {
        expect(await askCommand('git status -s > docs/a.txt')).toBeUndefined();
        expect(await askCommand('git status > src/a.ts')).toContain('(FILE_RESTRICTED; project .roomodes:7 ');
        expect(await askCommand('git status; id')).toContain('COMMAND_NOT_ALLOWED');
      }
      expect(await askCommand('git push')).toMatch(
        /cannot ask a person from a hook.*allows the following without asking: git status \*\./,
      );
    },
  );

  test.each(pluginAgents)('%s: the plugin applies a policy change from the next call on', async (agent) => {
    const folder = createHookProject();
    const { file } = await install(agent, folder);
    const { ask } = await load(agent, file, folder);
    const note = join(folder, 'b.txt');
    expect(await ask(note)).toContain('FILE_RESTRICTED');
    expect(await ask(note)).toContain('FILE_RESTRICTED');
    const path = join(folder, '.roomodes');
    // Of the same length, and with the old times: a rename keeps them.
    writeFileSync(`${path}.new`, hookModes().replace('^docs/', 'b\\.txt'));
    age(`${path}.new`);
    renameSync(`${path}.new`, path);
    expect(await ask(note)).toBeUndefined();
    writeFileSync(path, 'customModes: [');
    expect(await ask(note)).toContain('MODES_UNREADABLE');
    rmSync(path);
    expect(await ask(note)).toContain('MODE_UNKNOWN');
    writeFileSync(path, hookModes());
    expect(await ask(note)).toContain('FILE_RESTRICTED');
    writeFileSync(join(folder, 'modegate.config.json'), '{ "hooks": { "modus": "docs" } }');
    expect(await ask(note)).toContain('PROJECT_UNREADABLE');
  });

  test.each(pluginAgents)(
    '%s: the plugin denies every call if its modules or its settings are missing',
    async (agent) => {
      const folder = createHookProject();
      const { file } = await install(agent, folder);
      const text = readFileSync(file, 'utf8');
      // Cline's plugin is small and names the file that has the rest.
      const [, named] = /^const file = "(.*)";$/m.exec(text) ?? [];
      const whole = readFileSync(named ?? file, 'utf8');
      writeFileSync(named ?? file, whole.replace(/^const modegateInstalled.*$/m, ''));
      const { ask } = await load(agent, file, folder);
      expect(await ask('docs/a.md')).toContain('(HOOK_FAILED)');
      writeFileSync(file, text.replace('process.getBuiltinModule', 'undefined'));
      const broken = await load(agent, file, folder);
      expect(await broken.ask('docs/a.md')).toContain('(HOOK_FAILED)');
    },
  );

  test('cline: the plugin is small, because Cline ignores a plugin that takes long to compile', async () => {
    const { file } = await install('cline', createHookProject());
    expect(readFileSync(file, 'utf8').length).toBeLessThan(4096);
  });

  test('opencode: the agent of a session narrows the mode, but the title agent does not', async () => {
    const folder = createHookProject();
    const { file } = await install('opencode', folder);
    const { ask, tell } = await load('opencode', file, folder);
    const write = (session: string) => ask(join(folder, 'docs/b.md'), { session });
    await tell('ses_1', undefined, 'chat.message');
    expect(await write('ses_1')).toBeUndefined();
    await tell('ses_1', 'notes', 'chat.message');
    await tell('ses_1', 'title');
    expect(await write('ses_1')).toContain("mode 'notes'");
    await tell('ses_2', 'build');
    expect(await write('ses_2')).toBeUndefined();
    expect(await write('ses_1')).toContain("mode 'notes'");
  });

  test('the plugin denies an invalid call', async () => {
    const folder = createHookProject();
    const { file } = await install('opencode', folder);
    const { ask } = await load('opencode', file, folder);
    for (const path of [undefined, 7, '', {}, ['docs/a.md'], 1n])
      expect(await ask(path as string), String(path)).toMatch(/PAYLOAD_INVALID|HOOK_FAILED/);
  });

  test('hook install leaves a plugin file of another author alone', async () => {
    const own = 'export const Mine = async () => ({});\n';
    const folder = createHookProject({ '.opencode/plugins/modegate.js': own });
    const installed = await run(['hook', 'install', '--client', 'opencode'], folder, { HOME: createFolder() });
    expect(installed.code).toBe(2);
    expect(installed.stderr).toContain('was not written by Modegate');
    await run(['hook', 'uninstall', '--client', 'opencode'], folder, { HOME: createFolder() });
    expect(readFileSync(join(folder, '.opencode/plugins/modegate.js'), 'utf8')).toBe(own);
  });
});
