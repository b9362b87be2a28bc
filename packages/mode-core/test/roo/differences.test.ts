import {
  createToolChecks,
  FileRestrictionError,
  getAllModes,
  getModeBySlug,
  getRoleDefinition,
  getToolsForMode,
  isToolAllowedForMode,
  isValidToolName,
  type ModeConfig,
  modeConfigSchema,
  validateToolUse,
} from '@modegate/mode-core/roo';
import { expect, test } from 'vitest';

// Where the answer differs from upstream's beyond the known bypasses; the numbers are those of docs/roo-facade.md.

test('D1 mcpContext decides, and upstream has no such parameter', () => {
  const closed = [mode('m', ['mcp'], { mcpRestrictions: { allowedServers: [] } })];
  expect(
    isToolAllowedForMode('use_mcp_tool', 'm', closed, undefined, undefined, { serverName: 's', toolName: 't' }),
  ).toBe(false);
});

test('D2 a static tool declared as coming from an MCP server is denied', () => {
  const context = { serverName: 's', toolName: 't' };
  expect(isToolAllowedForMode('read_file', 'code', [], undefined, undefined, context)).toBe(false);
  expect(isToolAllowedForMode('read_file', 'code', [], undefined, undefined, { serverName: undefined })).toBe(true);
});

test('D3 an MCP call that names no server or no tool is denied', () => {
  expect(isToolAllowedForMode('use_mcp_tool', 'code', [], undefined, {})).toBe(false);
  expect(isToolAllowedForMode('use_mcp_tool', 'code', [], undefined, { server_name: 's' })).toBe(false);
  expect(isToolAllowedForMode('access_mcp_resource', 'code', [], undefined, { uri: 'x' })).toBe(false);
});

test('D4 a pattern on the group read is enforced', () => {
  const docs = [mode('m', [['read', { fileRegex: '^docs/', description: 'Docs' }]])];
  const read = (params?: object) => isToolAllowedForMode('read_file', 'm', docs, undefined, params);
  expect(read()).toBe(true);
  expect(read({ path: 'docs/a.md' })).toBe(true);
  expect(() => read({ path: 'src/a.ts' })).toThrow(
    "Tool 'read_file' in mode 'm' can only edit files matching pattern: ^docs/ (Docs). Got: src/a.ts",
  );
  expect(() => read({ files: [{ path: 'docs/a.md' }, { path: 'src/a.ts' }] })).toThrow('Got: src/a.ts');
});

test('D5 a pattern on a group whose tools name no files denies the group', () => {
  const modes = [
    mode('m', [
      ['command', { fileRegex: '\\.md$' }],
      ['mcp', { fileRegex: '\\.md$' }],
    ]),
  ];
  for (const tool of ['execute_command', 'use_mcp_tool', 'mcp--s--t']) {
    expect(isToolAllowedForMode(tool, 'm', modes), tool).toBe(false);
    expect(isToolAllowedForMode(tool, 'm', modes, undefined, { server_name: 's', tool_name: 't' }), tool).toBe(false);
  }
});

test('D6 an unknown mode allows nothing, always-available tools included', () => {
  expect(isToolAllowedForMode('attempt_completion', 'gone', [])).toBe(false);
});

test('D7 a requirement on a tool equals one on its alias', () => {
  const edit = (tool: string, disabled: string) =>
    isToolAllowedForMode(tool, 'code', [], { [disabled]: false }, undefined, undefined, ['edit']);
  expect(edit('edit', 'search_and_replace')).toBe(false);
  expect(edit('search_and_replace', 'edit')).toBe(false);
  expect(edit('edit', 'edit_file')).toBe(true);
});

test('D8 a requirement on use_mcp_tool, or on another spelling of the name, applies to native MCP calls', () => {
  expect(isToolAllowedForMode('mcp--s--t', 'code', [], { use_mcp_tool: false })).toBe(false);
  expect(isToolAllowedForMode('mcp--s--t', 'code', [], { mcp__s__t: false })).toBe(false);
  expect(isToolAllowedForMode('mcp--s--u', 'code', [], { mcp__s__t: false })).toBe(true);
});

test('D9 custom tools are unknown here, so their experiment allows nothing', () => {
  const experiments = { customTools: true };
  expect(isValidToolName('my_tool', experiments)).toBe(false);
  expect(isToolAllowedForMode('my_tool', 'code', [], undefined, undefined, experiments)).toBe(false);
  expect(isToolAllowedForMode('write_to_file', 'ask', [], undefined, undefined, experiments)).toBe(false);
});

test('D10 a mode with an error allows nothing and hides the built-in mode with its slug', () => {
  const nameless = { ...mode('code', ['read', 'edit']), name: '' };
  expect(isToolAllowedForMode('read_file', 'code', [nameless])).toBe(false);
  expect(isToolAllowedForMode('read_file', 'my_mode', [mode('my_mode', ['read'])]), 'a slug with an underscore').toBe(
    false,
  );
});

test('D11 an unknown group grants nothing and is not an error', () => {
  const groups = ['browser', 'nonsense', 'read'] as unknown as ModeConfig['groups'];
  expect(isToolAllowedForMode('read_file', 'm', [mode('m', groups)])).toBe(true);
  expect(isToolAllowedForMode('write_to_file', 'm', [mode('m', groups)])).toBe(false);
  expect(getToolsForMode(groups)).toContain('read_file');
});

test('D12 both limits of a group that is listed twice apply', () => {
  const twice = [mode('m', ['edit', ['edit', { fileRegex: '\\.md$' }]])];
  expect(() => isToolAllowedForMode('write_to_file', 'm', twice, undefined, { path: 'a.ts', content: 'x' })).toThrow(
    FileRestrictionError,
  );
});

test('D12 the message names the limit that failed, not the first one', () => {
  const limits: ModeConfig['groups'] = [
    ['edit', { fileRegex: '^docs/' }],
    ['edit', { fileRegex: '\\.md$', description: 'Markdown' }],
  ];
  expect(() =>
    isToolAllowedForMode('write_to_file', 'm', [mode('m', limits)], undefined, { path: 'docs/a.ts', content: 'x' }),
  ).toThrow(new FileRestrictionError('m', '\\.md$', 'Markdown', 'docs/a.ts', 'write_to_file'));
});

test('D13 the first of two custom modes with the same slug counts everywhere', () => {
  const [first, second] = [mode('code', ['read']), mode('code', ['read', 'command'])];
  const modes = [first, second];
  expect(getModeBySlug('code', modes)).toBe(first);
  expect(getAllModes(modes)[1]).toBe(first);
  expect(isToolAllowedForMode('execute_command', 'code', modes)).toBe(false);
});

test('D14 a pattern with a back reference allows nothing, and its tools are not offered', () => {
  const modes = [mode('m', [['edit', { fileRegex: '(a)\\1' }]])];
  expect(isToolAllowedForMode('write_to_file', 'm', modes)).toBe(false);
  expect(() => isToolAllowedForMode('write_to_file', 'm', modes, undefined, { path: 'aa', content: 'x' })).toThrow(
    FileRestrictionError,
  );
});

test.each(['a.js:b.md', 'a.md ', 'dir./a.md', 'a\u0000.md', `${'a/'.repeat(2500)}a.md`])(
  'D15 an ambiguous path is denied: %j',
  (path) => {
    const modes = [mode('m', [['edit', { fileRegex: '\\.md' }]])];
    expect(() => isToolAllowedForMode('write_to_file', 'm', modes, undefined, { path, content: 'x' })).toThrow(
      FileRestrictionError,
    );
  },
);

test('D16 XML arguments that cannot be read with certainty are denied', () => {
  const modes = [mode('m', [['edit', { fileRegex: '\\.md$' }]])];
  const apply = (args: string) => () => isToolAllowedForMode('apply_diff', 'm', modes, undefined, { args });
  for (const args of [
    '<file><path>a.md',
    '<file><diff>x</diff></file>',
    '<!DOCTYPE x><file><path>a.md</path></file>',
  ]) {
    expect(apply(args), args).toThrow('Got: (arguments that cannot be read)');
  }
});

test('D17 a path together with any other argument is a call, whatever that argument is', () => {
  const modes = [mode('m', [['edit', { fileRegex: '\\.md$' }]])];
  expect(() => isToolAllowedForMode('write_to_file', 'm', modes, undefined, { path: 'x.js', line_count: '3' })).toThrow(
    FileRestrictionError,
  );
});

test('D18 a missing text is empty, and nothing is printed', () => {
  expect(getRoleDefinition('gone')).toBe('');
});

test('D19 schema errors without an upstream message use the one of zod 4', () => {
  const parsed = modeConfigSchema.safeParse({ slug: 1, name: 'N', roleDefinition: 'R', groups: [] });
  expect(parsed.error?.issues).toMatchObject([{ path: ['slug'], code: 'invalid_type' }]);
});

test('D20 the built-in modes are frozen', () => {
  expect(Object.isFrozen(getModeBySlug('code'))).toBe(true);
});

test('D21 both server lists in one mode are valid, and the denial applies', () => {
  const restrictions = { allowedServers: ['a', 'b'], disallowedServers: ['b'] };
  expect(modeConfigSchema.parse(mode('m', ['mcp'], { mcpRestrictions: restrictions })).mcpRestrictions).toEqual(
    restrictions,
  );
});

test('D22 the error of validateToolUse has the refusal as its cause', () => {
  try {
    validateToolUse('execute_command', 'ask', []);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ name: 'Error', cause: { code: 'GROUP_MISSING' } });
  }
});

test('D23 a prefix alone is not an MCP name', () => {
  expect(isValidToolName('mcp_')).toBe(false);
  expect(isToolAllowedForMode('mcp_', 'code', [])).toBe(false);
});

test('D25 a limit on the group read applies to everything below a folder', () => {
  const limited = [mode('m', [['read', { fileRegex: '^(?!secrets/)' }]])];
  const ask = (path: string) => isToolAllowedForMode('search_files', 'm', limited, undefined, { path, regex: '.*' });
  expect(ask('src')).toBe(true);
  expect(() => ask('secrets')).toThrow(FileRestrictionError);
});

test('D25 the path kind counts if the caller supplies it, and a failing pathKind says nothing (R1-4)', () => {
  const limited = [mode('m', [['read', { fileRegex: '^src/' }]])];
  const ask = (pathKind?: NonNullable<Parameters<typeof createToolChecks>[0]>['pathKind']) => {
    const { isToolAllowedForMode: isAllowed } = createToolChecks({ pathKind });
    return isAllowed('search_files', 'm', limited, undefined, { path: 'src', regex: '.*' });
  };
  expect(ask((path) => (path === 'src' ? 'folder' : undefined))).toBe(true);
  const failing = () => {
    throw new Error('no disk');
  };
  for (const pathKind of [undefined, () => undefined, () => 'file' as const, () => 'missing' as const, failing])
    expect(() => ask(pathKind)).toThrow(FileRestrictionError);
});

test('D26 a native name with the context of another tool is denied', () => {
  const context = { serverName: 'up', toolName: 'get_x' };
  const ask = (tool: string) => isToolAllowedForMode(tool, 'code', [], undefined, {}, {}, [], context);
  expect(ask('mcp--up--get_x')).toBe(true);
  expect(ask('mcp--secretsrv--del_x')).toBe(false);
});

function mode(slug: string, groups: ModeConfig['groups'], more: Partial<ModeConfig> = {}): ModeConfig {
  return { slug, name: slug, roleDefinition: 'A role.', groups, ...more };
}
