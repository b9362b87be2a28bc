import type { AgentName } from '@modegate/agent-hooks';
import { describeRefusal, installedPlugins, isProtectedFile } from '@modegate/agent-hooks';
import { describe, expect, test } from 'vitest';
import { judge, judgeText, payload, root, verdictOf } from './support/sample.ts';

// 'docs' may read and edit below docs/.

describe('R1-2: an argument that a tool does not declare adds a place, and never takes the place of the folder', () => {
  test.each<readonly [AgentName, string, object]>([
    ['gemini', 'grep_search', { pattern: '.' }],
    ['gemini', 'glob', { pattern: 'secrets/*' }],
    ['gemini', 'read_many_files', { include: ['*'] }],
    ['qwen', 'grep_search', { pattern: '.' }],
    ['codex', 'grep_files', { pattern: '.' }],
    ['copilot', 'grep', { pattern: '.' }],
    ['copilot', 'grep', { pattern: '.', path: 'docs' }],
    ['cursor', 'Grep', { pattern: '.' }],
    ['opencode', 'grep', { pattern: '.' }],
    ['kilo', 'grep', { pattern: '.' }],
    ['cline', 'search_codebase', { queries: ['.'] }],
    ['claude-code', 'Grep', { pattern: '.' }],
  ])('%s: %s %o', (agent, tool, args) => {
    expect(judge(agent, tool, { ...args, file_path: 'docs' })).toBe('FOLDER_NOT_COVERED');
  });

  test.each<readonly [AgentName, string, object]>([
    ['gemini', 'grep_search', { pattern: '.', dir_path: 'docs' }],
    ['copilot', 'grep', { pattern: '.', paths: ['docs'] }],
    ['opencode', 'grep', { pattern: '.', path: 'docs' }],
    ['gemini', 'write_file', { file_path: 'docs/a.md', content: 'x' }],
  ])('%s: %s %o, and one more place', (agent, tool, args) => {
    expect(judge(agent, tool, args)).toBe('allowed');
    expect(judge(agent, tool, { ...args, target_file: 'src/a.ts' })).toBe('FILE_RESTRICTED');
  });
});

describe('R1-3: only the parameter by which a search leaves files out narrows it', () => {
  const modes = { mode: 'pages' };

  test.each<readonly [AgentName, object, object]>([
    ['gemini', { include: '*.md' }, { include_pattern: '*.md' }],
    ['qwen', { include: '*.md' }, { glob: '*.md' }],
    ['opencode', { glob: '*.md' }, { include: '*.md' }],
  ])('%s: %o does not, %o does', (agent, ignored, honoured) => {
    const tool = agent === 'opencode' ? 'grep' : 'grep_search';
    expect(judge(agent, tool, { pattern: '.', ...ignored }, modes)).toBe('FOLDER_NOT_COVERED');
    expect(judge(agent, tool, { pattern: '.', ...honoured }, modes)).toBe('allowed');
  });
});

test.each<readonly [AgentName, string, object]>([
  ['claude-code', 'Grep', { glob: '*.md', path: 'secrets/key.pem' }],
  ['opencode', 'grep', { include: '*.md', path: 'secrets/key.pem' }],
  ['copilot', 'grep', { glob: '*.md', paths: 'secrets/key.pem' }],
  ['gemini', 'grep_search', { include_pattern: '*.md', dir_path: 'secrets/gone' }],
])('R1-4: %s: %s of what is not known to be a folder needs the path itself to be allowed: %o', (agent, tool, args) => {
  expect(judge(agent, tool, { pattern: '.', ...args }, { mode: 'pages' })).toBe('FILE_RESTRICTED');
});

test.each<readonly [AgentName, string, object]>([
  ['copilot', 'view', { path: 'secrets' }],
  ['opencode', 'read', { filePath: 'secrets' }],
])('%s: %s of a folder is judged as a listing', (agent, tool, args) => {
  expect(judge(agent, tool, args)).toBe('FOLDER_NOT_COVERED');
});

test.each(['{/etc,x}/*', `{${root}/secrets,x}/**`, '{a,~}/*', '@(x|/etc)/*', '!/etc/*'])(
  'a pattern with another folder in a group leads anywhere: %s',
  (pattern) => {
    expect(judge('gemini', 'glob', { pattern, dir_path: 'docs' })).toBe('FILE_OUTSIDE_PROJECT');
    expect(judge('claude-code', 'Glob', { pattern, path: 'docs' })).toBe('FILE_OUTSIDE_PROJECT');
  },
);

describe('calls with several files', () => {
  test.each<readonly [AgentName, string, object]>([
    ['opencode', 'multiedit', { filePath: 'docs/a.md', edits: [{ filePath: 'src/a.ts', oldString: 'a' }] }],
    ['kilo', 'multiedit', { filePath: 'docs/a.md', edits: [{ oldString: 'a' }, { filePath: 'src/a.ts' }] }],
    ['opencode', 'multiedit', { filePath: 'docs/a.md', edits: [{ file: 'src/a.ts' }] }],
    ['cline', 'read_files', { files: [{ path: 'docs/a.md' }, { path: 'src/a.ts', start_line: 1 }] }],
    ['cline', 'read_files', { files: ['docs/a.md', 'src/a.ts'] }],
    ['copilot', 'grep', { pattern: '.', paths: ['docs', 'src/a.ts'] }],
  ])('%s: %s %o', (agent, tool, args) => {
    expect(judge(agent, tool, args)).toBe('FILE_RESTRICTED');
  });

  test('Gemini reads many files by patterns, which say nothing about a limit', () => {
    expect(judge('gemini', 'read_many_files', { include: ['docs/*.md'] })).toBe('FOLDER_NOT_COVERED');
    expect(judge('gemini', 'read_many_files', { include: ['docs/*.md'] }, { mode: 'full' })).toBe('allowed');
  });

  test('Cline runs every command of a list', () => {
    expect(judge('cline', 'run_commands', { commands: ['ls', 'rm x'] })).toBe('GROUP_MISSING');
  });
});

describe('H1: every place that a tool may take a path for is judged', () => {
  const write = (file_path: string) => judge('gemini', 'write_file', { file_path, content: 'x' });

  test.each([
    'docs/%2e%2e/src/p1.ts',
    'docs/..%2fsrc/p1.ts',
    `${root}/docs/%2e%2e/src/p1.ts`,
    'docs/%2E%2E%2Fsrc%2Fp1.ts',
  ])('Gemini decodes percent signs: %s', (path) => {
    expect(write(path)).toBe('FILE_RESTRICTED');
    expect(judge('gemini', 'read_file', { file_path: path })).toBe('FILE_RESTRICTED');
  });

  test('a protected file may be spelt so too', () => {
    const spelt = { file_path: 'docs/%2e%2e/%2eroomodes', content: '' };
    expect(judge('gemini', 'write_file', spelt, { mode: 'full' })).toBe('FILE_PROTECTED');
  });

  test('what stays in the limit in every reading is allowed', () => {
    expect(write('docs/100%.md')).toBe('allowed');
  });

  test('Gemini drops NUL and a leading @', () => {
    expect(write('docs/a\0/../../src/b.ts')).not.toBe('allowed');
    expect(judge('gemini', 'write_file', { file_path: '@/.roomodes' }, { mode: 'full' })).toBe('FILE_PROTECTED');
    expect(judge('gemini', 'write_file', { file_path: '@.roomodes' }, { mode: 'full' })).toBe('FILE_PROTECTED');
  });

  test('Qwen drops backslashes before what a shell takes for special', () => {
    const write = (file_path: string, mode: string) =>
      judge('qwen', 'write_file', { file_path: `${root}/${file_path}`, content: '' }, { mode });
    expect(write('docs/\\ /../../src/a.ts', 'docs')).not.toBe('allowed');
    expect(write('.roo-code\\ /../.roomodes', 'full')).toBe('FILE_PROTECTED');
    expect(write('docs/a\\ b.md', 'docs')).toBe('allowed');
  });
});

describe('H2: a tool that takes another file where the named one is missing is refused', () => {
  const replace = (file_path: string) => judge('gemini', 'replace', { file_path, old_string: 'a', new_string: 'b' });

  test('Gemini looks for a file whose path ends with a relative one', () => {
    expect(replace('docs/gone.ts')).toBe('FILE_MISSING');
    expect(replace('docs/a.md')).toBe('allowed');
    expect(replace(`${root}/docs/gone.ts`)).toBe('allowed');
    const verdict = verdictOf('gemini', JSON.stringify(payload('gemini', 'replace', { file_path: 'docs/gone.ts' })));
    expect(verdict).toMatchObject({ reason: expect.stringContaining('Give the absolute path') });
  });

  test('Cline reads a file with a similar name', () => {
    expect(judge('cline', 'read_files', { files: [{ path: `${root}/docs/gone.md` }] })).toBe('FILE_MISSING');
  });
});

describe('H8 and H11: what an agent offers is known, and the advice for the rest opens nothing', () => {
  test('Gemini: topics, resources and plans', () => {
    expect(judge('gemini', 'update_topic', { title: 'x' })).toBe('allowed');
    expect(judge('gemini', 'list_mcp_resources', { serverName: 'git-hub_x' })).toBe('allowed');
    expect(judge('gemini', 'list_mcp_resources', { serverName: 'git-hub' })).toBe('MCP_SERVER_NOT_ALLOWED');
    expect(judge('gemini', 'read_mcp_resource', { uri: 'x:' })).toBe('MCP_SERVER_NOT_ALLOWED');
    expect(judge('gemini', 'read_mcp_resource', { uri: 'x:' }, { mode: 'full' })).toBe('allowed');
    const plan = '/home/me/.gemini/tmp/project/38c81c82/plans/plan.md';
    expect(judge('gemini', 'write_file', { file_path: plan, content: '' })).toBe('allowed');
    expect(judge('gemini', 'write_file', { file_path: `${plan}/../../../x.md`, content: '' })).toBe('FILE_PROTECTED');
    expect(judge('claude-code', 'Write', { file_path: '/home/me/.claude/plans/a.md', content: '' })).toBe('allowed');
  });

  test.each<readonly [AgentName, string]>([
    ['qwen', 'list_agents'],
    ['qwen', 'enter_worktree'],
    ['qwen', 'cron_create'],
    ['copilot', 'fetch_copilot_cli_documentation'],
    ['copilot', 'exit_plan_mode'],
    ['copilot', 'task_complete'],
    ['kilo', 'schedule_wakeup'],
  ])('%s: %s touches nothing', (agent, tool) => {
    expect(judge(agent, tool, {})).toBe('allowed');
  });

  test('Copilot’s memory of other sessions falls under a limit on reading', () => {
    expect(judge('copilot', 'session_store_sql', { query: 'x' })).toBe('FOLDER_NOT_COVERED');
  });

  test('a tool that runs commands is judged as one, and no line to paste maps an unknown tool', () => {
    expect(judge('qwen', 'monitor', { command: 'ls' })).toBe('GROUP_MISSING');
    const verdict = verdictOf('qwen', JSON.stringify(payload('qwen', 'store_memory', {})));
    expect(verdict).toMatchObject({ code: 'TOOL_UNMAPPED', reason: expect.not.stringContaining('"store_memory": "') });
  });
});

describe('R1-12: what is protected', () => {
  test.each([
    '.claude/agents/.claude/plans/x.md',
    '.opencode/agent/.claude/plans/x.md',
    '.github/hooks/.claude/plans/x.json',
    '.codex/.claude/worktrees/config.toml',
    '.codex/.claude/worktrees/a/config.toml',
    '.claude/worktrees/a/.roomodes',
    '.gemini/worktrees/a/.gemini/settings.json',
    '.git/hooks/pre-commit',
    '.git',
    '.claude/plans',
    '.roomodes\n',
    '.roomodes\t',
    ' .roomodes',
    '.roomodes\u2028',
    '\t.claude/settings.json',
    '.roo\u0000modes',
  ])('%j is', (path) => {
    expect(isProtectedFile(`/work/app/${path}`)).toBe(true);
  });

  test.each([
    '.claude/plans/x.md',
    '.claude/worktrees/a/src/x.ts',
    '.gemini/worktrees/a/docs/x.md',
    '.qwen/worktrees/a/docs/x.md',
    '.github/workflows/ci.yml',
    '.gitignore',
  ])('%j is not (H9: the own worktrees of agents)', (path) => {
    expect(isProtectedFile(`/work/app/${path}`)).toBe(false);
  });
});

test('a payload with another type where a path is declared cannot be judged', () => {
  for (const file_path of [1, {}, [{}], true])
    expect(judgeText('gemini', JSON.stringify(payload('gemini', 'write_file', { file_path, content: '' })))).toBe(
      'PAYLOAD_INVALID',
    );
});

test('V11: a file as large as a payload may be is judged', () => {
  const content = 'x"'.repeat(5_000_000);
  expect(judge('claude-code', 'Write', { file_path: `${root}/docs/a.md`, content })).toBe('allowed');
  expect(judge('claude-code', 'Write', { file_path: `${root}/src/a.ts`, content })).toBe('FILE_RESTRICTED');
});

describe('A3: a refusal ends with a way forward', () => {
  const told = (agent: AgentName, tool: string, args: object) => {
    const verdict = verdictOf(agent, JSON.stringify(payload(agent, tool, args)));
    return verdict.allowed ? '' : describeRefusal(verdict, installedPlugins.cline.maxRefusals);
  };

  test.each<readonly [AgentName, string, object, string]>([
    [
      'claude-code',
      'Write',
      { file_path: `${root}/src/x.ts`, content: '' },
      'Choose a file that the mode allows, or ask the user.',
    ],
    [
      'claude-code',
      'Bash',
      { command: 'ls' },
      'Use a tool from a group that the mode includes, or ask the user for another mode.',
    ],
    ['codex', 'mcp__git_hub_x__delete_repo', {}, 'Use another tool, or ask the user.'],
    ['claude-code', 'Write', { file_path: `${root}/.roomodes`, content: '' }, 'Ask the user to change it.'],
  ])('%s %s', (agent, tool, args, way) => {
    expect(told(agent, tool, args)).toContain(`${way} This agent ends its run after 3 refusals in a row. (`);
  });
});

describe('Copilot with a model that takes a patch as a plain text', () => {
  const patchOf = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n`;

  test.each([
    ['a file of the mode', patchOf('docs/a.md'), 'allowed'],
    ['another file', patchOf('src/a.ts'), 'FILE_RESTRICTED'],
    ['a protected file', patchOf('.github/hooks/x.json'), 'FILE_PROTECTED'],
    ['no file', '*** Begin Patch\n*** End Patch\n', 'PAYLOAD_INVALID'],
    ['a patch in quotes', JSON.stringify(patchOf('docs/a.md')), 'PAYLOAD_INVALID'],
  ])('%s', (_what, text, answer) => {
    expect(judge('copilot', 'apply_patch', text)).toBe(answer);
  });
});
