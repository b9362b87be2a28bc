import { builtinModes } from '@modegate/mode-core/modes';
import {
  ALWAYS_AVAILABLE_TOOLS,
  defaultModeSlug,
  defaultPrompts,
  findModeBySlug,
  getAllModes,
  getCustomInstructions,
  getDescription,
  getGroupName,
  getModeBySlug,
  getModeConfig,
  getModeSelection,
  getRoleDefinition,
  getToolsForMode,
  getWhenToUse,
  isCustomMode,
  isValidToolName,
  type ModeConfig,
  modes,
  TOOL_ALIASES,
  TOOL_DISPLAY_NAMES,
  TOOL_GROUPS,
  toolNames,
} from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

const review: ModeConfig = {
  slug: 'review',
  name: 'Review',
  roleDefinition: 'You review.',
  whenToUse: 'Before a merge.',
  groups: ['read'],
};
const ownCode: ModeConfig = { slug: 'code', name: 'My code', roleDefinition: 'You code.', groups: ['read'] };
const custom = [review, ownCode];

describe('the built-in modes of the Roo facade', () => {
  test('built-in modes are listed in order, architect first', () => {
    expect(modes.map((mode) => mode.slug)).toEqual(['architect', 'code', 'ask', 'debug', 'orchestrator']);
    expect(defaultModeSlug).toBe('architect');
  });

  test('built-in modes have the groups of the Roo family, without browser', () => {
    expect(modes.map((mode) => mode.groups)).toEqual([
      ['read', ['edit', { fileRegex: '\\.md$', description: 'Markdown files only' }], 'mcp'],
      ['read', 'edit', 'command', 'mcp'],
      ['read', 'mcp'],
      ['read', 'edit', 'command', 'mcp'],
      [],
    ]);
  });

  test('built-in modes otherwise equal those of mode-core and are frozen', () => {
    expect(modes.map(({ groups: _groups, ...rest }) => rest)).toEqual(
      builtinModes.map(({ groups: _groups, ...rest }) => rest),
    );
    expect(() => modes[0]?.groups.push('command')).toThrow(TypeError);
  });
});

describe('finding modes in the Roo facade', () => {
  test('a custom mode precedes a built-in one and is returned as the same object', () => {
    expect(getModeBySlug('code', custom)).toBe(ownCode);
    expect(getModeBySlug('code')).toBe(modes[1]);
    expect(getModeBySlug('gone', custom)).toBeUndefined();
  });

  test('getModeConfig names the slug that it did not find', () => {
    expect(getModeConfig('review', custom)).toBe(review);
    expect(() => getModeConfig('gone', custom)).toThrow(/^No mode found for slug: gone$/);
  });

  test('getAllModes replaces modes in place and appends the others', () => {
    expect(getAllModes(custom)).toEqual([modes[0], ownCode, modes[2], modes[3], modes[4], review]);
    expect(getAllModes()).toEqual(modes);
    expect(getAllModes([])).not.toBe(modes);
  });

  test('isCustomMode and findModeBySlug search only the given list', () => {
    expect(isCustomMode('code', custom)).toBe(true);
    expect(isCustomMode('ask', custom)).toBe(false);
    expect(isCustomMode('ask')).toBe(false);
    expect(findModeBySlug('review', custom)).toBe(review);
    expect(findModeBySlug('ask', custom)).toBeUndefined();
    expect(findModeBySlug('ask', undefined)).toBeUndefined();
  });
});

describe('the prompt texts of a mode', () => {
  test('a custom mode ignores the prompt overrides', () => {
    expect(getModeSelection('review', { roleDefinition: 'Other' }, custom)).toEqual({
      roleDefinition: 'You review.',
      baseInstructions: '',
      description: '',
    });
  });

  test('non-empty overrides precede a built-in mode, and never replace its description', () => {
    const ask = getModeConfig('ask');
    expect(getModeSelection('ask', { roleDefinition: 'Other', customInstructions: '', description: 'Other' })).toEqual({
      roleDefinition: 'Other',
      baseInstructions: ask.customInstructions,
      description: ask.description,
    });
  });

  test('an unknown slug returns the texts of the first built-in mode', () => {
    expect(getModeSelection('gone').roleDefinition).toBe(modes[0]?.roleDefinition);
  });

  test('each mode text is returned separately, empty if there is none', () => {
    expect(getRoleDefinition('review', custom)).toBe('You review.');
    expect(getWhenToUse('review', custom)).toBe('Before a merge.');
    expect(getDescription('review', custom)).toBe('');
    expect(getCustomInstructions('review', custom)).toBe('');
    for (const read of [getRoleDefinition, getWhenToUse, getDescription, getCustomInstructions])
      expect(read('gone', custom)).toBe('');
  });

  test('defaultPrompts contains the built-in texts', () => {
    expect(Object.keys(defaultPrompts)).toEqual(modes.map((mode) => mode.slug));
    expect(defaultPrompts.ask).toMatchObject({
      roleDefinition: getRoleDefinition('ask'),
      whenToUse: getWhenToUse('ask'),
    });
  });
});

describe('the tools of the Roo facade', () => {
  test('the tool groups contain the tools of the Roo family in their order', () => {
    expect(TOOL_GROUPS).toEqual({
      read: { tools: ['read_file', 'search_files', 'list_files', 'codebase_search'] },
      edit: {
        tools: ['apply_diff', 'write_to_file', 'generate_image'],
        customTools: ['edit', 'search_replace', 'edit_file', 'apply_patch'],
      },
      command: { tools: ['execute_command', 'read_command_output'] },
      mcp: { tools: ['use_mcp_tool', 'access_mcp_resource'] },
      modes: { tools: ['switch_mode', 'new_task'], alwaysAvailable: true },
    });
    expect(ALWAYS_AVAILABLE_TOOLS).toEqual([
      'ask_followup_question',
      'attempt_completion',
      'switch_mode',
      'new_task',
      'update_todo_list',
      'run_slash_command',
      'skill',
    ]);
    expect(TOOL_ALIASES).toEqual({ write_file: 'write_to_file', search_and_replace: 'edit' });
  });

  test('all tools have a display name', () => {
    expect(Object.keys(TOOL_DISPLAY_NAMES)).toEqual(toolNames);
    expect(toolNames).toHaveLength(24);
  });

  test('getToolsForMode returns the regular tools of the groups, then the always-available ones', () => {
    expect(getToolsForMode(['command', ['edit', {}]])).toEqual([
      'execute_command',
      'read_command_output',
      'apply_diff',
      'write_to_file',
      'generate_image',
      ...ALWAYS_AVAILABLE_TOOLS,
    ]);
    expect(new Set(getToolsForMode(['modes'])).size).toBe(ALWAYS_AVAILABLE_TOOLS.length);
  });

  test('getGroupName reads both forms of a group', () => {
    expect(getGroupName('read')).toBe('read');
    expect(getGroupName(['edit', { fileRegex: 'x' }])).toBe('edit');
  });

  test('isValidToolName knows the tool names but no unregistered alias', () => {
    for (const tool of toolNames) expect(isValidToolName(tool), tool).toBe(true);
    expect(isValidToolName('write_file')).toBe(false);
    expect(isValidToolName('browser_action')).toBe(false);
    expect(isValidToolName('toString')).toBe(false);
  });
});
