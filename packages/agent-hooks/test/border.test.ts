import type { AgentName } from '@modegate/agent-hooks';
import { describeRefusal, installedPlugins, isProtectedFile } from '@modegate/agent-hooks';
import { describe, expect, test } from 'vitest';
import { judge, judgeText, payload, root, verdictOf } from './support/sample.ts';

// 'docs' may read and edit below docs/.

describe('R1-2: an undeclared argument adds a place, and never replaces the folder', () => {
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
  ])('%s: %s %o needs the whole folder in spite of an undeclared argument', (agent, tool, args) => {
    expect(judge(agent, tool, { ...args, file_path: 'docs' })).toBe('FOLDER_NOT_COVERED');
  });

  test.each<readonly [AgentName, string, object]>([
    ['gemini', 'grep_search', { pattern: '.', dir_path: 'docs' }],
    ['copilot', 'grep', { pattern: '.', paths: ['docs'] }],
    ['opencode', 'grep', { pattern: '.', path: 'docs' }],
    ['gemini', 'write_file', { file_path: 'docs/a.md', content: 'x' }],
  ])('%s: %s %o with an undeclared path is judged for that path, too', (agent, tool, args) => {
    expect(judge(agent, tool, args)).toBe('allowed');
    expect(judge(agent, tool, { ...args, target_file: 'src/a.ts' })).toBe('FILE_RESTRICTED');
  });
});

describe('R1-3: only the parameter that filters files narrows a search', () => {
  const modes = { mode: 'pages' };

  test.each<readonly [AgentName, object, object]>([
    ['gemini', { include: '*.md' }, { include_pattern: '*.md' }],
    ['qwen', { include: '*.md' }, { glob: '*.md' }],
    ['opencode', { glob: '*.md' }, { include: '*.md' }],
  ])('%s: the filter %o does not narrow a search, but %o does', (agent, ignored, honoured) => {
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
])('R1-4: %s: %s needs permission for a path itself if it is not a known folder: %o', (agent, tool, args) => {
  expect(judge(agent, tool, { pattern: '.', ...args }, { mode: 'pages' })).toBe('FILE_RESTRICTED');
});

test.each<readonly [AgentName, string, object]>([
  ['copilot', 'view', { path: 'secrets' }],
  ['opencode', 'read', { filePath: 'secrets' }],
])('%s: %s of a folder is judged as a listing', (agent, tool, args) => {
  expect(judge(agent, tool, args)).toBe('FOLDER_NOT_COVERED');
});

test.each(['{/etc,x}/*', `{${root}/secrets,x}/**`, '{a,~}/*', '@(x|/etc)/*', '!/etc/*'])(
  'a pattern with another folder in a group is outside the project: %s',
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
  ])('%s: %s %o is judged for each of its files', (agent, tool, args) => {
    expect(judge(agent, tool, args)).toBe('FILE_RESTRICTED');
  });

  test('the patterns that Gemini reads many files with do not satisfy a limit', () => {
    expect(judge('gemini', 'read_many_files', { include: ['docs/*.md'] })).toBe('FOLDER_NOT_COVERED');
    expect(judge('gemini', 'read_many_files', { include: ['docs/*.md'] }, { mode: 'full' })).toBe('allowed');
  });

  test('every command in a list for Cline is judged', () => {
    expect(judge('cline', 'run_commands', { commands: ['ls', 'rm x'] })).toBe('GROUP_MISSING');
  });
});

describe('H1: every possible reading of a path is judged', () => {
  const write = (file_path: string) => judge('gemini', 'write_file', { file_path, content: 'x' });

  test.each([
    'docs/%2e%2e/src/p1.ts',
    'docs/..%2fsrc/p1.ts',
    `${root}/docs/%2e%2e/src/p1.ts`,
    'docs/%2E%2E%2Fsrc%2Fp1.ts',
  ])('a path for Gemini is judged with percent signs decoded: %s', (path) => {
    expect(write(path)).toBe('FILE_RESTRICTED');
    expect(judge('gemini', 'read_file', { file_path: path })).toBe('FILE_RESTRICTED');
  });

  test('a protected file is protected with percent signs in its name, too', () => {
    const spelt = { file_path: 'docs/%2e%2e/%2eroomodes', content: '' };
    expect(judge('gemini', 'write_file', spelt, { mode: 'full' })).toBe('FILE_PROTECTED');
  });

  test('a path that is allowed in every reading is allowed', () => {
    expect(write('docs/100%.md')).toBe('allowed');
  });

  test('a path for Gemini is judged without NUL and a leading @', () => {
    expect(write('docs/a\0/../../src/b.ts')).not.toBe('allowed');
    expect(judge('gemini', 'write_file', { file_path: '@/.roomodes' }, { mode: 'full' })).toBe('FILE_PROTECTED');
    expect(judge('gemini', 'write_file', { file_path: '@.roomodes' }, { mode: 'full' })).toBe('FILE_PROTECTED');
  });

  test('a path for Qwen is judged without backslashes before special characters of the shell', () => {
    const write = (file_path: string, mode: string) =>
      judge('qwen', 'write_file', { file_path: `${root}/${file_path}`, content: '' }, { mode });
    expect(write('docs/\\ /../../src/a.ts', 'docs')).not.toBe('allowed');
    expect(write('.roo-code\\ /../.roomodes', 'full')).toBe('FILE_PROTECTED');
    expect(write('docs/a\\ b.md', 'docs')).toBe('allowed');
  });
});

describe('H2: tools that replace a missing file by another one', () => {
  const replace = (file_path: string) => judge('gemini', 'replace', { file_path, old_string: 'a', new_string: 'b' });

  test('a relative path of a missing file is denied for Gemini, which searches for a matching file', () => {
    expect(replace('docs/gone.ts')).toBe('FILE_MISSING');
    expect(replace('docs/a.md')).toBe('allowed');
    expect(replace(`${root}/docs/gone.ts`)).toBe('allowed');
    const verdict = verdictOf('gemini', JSON.stringify(payload('gemini', 'replace', { file_path: 'docs/gone.ts' })));
    expect(verdict).toMatchObject({ reason: expect.stringContaining('Give the absolute path') });
  });

  test('a missing file is denied for Cline, which reads a similar one', () => {
    expect(judge('cline', 'read_files', { files: [{ path: `${root}/docs/gone.md` }] })).toBe('FILE_MISSING');
  });
});

describe('H8 and H11: the tools of agents are known, and advice for unknown ones opens nothing', () => {
  test('topics, resources and plans of Gemini are judged', () => {
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
  ])('%s: %s needs no permission, because it affects no files', (agent, tool) => {
    expect(judge(agent, tool, {})).toBe('allowed');
  });

  test('Copilot’s memory of other sessions is subject to a limit on reading', () => {
    expect(judge('copilot', 'session_store_sql', { query: 'x' })).toBe('FOLDER_NOT_COVERED');
  });

  test('a tool that runs commands is judged as one, and the advice for an unknown tool maps nothing', () => {
    expect(judge('qwen', 'monitor', { command: 'ls' })).toBe('GROUP_MISSING');
    const verdict = verdictOf('qwen', JSON.stringify(payload('qwen', 'store_memory', {})));
    expect(verdict).toMatchObject({ code: 'TOOL_UNMAPPED', reason: expect.not.stringContaining('"store_memory": "') });
  });
});

describe('R1-12: protected files', () => {
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
  ])('the file %j is protected', (path) => {
    expect(isProtectedFile(`/work/app/${path}`)).toBe(true);
  });

  test.each([
    '.claude/plans/x.md',
    '.claude/worktrees/a/src/x.ts',
    '.gemini/worktrees/a/docs/x.md',
    '.qwen/worktrees/a/docs/x.md',
    '.github/workflows/ci.yml',
    '.gitignore',
  ])('the file %j is not protected (H9: the own worktrees of agents)', (path) => {
    expect(isProtectedFile(`/work/app/${path}`)).toBe(false);
  });
});

test('a payload with the wrong type for a declared path is invalid', () => {
  for (const file_path of [1, {}, [{}], true])
    expect(judgeText('gemini', JSON.stringify(payload('gemini', 'write_file', { file_path, content: '' })))).toBe(
      'PAYLOAD_INVALID',
    );
});

test('V11: a file of the largest possible payload is judged', () => {
  const content = 'x"'.repeat(5_000_000);
  expect(judge('claude-code', 'Write', { file_path: `${root}/docs/a.md`, content })).toBe('allowed');
  expect(judge('claude-code', 'Write', { file_path: `${root}/src/a.ts`, content })).toBe('FILE_RESTRICTED');
});

describe('A3: refusals with advice', () => {
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
  ])('the refusal for %s %s ends with advice', (agent, tool, args, way) => {
    expect(told(agent, tool, args)).toContain(`${way} This agent ends its run after 3 refusals in a row. (`);
  });
});

describe('patches in plain text from Copilot', () => {
  const patchOf = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n`;

  test.each([
    ['a file of the mode', patchOf('docs/a.md'), 'allowed'],
    ['another file', patchOf('src/a.ts'), 'FILE_RESTRICTED'],
    ['a protected file', patchOf('.github/hooks/x.json'), 'FILE_PROTECTED'],
    ['no file', '*** Begin Patch\n*** End Patch\n', 'PAYLOAD_INVALID'],
    ['a patch in quotes', JSON.stringify(patchOf('docs/a.md')), 'PAYLOAD_INVALID'],
  ])('a patch in plain text from Copilot is judged: %s', (_what, text, answer) => {
    expect(judge('copilot', 'apply_patch', text)).toBe(answer);
  });
});
