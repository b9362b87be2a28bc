import {
  type AgentName,
  agentNames,
  answerAgent,
  applyMappedTools,
  commandAgents,
  readAgentCall,
} from '@modegate/agent-hooks';
import type { AgentTool, ParameterRole } from '@modegate/agent-tools';
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

  ['cursor', 'Write', { file_path: docs, contents: 'x' }, 'allowed'],
  ['cursor', 'Write', { file_path: source, contents: 'x' }, 'FILE_RESTRICTED'],
  ['cursor', 'Delete', { file_path: source }, 'FILE_RESTRICTED'],
  ['cursor', 'Delete', { file_path: `${root}/.cursor/hooks.json` }, 'FILE_PROTECTED'],
  ['cursor', 'Read', { file_path: docs }, 'allowed'],
  ['cursor', 'Grep', { pattern: 'x' }, 'FOLDER_NOT_COVERED'],
  ['cursor', 'Shell', { command: 'ls', working_directory: root }, 'GROUP_MISSING'],
  ['cursor', 'Task', { subagent_type: 'explore', prompt: 'x' }, 'allowed'],
  ['cursor', 'Teleport', {}, 'TOOL_UNMAPPED'],
  // Nothing says whose tool it is, and one of the configured servers may not be used.
  ['cursor', 'MCP:create_issue', {}, 'MCP_SERVER_NOT_ALLOWED'],
  ['cursor', 'MCP:delete-repo', {}, 'MCP_TOOL_DISALLOWED'],

  ['opencode', 'write', { filePath: docs, content: 'x' }, 'allowed'],
  ['opencode', 'write', { filePath: source, content: 'x' }, 'FILE_RESTRICTED'],
  ['opencode', 'write', { filePath: 'docs/../src/x.ts', content: 'x' }, 'FILE_RESTRICTED'],
  ['opencode', 'write', { content: 'x' }, 'PAYLOAD_INVALID'],
  ['opencode', 'edit', { filePath: source, oldString: 'a', newString: 'b' }, 'FILE_RESTRICTED'],
  ['opencode', 'read', { filePath: docs, offset: 0, limit: 10 }, 'allowed'],
  ['opencode', 'read', { filePath: '/etc/passwd' }, 'FILE_OUTSIDE_PROJECT'],
  ['opencode', 'glob', { pattern: '**/*.md', path: 'docs' }, 'allowed'],
  ['opencode', 'glob', { pattern: '../**', path: 'docs' }, 'FOLDER_NOT_COVERED'],
  ['opencode', 'grep', { pattern: 'x' }, 'FOLDER_NOT_COVERED'],
  ['opencode', 'list', { path: 'src' }, 'FOLDER_NOT_COVERED'],
  ['opencode', 'apply_patch', { patchText: patch('*** Add File: docs/x.md', '+x') }, 'allowed'],
  [
    'opencode',
    'apply_patch',
    { patchText: patch('*** Update File: docs/x.md', '*** Move to: src/x.ts', '@@', '-a', '+b') },
    'FILE_RESTRICTED',
  ],
  ['opencode', 'bash', { command: 'ls', description: 'List' }, 'GROUP_MISSING'],
  ['opencode', 'webfetch', { url: 'https://example.org', format: 'text' }, 'GROUP_MISSING'],
  ['opencode', 'task', { subagent_type: 'writer', description: 'x', prompt: 'x' }, 'allowed'],
  ['opencode', 'todowrite', { todos: [] }, 'allowed'],
  ['opencode', 'invalid', { tool: 'git-hub_x_create_issue', error: 'x' }, 'allowed'],
  ['opencode', 'batch', { tool_calls: [] }, 'TOOL_UNMAPPED'],
  ['opencode', 'wiki_search', { text: 'x' }, 'allowed'],
  // This may be `x_create_issue` of git-hub, which the mode may not use.
  ['opencode', 'git-hub_x_create_issue', { title: 'x' }, 'MCP_SERVER_NOT_ALLOWED'],
  ['opencode', 'git-hub_x_delete-repo', {}, 'MCP_TOOL_DISALLOWED'],
  ['opencode', 'git-hub_create_issue', {}, 'MCP_SERVER_NOT_ALLOWED'],

  ['kilo', 'write', { filePath: docs, content: 'x' }, 'allowed'],
  ['kilo', 'write', { filePath: source, content: 'x' }, 'FILE_RESTRICTED'],
  ['kilo', 'background_process', { action: 'start', command: 'ls' }, 'GROUP_MISSING'],
  ['kilo', 'interactive_terminal', { command: 'ls' }, 'GROUP_MISSING'],
  ['kilo', 'codebase_search', { query: 'x' }, 'FOLDER_NOT_COVERED'],
  ['kilo', 'board_post', { to: 'ALL', type: 'INFO', body: 'x' }, 'allowed'],
  ['kilo', 'kilo_memory_save', { text: 'x' }, 'TOOL_UNMAPPED'],
  ['kilo', 'git-hub_x_delete-repo', {}, 'MCP_TOOL_DISALLOWED'],

  ['cline', 'editor', { path: docs, new_text: 'x' }, 'allowed'],
  ['cline', 'editor', { path: source, new_text: 'x', old_text: null }, 'FILE_RESTRICTED'],
  ['cline', 'editor', { new_text: 'x' }, 'PAYLOAD_INVALID'],
  ['cline', 'read_files', { files: [{ path: docs }] }, 'allowed'],
  ['cline', 'read_files', { files: [{ path: docs }, { path: source }] }, 'FILE_RESTRICTED'],
  ['cline', 'read_files', { files: { path: source } }, 'FILE_RESTRICTED'],
  ['cline', 'read_files', { paths: ['docs/x.md', 'src/x.ts'] }, 'FILE_RESTRICTED'],
  ['cline', 'read_files', { file_paths: 'src/x.ts' }, 'FILE_RESTRICTED'],
  ['cline', 'read_files', ['docs/x.md', 'src/x.ts'], 'FILE_RESTRICTED'],
  ['cline', 'read_files', 'src/x.ts', 'FILE_RESTRICTED'],
  ['cline', 'read_files', 'docs/x.md', 'allowed'],
  ['cline', 'apply_patch', { input: patch('*** Add File: docs/x.md', '+x') }, 'allowed'],
  ['cline', 'apply_patch', patch('*** Add File: src/x.ts', '+x'), 'FILE_RESTRICTED'],
  ['cline', 'search_codebase', { queries: ['x'] }, 'FOLDER_NOT_COVERED'],
  ['cline', 'run_commands', { commands: ['echo hi > y.txt'] }, 'GROUP_MISSING'],
  ['cline', 'run_commands', ['echo hi > y.txt'], 'GROUP_MISSING'],
  ['cline', 'run_commands', 'echo hi > y.txt', 'GROUP_MISSING'],
  ['cline', 'fetch_web_content', { requests: [] }, 'GROUP_MISSING'],
  ['cline', 'spawn_agent', { task: 'x' }, 'allowed'],
  ['cline', 'team_status', {}, 'allowed'],
  ['cline', 'monitor', { command: 'ls' }, 'TOOL_UNMAPPED'],
  ['cline', 'git-hub_x__create_issue', { title: 'x' }, 'allowed'],
  ['cline', 'git-hub_x__delete-repo', {}, 'MCP_TOOL_DISALLOWED'],
  ['cline', 'git-hub__create_issue', {}, 'MCP_SERVER_NOT_ALLOWED'],
];

/** A call that touches what the mode `docs` opens, as far as its parameters can say so. */
function inputOf({ parameters }: AgentTool): Readonly<Record<string, unknown>> {
  const values: Partial<Record<ParameterRole, string>> = {
    file: 'docs/a.md',
    folder: 'docs',
    server: 'git-hub_x',
    patch: patch('*** Add File: docs/a.md'),
  };
  const input: Record<string, unknown> = {};
  for (const [role, value] of Object.entries(values))
    for (const place of parameters[role as ParameterRole] ?? []) {
      const [key = '', member] = place.split('.');
      const item = member === undefined ? value : { [member]: value };
      input[key.replace('[]', '')] = key.endsWith('[]') ? [item] : item;
    }
  return input;
}

function limitedAnswer({ kind, parameters }: AgentTool): string {
  if (kind === 'command' || kind === 'running-command' || kind === 'web') return 'GROUP_MISSING';
  // These look in the whole project, whatever they are told.
  if (kind === 'index' || (kind === 'search' && parameters.folder === undefined)) return 'FOLDER_NOT_COVERED';
  // Without the name of a server it may be any.
  return kind === 'resource' && parameters.server === undefined ? 'MCP_SERVER_NOT_ALLOWED' : 'allowed';
}

describe('a call in a mode with limits', () => {
  test.each(rows)('%s: the call %s %o is %s in a limited mode', (agent, tool, args, expected) => {
    expect(judge(agent, tool, args)).toBe(expected);
  });

  test.each(agentNames)('%s: every tool in the adapter is judged, and allowed in a full mode', (agent) => {
    for (const [tool, known] of Object.entries(adapters[agent].tools)) {
      const args = inputOf(known);
      expect({ tool, answer: judge(agent, tool, args, { mode: 'full' }) }).toEqual({ tool, answer: 'allowed' });
      expect({ tool, limited: judge(agent, tool, args) }).toEqual({ tool, limited: limitedAnswer(known) });
    }
  });

  test('an unknown tool is allowed if the mode has no limits or the configuration maps it', () => {
    expect(judge('claude-code', 'Teleport', {}, { mode: 'full' })).toBe('allowed');
    const text = JSON.stringify(payload('claude-code', 'Teleport', { path: source }));
    const call = readAgentCall('claude-code', text);
    expect(call.ok && applyMappedTools(call.value, { Teleport: 'edit' })).toMatchObject({
      value: { parts: [{ tool: 'edit', paths: [source] }] },
    });
  });

  test('a tool that may belong to an unconfigured server is denied in any mode', () => {
    for (const [agent, tool] of [
      ['opencode', 'other_search'],
      ['kilo', 'other_search'],
      ['cline', 'other__search'],
      ['copilot', 'other-search'],
    ] as const)
      expect({ agent, answer: judge(agent, tool, {}, { mode: 'full' }) }).toEqual({ agent, answer: 'TOOL_UNMAPPED' });
    expect(judge('opencode', 'teleport', {}, { mode: 'full' })).toBe('allowed');
    expect(judge('cursor', 'MCP:create_issue', {}, { mode: 'full' })).toBe('allowed');
  });

  test('a mode that does not exist denies even harmless calls', () => {
    expect(judge('claude-code', 'TodoWrite', {}, { mode: 'nobody' })).toBe('MODE_UNKNOWN');
    expect(judge('claude-code', 'Teleport', {}, { mode: 'nobody' })).toBe('MODE_UNKNOWN');
  });

  test('a patch in a shell command is judged as patch and as command', () => {
    const command = `apply_patch <<'E'\n${patch('*** Add File: .codex/hooks.json', '+x')}E`;
    expect(judge('codex', 'Bash', { command }, { mode: 'full' })).toBe('FILE_PROTECTED');
    expect(judge('codex', 'Bash', { command: `echo '*** Begin Patch'` }, { mode: 'full' })).toBe('PAYLOAD_INVALID');
  });

  test("an MCP server reported by Gemini's or Claude's payload counts, and must agree with the name", () => {
    const mcp_context = { server_name: 'git-hub_x', tool_name: 'delete-repo' };
    expect(judge('gemini', 'mcp_git-hub_x_delete-repo', {}, { with: { mcp_context } })).toBe('MCP_TOOL_DISALLOWED');
    const mcp_server = { name: 'git-hub', source: 'dynamic' };
    expect(judge('claude-code', 'mcp__git-hub_x__create_issue', {}, { with: { mcp_server } })).toBe('PAYLOAD_INVALID');
    expect(judge('claude-code', 'mcp__git-hub__create_issue', {}, { with: { mcp_server } })).toBe(
      'MCP_SERVER_NOT_ALLOWED',
    );
  });
});

describe('answers to agents', () => {
  const refusal = verdictOf('codex', JSON.stringify(payload('codex', 'Bash', { command: 'ls' })));

  test('the answer to an allowed call is empty', () => {
    for (const agent of commandAgents)
      expect(answerAgent(agent, { allowed: true })).toEqual({
        stdout: agent === 'cursor' ? '{}\n' : '',
        stderr: '',
        exitCode: 0,
      });
  });

  test.each(commandAgents)(
    '%s gets a denial with its reason and rule in the form it obeys, and nothing else',
    (agent) => {
      const { stdout, stderr, exitCode } = answerAgent(agent, refusal);
      const answer: Record<string, unknown> = JSON.parse(stdout);
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
      expect(stdout).toContain("group 'command'");
      expect(stdout).toContain('GROUP_MISSING; built-in rule group-required');
      const keys = {
        copilot: ['permissionDecision', 'permissionDecisionReason', 'hookSpecificOutput'],
        cursor: ['permission', 'user_message', 'agent_message'],
        gemini: ['decision', 'reason'],
      };
      expect(Object.keys(answer)).toEqual(keys[agent as keyof typeof keys] ?? ['hookSpecificOutput']);
      if (agent !== 'gemini' && agent !== 'cursor')
        expect(Object.keys(answer.hookSpecificOutput as object)).toEqual([
          'hookEventName',
          'permissionDecision',
          'permissionDecisionReason',
        ]);
    },
  );
});
