import { type AgentName, agentNames, answerAgent, readAgentCall } from '@modegate/agent-hooks';
import { describe, expect, test } from 'vitest';
import { adapters } from '../src/adapters.ts';
import { judge, payload, root, verdictOf } from './support/sample.ts';

type Row = readonly [agent: AgentName, tool: string, args: unknown, expected: string];

const docs = `${root}/docs/x.md`;
const source = `${root}/src/x.ts`;
const patch = (...lines: readonly string[]) => `*** Begin Patch\n${lines.join('\n')}\n*** End Patch\n`;

// 'docs' may read and edit below docs/, use the server git-hub_x but not its delete-repo, and run no command.
const rows: readonly Row[] = [
  ['claude-code', 'Write', { file_path: docs, content: 'x' }, 'allowed'],
  ['claude-code', 'Write', { file_path: source, content: 'x' }, 'FILE_RESTRICTED'],
  ['claude-code', 'Write', { content: 'x' }, 'PAYLOAD_INVALID'],
  ['claude-code', 'Edit', { file_path: docs, old_string: 'a', new_string: 'b' }, 'allowed'],
  [
    'claude-code',
    'Edit',
    { file_path: `${root}/docs/../src/x.ts`, old_string: 'a', new_string: 'b' },
    'FILE_RESTRICTED',
  ],
  ['claude-code', 'NotebookEdit', { notebook_path: `${root}/a.ipynb`, new_source: '' }, 'FILE_RESTRICTED'],
  ['claude-code', 'Read', { file_path: docs }, 'allowed'],
  ['claude-code', 'Read', { file_path: '/etc/passwd' }, 'FILE_OUTSIDE_PROJECT'],
  ['claude-code', 'Grep', { pattern: 'x' }, 'FOLDER_NOT_COVERED'],
  ['claude-code', 'Grep', { pattern: 'x', path: `${root}/docs` }, 'allowed'],
  ['claude-code', 'Glob', { pattern: '**/*.md', path: 'docs' }, 'allowed'],
  ['claude-code', 'Glob', { pattern: '../**', path: 'docs' }, 'FOLDER_NOT_COVERED'],
  ['claude-code', 'Glob', { pattern: '{a,../../..}/*', path: 'docs' }, 'FILE_OUTSIDE_PROJECT'],
  ['claude-code', 'Bash', { command: 'ls' }, 'GROUP_MISSING'],
  ['claude-code', 'PowerShell', { command: 'ls' }, 'GROUP_MISSING'],
  ['claude-code', 'WebFetch', { url: 'https://example.org' }, 'GROUP_MISSING'],
  ['claude-code', 'Agent', { subagent_type: 'writer', prompt: 'x' }, 'allowed'],
  ['claude-code', 'TodoWrite', { todos: [] }, 'allowed'],
  ['claude-code', 'Teleport', {}, 'TOOL_UNMAPPED'],
  ['claude-code', 'mcp__git-hub_x__create_issue', { title: 'x' }, 'allowed'],
  ['claude-code', 'mcp__git-hub_x__delete-repo', {}, 'MCP_TOOL_DISALLOWED'],
  ['claude-code', 'mcp__git-hub__create_issue', {}, 'MCP_SERVER_NOT_ALLOWED'],
  ['claude-code', 'mcp__plugin_a_b__c', {}, 'MCP_SERVER_UNKNOWN'],
  ['claude-code', 'ReadMcpResourceTool', { server: 'git-hub', uri: 'x:' }, 'MCP_SERVER_NOT_ALLOWED'],
  ['claude-code', 'ReadMcpResourceTool', { server: 'git-hub_x', uri: 'x:' }, 'allowed'],

  ['codex', 'apply_patch', { command: patch('*** Add File: docs/x.md', '+x') }, 'allowed'],
  [
    'codex',
    'apply_patch',
    { command: patch('*** Update File: docs/x.md', '*** Move to: src/x.ts', '@@', '-a', '+b') },
    'FILE_RESTRICTED',
  ],
  [
    'codex',
    'apply_patch',
    { command: patch('*** Add File: docs/x.md', '+x', '*** Delete File: a.ts') },
    'FILE_RESTRICTED',
  ],
  ['codex', 'apply_patch', { command: 'nothing' }, 'PAYLOAD_INVALID'],
  ['codex', 'Bash', { command: 'echo hi > y.txt' }, 'GROUP_MISSING'],
  ['codex', 'view_image', { path: 'docs/a.png' }, 'allowed'],
  ['codex', 'view_image', { path: 'src/a.png' }, 'FILE_RESTRICTED'],
  ['codex', 'spawn_agent', { message: 'x' }, 'allowed'],
  ['codex', 'multi_agent_v1wait_agent', {}, 'allowed'],
  // This may be `admin__list` of git-hub_x, or `list` of git-hub_x__admin, which the mode may not use.
  ['codex', 'mcp__git_hub_x__admin__list', {}, 'MCP_SERVER_NOT_ALLOWED'],
  ['codex', 'mcp__git_hub_x__create_issue', {}, 'allowed'],
  ['codex', 'mcp__git_hub_x__delete_repo', {}, 'MCP_TOOL_DISALLOWED'],
  ['codex', 'mcp__git_hub__create_issue', {}, 'MCP_SERVER_NOT_ALLOWED'],

  ['copilot', 'create', { path: 'docs/x.md', file_text: 'x' }, 'allowed'],
  ['copilot', 'create', { path: 'src/x.ts', file_text: 'x' }, 'FILE_RESTRICTED'],
  ['copilot', 'create', JSON.stringify({ path: 'src/x.ts', file_text: 'x' }), 'FILE_RESTRICTED'],
  ['copilot', 'Write', { path: source, file_text: 'x' }, 'FILE_RESTRICTED'],
  ['copilot', 'edit', { path: 'docs/../src/x.ts', old_str: 'a', new_str: 'b' }, 'FILE_RESTRICTED'],
  ['copilot', 'view', { path: docs }, 'allowed'],
  ['copilot', 'bash', { command: 'ls' }, 'GROUP_MISSING'],
  ['copilot', 'grep', { pattern: 'x' }, 'FOLDER_NOT_COVERED'],
  ['copilot', 'task', { agent_type: 'writer', prompt: 'x' }, 'allowed'],
  ['copilot', 'git-hub_x-create_issue', {}, 'allowed'],
  ['copilot', 'git-hub_x-delete-repo', {}, 'MCP_TOOL_DISALLOWED'],
  ['copilot', 'git-hub-create_issue', {}, 'MCP_SERVER_NOT_ALLOWED'],
  ['copilot', 'unheard-of', {}, 'TOOL_UNMAPPED'],

  ['gemini', 'write_file', { file_path: 'docs/x.md', content: 'x' }, 'allowed'],
  ['gemini', 'write_file', { file_path: source, content: 'x' }, 'FILE_RESTRICTED'],
  ['gemini', 'replace', { file_path: source, old_string: 'a', new_string: 'b' }, 'FILE_RESTRICTED'],
  ['gemini', 'list_directory', { dir_path: 'src' }, 'FOLDER_NOT_COVERED'],
  ['gemini', 'read_many_files', { include: ['docs/*.md'] }, 'FOLDER_NOT_COVERED'],
  ['gemini', 'run_shell_command', { command: 'ls' }, 'GROUP_MISSING'],
  ['gemini', 'write_todos', { todos: [] }, 'allowed'],

  ['qwen', 'write_file', { file_path: docs, content: 'x' }, 'allowed'],
  ['qwen', 'write_file', { file_path: source, content: 'x' }, 'FILE_RESTRICTED'],
  ['qwen', 'run_shell_command', { command: 'ls' }, 'GROUP_MISSING'],
  ['qwen', 'agent', { subagent_type: 'writer' }, 'allowed'],
  ['qwen', 'mcp__git-hub_x__create_issue', {}, 'allowed'],
  ['qwen', 'mcp__git-hub_x__delete-repo', {}, 'MCP_TOOL_DISALLOWED'],
];

describe('a call in a mode with limits', () => {
  test.each(rows)('%s: %s %o is %s', (agent, tool, args, expected) => {
    expect(judge(agent, tool, args)).toBe(expected);
  });

  test.each(agentNames)('%s: every tool that the adapter lists is judged, with no mode missing it', (agent) => {
    for (const [tool, mapping] of Object.entries(adapters[agent].tools)) {
      const args = {
        ...(mapping.server === undefined ? {} : { [mapping.server]: 'git-hub_x' }),
        ...(mapping.tool === 'apply_patch' ? { command: patch('*** Add File: docs/a') } : { path: 'docs/a' }),
      };
      expect({ tool, answer: judge(agent, tool, args, { mode: 'full' }) }).toEqual({ tool, answer: 'allowed' });
      const limited = judge(agent, tool, args);
      const hasGroup = !['execute_command', 'browser_action'].includes(mapping.tool);
      expect({ tool, limited }).toEqual({ tool, limited: hasGroup ? 'allowed' : 'GROUP_MISSING' });
    }
  });

  test('a tool that nobody knows may be used where the mode limits nothing, or the configuration maps it', () => {
    expect(judge('claude-code', 'Teleport', {}, { mode: 'full' })).toBe('allowed');
    const text = JSON.stringify(payload('claude-code', 'Teleport', { path: source }));
    const call = readAgentCall('claude-code', text, { tools: { Teleport: 'edit' } });
    expect(call.ok && call.value.parts).toEqual([{ tool: 'edit', paths: [source] }]);
  });

  test('a mode that does not exist refuses even what is harmless', () => {
    expect(judge('claude-code', 'TodoWrite', {}, { mode: 'nobody' })).toBe('MODE_UNKNOWN');
    expect(judge('claude-code', 'Teleport', {}, { mode: 'nobody' })).toBe('MODE_UNKNOWN');
  });

  test('a patch in a shell command is judged as both', () => {
    const command = `apply_patch <<'E'\n${patch('*** Add File: .codex/hooks.json', '+x')}E`;
    expect(judge('codex', 'Bash', { command }, { mode: 'full' })).toBe('FILE_PROTECTED');
    expect(judge('codex', 'Bash', { command: `echo '*** Begin Patch'` }, { mode: 'full' })).toBe('PAYLOAD_INVALID');
  });

  test("Gemini's and Claude's own account of an MCP call counts, and must agree with the name", () => {
    const mcp_context = { server_name: 'git-hub_x', tool_name: 'delete-repo' };
    expect(judge('gemini', 'mcp_git-hub_x_delete-repo', {}, { with: { mcp_context } })).toBe('MCP_TOOL_DISALLOWED');
    const mcp_server = { name: 'git-hub', source: 'dynamic' };
    expect(judge('claude-code', 'mcp__git-hub_x__create_issue', {}, { with: { mcp_server } })).toBe('PAYLOAD_INVALID');
    expect(judge('claude-code', 'mcp__git-hub__create_issue', {}, { with: { mcp_server } })).toBe(
      'MCP_SERVER_NOT_ALLOWED',
    );
  });
});

describe('the answer', () => {
  const refusal = verdictOf('codex', JSON.stringify(payload('codex', 'Bash', { command: 'ls' })));

  test('is silence where there is no objection', () => {
    for (const agent of agentNames)
      expect(answerAgent(agent, { allowed: true })).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  test.each(agentNames)('%s reads the reason with the rule in the form it obeys, and nothing else', (agent) => {
    const { stdout, stderr, exitCode } = answerAgent(agent, refusal);
    const answer: Record<string, unknown> = JSON.parse(stdout);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain("group 'command'");
    expect(stdout).toContain('GROUP_MISSING; built-in rule group-required');
    const keys = {
      copilot: ['permissionDecision', 'permissionDecisionReason', 'hookSpecificOutput'],
      gemini: ['decision', 'reason'],
    };
    expect(Object.keys(answer)).toEqual(keys[agent as 'copilot' | 'gemini'] ?? ['hookSpecificOutput']);
    if (agent !== 'gemini')
      expect(Object.keys(answer.hookSpecificOutput as object)).toEqual([
        'hookEventName',
        'permissionDecision',
        'permissionDecisionReason',
      ]);
  });
});
