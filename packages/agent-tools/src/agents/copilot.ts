import { type AgentTools, alike, tool } from '../agent-tool.ts';

const search = tool('search', {
  glob: 'glob',
  folder: 'paths paths[]',
  content: 'pattern',
  none: 'type output_mode head_limit multiline -A -B -C -i -n',
});

const shell = { command: 'command', none: 'description mode shellId detach initial_wait' };

const own: AgentTools = {
  view: tool('read', { file: 'path', none: 'view_range[] forceReadLargeFiles' }),
  show_file: tool('read', { file: 'path', none: 'view_range[] diff' }),
  create: tool('write', { file: 'path', content: 'file_text' }),
  edit: tool('edit', { file: 'path', content: 'old_str new_str' }),
  str_replace_editor: tool('edit', { file: 'path', content: 'old_str new_str file_text', none: 'command' }),
  apply_patch: tool('patch', { patch: 'patch input', content: '' }),
  glob: tool('search', { glob: 'pattern', folder: 'paths paths[]' }),
  // The tool's name depends on the model.
  ...alike(search, 'grep rg'),
  bash: tool('command', shell, { shell: 'bash' }),
  powershell: tool('command', shell, { shell: 'powershell' }),
  ...alike(tool('running-command', { none: 'shellId delay' }), 'read_bash stop_bash'),
  ...alike(tool('running-command'), 'write_bash read_powershell write_powershell stop_powershell'),
  ...alike(tool('own'), 'list_bash list_powershell report_intent'),
  update_todo: tool('own', { content: 'todos' }),
  exit_plan_mode: tool('own', { content: 'summary', none: 'recommendedAction showFleet' }),
  tool_search_tool: tool('own', { content: 'pattern', none: 'limit' }),
  web_fetch: tool('web', { url: 'url' }),
  web_search: tool('web', { content: 'query' }),
  task: tool('subagent', {
    content: 'description prompt',
    none: 'agent_type name mode model context_tier reasoning_effort',
  }),
  ask_user: tool('question', { content: 'question message choices[] requestedSchema.properties' }),
  skill: tool('skill', { none: 'skill' }),
  task_complete: tool('finish', { content: 'summary' }),
  // The session's database.
  sql: tool('own', { content: 'description query' }),
  // Content of other sessions, including the files that they read.
  session_store_sql: tool('index', { content: 'description query', none: 'source' }),
  read_agent: tool('own', { none: 'agent_id since_turn timeout wait' }),
  list_agents: tool('own', { none: 'include_completed scope' }),
  write_agent: tool('own', { content: 'message', none: 'agent_id agent_ids[] scope' }),
  fetch_copilot_cli_documentation: tool('own'),
};

/** Copilot CLI 1.0.102. When Copilot reads Claude's hook files, it uses Claude's tool names with its own parameters. */
export const copilotTools: AgentTools = {
  ...own,
  ...alike(own.view as never, 'Read'),
  ...alike(own.create as never, 'Write'),
  ...alike(own.edit as never, 'Edit MultiEdit'),
  ...alike(own.glob as never, 'Glob'),
  ...alike(search, 'Grep'),
  ...alike(tool('list', { folder: 'path' }), 'LS'),
  ...alike(own.bash as never, 'Bash'),
  ...alike(own.powershell as never, 'PowerShell'),
  ...alike(own.web_fetch as never, 'WebFetch WebSearch'),
  ...alike(own.task as never, 'Agent Task'),
  ...alike(own.skill as never, 'Skill'),
  ...alike(tool('own'), 'TodoWrite'),
};
