import type { ToolGroup } from '../modes/mode.ts';

/** Where a tool's arguments name the files it touches. */
export type ToolPaths =
  /** Plain path parameters; every one that is present counts. */
  | { readonly kind: 'parameters' }
  /** Path parameters, and every path inside a list (`files[].path`) or an XML argument (`args`). */
  | { readonly kind: 'list' }
  /** The headers of a patch text, in any parameter. */
  | { readonly kind: 'patch' }
  /** Path parameters, each of a folder whose content is read, or of a file; without `path` the project root is read too. */
  | { readonly kind: 'folder'; readonly depth: FolderDepth; readonly narrowedBy?: string }
  /** Path parameters, each of a file, or of a folder with everything in it; which of them, the call does not say. */
  | { readonly kind: 'tree' };

/** How far below its folder a tool reads: all the way, only what is in the folder itself, or all the way where the parameter `recursive` says so. */
export type FolderDepth = 'all' | 'one' | 'recursive';

/** One static tool of the agent. */
export interface CatalogueTool {
  readonly name: string;
  /** The group that grants the tool, or `always` for tools no mode can be without. */
  readonly group: ToolGroup | 'always';
  readonly aliases: readonly string[];
  /** An old name, or one that a single member of the family has: judged when an agent calls it, but offered to none. */
  readonly retired?: boolean;
  /** Absent when the tool touches no file that its arguments name. */
  readonly paths?: ToolPaths;
  /** Parameters that hold a path in this tool alone, beside those that do in every tool. */
  readonly morePaths?: readonly string[];
}

const parameters: ToolPaths = { kind: 'parameters' };
const list: ToolPaths = { kind: 'list' };
const folder: ToolPaths = { kind: 'folder', depth: 'all' };

/**
 * Every static tool: names and groups of Roo Code, then those that only Kilo Code or Zoo Code has, with `browser_action` and the retired
 * names that older agents still call.
 * `switch_mode` and `new_task` are in the group `modes` but are always available, as in the family.
 */
export const toolCatalogue: readonly CatalogueTool[] = [
  tool('read_file', 'read', { paths: list }),
  tool('search_files', 'read', { paths: { ...folder, narrowedBy: 'file_pattern' } }),
  tool('list_files', 'read', { paths: { ...folder, depth: 'recursive' } }),
  tool('codebase_search', 'read', { paths: folder }),
  tool('fetch_instructions', 'read', { retired: true }),
  tool('list_code_definition_names', 'read', { paths: { ...folder, depth: 'one' }, retired: true }),
  tool('apply_diff', 'edit', { paths: list }),
  tool('write_to_file', 'edit', { paths: parameters, aliases: ['write_file'] }),
  tool('generate_image', 'edit', { paths: parameters, morePaths: ['image'] }),
  tool('edit', 'edit', { paths: parameters, aliases: ['search_and_replace'] }),
  tool('search_replace', 'edit', { paths: parameters }),
  tool('edit_file', 'edit', { paths: parameters }),
  tool('apply_patch', 'edit', { paths: { kind: 'patch' } }),
  tool('insert_content', 'edit', { paths: parameters, retired: true }),
  tool('fast_edit_file', 'edit', { paths: parameters, retired: true }),
  tool('delete_file', 'edit', { paths: { kind: 'tree' }, retired: true }),
  tool('new_rule', 'edit', { paths: parameters, retired: true }),
  tool('browser_action', 'browser'),
  tool('execute_command', 'command'),
  tool('read_command_output', 'command'),
  tool('terminal_kill', 'command', { retired: true }),
  tool('use_mcp_tool', 'mcp'),
  tool('access_mcp_resource', 'mcp'),
  tool('ask_followup_question', 'always'),
  tool('attempt_completion', 'always'),
  tool('switch_mode', 'always'),
  tool('new_task', 'always'),
  tool('update_todo_list', 'always'),
  tool('run_slash_command', 'always'),
  tool('skill', 'always'),
  tool('set_thinking_effort', 'always', { retired: true }),
  tool('condense', 'always', { retired: true }),
  tool('report_bug', 'always', { retired: true }),
];

const toolsByName: ReadonlyMap<string, CatalogueTool> = new Map(
  toolCatalogue.flatMap((entry) => [entry.name, ...entry.aliases].map((name) => [name, entry] as const)),
);

/** The tool of a name or alias, or undefined when no static tool is called so. */
export function findTool(name: string): CatalogueTool | undefined {
  return toolsByName.get(name);
}

/** Every name a static tool answers to, aliases included. */
export function listToolNames(): Iterable<string> {
  return toolsByName.keys();
}

function tool(
  name: string,
  group: CatalogueTool['group'],
  { aliases = [], ...more }: Partial<Omit<CatalogueTool, 'name' | 'group'>> = {},
): CatalogueTool {
  return { name, group, aliases, ...more };
}
