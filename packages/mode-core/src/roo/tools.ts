import { isMcpToolName } from '../mcp/wire-names.ts';
import { toolCatalogue } from '../tools/tool-catalogue.ts';
import type { GroupEntry, ToolGroup } from './mode-config-schema.ts';

/** Names known to the upstream project, in the order in which its unknown-tool message lists them. */
export const toolNames = [
  'execute_command',
  'read_file',
  'read_command_output',
  'write_to_file',
  'apply_diff',
  'edit',
  'search_and_replace',
  'search_replace',
  'edit_file',
  'apply_patch',
  'search_files',
  'list_files',
  'use_mcp_tool',
  'access_mcp_resource',
  'ask_followup_question',
  'attempt_completion',
  'switch_mode',
  'new_task',
  'codebase_search',
  'update_todo_list',
  'run_slash_command',
  'skill',
  'generate_image',
  'custom_tool',
] as const;

/** One of the {@link toolNames}. */
export type ToolName = (typeof toolNames)[number];

/** Tools of one group. */
export interface ToolGroupConfig {
  /** Tools offered in every mode with the group. */
  readonly tools: readonly ToolName[];
  /** Tools offered only to models that ask for them (`includedTools`). */
  readonly customTools?: readonly ToolName[];
  /** True if the tools are available in every mode, so the group is not shown as a choice. */
  readonly alwaysAvailable?: boolean;
}

/** Names of the tools, as shown in the user interface. */
export const TOOL_DISPLAY_NAMES: Readonly<Record<ToolName, string>> = {
  execute_command: 'run commands',
  read_file: 'read files',
  read_command_output: 'read command output',
  write_to_file: 'write files',
  apply_diff: 'apply changes',
  edit: 'edit files',
  search_and_replace: 'apply changes using search and replace',
  search_replace: 'apply single search and replace',
  edit_file: 'edit files using search and replace',
  apply_patch: 'apply patches using codex format',
  search_files: 'search files',
  list_files: 'list files',
  use_mcp_tool: 'use mcp tools',
  access_mcp_resource: 'access mcp resources',
  ask_followup_question: 'ask questions',
  attempt_completion: 'complete tasks',
  switch_mode: 'switch modes',
  new_task: 'create new task',
  codebase_search: 'codebase search',
  update_todo_list: 'update todo list',
  run_slash_command: 'run slash command',
  skill: 'load skill',
  generate_image: 'generate images',
  custom_tool: 'use custom tools',
};

const optInTools: ReadonlySet<string> = new Set(['edit', 'search_replace', 'edit_file', 'apply_patch']);

/** Tools of every group, from the catalogue, without retired names. */
export const TOOL_GROUPS: Readonly<Record<ToolGroup, ToolGroupConfig>> = {
  read: { tools: namesOf('read') },
  edit: {
    tools: namesOf('edit').filter((name) => !optInTools.has(name)),
    customTools: namesOf('edit').filter((name) => optInTools.has(name)),
  },
  command: { tools: namesOf('command') },
  mcp: { tools: namesOf('mcp') },
  modes: { tools: ['switch_mode', 'new_task'], alwaysAvailable: true },
};

/** Tools available in every mode. */
export const ALWAYS_AVAILABLE_TOOLS: readonly ToolName[] = namesOf('always');

/** Tool names by alias. */
export const TOOL_ALIASES: Readonly<Record<string, ToolName>> = Object.fromEntries(
  toolCatalogue.flatMap(({ name, aliases }) => (isToolName(name) ? aliases.map((alias) => [alias, name]) : [])),
);

/**
 * Lists the tools in the given groups: each group's regular tools, then the always-available tools. An unknown group
 * adds no tools.
 */
export function getToolsForMode(groups: readonly GroupEntry[]): string[] {
  const held = groups.flatMap((entry) => findGroup(getGroupName(entry))?.tools ?? []);
  return [...new Set([...held, ...ALWAYS_AVAILABLE_TOOLS])];
}

/** Returns the group name of an entry in either form. */
export function getGroupName(group: GroupEntry): ToolGroup {
  return typeof group === 'string' ? group : group[0];
}

/**
 * True if a call with this name is possible: a name in {@link toolNames} or an MCP name (`mcp--…`, `mcp__…`, legacy
 * `mcp_…`).
 */
export function isValidToolName(
  toolName: string,
  _experiments?: Readonly<Record<string, boolean | undefined>>,
): boolean {
  return isToolName(toolName) || isMcpCallName(toolName);
}

/**
 * @internal True for the name of a native MCP call. False for names in Modegate's form `server__tool`, because no
 * Roo-family extension offers them.
 */
export function isMcpCallName(toolName: string): boolean {
  return /^mcp(?:--|_)/.test(toolName) && isMcpToolName(toolName);
}

/** @internal True if a tool is offered only to models that ask for it. */
export function isOptInTool(canonicalName: string): boolean {
  return optInTools.has(canonicalName);
}

function findGroup(name: string): ToolGroupConfig | undefined {
  return Object.hasOwn(TOOL_GROUPS, name) ? TOOL_GROUPS[name as ToolGroup] : undefined;
}

function namesOf(group: ToolGroup | 'always'): readonly ToolName[] {
  return toolCatalogue.flatMap((tool) => (tool.group === group && isToolName(tool.name) ? [tool.name] : []));
}

function isToolName(name: string): name is ToolName {
  return (toolNames as readonly string[]).includes(name);
}
