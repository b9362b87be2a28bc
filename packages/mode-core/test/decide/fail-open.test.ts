import { compilePolicy, decide, explain, type McpServerPolicy, type ModeConfig, parseModes } from '@modegate/mode-core';
import { describe, expect, test } from 'vitest';

// The ways in which the systems before this one let a call through; the P numbers are those of the compatibility notes.

const base = { name: 'M', roleDefinition: 'R' };
const markdown: ModeConfig = { ...base, slug: 'md', groups: ['read', ['edit', { fileRegex: '\\.md$' }]] };
const docsOnly: ModeConfig = { ...base, slug: 'docs', groups: [['edit', { fileRegex: '^docs/' }]] };
const policy = compilePolicy({ project: [markdown, docsOnly] });

const refuses = (tool: string, params?: Readonly<Record<string, unknown>>, mode = 'md') =>
  expect(decide(policy, { mode, tool, params }).allowed).toBe(false);

describe('edits outside a file limit', () => {
  test('P1: generate_image writes a file like any other edit', () =>
    refuses('generate_image', { prompt: 'x', path: 'x.png' }));
  test('P2: writing empty content is an edit', () => refuses('write_to_file', { path: 'x.js', content: '' }));
  test('P3: replacing nothing by nothing is an edit', () =>
    refuses('edit', { file_path: 'x.js', old_string: '', new_string: '' }));
  test('P4: the executed path counts, not only the checked one', () =>
    refuses('edit', { path: 'a.md', file_path: 'x.js', old_string: 'a' }));
  test('P5: the destination of a move is judged', () =>
    refuses('apply_patch', { patch: '*** Begin Patch\n*** Update File: a.md\n*** Move to: b.js\n*** End Patch' }));
  test('P6: an indented patch header is judged', () =>
    refuses('apply_patch', { patch: '*** Begin Patch\n *** Update File: b.js\n' }));
  test('P7: CRLF patches are read, and allowed if all their files are', () => {
    expect(
      decide(policy, { mode: 'md', tool: 'apply_patch', params: { patch: '*** Update File: a.md\r\n@@\r\n' } }).allowed,
    ).toBe(true);
    refuses('apply_patch', { patch: '*** Update File: a.md\r*** Update File: b.js\r' });
  });
  test('P8: a patch without a header names no file', () => refuses('apply_patch', { patch: '@@ -1 +1 @@\n-a\n+b' }));
  test('P9: every file of a patch is judged', () =>
    refuses('apply_patch', { patch: '*** Add File: a.md\n+x\n*** Delete File: z.ts\n' }));
  test('P10: a path is resolved before it is matched', () =>
    refuses('write_to_file', { path: 'docs/../src/a.ts' }, 'docs'));
  test('P10: ./ and backslashes do not hide a file that is inside the limit', () => {
    for (const path of ['./docs/a.md', 'docs\\a.md'])
      expect(decide(policy, { mode: 'docs', tool: 'write_to_file', params: { path } }).allowed).toBe(true);
  });
  test('P11: file limits are case-sensitive', () => refuses('write_to_file', { path: 'README.MD' }));
  test('P12: a call without parameters, or without a path, names no file', () => {
    refuses('write_to_file');
    refuses('write_to_file', {});
    refuses('write_to_file', { content: 'x' });
    refuses('write_to_file', { path: null });
  });
  test('P13: an empty pattern limits nothing, as in JavaScript, and is reported', () => {
    const open = compilePolicy({ project: [{ ...markdown, groups: [['edit', { fileRegex: '' }]] }] });
    expect(decide(open, { mode: 'md', tool: 'write_to_file', params: { path: 'x.js' } }).allowed).toBe(true);
    expect(open.problems.map((problem) => problem.code)).toContain('PATTERN_EMPTY');
  });
  test('P14: an invalid pattern allows nothing', () => {
    const broken = compilePolicy({ project: [{ ...markdown, groups: [['edit', { fileRegex: '[' }]] }] });
    expect(decide(broken, { mode: 'md', tool: 'write_to_file', params: { path: 'a.md' } })).toMatchObject({
      code: 'PATTERN_INVALID',
    });
  });
  test('multi-file apply_diff: every file is judged, and ambiguous XML is refused', () => {
    const args = (...paths: string[]) => ({
      args: `<args>${paths.map((path) => `<file><path>${path}</path><diff>x</diff></file>`).join('')}</args>`,
    });
    expect(decide(policy, { mode: 'md', tool: 'apply_diff', params: args('a.md', ' b.md ') }).allowed).toBe(true);
    refuses('apply_diff', args('a.md', 'b.py'));
    refuses('apply_diff', { args: '<file><path>a.md</path></file><file><PATH>b.py</PATH></file>' });
    refuses('apply_diff', { args: '<file><path><![CDATA[b.py]]></path></file>' });
    refuses('apply_diff', { args: '<file><path>b.p&#x79;</path></file>' });
    refuses('apply_diff', { args: '<file><path>a.md</file>' });
    refuses('apply_diff', { args: '<file><!-- <path>a.md</path> --></file>' });
    refuses('apply_diff', { path: 'a.md', files: [{ path: 'b.py' }] });
    refuses('apply_diff', { args: { file: [{ path: 'a.md' }, { file_path: 'b.py' }] } });
  });
});

describe('names that could bypass a mode', () => {
  test('P16: names of object members are unknown tools', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) refuses(name);
    for (const mode of ['constructor', '__proto__'])
      expect(decide(policy, { mode, tool: 'read_file' })).toMatchObject({ code: 'MODE_UNKNOWN' });
  });
  test('P17: an unknown mode may use no tools, not even the always-available ones', () =>
    refuses('attempt_completion', {}, 'nowhere'));
  test('disabling an alias disables the tool, and vice versa', () => {
    for (const name of ['search_and_replace', 'edit']) {
      const disabled = compilePolicy({ disabledTools: [name] });
      for (const tool of ['search_and_replace', 'edit']) {
        expect(decide(disabled, { mode: 'code', tool, params: { file_path: 'a' } })).toMatchObject({
          code: 'TOOL_DISABLED',
        });
      }
    }
  });
  test('an always-available tool can be disabled', () => {
    expect(
      decide(compilePolicy({ disabledTools: ['switch_mode'] }), { mode: 'code', tool: 'switch_mode' }),
    ).toMatchObject({ code: 'TOOL_DISABLED' });
  });
  test('a call by a native MCP name is judged by the mode, under every prefix', () => {
    for (const tool of ['mcp--server--tool', 'mcp__server__tool', 'mcp_server_tool', 'server__tool']) {
      expect(decide(policy, { mode: 'md', tool, mcp: { server: 'server', tool: 'tool' } })).toMatchObject({
        code: 'GROUP_MISSING',
      });
    }
  });
  test('a wire name alone never satisfies a rule: sanitised and truncated names are not identities', () => {
    const restricted = compilePolicy({
      project: [{ ...base, slug: 'm', groups: ['mcp'], mcpRestrictions: { disallowedServers: ['my server'] } }],
    });
    expect(decide(restricted, { mode: 'm', tool: 'mcp--my_server--tool' })).toMatchObject({
      code: 'MCP_IDENTITY_MISSING',
    });
    expect(decide(compilePolicy({ servers: [{ name: 'a' }] }), { mode: 'code', tool: 'mcp--a--tool' })).toMatchObject({
      code: 'MCP_IDENTITY_MISSING',
    });
  });
  test('an MCP identity does not allow a static tool', () => {
    expect(
      decide(compilePolicy(), { mode: 'ask', tool: 'write_to_file', mcp: { server: 'docs', tool: 'write_to_file' } }),
    ).toMatchObject({ code: 'MCP_IDENTITY_MISMATCH' });
  });
});

describe('modes that could bypass their limits', () => {
  test('an unknown group grants nothing and does no harm', () => {
    const odd = compilePolicy({
      project: parseModes(
        { customModes: [{ ...base, slug: 'odd', groups: ['execute', 'read', 'toString'] }] },
        { source: 'project' },
      ),
    });
    expect(decide(odd, { mode: 'odd', tool: 'read_file' }).allowed).toBe(true);
    expect(decide(odd, { mode: 'odd', tool: 'execute_command' }).allowed).toBe(false);
    expect(odd.problems.map((problem) => problem.code)).toEqual(['GROUP_UNKNOWN', 'GROUP_UNKNOWN']);
  });
  test('an invalid mode does not affect the others and does not expose the built-in one that it replaces', () => {
    const parsed = parseModes(
      {
        customModes: [
          { ...base, slug: 'code', groups: 'read' },
          { ...base, slug: 'good', groups: ['read'] },
        ],
      },
      { source: 'project' },
    );
    const merged = compilePolicy({ project: parsed });
    expect(decide(merged, { mode: 'good', tool: 'read_file' }).allowed).toBe(true);
    expect(decide(merged, { mode: 'code', tool: 'execute_command' })).toMatchObject({ code: 'MODE_INVALID' });
  });
  test('a limit on a group whose tools name no files refuses them', () => {
    const limited = compilePolicy({
      project: [{ ...base, slug: 'm', groups: [['command', { fileRegex: '\\.md$' }]] }],
    });
    expect(decide(limited, { mode: 'm', tool: 'execute_command', params: { command: 'rm -rf /' } })).toMatchObject({
      code: 'LIMIT_NOT_ENFORCEABLE',
    });
    expect(limited.problems.map((problem) => problem.code)).toEqual(['PATTERN_NOT_ENFORCEABLE']);
    const mcp = compilePolicy({ project: [{ ...base, slug: 'm', groups: [['mcp', { fileRegex: 'x' }]] }] });
    for (const tool of ['use_mcp_tool', 'mcp--s--t', 's__t']) {
      expect(decide(mcp, { mode: 'm', tool, mcp: { server: 's', tool: 't' } })).toMatchObject({
        code: 'LIMIT_NOT_ENFORCEABLE',
      });
    }
  });
  test('mcpRestrictions that cannot be read refuse every MCP call', () => {
    for (const mcpRestrictions of [
      null,
      'docs',
      [],
      { allowedServers: null },
      { allowedServers: 'docs' },
      { disallowedTools: ['docs/x'] },
    ]) {
      const parsed = parseModes(
        { customModes: [{ ...base, slug: 'm', groups: ['mcp', 'read'], mcpRestrictions }] },
        { source: 'project' },
      );
      const restricted = compilePolicy({ project: parsed });
      expect(decide(restricted, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 'docs', tool: 'x' } })).toMatchObject(
        {
          code: 'MCP_RESTRICTIONS_INVALID',
        },
      );
      expect(decide(restricted, { mode: 'm', tool: 'read_file' }).allowed).toBe(true);
    }
  });
  test('a server with invalid settings is refused, and a disabled project server exposes no global one', () => {
    const withServers = compilePolicy({
      servers: [{ name: 'a', invalid: 'Bad.' }, { name: 'b', disabled: true }, { name: 'b' }],
    });
    expect(decide(withServers, { mode: 'code', tool: 'use_mcp_tool', mcp: { server: 'a', tool: 'x' } })).toMatchObject({
      code: 'MCP_SERVER_INVALID',
    });
    expect(decide(withServers, { mode: 'code', tool: 'use_mcp_tool', mcp: { server: 'b', tool: 'x' } })).toMatchObject({
      code: 'MCP_SERVER_DISABLED',
    });
  });
});

describe('misspelt limits', () => {
  const load = (mode: object) =>
    compilePolicy({ project: parseModes({ customModes: [{ ...base, slug: 'm', ...mode }] }, { source: 'project' }) });

  test.each(['fileregex', 'file_regex', 'fileRegx', 'FileRegex'])(
    'the misspelt option %s does not leave the group without a limit',
    (key) => {
      const policy = load({ groups: ['read', ['edit', { [key]: '\\.md$' }]] });
      expect(decide(policy, { mode: 'm', tool: 'write_to_file', params: { path: 'x.js' } })).toMatchObject({
        code: 'GROUP_MISSING',
      });
      expect(policy.problems).toMatchObject([
        { code: 'GROUP_INVALID', message: expect.stringContaining("Did you mean 'fileRegex'?") },
      ]);
      expect(decide(policy, { mode: 'm', tool: 'read_file' }).allowed).toBe(true);
    },
  );

  test('a fileRegex next to groups does not leave the mode without a limit', () => {
    const policy = load({ groups: ['read', 'edit'], fileRegex: '\\.md$' });
    expect(decide(policy, { mode: 'm', tool: 'write_to_file', params: { path: 'x.js' } })).toMatchObject({
      code: 'GROUP_MISSING',
    });
    expect(policy.problems).toMatchObject([{ code: 'LIMIT_MISPLACED', pointer: '/customModes/0/fileRegex' }]);
  });

  test.each([
    { mcpRestriction: { allowedServers: [] } },
    { mcp_restrictions: { disallowedServers: ['admin'] } },
    { allowedTools: [] },
    { mcpRestrictions: { dissallowedServers: ['admin'] } },
    { mcpRestrictions: { allowed_tools: [] } },
  ])('the misspelt restrictions %j do not leave the mode without restrictions', (mode) => {
    const policy = load({ groups: ['mcp', 'read'], ...mode });
    expect(decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 'admin', tool: 'x' } })).toMatchObject({
      code: 'MCP_RESTRICTIONS_INVALID',
    });
    expect(decide(policy, { mode: 'm', tool: 'read_file' }).allowed).toBe(true);
  });

  test('an annotation or a key that limits nothing is kept and has no effect', () => {
    const policy = load({
      groups: ['mcp', ['edit', { fileRegex: 'a', 'x-colour': 'red' }]],
      icon: 'x',
      mcpRestrictions: { comment: 'x' },
    });
    expect(policy.problems.map((problem) => problem.code)).toEqual(['KEY_UNKNOWN', 'KEY_UNKNOWN', 'KEY_UNKNOWN']);
    expect(decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 'a', tool: 'x' } }).allowed).toBe(true);
  });
});

describe('the cost of decide', () => {
  test('a call with many paths under many limits is refused instead of being judged for a long time', () => {
    const limits = Array.from({ length: 1000 }, () => ['edit', { fileRegex: '^(a+)+$' }] as const);
    const many = compilePolicy({
      project: [
        { ...base, slug: 'm', groups: limits },
        { ...base, slug: 'n', groups: [['edit', { fileRegex: '^(a+)+$' }]] },
      ],
    });
    expect(decide(many, { mode: 'm', tool: 'write_to_file', params: { path: 'a'.repeat(4096) } })).toMatchObject({
      code: 'FILE_PATH_INVALID',
    });
    const files = Array.from({ length: 900 }, () => ({ path: `${'a'.repeat(4000)}!` }));
    expect(decide(many, { mode: 'n', tool: 'apply_diff', params: { files } })).toMatchObject({
      code: 'FILE_PATH_INVALID',
    });
    expect(
      decide(many, { mode: 'n', tool: 'apply_diff', params: { files: [{ path: 'a'.repeat(4000) }] } }).allowed,
    ).toBe(true);
  });
});

describe('an invalid MCP pair', () => {
  const open = compilePolicy();

  test.each([{ server: '' }, {}, { server: 7 }, { tool: 'search' }, null])(
    'the invalid MCP pair %j allows no tool',
    (mcp) => {
      const ask = (tool: string) => decide(open, { mode: 'code', tool, mcp: mcp as never });
      for (const tool of ['use_mcp_tool', 'mcp--github--search'])
        expect(ask(tool)).toMatchObject({ allowed: false, code: 'MCP_IDENTITY_MISSING' });
      expect(ask('anything')).toMatchObject({ allowed: false, code: 'TOOL_UNKNOWN' });
    },
  );

  test.each([null, {}, { server: '' }])('explain agrees with decide for the MCP pair %j', (mcp) => {
    for (const tool of ['anything', 'read_file', 'use_mcp_tool', '__proto__']) {
      const request = { mode: 'code', tool, mcp: mcp as never };
      expect(explain(open, request).decision).toEqual(decide(open, request));
    }
  });
});

describe('servers with invalid types', () => {
  const base = { name: 'admin' };

  test.each([
    { disabled: 'true' },
    { disabled: 1 },
    { defaultEnabled: 'false' },
    { defaultEnabled: null },
    { disabledTools: 'x' },
    { disabledTools: [7] },
    { enabledTools: 'x' },
    { enabledTools: null },
    { enabledTools: [7] },
    { invalid: true },
    { disabledInAnyCase: 'true' },
  ])('the server setting %j refuses the server rather than leaving it open', (odd) => {
    const policy = compilePolicy({ servers: [{ ...base, ...odd } as unknown as McpServerPolicy] });
    expect(decide(policy, { mode: 'code', tool: 'use_mcp_tool', mcp: { server: 'admin', tool: 'x' } })).toMatchObject({
      code: 'MCP_SERVER_INVALID',
    });
  });

  test.each([null, 7, {}, { name: 7 }, { name: { toString: 1 } }])(
    'the invalid server %j is ignored, and other servers are not affected',
    (odd) => {
      const policy = compilePolicy({ servers: [odd, { name: 'good' }] as unknown as readonly McpServerPolicy[] });
      const ask = (server: string) =>
        decide(policy, { mode: 'code', tool: 'use_mcp_tool', mcp: { server, tool: 'x' } }).allowed;
      expect([ask('good'), ask('7'), ask('undefined')]).toEqual([true, false, false]);
    },
  );
});
