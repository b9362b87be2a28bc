import { type AgentTools, alike, tool } from '../agent-tool.ts';

/** Qwen Code 0.24.4. */
export const qwenTools: AgentTools = {
  read_file: tool('read', { file: 'file_path', none: 'offset limit pages' }),
  display_image: tool('read', { file: 'file_path' }),
  zoom_image: tool('read', { file: 'file_path', none: 'x1 x2 y1 y2' }),
  write_file: tool('write', { file: 'file_path', content: 'content', none: 'record_as_artifact' }),
  edit: tool('edit', { file: 'file_path', content: 'old_string new_string', none: 'replace_all' }),
  notebook_edit: tool('edit', { file: 'notebook_path', content: 'new_source', none: 'cell_id cell_type edit_mode' }),
  list_directory: tool('list', { folder: 'path', none: 'ignore[]' }),
  glob: tool('search', { glob: 'pattern', folder: 'path' }),
  // If ripgrep is missing or cannot be started (a NUL character in the path is enough), the tool may read the files
  // itself and follow symbolic links.
  grep_search: tool(
    'search',
    { glob: 'glob', folder: 'path', content: 'pattern', none: 'limit' },
    { followsLinks: true },
  ),
  run_shell_command: tool('command', {
    command: 'command',
    workdir: 'directory',
    none: 'description is_background timeout',
  }),
  monitor: tool('command', {
    command: 'command',
    workdir: 'directory',
    none: 'description idle_timeout_ms max_events',
  }),
  // The hook runs for the tool that this tool calls, but not for this tool itself.
  tool_call: tool('command', { code: 'name arguments' }),
  web_fetch: tool('web', { url: 'url', content: 'prompt', none: 'format' }),
  // Reads a page, and shows it or sends it to a service.
  artifact: tool('web', { file: 'file_path', content: 'title' }),
  web_search: tool('web', { content: 'query' }),
  list_mcp_resources: tool('resource', { server: 'server_name' }),
  read_mcp_resource: tool('resource', { server: 'server_name', url: 'uri' }),
  ...alike(
    tool('subagent', {
      content: 'description prompt',
      none: 'subagent_type run_in_background isolation working_dir fork_profile fork_tools[] fork_turns',
    }),
    'agent task',
  ),
  skill: tool('skill', { content: 'skill args' }),
  ask_user_question: tool('question', {
    content: 'questions[].question questions[].header questions[].options[].label questions[].options[].description',
    none: 'questions[].multiSelect metadata.source',
  }),
  todo_write: tool('own', { content: 'todos[].content', none: 'todos[].id todos[].status' }),
  tool_search: tool('own', { content: 'query', none: 'max_results' }),
  list_agents: tool('own'),
  send_message: tool('own', { content: 'message summary', none: 'task_id to' }),
  task_stop: tool('own', { none: 'task_id' }),
  // Records the location of a result; reads the file, or everything below the folder.
  record_artifact: tool('own', {
    file: 'workspacePath',
    url: 'url',
    content: 'title description',
    none: 'kind managedId metadata mimeType sizeBytes storage',
  }),
  cron_create: tool('own', { content: 'prompt', none: 'cron recurring durable sessionMode' }),
  cron_delete: tool('own', { none: 'id' }),
  cron_list: tool('own'),
  loop_wakeup: tool('own', { content: 'prompt reason', none: 'delaySeconds' }),
  get_goal: tool('own'),
  propose_goal: tool('own', { content: 'objective' }),
  create_goal: tool('own', { content: 'objective', none: 'token_budget' }),
  update_goal: tool('own', { content: 'reason', none: 'status blockerKind' }),
  report_findings: tool('own', {
    content: 'findings[].failureScenario findings[].shortSummary findings[].summary findings[].outcomeNote',
    none: 'findings[].baseline findings[].category findings[].confidence findings[].direction findings[].file findings[].id findings[].line findings[].outcome findings[].severity findings[].source level',
  }),
  enter_plan_mode: tool('own', { none: 'userRequested' }),
  exit_plan_mode: tool('own', { content: 'plan originalRequest researchSummary' }),
  enter_worktree: tool('own'),
  exit_worktree: tool('own', { none: 'action name discard_changes' }),
};
