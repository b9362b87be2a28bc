import { type AgentTools, alike, tool } from '../agent-tool.ts';

/**
 * Cursor, based on its documentation from autumn 2026. It cannot be run here, so nothing is recorded, and a tool that
 * is missing from this table is unknown.
 */
export const cursorTools: AgentTools = {
  Read: tool('read', { file: 'file_path path target_file' }),
  Write: tool('write', { file: 'file_path path' }),
  Delete: tool('delete', { file: 'file_path path target_file' }),
  ...alike(
    tool('edit', { file: 'file_path path target_file target_notebook' }),
    'Edit MultiEdit StrReplace EditNotebook',
  ),
  // It is unknown which parameter narrows the search, so none is assumed to do so.
  ...alike(tool('search', { folder: 'path target_directory', 'files-glob': 'glob pattern glob_pattern' }), 'Glob'),
  // It is unknown whether the tool follows links, so it is assumed to do so.
  Grep: tool('search', { folder: 'path', 'files-glob': 'glob', content: 'pattern' }, { followsLinks: true }),
  LS: tool('list', { folder: 'path target_directory' }),
  SemanticSearch: tool('index', { content: 'query' }),
  Shell: tool('command', { command: 'command', workdir: 'working_directory' }),
  ...alike(tool('web'), 'WebFetch WebSearch'),
  Task: tool('subagent', { content: 'prompt', none: 'subagent_type' }),
  TodoWrite: tool('own'),
};
