import type { ToolGroup } from '../modes/mode.ts';

/** Location of the file paths in a tool's arguments. */
export type ToolPaths =
  /** Plain path parameters; every parameter that is present is checked. */
  | { readonly kind: 'parameters' }
  /** Path parameters, and every path inside a list (`files[].path`) or an XML argument (`args`). */
  | { readonly kind: 'list' }
  /** Headers in the text of a patch, in any parameter. */
  | { readonly kind: 'patch' }
  /**
   * Path parameters, each of which is a file or a folder to read; if `path` is missing, the project root is also read.
   */
  | { readonly kind: 'folder'; readonly depth: FolderDepth; readonly narrowedBy?: string }
  /**
   * Path parameters, each of which is a file, or a folder with everything in it; the call does not specify which of the
   * two it is.
   */
  | { readonly kind: 'tree' };

/**
 * Depth to which a tool reads a folder: everything below the folder, only its entries, or everything if the parameter
 * `recursive` requests it.
 */
export type FolderDepth = 'all' | 'one' | 'recursive';

/** A static tool of the agent. */
export interface CatalogueTool {
  readonly name: string;
  /** Group of the tool, or `always` for tools available in every mode. */
  readonly group: ToolGroup | 'always';
  readonly aliases: readonly string[];
  /**
   * True for an old name, or for a name used by only one member of the Roo family; such names are accepted in calls,
   * but not offered.
   */
  readonly retired?: boolean;
  /** Location of the file paths; absent if no argument specifies a file. */
  readonly paths?: ToolPaths;
  /** Parameters that contain a path only in this tool, in addition to the parameters common to all tools. */
  readonly morePaths?: readonly string[];
}

const parameters: ToolPaths = { kind: 'parameters' };
const list: ToolPaths = { kind: 'list' };
const folder: ToolPaths = { kind: 'folder', depth: 'all' };

/**
 * Every static tool: the names and groups in Roo Code, then tools that only Kilo Code or Zoo Code has, plus
 * `browser_action` and retired names that older agents still call. `switch_mode` and `new_task` are in the group
 * `modes` but always available, as in the Roo family.
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

/** Finds a static tool by name or alias. */
export function findTool(name: string): CatalogueTool | undefined {
  return toolsByName.get(name);
}

/** Lists every name of a static tool, including aliases. */
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
