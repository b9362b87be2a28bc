import {
  buildMcpToolName,
  FileRestrictionError,
  findModeBySlug,
  type GroupEntry,
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
  isMcpTool,
  isToolAllowedForMode,
  isValidToolName,
  type Mode,
  type ModeConfig,
  modes,
  normalizeMcpToolName,
  type PromptComponent,
  parseMcpToolName,
  TOOL_ALIASES,
  TOOL_DISPLAY_NAMES,
  TOOL_GROUPS,
  type ToolGroup,
  type ToolName,
  toolNamesMatch,
  validateToolUse,
} from '@modegate/mode-core/roo';
import { expect, expectTypeOf, test } from 'vitest';

// How an extension calls these functions. What matters here is that it compiles; a changed signature fails the type check.

interface State {
  readonly mode?: Mode;
  readonly customModes?: ModeConfig[];
  readonly experiments?: Partial<Record<'imageGeneration' | 'runSlashCommand', boolean>>;
  readonly disabledTools?: string[];
}

interface ToolUse {
  readonly name: ToolName;
  readonly params: Partial<Record<'path' | 'content' | 'diff' | 'server_name' | 'tool_name', string>>;
}

interface Arguments {
  path: string;
  content: string;
}

const state: State = { mode: 'architect', experiments: {}, disabledTools: ['execute_command'] };

test('a Roo-family extension can present a tool use', () => {
  const present = (block: ToolUse, includedTools?: string[]): string | undefined => {
    const requirements = Object.fromEntries((state.disabledTools ?? []).map((tool) => [tool, false]));
    try {
      validateToolUse(
        block.name,
        state.mode ?? 'architect',
        state.customModes ?? [],
        requirements,
        block.params,
        state.experiments,
        includedTools,
      );
      return undefined;
    } catch (error) {
      return error instanceof FileRestrictionError ? error.message : String(error);
    }
  };
  expect(present({ name: 'write_to_file', params: { path: 'a.md', content: 'x' } })).toBeUndefined();
  expect(present({ name: 'write_to_file', params: { path: 'a.ts', content: 'x' } })).toContain('Markdown files only');
  expect(present({ name: 'execute_command', params: {} }, ['apply_patch'])).toContain(
    'is not allowed in architect mode',
  );
});

test('a Roo-family extension can filter the tools of a request', () => {
  const config: ModeConfig = getModeBySlug('code', state.customModes) ?? getModeConfig('code');
  const tools = getToolsForMode(config.groups).filter((tool) =>
    isToolAllowedForMode(
      tool as ToolName,
      'code',
      state.customModes ?? [],
      undefined,
      undefined,
      state.experiments ?? {},
    ),
  );
  expect(tools).toContain('apply_diff');
  const executed: Arguments = { path: 'a.ts', content: '' };
  expect(isToolAllowedForMode('write_to_file', 'code', [], undefined, executed)).toBe(true);
});

test('a Roo-family extension can edit modes', () => {
  const all: ModeConfig[] = getAllModes(state.customModes);
  const names: ToolGroup[] = all.flatMap((mode) => mode.groups.map((group: GroupEntry) => getGroupName(group)));
  expect(names).toContain('read');
  const copy: ModeConfig = {
    ...getModeConfig('ask'),
    slug: 'asking',
    source: 'global',
    groups: [...getModeConfig('ask').groups],
  };
  copy.groups.push(['edit', { fileRegex: '\\.md$', description: 'Docs' }]);
  expect(isCustomMode('asking', [copy])).toBe(true);
  expect(findModeBySlug('asking', [...modes, copy])).toBe(copy);
});

test('a Roo-family extension can build prompts', () => {
  const component: PromptComponent = { roleDefinition: 'Other' };
  const { roleDefinition, baseInstructions, description } = getModeSelection('code', component, state.customModes);
  expect([roleDefinition, baseInstructions, typeof description]).toEqual(['Other', '', 'string']);
  expectTypeOf(getRoleDefinition).returns.toEqualTypeOf<string>();
  expectTypeOf(getDescription).returns.toEqualTypeOf<string>();
  expectTypeOf(getWhenToUse).returns.toEqualTypeOf<string>();
  expectTypeOf(getCustomInstructions).returns.toEqualTypeOf<string>();
});

test('a Roo-family extension can import the tables of tools', () => {
  const display: string = TOOL_DISPLAY_NAMES.read_file;
  const regular: readonly string[] = TOOL_GROUPS.edit.tools;
  const canonical: string = TOOL_ALIASES.write_file ?? 'write_file';
  expect([display, regular.length, canonical]).toEqual(['read files', 3, 'write_to_file']);
  expect(isValidToolName('read_file', state.experiments)).toBe(true);
});

test('a Roo-family extension can build and parse MCP names', () => {
  const name = normalizeMcpToolName(buildMcpToolName('docs', 'search'));
  const parts = parseMcpToolName(name);
  expect(isMcpTool(name) && parts !== null && toolNamesMatch(parts.toolName, 'search')).toBe(true);
  validateToolUse('use_mcp_tool', 'code', [], undefined, undefined, undefined, undefined, {
    serverName: 'docs',
    toolName: 'search',
    serverDefaultEnabled: true,
  });
  // The places that the plan for per-mode restrictions gave the context.
  validateToolUse('use_mcp_tool', 'code', [], undefined, undefined, { serverName: 'docs', toolName: 'search' });
  expect(
    isToolAllowedForMode('use_mcp_tool', 'code', [], undefined, undefined, undefined, {
      serverName: 'docs',
      toolName: 'search',
    }),
  ).toBe(true);
});
