import {
  compilePolicy,
  decide,
  decideMany,
  explain,
  findRule,
  formatRule,
  type McpServerPolicy,
  type ModeConfig,
  type PolicyInput,
  parseModes,
  type RefusalCode,
  refusalCodes,
  type ToolRequest,
} from '@modegate/mode-core';
import type { CommandRestrictions } from '@modegate/mode-core/modes';
import { describe, expect, test } from 'vitest';
import { judgeWords } from '../support/word-analyser.ts';

const mode = (slug: string, more: Partial<ModeConfig> = {}): ModeConfig => ({
  slug,
  name: slug,
  roleDefinition: 'A role.',
  groups: ['read', 'edit', 'command', 'mcp'],
  ...more,
});

const docs = mode('docs', {
  groups: ['read', ['edit', { fileRegex: '^docs/.*\\.md$', description: 'Documentation' }], 'mcp'],
});

const servers: readonly McpServerPolicy[] = [
  { name: 'github', pointer: '/mcpServers/github', file: '.roo/mcp.json', disabledTools: ['delete_repo'] },
  { name: 'admin', defaultEnabled: false },
  { name: 'old', disabled: true },
  { name: 'broken', invalid: "Field 'command' must be text." },
];

describe('decide in the built-in modes', () => {
  const policy = compilePolicy();

  test.each([
    ['code', 'execute_command', true],
    ['code', 'browser_action', true],
    ['architect', 'execute_command', false],
    ['ask', 'write_to_file', false],
    ['ask', 'read_file', true],
    ['orchestrator', 'read_file', false],
    ['orchestrator', 'new_task', true],
    ['debug', 'apply_diff', true],
  ])('built-in mode %s: %s is allowed: %s', (slug, tool, allowed) => {
    expect(decide(policy, { mode: slug, tool }).allowed).toBe(allowed);
  });

  test('a refusal names the group that is missing, and the rule', () => {
    const decision = decide(policy, { mode: 'ask', tool: 'write_to_file', params: { path: 'a.md' } });
    expect(decision).toEqual({
      allowed: false,
      code: 'GROUP_MISSING',
      kind: 'group',
      reason:
        "Tool 'write_to_file' is not allowed in mode 'ask': the mode does not have the group 'edit' (it has read, browser, mcp).",
      by: { layer: 'default', pointer: '/group-required', mode: 'ask' },
    });
  });

  test('an allowance names the group entry that grants it', () => {
    expect(decide(policy, { mode: 'code', tool: 'read_file' })).toEqual({
      allowed: true,
      by: { layer: 'builtin', pointer: '/customModes/1/groups/0', mode: 'code' },
    });
  });

  test('a file refusal names file, pattern and rule', () => {
    const decision = decide(policy, {
      mode: 'architect',
      tool: 'write_to_file',
      params: { path: 'src/app.py', content: '' },
    });
    expect(decision).toMatchObject({ code: 'FILE_RESTRICTED', by: { pointer: '/customModes/0/groups/1/1/fileRegex' } });
    expect(!decision.allowed && decision.reason).toBe(
      "File 'src/app.py' is outside the limit of mode 'architect': Markdown files only (\\.md$).",
    );
  });
});

describe('decide over several layers of modes', () => {
  test('a project mode hides a global one, and a global mode a built-in one, always entirely', () => {
    const policy = compilePolicy({
      project: [mode('code', { groups: ['read'] })],
      global: [mode('code'), mode('ask', { groups: ['edit'] })],
    });
    expect(decide(policy, { mode: 'code', tool: 'write_to_file', params: { path: 'a' } }).allowed).toBe(false);
    expect(decide(policy, { mode: 'ask', tool: 'read_file' }).allowed).toBe(false);
    expect(policy.modes.map((entry) => [entry.config.slug, entry.source, entry.shadows])).toEqual([
      ['architect', 'builtin', []],
      ['code', 'project', ['global', 'builtin']],
      ['ask', 'global', ['builtin']],
      ['debug', 'builtin', []],
      ['orchestrator', 'builtin', []],
    ]);
    expect(policy.problems.map((problem) => problem.code)).toEqual(['MODE_SHADOWED', 'MODE_SHADOWED', 'MODE_SHADOWED']);
  });

  test('a mode with an error hides the lower layers and refuses everything', () => {
    const policy = compilePolicy({
      project: parseModes(
        { customModes: [{ slug: 'code', groups: ['read'] }] },
        { source: 'project', file: '.roomodes' },
      ),
    });
    expect(decide(policy, { mode: 'code', tool: 'attempt_completion' })).toMatchObject({
      code: 'MODE_INVALID',
      by: { file: '.roomodes', pointer: '/customModes/0' },
    });
  });

  test('an unreadable file refuses every mode that it could redefine, and no other', () => {
    const unreadable = {
      ...parseModes(undefined, { source: 'global' as const, file: 'custom_modes.yaml' }),
      unreadable: 'Bad indentation.',
    };
    const policy = compilePolicy({ project: [mode('docs')], global: unreadable });
    expect(decide(policy, { mode: 'docs', tool: 'read_file' }).allowed).toBe(true);
    expect(decide(policy, { mode: 'code', tool: 'read_file' })).toMatchObject({ code: 'MODES_UNREADABLE' });
    expect(decide(policy, { mode: 'nowhere', tool: 'read_file' })).toMatchObject({ code: 'MODES_UNREADABLE' });
  });
});

const officeHours = { timeZone: 'UTC', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' } as const;
const githubCall = { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'x' } };

const run = (command: string) => ({ tool: 'execute_command', params: { command } });
const limitCommands = (commandRestrictions: CommandRestrictions = {}): PolicyInput => ({
  project: [mode('docs', { groups: ['read', 'edit', 'command'], commandRestrictions })],
  commands: judgeWords(),
});

// One request for each code of the table, so that no code exists which nothing produces.
const refusals: Readonly<
  Record<RefusalCode, readonly [Partial<Parameters<typeof compilePolicy>[0]>, Partial<ToolRequest>]>
> = {
  MODE_UNKNOWN: [{}, { mode: 'architct' }],
  MODE_INVALID: [{ project: [{ ...mode('docs'), name: '' }] }, {}],
  MODES_UNREADABLE: [{ project: parseModes([], { source: 'project' }) }, { mode: 'code' }],
  TOOL_UNKNOWN: [{}, { tool: 'write_too_file' }],
  TOOL_DISABLED: [{ disabledTools: ['search_and_replace'] }, { mode: 'code', tool: 'edit' }],
  GROUP_MISSING: [{}, { tool: 'execute_command' }],
  FILE_PATH_MISSING: [{}, { tool: 'write_to_file', params: { content: 'x' } }],
  FILE_PATH_INVALID: [{}, { tool: 'write_to_file', params: { path: 7 } }],
  FILE_OUTSIDE_PROJECT: [{}, { tool: 'write_to_file', params: { path: '../docs/a.md' } }],
  FILE_RESTRICTED: [{}, { tool: 'write_to_file', params: { path: 'src/a.ts' } }],
  FOLDER_NOT_COVERED: [
    { project: [mode('docs', { groups: [['read', { fileRegex: '^(?!secrets/)' }]] })] },
    { tool: 'search_files', params: { path: 'secrets', regex: '.*' } },
  ],
  PATTERN_INVALID: [
    { project: [mode('docs', { groups: [['edit', { fileRegex: '(' }]] })] },
    { tool: 'write_to_file', params: { path: 'a.md' } },
  ],
  LIMIT_NOT_ENFORCEABLE: [
    { project: [mode('docs', { groups: [['command', { fileRegex: 'a' }]] })] },
    { tool: 'execute_command', params: { command: 'a' } },
  ],
  COMMAND_MISSING: [limitCommands(), { tool: 'execute_command', params: { command: ['git', 'status'] } }],
  COMMAND_RESTRICTIONS_INVALID: [limitCommands({ allowedCommands: ['a && b'] }), run('git status')],
  COMMAND_ANALYSER_MISSING: [{ ...limitCommands(), commands: undefined }, run('git status')],
  COMMAND_UNREADABLE: [limitCommands(), run('git {status}')],
  COMMAND_DISALLOWED: [limitCommands({ disallowedCommands: ['git push'] }), run('git push origin')],
  COMMAND_NOT_ALLOWED: [limitCommands({ allowedCommands: ['git status'] }), run('git push')],
  COMMAND_FILE_UNKNOWN: [limitCommands(), run('make > $LOG')],
  COMMAND_FILE_PROTECTED: [limitCommands(), run('make > .git/hooks/pre-commit')],
  MCP_IDENTITY_MISSING: [{}, { tool: 'use_mcp_tool', params: {} }],
  MCP_IDENTITY_MISMATCH: [
    {},
    { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'x' }, params: { server_name: 'admin', tool_name: 'x' } },
  ],
  MCP_RESTRICTIONS_INVALID: [
    {
      project: parseModes(
        { customModes: [{ ...mode('docs'), mcpRestrictions: { allowedServers: 'github' } }] },
        { source: 'project' },
      ),
    },
    { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'x' } },
  ],
  MCP_SERVER_UNKNOWN: [{}, { tool: 'use_mcp_tool', mcp: { server: 'githb', tool: 'x' } }],
  MCP_SERVER_INVALID: [{}, { tool: 'use_mcp_tool', mcp: { server: 'broken', tool: 'x' } }],
  MCP_SERVER_DISABLED: [{}, { tool: 'use_mcp_tool', mcp: { server: 'old', tool: 'x' } }],
  MCP_SERVER_DISALLOWED: [
    { project: [mode('docs', { mcpRestrictions: { disallowedServers: ['git*'] } })] },
    { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'x' } },
  ],
  MCP_SERVER_NOT_ALLOWED: [
    { project: [mode('docs', { mcpRestrictions: { allowedServers: [] } })] },
    { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'x' } },
  ],
  MCP_SERVER_NOT_ENABLED: [{}, { tool: 'use_mcp_tool', mcp: { server: 'admin', tool: 'x' } }],
  MCP_TOOL_DISABLED: [{}, { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'delete_repo' } }],
  MCP_TOOL_DISALLOWED: [
    { project: [mode('docs', { mcpRestrictions: { disallowedTools: [{ serverName: '*', toolName: 'delete_?*' }] } })] },
    { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'delete_issue' } },
  ],
  MCP_TOOL_NOT_ALLOWED: [
    { project: [mode('docs', { mcpRestrictions: { allowedTools: [{ serverName: 'other', toolName: '*' }] } })] },
    { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'x' } },
  ],
  TIME_UNKNOWN: [{ project: [mode('docs', { mcpRestrictions: { schedule: officeHours } })] }, githubCall],
  OUTSIDE_SCHEDULE: [
    { project: [mode('docs', { mcpRestrictions: { schedule: officeHours } })] },
    { ...githubCall, at: Date.UTC(2026, 10, 21, 12) },
  ],
  CONTEXT_UNKNOWN: [{ project: [mode('docs', { mcpRestrictions: { when: { branch: 'main' } } })] }, githubCall],
  CONTEXT_MISMATCH: [
    { project: [mode('docs', { mcpRestrictions: { when: { branch: 'main' } } })] },
    { ...githubCall, context: { branch: 'topic' } },
  ],
  CONSENT_REQUIRED: [limitCommands({ askCommands: ['git push'] }), run('git push')],
  EVALUATION_FAILED: [
    {},
    {
      tool: 'write_to_file',
      params: new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap');
          },
        },
      ),
    },
  ],
};

describe('decide: refusal codes', () => {
  test.each(refusalCodes)('decide refuses with the code %s', (code) => {
    const [input, request] = refusals[code];
    const policy = compilePolicy({ project: [docs], servers, ...input });
    const decision = decide(policy, { mode: 'docs', tool: 'read_file', ...request });
    expect(decision).toMatchObject({ allowed: false, code });
    expect(!decision.allowed && decision.reason).toMatch(/^[A-Z'].*[.]$/s);
    expect(findRule(policy, decision.by)).toBeDefined();
    expect(formatRule(decision.by)).toMatch(/^[a-z].{5,}[^.]$/s);
  });

  test('usability B7: decide tells a request without a tool what it needs', () => {
    const policy = compilePolicy({});
    expect(decide(policy, { mode: 'code' } as ToolRequest)).toMatchObject({
      code: 'EVALUATION_FAILED',
      reason: expect.stringContaining("'tool'"),
    });
  });

  test('a refusal for an unknown name contains the nearest known one', () => {
    const policy = compilePolicy({ servers });
    expect(decide(policy, { mode: 'architct', tool: 'read_file' })).toMatchObject({
      reason: expect.stringContaining("Did you mean 'architect'?"),
    });
    expect(decide(policy, { mode: 'code', tool: 'write_too_file' })).toMatchObject({
      reason: expect.stringContaining("Did you mean 'write_to_file'?"),
    });
    expect(decide(policy, { mode: 'code', tool: 'use_mcp_tool', mcp: { server: 'githb', tool: 'x' } })).toMatchObject({
      reason: expect.stringContaining("Did you mean 'github'?"),
    });
  });

  test('a name in a reason cannot forge a line or colour a terminal', () => {
    const decision = decide(compilePolicy(), { mode: 'code', tool: 'x\n\u001b[31mALLOWED' });
    expect(!decision.allowed && decision.reason).toContain('x\\x0a\\x1b[31mALLOWED');
  });
});

describe('decide under file limits', () => {
  const policy = compilePolicy({
    project: [docs, mode('readers', { groups: [['read', { fileRegex: '^docs/' }]] })],
    projectRoot: '/work/app',
  });
  const edit = (path: unknown, tool = 'write_to_file') => decide(policy, { mode: 'docs', tool, params: { path } });

  test.each(['docs/a.md', './docs/a.md', 'docs\\a.md', 'docs//b/../a.md', '/work/app/docs/a.md'])(
    'the path %s is inside the file limit',
    (path) => {
      expect(edit(path)).toEqual({
        allowed: true,
        by: { layer: 'project', pointer: '/customModes/0/groups/1/1/fileRegex', mode: 'docs' },
      });
    },
  );

  test.each([
    'docs/../src/a.md',
    'xdocs/a.md',
    'docs/a.MD',
    '/etc/docs/a.md',
    '/work/app2/docs/a.md',
    '',
    '.',
    'docs/a.md\0.js',
    'docs/a.js:x.md',
    'docs/a.md.',
  ])('the path %j is outside the file limit', (path) => {
    expect(edit(path).allowed).toBe(false);
  });

  test('file limits also apply to reading, and a folder is judged as a path', () => {
    const read = (tool: string, params: Readonly<Record<string, unknown>>) =>
      decide(policy, { mode: 'readers', tool, params }).allowed;
    expect(read('read_file', { files: [{ path: 'docs/a' }, { path: 'docs/b' }] })).toBe(true);
    expect(read('read_file', { files: [{ path: 'docs/a' }, { path: 'src/b' }] })).toBe(false);
    expect(read('read_file', { files: '[{"path":"src/b"}]' })).toBe(false);
    expect(read('list_files', { path: '.' })).toBe(false);
    expect(read('codebase_search', { query: 'x' })).toBe(false);
  });

  test('every limit of a group listed twice must hold', () => {
    const twice = compilePolicy({
      project: [
        mode('docs', { groups: [['edit', { fileRegex: '^docs/' }], ['edit', { fileRegex: '\\.md$' }], 'edit'] }),
      ],
    });
    const ask = (path: string) => decide(twice, { mode: 'docs', tool: 'write_to_file', params: { path } }).allowed;
    expect([ask('docs/a.md'), ask('docs/a.ts'), ask('src/a.md')]).toEqual([true, false, false]);
    expect(twice.problems.map((problem) => problem.code)).toEqual(['GROUP_DUPLICATE', 'GROUP_DUPLICATE']);
  });
});

describe('explain', () => {
  test('explain shows every check up to the deciding one', () => {
    const policy = compilePolicy({ project: [docs], servers });
    const steps = (request: Partial<ToolRequest>) =>
      explain(policy, { mode: 'docs', tool: 'read_file', ...request }).steps.map(
        (step) => `${step.check}:${step.outcome}`,
      );
    expect(steps({ mode: 'none' })).toEqual(['mode:refused']);
    expect(steps({ tool: 'write_to_file', params: { path: 'docs/a.md' } })).toEqual([
      'mode:passed',
      'tool:passed',
      'disabled:passed',
      'always-available:passed',
      'group:passed',
      'file:allowed',
    ]);
    expect(steps({ tool: 'mcp--github--search', mcp: { server: 'github', tool: 'search' } })).toEqual([
      'mode:passed',
      'tool:passed',
      'group:passed',
      'mcp-server:passed',
      'mcp-tool:allowed',
    ]);
    expect(steps({ tool: 'use_mcp_tool', params: { server_name: 'old', tool_name: 'x' } })).toEqual([
      'mode:passed',
      'tool:passed',
      'disabled:passed',
      'always-available:passed',
      'group:passed',
      'mcp-server:refused',
    ]);
  });

  test('explain agrees with decide, and decideMany with both', () => {
    const policy = compilePolicy({ project: [docs], servers });
    const requests: ToolRequest[] = ['read_file', 'edit', 'execute_command', 'nothing'].map((tool) => ({
      mode: 'docs',
      tool,
      params: { path: 'docs/a.md' },
    }));
    const decisions = decideMany(policy, requests);
    expect(decisions).toEqual(requests.map((request) => decide(policy, request)));
    expect(decisions).toEqual(requests.map((request) => explain(policy, request).decision));
  });
});
