import type { JsonObject } from '@modegate/json';
import { alike, type CommandAdapter, type PayloadFields, readSnakeCase, replaceOthers } from '../adapter.ts';

/** Cursor, from its documents of autumn 2026 and never run. It names the tool of an MCP call and not the server, so that all must allow it. */
export const cursor: CommandAdapter = {
  agent: 'cursor',
  events: ['preToolUse'],
  readFields,
  tools: {
    ...alike('read_file', 'Read'),
    ...alike('write_to_file', 'Write'),
    ...alike('delete_file', 'Delete'),
    ...alike('edit', 'Edit MultiEdit StrReplace EditNotebook'),
    ...alike({ tool: 'search_files', narrowedBy: 'glob', globs: ['glob'] }, 'Grep'),
    ...alike({ tool: 'search_files', narrowedBy: 'pattern', globs: ['pattern', 'glob_pattern'] }, 'Glob'),
    ...alike('list_files', 'LS'),
    ...alike('codebase_search', 'SemanticSearch'),
    ...alike('execute_command', 'Shell'),
    ...alike('browser_action', 'WebFetch WebSearch'),
    ...alike('new_task', 'Task'),
    ...alike('update_todo_list', 'TodoWrite'),
  },
  prefixOf: () => 'MCP:',
  mcpPrefix: 'MCP:',
  renameTool: replaceOthers,
  deny: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
  // With `failClosed` the editor takes silence for a failure; an answer without a permission lifts nothing.
  noObjection: {},
};

function readFields(payload: JsonObject): PayloadFields {
  const { cwd, workspace_roots: roots, conversation_id: session } = payload;
  const only = Array.isArray(roots) && roots.length === 1 ? roots[0] : undefined;
  return { ...readSnakeCase(payload), cwd: cwd ?? only, session, caller: undefined };
}
