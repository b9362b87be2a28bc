import {
  ALWAYS_AVAILABLE_TOOLS,
  FileRestrictionError,
  getToolsForMode,
  isToolAllowedForMode,
  type ModeConfig,
  TOOL_GROUPS,
  validateToolUse,
} from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

// The answers that upstream's own tests fix; the numbers are those of docs/roo-facade.md.

const md = mode('md-editor', ['read', ['edit', { fileRegex: '\\.md$' }]]);
const css = mode('css-editor', ['read', ['edit', { fileRegex: '\\.css$' }]]);
const docs = mode('docs-editor', [
  'read',
  ['edit', { fileRegex: '\\.(md|txt)$', description: 'Documentation files only' }],
]);
const custom = [md, css, docs];

describe('upstream cases of file patterns', () => {
  test('T1 always-available tools are allowed in a restricted mode', () => {
    expect(isToolAllowedForMode('ask_followup_question', 'md-editor', custom)).toBe(true);
    expect(isToolAllowedForMode('attempt_completion', 'md-editor', custom)).toBe(true);
  });

  test('T2 reading is not limited by a pattern on edit', () => {
    expect(isToolAllowedForMode('read_file', 'md-editor', custom)).toBe(true);
  });

  test('T3 write_to_file is allowed for a matching file', () => {
    expect(call('write_to_file', 'md-editor', { path: 'test.md', content: '# Test' })).toBe(true);
    expect(call('write_to_file', 'css-editor', { path: 'styles.css', content: '.a{}' })).toBe(true);
  });

  test('T4 write_to_file throws for another file with the pattern in the message', () => {
    expectRestriction(() => call('write_to_file', 'md-editor', { path: 'test.js', content: 'x' }), '\\.md$');
    expectRestriction(() => call('write_to_file', 'css-editor', { path: 'test.js', content: 'x' }), '\\.css$');
  });

  test.each(['md-editor', 'architect'])('T5 a path that is still streaming is not an edit yet (%s)', (slug) => {
    expect(call('write_to_file', slug, { path: 'test.js' })).toBe(true);
    expect(call('apply_diff', slug, { path: 'test.js' })).toBe(true);
  });

  test('T6 apply_diff is limited like write_to_file', () => {
    expect(call('apply_diff', 'md-editor', { path: 'test.md', diff: '- a\n+ b' })).toBe(true);
    expectRestriction(() => call('apply_diff', 'md-editor', { path: 'test.js', diff: '- a\n+ b' }), '\\.md$');
  });

  test('T7 the message contains the description of the pattern', () => {
    expectRestriction(
      () => call('write_to_file', 'docs-editor', { path: 'test.js', content: 'x' }),
      'Documentation files only',
    );
    expectRestriction(
      () => call('apply_diff', 'docs-editor', { path: 'test.js', diff: 'x' }),
      'Documentation files only',
    );
    expect(call('write_to_file', 'docs-editor', { path: 'test.md', content: 'x' })).toBe(true);
    expect(call('write_to_file', 'docs-editor', { path: 'test.txt', content: 'x' })).toBe(true);
    expect(call('write_to_file', 'docs-editor', { path: 'test.js' })).toBe(true);
  });

  test('T8 the built-in architect writes only Markdown', () => {
    expect(isToolAllowedForMode('write_to_file', 'architect', [], undefined, { path: 'a.md', content: 'x' })).toBe(
      true,
    );
    expect(isToolAllowedForMode('apply_diff', 'architect', [], undefined, { path: 'a.md', diff: 'x' })).toBe(true);
    expectRestriction(
      () => isToolAllowedForMode('write_to_file', 'architect', [], undefined, { path: 'test.js', content: 'x' }),
      'Markdown files only',
    );
    expectRestriction(
      () => isToolAllowedForMode('apply_diff', 'architect', [], undefined, { path: 'test.py', diff: 'x' }),
      'Markdown files only',
    );
  });

  test('T9 architect may read and use MCP tools', () => {
    expect(isToolAllowedForMode('read_file', 'architect', [])).toBe(true);
    expect(isToolAllowedForMode('use_mcp_tool', 'architect', [])).toBe(true);
  });

  const patch = (file: string) => ({ patch: `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch` });
  const replacement = (file: string) => ({ file_path: file, old_string: 'a', new_string: 'b' });
  const optIn = [
    ['T10', 'apply_patch', patch],
    ['T11', 'search_replace', replacement],
    ['T12', 'edit_file', replacement],
  ] as const;

  test.each(optIn)('%s %s is limited by the file that it names', (_id, tool, params) => {
    expect(included(tool, 'md-editor', params('test.md'))).toBe(true);
    expectRestriction(() => included(tool, 'md-editor', params('test.js')), '\\.md$');
  });

  test.each(optIn)('T13 (as %s) %s is limited in the built-in architect', (_id, tool, params) => {
    expect(included(tool, 'architect', params('test.md'))).toBe(true);
    expectRestriction(() => included(tool, 'architect', params('test.js')), 'Markdown files only');
  });

  test('T20 FileRestrictionError has four forms of its message, and its name', () => {
    const message = (...rest: [string | undefined, string, string?]) =>
      new FileRestrictionError('M', '\\.md$', ...rest).message;
    expect(message(undefined, 'a.js')).toBe('This mode (M) can only edit files matching pattern: \\.md$. Got: a.js');
    expect(message('Docs', 'a.js')).toBe(
      'This mode (M) can only edit files matching pattern: \\.md$ (Docs). Got: a.js',
    );
    expect(message(undefined, 'a.js', 'edit')).toBe(
      "Tool 'edit' in mode 'M' can only edit files matching pattern: \\.md$. Got: a.js",
    );
    expect(message('Docs', 'a.js', 'edit')).toBe(
      "Tool 'edit' in mode 'M' can only edit files matching pattern: \\.md$ (Docs). Got: a.js",
    );
    expect(new FileRestrictionError('M', 'p', undefined, 'f').name).toBe('FileRestrictionError');
    expect(new FileRestrictionError('M', 'p', undefined, 'f')).toBeInstanceOf(Error);
  });

  test('T20 isToolAllowedForMode throws that text with the display name, the called tool and the given path', () => {
    const call = () =>
      isToolAllowedForMode(
        'search_and_replace',
        'architect',
        [],
        undefined,
        { file_path: './src\\a.ts', old_string: 'a', new_string: 'b' },
        undefined,
        ['edit'],
      );
    expect(call).toThrow(
      new FileRestrictionError('🏗️ Architect', '\\.md$', 'Markdown files only', './src\\a.ts', 'search_and_replace'),
    );
  });

  test('T39 every path in the XML of older multi-file edits is judged, trimmed', () => {
    const file = (path: string) => `<file><path> ${path} </path><diff><content>x</content></diff></file>`;
    const args = (...paths: readonly string[]) => ({ args: paths.map(file).join('\n') });
    expect(call('apply_diff', 'md-editor', args('a.md'))).toBe(true);
    expect(call('apply_diff', 'md-editor', args('a.md', 'b.md'))).toBe(true);
    expectRestriction(() => call('apply_diff', 'md-editor', args('a.py')), 'Got: a.py');
    expectRestriction(() => call('apply_diff', 'md-editor', args('a.md', 'b.py')), 'Got: b.py');
  });
});

describe('upstream cases of modes and groups', () => {
  test('T14 a mode that does not exist allows nothing without an error', () => {
    expect(isToolAllowedForMode('write_to_file', 'nonexistent', custom)).toBe(false);
  });

  test('T19 regular edit tools do not need to be included', () => {
    const modes = [mode('editor', ['read', 'edit'])];
    expect(isToolAllowedForMode('apply_diff', 'editor', modes)).toBe(true);
    expect(isToolAllowedForMode('write_to_file', 'editor', modes)).toBe(true);
  });

  test('T16 an opt-in tool that is not included is not allowed', () => {
    expect(isToolAllowedForMode('search_and_replace', 'editor', [mode('editor', ['read', 'edit'])])).toBe(false);
  });

  test('T17 an opt-in tool that the model includes is allowed', () => {
    const modes = [mode('editor', ['read', 'edit'])];
    const answer = isToolAllowedForMode('search_and_replace', 'editor', modes, undefined, undefined, undefined, [
      'search_and_replace',
    ]);
    expect(answer).toBe(true);
  });

  test('T18 including a tool does not replace its group', () => {
    const modes = [mode('reader', ['read'])];
    const answer = isToolAllowedForMode('search_and_replace', 'reader', modes, undefined, undefined, undefined, [
      'search_and_replace',
    ]);
    expect(answer).toBe(false);
  });

  test.each(Object.values(TOOL_GROUPS).flatMap((group) => group.tools))('T21 the mode code may use %s', (tool) => {
    expect(isToolAllowedForMode(tool, 'code', [])).toBe(true);
  });

  test('T22 an unknown tool is not allowed', () => {
    expect(isToolAllowedForMode('unknown_tool', 'code', [])).toBe(false);
  });

  test.each(['architect', 'ask'])('T23 the mode %s may read and use MCP', (slug) => {
    for (const tool of [...TOOL_GROUPS.read.tools, ...TOOL_GROUPS.mcp.tools]) {
      expect(isToolAllowedForMode(tool, slug, []), tool).toBe(true);
    }
  });

  test('T24 a custom mode has only the tools of its groups', () => {
    const modes = [mode('custom', ['read', 'edit'])];
    expect(isToolAllowedForMode('read_file', 'custom', modes)).toBe(true);
    expect(isToolAllowedForMode('write_to_file', 'custom', modes)).toBe(true);
    expect(isToolAllowedForMode('execute_command', 'custom', modes)).toBe(false);
  });

  test('T25 a custom mode with a built-in slug replaces the built-in one', () => {
    const modes = [mode('code', ['read'])];
    expect(isToolAllowedForMode('read_file', 'code', modes)).toBe(true);
    expect(isToolAllowedForMode('write_to_file', 'code', modes)).toBe(false);
  });

  test.each(['mcp_context7_resolve-library-id', 'mcp_serverName_toolName'])('T27 %s requires the group mcp', (tool) => {
    const modes = [mode('without', ['read', 'edit', 'command']), mode('with', ['mcp'])];
    expect(isToolAllowedForMode(tool, 'code', [])).toBe(true);
    expect(isToolAllowedForMode(tool, 'without', modes)).toBe(false);
    expect(isToolAllowedForMode(tool, 'with', modes)).toBe(true);
  });

  test('T35 an overridden architect without edit offers no edit tool and keeps the others', () => {
    const modes = [mode('architect', ['read', 'mcp'])];
    const offered = offeredIn('architect', modes);
    for (const tool of TOOL_GROUPS.edit.tools) expect(offered).not.toContain(tool);
    expect(offered).toEqual(expect.arrayContaining(['read_file', ...ALWAYS_AVAILABLE_TOOLS]));
  });

  test('T36 a mode without groups has every always-available tool', () => {
    const modes = [mode('empty', [])];
    expect(offeredIn('empty', modes).toSorted()).toEqual([...ALWAYS_AVAILABLE_TOOLS].toSorted());
    expect(getToolsForMode([])).toEqual(ALWAYS_AVAILABLE_TOOLS);
  });

  test('T37 use_mcp_tool requires the group mcp', () => {
    const modes = [mode('with', ['read', 'mcp']), mode('without', ['read'])];
    expect(isToolAllowedForMode('use_mcp_tool', 'with', modes)).toBe(true);
    expect(isToolAllowedForMode('use_mcp_tool', 'without', modes)).toBe(false);
  });
});

describe('upstream cases of tool requirements', () => {
  const editor = [mode('editor', ['read', 'edit'])];

  test('T15 a false requirement disables the tool', () => {
    expect(isToolAllowedForMode('write_to_file', 'md-editor', custom, { write_to_file: false })).toBe(false);
  });

  test('T26 a false requirement disables no other tool', () => {
    expect(isToolAllowedForMode('apply_diff', 'editor', editor, { apply_diff: false })).toBe(false);
    expect(isToolAllowedForMode('write_to_file', 'editor', editor, { apply_diff: false })).toBe(true);
  });

  test.each([{ apply_diff: true }, { execute_command: false }, undefined, {}])(
    'T28 the requirements %j leave apply_diff allowed',
    (requirements) => {
      expect(isToolAllowedForMode('apply_diff', 'code', [], requirements)).toBe(true);
    },
  );

  test('T29 a false requirement overrides the mode', () => {
    expect(isToolAllowedForMode('apply_diff', 'code', [], { apply_diff: false })).toBe(false);
  });

  test('T30 a false requirement overrides always-available', () => {
    const requirements = { switch_mode: false, new_task: false, attempt_completion: false };
    for (const tool of Object.keys(requirements)) {
      expect(isToolAllowedForMode(tool, 'code', [], requirements), tool).toBe(false);
    }
  });

  test('T38 a disabled alias disables the tool, even if the model includes it', () => {
    const ask = (disabled: readonly string[] | undefined, tool: string) =>
      isToolAllowedForMode(tool, 'code', [], foldDisabledTools(disabled), undefined, undefined, ['edit']);
    expect(ask(['execute_command'], 'execute_command')).toBe(false);
    expect(ask(['execute_command'], 'read_file')).toBe(true);
    expect(ask([], 'execute_command')).toBe(true);
    expect(ask(undefined, 'execute_command')).toBe(true);
    expect(ask(['search_and_replace'], 'edit')).toBe(false);
  });
});

describe('validateToolUse', () => {
  test('T31 validateToolUse names an unknown tool and lists the known ones', () => {
    expect(() => validateToolUse('unknown_tool', 'architect', [])).toThrow(
      'Unknown tool "unknown_tool". This tool does not exist. Please use one of the available tools: execute_command, read_file, read_command_output, write_to_file, apply_diff, edit, search_and_replace, search_replace, edit_file, apply_patch, search_files, list_files, use_mcp_tool, access_mcp_resource, ask_followup_question, attempt_completion, switch_mode, new_task, codebase_search, update_todo_list, run_slash_command, skill, generate_image, custom_tool.',
    );
  });

  test('T32 validateToolUse refuses a tool of a group that the mode lacks', () => {
    expect(() => validateToolUse('execute_command', 'architect', [])).toThrow(
      /^Tool "execute_command" is not allowed in architect mode\.$/,
    );
  });

  test('T33 validateToolUse accepts allowed tools', () => {
    expect(() => validateToolUse('read_file', 'architect', [])).not.toThrow();
    expect(() => validateToolUse('apply_diff', 'code', [], undefined)).not.toThrow();
    expect(() => validateToolUse('apply_diff', 'code', [], { apply_diff: true })).not.toThrow();
  });

  test.each([[['execute_command', 'write_to_file']], [['execute_command']], [[]]])(
    'T34 validateToolUse refuses exactly the disabled tools %j',
    (disabled: readonly string[]) => {
      const requirements = foldDisabledTools(disabled);
      for (const tool of ['execute_command', 'write_to_file', 'read_file']) {
        const validation = () => validateToolUse(tool, 'code', [], requirements);
        if (disabled.includes(tool)) expect(validation).toThrow(`Tool "${tool}" is not allowed in code mode.`);
        else expect(validation).not.toThrow();
      }
    },
  );
});

function mode(slug: string, groups: ModeConfig['groups']): ModeConfig {
  return { slug, name: slug, roleDefinition: 'A role.', groups };
}

function call(tool: string, slug: string, params: object): boolean {
  return isToolAllowedForMode(tool, slug, custom, undefined, params);
}

function included(tool: string, slug: string, params: object): boolean {
  return isToolAllowedForMode(tool, slug, custom, undefined, params, undefined, [tool]);
}

function offeredIn(slug: string, modes: readonly ModeConfig[]): readonly string[] {
  return getToolsForMode(['read', 'edit', 'command', 'mcp', 'modes']).filter((tool) =>
    isToolAllowedForMode(tool, slug, modes),
  );
}

function foldDisabledTools(disabled: readonly string[] | undefined): Record<string, boolean> | undefined {
  return disabled && Object.fromEntries(disabled.map((tool) => [tool, false]));
}

function expectRestriction(attempt: () => unknown, part: string): void {
  expect(attempt).toThrow(FileRestrictionError);
  expect(attempt).toThrow(part);
}
