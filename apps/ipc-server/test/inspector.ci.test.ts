import { createFolder, installedScript, runScript } from '@modegate/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from './support/built-server.ts';
import { type RunningAgent, runAgent } from './support/served-agent.ts';

describe('the MCP inspector', () => {
  const inspector = installedScript('@modelcontextprotocol/inspector', 'mcp-inspector');
  const [storage, cwd, home] = [createFolder(), createFolder(), createFolder()];
  let agent: RunningAgent;

  beforeAll(async () => {
    agent = await runAgent({ dialect: 'fork' });
  });
  afterAll(() => agent.stop());

  async function inspect(method: string, ...args: readonly string[]) {
    const target = [process.execPath, builtServer, ...agent.args];
    const { code, stdout, stderr } = await runScript(
      inspector,
      ['--cli', ...target, '--method', method, '--format', 'json', ...args],
      { cwd, home, env: { MCP_INSPECTOR_SECRET_STORE: 'memory', MCP_STORAGE_DIR: storage } },
    );
    return { code, result: stdout === '' ? undefined : JSON.parse(stdout).result, stderr };
  }

  test('the MCP inspector finds no error in the schemas of the tools', async () => {
    const { code, stderr } = await inspect('tools/list', '--strict');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
  });

  test('the MCP inspector starts a task with the command from the README', async () => {
    const { code, result } = await inspect(
      'tools/call',
      '--tool-name',
      'roo_ipc_start_task',
      '--tool-arg',
      'text=Hello there',
    );
    expect([code, result]).toMatchObject([0, { structuredContent: { outcome: 'confirmed', taskId: 'task-1' } }]);
    expect(agent.agent.tasks[0]?.messages[0]).toMatchObject({ text: 'Hello there' });
  });
});
