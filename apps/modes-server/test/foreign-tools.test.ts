import { expect, test } from 'vitest';
import { openServer } from './support/open-server.ts';

test.each([
  [
    'Bash',
    "as a tool of Claude Code, Codex CLI, Copilot CLI, ask about 'execute_command', with the command in tool_params",
  ],
  ['Write', "ask about 'write_to_file', with the file as file_path"],
  ['Edit', "ask about 'edit', with the file as file_path"],
  ['Grep', "ask about 'search_files', with the folder as path in tool_params"],
  ['run_shell_command', "ask about 'execute_command'"],
])('modes-server.md 2: a call of %s is answered with the name to use', async (tool_name, advice) => {
  const { call } = await openServer();
  const { session_id } = (await call('create_task', { mode_slug: 'code' })).facts;
  const { facts } = await call('validate_tool_use', { session_id, tool_name, tool_params: { command: 'ls' } });
  expect(facts.allowed).toBe(false);
  expect(facts.reason).toContain(advice);
  expect(facts.reason).not.toContain('MCP');
  const [, named] = /ask about '(\w+)'/.exec(facts.reason) ?? [];
  expect((await call('validate_tool_use', { session_id, tool_name: named, file_path: 'a.md' })).facts.allowed).toBe(
    true,
  );
});

test('a tool name that no agent uses gets the usual answer', async () => {
  const { call } = await openServer();
  const { session_id } = (await call('create_task', { mode_slug: 'code' })).facts;
  const { facts } = await call('validate_tool_use', { session_id, tool_name: 'read_fil' });
  expect(facts.reason).toContain("Did you mean 'read_file'?");
});
