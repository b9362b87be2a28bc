import { describe, expect, test } from 'vitest';
import { docsModes, openServer, servers } from './support/open-server.ts';

const files = { '.roomodes': docsModes, '.roo/mcp.json': servers };

async function openTask(mode = 'docs', more: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer({ files, ...more });
  const { facts } = await server.call('create_task', { mode_slug: mode, initial_message: 'Describe the login page' });
  return { ...server, session_id: facts.session_id as string, task_id: facts.task_id as string };
}

describe('list_modes', () => {
  test('list_modes lists every mode with its source, groups and limits', async () => {
    const { call } = await openServer({ files });
    const { text, facts } = await call('list_modes');
    expect(text).toMatch(
      /^Available modes:\n\n1\. architect \(🏗️ Architect\) - builtin\n {3}Description: Plan and design before building\n {3}When to use: .+\n {3}Tool groups: read, edit \(only \\\.md\$\), browser, mcp, modes\n/u,
    );
    expect(text).toContain(
      '6. docs (Docs) - project\n   Description: Write documentation\n   Tool groups: read, edit (only ^docs/.*\\.md$), mcp, modes',
    );
    expect(facts.modes.at(-1)).toMatchObject({
      slug: 'docs',
      source: 'project',
      line: 2,
      tool_groups: {
        read: { enabled: true },
        edit: { enabled: true, file_regex: '^docs/.*\\.md$', description: 'Documentation' },
        command: { enabled: false },
      },
      mcp_restrictions: { disallowedTools: [{ serverName: 'github', toolName: 'delete_*' }] },
    });
  });

  test('list_modes filters by source', async () => {
    const { call } = await openServer({ files });
    expect((await call('list_modes', { source: 'project' })).facts.modes).toHaveLength(1);
    expect((await call('list_modes', { source: 'global' })).text).toBe("There are no modes from source 'global'.");
    expect((await call('list_modes', { source: 'all' })).facts.modes).toHaveLength(6);
  });

  test('list_modes shows a broken mode with its reason and counts the problems', async () => {
    const { call } = await openServer({
      files: { '.roomodes': 'customModes:\n  - slug: code\n    name: Code\n    groups: [read]\n' },
    });
    const { text, facts } = await call('list_modes', { source: 'project' });
    expect(text).toContain("Refuses everything: Mode 'code' has no 'roleDefinition'");
    expect(text).toContain("1 problem in the configuration files; 'modes-server doctor' lists them.");
    expect(facts).toMatchObject({ problems: 1, modes: [{ slug: 'code', invalid: expect.any(String) }] });
  });
});

describe('get_mode_info', () => {
  test('get_mode_info shows every limit of a group that is listed twice', async () => {
    const twice =
      "customModes:\n  - { slug: two, name: Two, roleDefinition: R, groups: [[edit, { fileRegex: ^docs/ }], [edit, { fileRegex: '\\.md$' }]] }\n";
    const { call } = await openServer({ files: { '.roomodes': twice } });
    const { text, facts } = await call('get_mode_info', { mode_slug: 'two' });
    expect(text).toContain('✓ edit (restricted to: ^docs/ and to: \\.md$)');
    expect(facts.tool_groups.edit).toEqual({
      enabled: true,
      file_regex: '^docs/',
      further_limits: [{ file_regex: '\\.md$' }],
    });
  });

  test('get_mode_info shows the role, groups with ticks, and tools', async () => {
    const { call } = await openServer({ files });
    const { text, facts } = await call('get_mode_info', { mode_slug: 'docs' });
    expect(text).toContain('Mode: Docs (docs)\nSource: project (.roomodes:2)\nDescription: Write documentation');
    expect(text).toContain('✓ read\n✓ edit (restricted to: ^docs/.*\\.md$, Documentation)\n✗ browser (not available)');
    expect(facts.tools).toContain('write_to_file');
    expect(facts.tools).not.toContain('execute_command');
    expect(facts.system_prompt).toBeUndefined();
  });

  test('get_mode_info adds the system prompt on request', async () => {
    const { call } = await openServer({ files: { ...files, '.roo/rules-docs/style.md': 'Be brief.' } });
    const { facts } = await call('get_mode_info', { mode_slug: 'docs', include_system_prompt: true });
    expect(facts.system_prompt).toMatch(/^You write documentation\.\n/);
    expect(facts.system_prompt).toContain('Be brief.');
  });
});

describe('create_task', () => {
  test('create_task returns the ids as text, facts and metadata', async () => {
    const { call } = await openServer({ files });
    const { text, facts, metadata } = await call('create_task', { mode_slug: 'code' });
    expect(text).toBe(
      `Task created successfully\n\nSession ID: ${facts.session_id}\nTask ID: ${facts.task_id}\nMode: code (💻 Code)\nState: pending\nExpires if not used before: ${facts.expires_at}\n\nUse this session_id for subsequent operations.`,
    );
    expect(facts.session_id).toMatch(/^ses_[a-z0-9]{26,}$/);
    expect(metadata).toEqual({ session_id: facts.session_id, task_id: facts.task_id, mode_slug: 'code' });
  });

  test('create_task with a parent delegates the parent, and the end of the subtask reports back', async () => {
    const { call, session_id } = await openTask();
    const child = await call('create_task', { mode_slug: 'code', parent_session_id: session_id });
    expect((await call('get_task_info', { session_id })).facts.state).toBe('delegated');
    const early = await call('complete_task', { session_id, status: 'completed' });
    expect(early).toMatchObject({
      isError: true,
      facts: { error: { name: 'VALIDATION_ERROR', data: { reason: 'TASK_STATE_ILLEGAL' } } },
    });
    const ended = await call('complete_task', {
      session_id: child.facts.session_id,
      status: 'completed',
      result: 'Built it.',
    });
    expect(ended.text).toContain(`Reported to parent session ${session_id}, which is now active.`);
    const parent = await call('get_task_info', { session_id, include_messages: true, include_hierarchy: true });
    expect(parent.facts.state).toBe('active');
    expect(parent.facts.messages.map((message: { text: string }) => message.text).join('\n')).toContain('Built it.');
    expect(parent.facts.hierarchy.children).toEqual([
      { session_id: child.facts.session_id, task_id: child.facts.task_id, mode: 'code', state: 'completed' },
    ]);
  });
});

describe('switch_mode', () => {
  test('switch_mode changes the permissions of the task immediately and records the reason', async () => {
    const { call, session_id } = await openTask('docs');
    const ask = async () =>
      (await call('validate_tool_use', { session_id, tool_name: 'execute_command' })).facts.allowed;
    expect(await ask()).toBe(false);
    const { text, metadata, facts } = await call('switch_mode', {
      session_id,
      new_mode_slug: 'code',
      reason: 'Need a build',
    });
    expect(text).toContain(
      `Mode switched successfully\n\nSession: ${session_id}\nOld mode: docs\nNew mode: code\nReason: Need a build\n\nNew tool groups:\n✓ read\n✓ edit\n✓ browser\n✓ command`,
    );
    expect(metadata).toEqual({ old_mode: 'docs', new_mode: 'code' });
    expect(facts).toMatchObject({ changed: true, state: 'active' });
    expect(await ask()).toBe(true);
    const info = await call('get_task_info', { session_id });
    expect(info.facts.mode_switches).toMatchObject([{ from: 'docs', to: 'code', reason: 'Need a build' }]);
  });

  test('switch_mode to the same mode is accepted and changes nothing', async () => {
    const { call, session_id } = await openTask('docs');
    expect((await call('switch_mode', { session_id, new_mode_slug: 'docs' })).facts.changed).toBe(false);
  });
});

describe('validate_tool_use', () => {
  test('an allowance of validate_tool_use names the rule with its file and line', async () => {
    const { call, session_id } = await openTask();
    const { text, facts, metadata } = await call('validate_tool_use', {
      session_id,
      tool_name: 'write_to_file',
      file_path: 'docs/login.md',
    });
    expect(text).toBe(
      "✓ Tool 'write_to_file' is allowed in mode 'docs' for file 'docs/login.md'\n\nRule: project .roomodes:9 (/customModes/0/groups/1/1/fileRegex)",
    );
    expect(facts).toEqual({
      allowed: true,
      tool_name: 'write_to_file',
      mode: 'docs',
      restriction: '^docs/.*\\.md$',
      rule: {
        layer: 'project',
        pointer: '/customModes/0/groups/1/1/fileRegex',
        source_file: '.roomodes',
        line: 9,
        text: expect.any(String),
      },
    });
    expect(metadata).toEqual({
      allowed: true,
      tool_name: 'write_to_file',
      mode: 'docs',
      restriction: '^docs/.*\\.md$',
      error: null,
    });
  });

  test('a refusal of validate_tool_use names the reason, the rule and the modes that would allow the call', async () => {
    const { call, session_id } = await openTask();
    const { text, facts, isError } = await call('validate_tool_use', {
      session_id,
      tool_name: 'write_to_file',
      file_path: 'src/app.py',
    });
    expect(isError).toBe(false);
    expect(text).toBe(
      "✗ Tool 'write_to_file' is restricted in mode 'docs'\n\nFile 'src/app.py' is outside the limit of mode 'docs': Documentation (^docs/.*\\.md$).\n\nRule: project .roomodes:9 (/customModes/0/groups/1/1/fileRegex)\nModes that allow it: code, debug",
    );
    expect(facts).toMatchObject({ allowed: false, code: 'FILE_RESTRICTED', allowed_in: ['code', 'debug'] });
  });

  describe('commands', () => {
    const modes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write.
    groups: [[read, { fileRegex: ^docs/ }], [edit, { fileRegex: ^docs/ }], command]
    commandRestrictions: { allowedCommands: [git status *, ls *, cat *], askCommands: [git push] }
`;
    const openCommands = () => openTask('docs', { files: { '.roomodes': modes, 'docs/a.md': '' } });
    const ask = async (command: string, more: object = {}, params: object = {}) => {
      const { call, session_id } = await openCommands();
      const tool_params = { command, ...params };
      return call('validate_tool_use', { session_id, tool_name: 'execute_command', tool_params, ...more });
    };

    test('validate_tool_use judges the text of a command, its folder and its files as they are on disk', async () => {
      expect((await ask('git status -s && ls docs')).facts).toMatchObject({ allowed: true });
      expect((await ask('git status; curl x')).facts).toMatchObject({ code: 'COMMAND_NOT_ALLOWED' });
      expect((await ask('cat a.md', {}, { cwd: 'docs' })).facts).toMatchObject({ allowed: true });
      expect((await ask('cat a.md', {}, { cwd: 'src' })).facts).toMatchObject({ code: 'FILE_RESTRICTED' });
      expect((await ask('git status', {}, { cwd: '/etc' })).facts).toMatchObject({ code: 'COMMAND_NOT_ALLOWED' });
    });

    test('list_modes shows the command rules of a mode', async () => {
      const { call } = await openCommands();
      expect((await call('list_modes', { source: 'project' })).facts.modes).toMatchObject([
        { slug: 'docs', command_restrictions: { askCommands: ['git push'] } },
      ]);
    });

    test('validate_tool_use reads a command for the shell of the call', async () => {
      expect((await ask('cat <<< x', { shell: 'bash' })).facts).toMatchObject({ allowed: true });
      expect((await ask('cat <<< x', { shell: 'sh' })).facts).toMatchObject({ code: 'COMMAND_UNREADABLE' });
      expect((await ask('cat <<< x', { shell: 'tcsh' })).isError).toBe(true);
    });

    test('validate_tool_use reports that a command needs consent and is not allowed', async () => {
      const { text, facts, metadata } = await ask('git push origin main');
      expect(text).toMatch(/^✗ Tool 'execute_command' requires a person's consent in mode 'docs'\n\n/u);
      expect(text).toContain("Mode 'docs' asks before running 'git push origin main', by 'git push'.");
      expect(facts).toMatchObject({ allowed: false, asks: true, code: 'CONSENT_REQUIRED' });
      expect(metadata).toMatchObject({ allowed: false, asks: true });
      const several = ['git push', 'git status', 'rm x'].map((command) => ({
        tool_name: 'execute_command',
        tool_params: { command },
      }));
      const { call, session_id } = await openCommands();
      const answer = await call('validate_tool_use', { session_id, calls: several });
      expect(answer.text).toMatch(/^1 of 3 calls are allowed\. 1 requires a person's consent\./u);
      expect(answer.facts.results.map((one: { asks?: boolean }) => one.asks)).toEqual([true, undefined, undefined]);
    });
  });

  test('validate_tool_use reports no restriction for a group without one', async () => {
    const { call, session_id } = await openTask();
    expect((await call('validate_tool_use', { session_id, tool_name: 'read_file' })).facts.restriction).toBeUndefined();
  });

  test('validate_tool_use checks every path in the arguments, in addition to file_path', async () => {
    const { call, session_id } = await openTask();
    const ask = async (args: object) =>
      (await call('validate_tool_use', { session_id, tool_name: 'edit', ...args })).facts.allowed;
    expect(await ask({ tool_params: { path: 'docs/a.md', file_path: 'src/x.js' } })).toBe(false);
    expect(await ask({ file_path: 'docs/a.md', tool_params: { file_path: 'src/x.js' } })).toBe(false);
    expect(await ask({ file_path: 'docs/a.md', tool_params: { old_string: 'a', new_string: 'b' } })).toBe(true);
    const both = await call('validate_tool_use', {
      session_id,
      tool_name: 'edit',
      file_path: 'docs/a.md',
      tool_params: { path: 'a', file_path: 'b', filePath: 'c', target_file: 'd' },
    });
    expect(both).toMatchObject({ isError: true, facts: { error: { name: 'VALIDATION_ERROR' } } });
  });

  const readers = {
    '.roomodes':
      "customModes:\n  - { slug: source, name: S, roleDefinition: R, groups: [[read, { fileRegex: ^src/ }]] }\n  - { slug: pages, name: P, roleDefinition: R, groups: [[read, { fileRegex: '\\.md$' }]] }\n",
    'src/a.ts': '',
    'keys/key.pem': '',
  };

  test('R1-2: file_path adds a file to a search, and does not replace its folder or the project', async () => {
    const { call, session_id } = await openTask('source', { files: readers });
    const ask = async (tool_name: string, args: object) => {
      const { facts } = await call('validate_tool_use', { session_id, tool_name, ...args });
      return facts.allowed ? 'allowed' : facts.code;
    };
    for (const tool of ['codebase_search', 'search_files', 'list_files']) {
      expect(await ask(tool, { file_path: 'src', tool_params: { query: 'p' } })).toBe('FOLDER_NOT_COVERED');
      expect(await ask(tool, { tool_params: { query: 'p', file_path: 'src' } })).toBe('FOLDER_NOT_COVERED');
      expect(await ask(tool, { tool_params: { path: 'src' } })).toBe('allowed');
      expect(await ask(tool, { file_path: 'src/a.ts', tool_params: { path: 'src' } })).toBe('allowed');
      expect(await ask(tool, { file_path: 'keys/key.pem', tool_params: { path: 'src' } })).toBe('FILE_RESTRICTED');
    }
  });

  test('R1-4: validate_tool_use checks what is at a project path, whatever the pattern of a search says', async () => {
    const { call, session_id } = await openTask('pages', { files: readers });
    const search = async (path: string) => {
      const tool_params = { path, regex: '.', file_pattern: '*.md' };
      const { facts } = await call('validate_tool_use', { session_id, tool_name: 'search_files', tool_params });
      return facts.allowed;
    };
    expect(await search('src')).toBe(true);
    expect(await search('keys/key.pem')).toBe(false);
    expect(await search('nowhere')).toBe(false);
  });

  test('validate_tool_use judges MCP tools by server and tool', async () => {
    const { call, session_id } = await openTask();
    const ask = async (mcp_server: string, mcp_tool: string) =>
      (await call('validate_tool_use', { session_id, tool_name: 'use_mcp_tool', mcp_server, mcp_tool })).facts;
    expect(await ask('github', 'search')).toMatchObject({ allowed: true });
    expect(await ask('github', 'delete_repo')).toMatchObject({
      code: 'MCP_TOOL_DISALLOWED',
      rule: { source_file: '.roomodes', line: 14 },
      restriction: '{"serverName":"github","toolName":"delete_*"}',
    });
    expect(await ask('github', 'fork')).toMatchObject({
      code: 'MCP_TOOL_DISABLED',
      rule: { layer: 'servers', line: 4 },
    });
    expect(await ask('admin', 'x')).toMatchObject({
      code: 'MCP_SERVER_NOT_ENABLED',
      rule: { layer: 'servers', line: 5 },
    });
    expect(await ask('githb', 'search')).toMatchObject({
      code: 'MCP_SERVER_UNKNOWN',
      reason: expect.stringContaining("Did you mean 'github'?"),
    });
  });

  test('validate_tool_use records every answer in the audit trail and the audit log, without arguments', async () => {
    const { call, session_id, audit, task_id } = await openTask();
    await call('validate_tool_use', {
      session_id,
      tool_name: 'write_to_file',
      tool_params: { path: 'src/a', content: 'SECRET' },
    });
    await call('validate_tool_use', { session_id, tool_name: 'read_file', tool_params: { path: 'src/a' } });
    const { facts } = await call('get_task_info', { session_id, include_audit: true });
    expect(facts.decisions).toMatchObject([
      { tool: 'write_to_file', allowed: false, code: 'FILE_RESTRICTED' },
      { tool: 'read_file', allowed: true },
    ]);
    expect(audit).toMatchObject([
      { session_id, task_id, mode: 'docs', tool: 'write_to_file', allowed: false, rule: { line: 9 } },
      { tool: 'read_file', allowed: true },
    ]);
    expect(JSON.stringify(audit)).not.toContain('SECRET');
  });

  test('--audit-arguments adds the arguments to the records of validate_tool_use', async () => {
    const { call, session_id, audit } = await openTask('docs', {
      flags: { auditArguments: true, auditLog: 'unused.jsonl' },
    });
    await call('validate_tool_use', { session_id, tool_name: 'read_file', tool_params: { path: 'src/a' } });
    expect(audit).toMatchObject([{ arguments: { path: 'src/a' } }]);
  });

  test('validate_tool_use with enforce returns a refusal as an error', async () => {
    const { call, session_id } = await openTask();
    const ask = async (args: object) =>
      (await call('validate_tool_use', { session_id, enforce: true, ...args })).facts.error?.name;
    expect(await ask({ tool_name: 'write_to_file', file_path: 'x.ts' })).toBe('FILE_RESTRICTION_ERROR');
    expect(await ask({ tool_name: 'execute_command' })).toBe('TOOL_RESTRICTION_ERROR');
    expect(await ask({ tool_name: 'read_file' })).toBeUndefined();
  });
});

describe('complete_task', () => {
  test.each(['completed', 'failed', 'cancelled'])('complete_task ends a task as %s, only once', async (status) => {
    const { call, session_id } = await openTask();
    expect((await call('complete_task', { session_id, status, result: 'Done.' })).facts).toMatchObject({
      state: status,
      result: 'Done.',
    });
    const again = await call('complete_task', { session_id, status });
    expect(again).toMatchObject({
      isError: true,
      facts: { error: { name: 'VALIDATION_ERROR', data: { reason: 'TASK_STATE_ILLEGAL' } } },
    });
    expect((await call('switch_mode', { session_id, new_mode_slug: 'code' })).isError).toBe(true);
  });
});

describe('--mode', () => {
  test('--mode keeps every task in one mode', async () => {
    const { call, client } = await openServer({ files, flags: { mode: 'docs' } });
    expect(await call('create_task', { mode_slug: 'code' })).toMatchObject({
      isError: true,
      facts: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
    });
    const { facts } = await call('create_task', { mode_slug: 'docs' });
    const switched = await call('switch_mode', { session_id: facts.session_id, new_mode_slug: 'code' });
    expect(switched.text).toContain("This server works only in mode 'docs'");
    const { facts: listed } = await call('list_modes');
    expect(listed).toMatchObject({ fixed_mode: 'docs', modes: [{ slug: 'docs' }] });
    expect(await call('get_mode_info', { mode_slug: 'code' })).toMatchObject({ isError: true });
    const { resources } = (await client.request('resources/list')) as { resources: readonly unknown[] };
    expect(resources).toHaveLength(3);
    const { prompts } = (await client.request('prompts/list')) as { prompts: readonly unknown[] };
    expect(prompts).toHaveLength(1);
    await expect(client.request('resources/read', { uri: 'mode://code' })).rejects.toMatchObject({ code: -32001 });
    const refused = await call('validate_tool_use', { session_id: facts.session_id, tool_name: 'execute_command' });
    expect(refused.facts.allowed_in).toBeUndefined();
  });
});

describe('--disable-tool', () => {
  test('--disable-tool disables a tool in every mode, including equivalent tools of this server', async () => {
    const { call, session_id } = await openTask('code', {
      flags: { disableTool: ['execute_command', 'switch_mode', 'new_task'] },
    });
    expect((await call('validate_tool_use', { session_id, tool_name: 'execute_command' })).facts).toMatchObject({
      code: 'TOOL_DISABLED',
    });
    expect(await call('switch_mode', { session_id, new_mode_slug: 'ask' })).toMatchObject({
      isError: true,
      facts: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
    });
    expect(await call('create_task', { mode_slug: 'ask', parent_session_id: session_id })).toMatchObject({
      isError: true,
      facts: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
    });
  });
});

describe('security M3: disabled switch_mode and new_task', () => {
  const disableTool = ['switch_mode', 'new_task'];
  const refused = { isError: true, facts: { error: { name: 'TOOL_RESTRICTION_ERROR' } } };

  test('a connection stays in the mode of its first task if switch_mode and new_task are disabled', async () => {
    const { call } = await openServer({ flags: { disableTool } });
    const { facts } = await call('create_task', { mode_slug: 'ask' });
    expect(await call('create_task', { mode_slug: 'code' })).toMatchObject(refused);
    expect(await call('create_task', { mode_slug: 'ask' })).toMatchObject({ isError: false });
    expect(facts.mode_slug).toBe('ask');
  });

  test('a connection stays in its mode even after its tasks have ended', async () => {
    const { call } = await openServer({ flags: { disableTool } });
    const { facts } = await call('create_task', { mode_slug: 'ask' });
    await call('complete_task', { session_id: facts.session_id, status: 'completed', result: 'done' });
    expect(await call('create_task', { mode_slug: 'code' })).toMatchObject(refused);
  });

  test('the first task has the mode given at the start of the server', async () => {
    const { call } = await openServer({ flags: { disableTool, mode: 'ask', modeSwitching: 'free' } });
    expect(await call('create_task', { mode_slug: 'code' })).toMatchObject(refused);
    expect(await call('create_task', { mode_slug: 'ask' })).toMatchObject({ isError: false });
  });

  test('new tasks may have another mode if only one of switch_mode and new_task is disabled', async () => {
    const { call } = await openServer({ flags: { disableTool: ['switch_mode'] } });
    await call('create_task', { mode_slug: 'ask' });
    expect(await call('create_task', { mode_slug: 'code' })).toMatchObject({ isError: false });
  });
});
