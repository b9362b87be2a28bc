import { type AgentTools, alike, tool } from '../agent-tool.ts';

/** Qwen Code 0.24.4. */
export const qwenTools: AgentTools = {
  read_file: tool('read', { file: 'file_path', none: 'offset limit pages' }),
  zoom_image: tool('read', { file: 'file_path', none: 'x1 x2 y1 y2' }),
  write_file: tool('write', { file: 'file_path', content: 'content', none: 'record_as_artifact' }),
  edit: tool('edit', { file: 'file_path', content: 'old_string new_string', none: 'replace_all' }),
  notebook_edit: tool('edit', { file: 'notebook_path', content: 'new_source', none: 'cell_id cell_type edit_mode' }),
  list_directory: tool('list', { folder: 'path', none: 'ignore[]' }),
  glob: tool('search', { glob: 'pattern', folder: 'path' }),
  grep_search: tool('search', { glob: 'glob', folder: 'path', content: 'pattern', none: 'limit' }),
  run_shell_command: tool('command', { command: 'command', none: 'description directory is_background timeout' }),
  monitor: tool('command', { command: 'command', none: 'description directory idle_timeout_ms max_events' }),
  // The hook is asked about the tool that it calls, and not about this one.
  tool_call: tool('command', { command: 'name arguments' }),
  web_fetch: tool('web', { url: 'url', content: 'prompt', none: 'format' }),
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
  ask_user_question: tool('question'),
  todo_write: tool('own', { content: 'todos[].content', none: 'todos[].id todos[].status' }),
  tool_search: tool('own', { content: 'query', none: 'max_results' }),
  list_agents: tool('own'),
  cron_create: tool('own', { content: 'prompt', none: 'cron recurring durable sessionMode' }),
  cron_delete: tool('own', { none: 'id' }),
  cron_list: tool('own'),
  loop_wakeup: tool('own', { content: 'prompt reason', none: 'delaySeconds' }),
  get_goal: tool('own'),
  create_goal: tool('own', { content: 'objective', none: 'token_budget' }),
  update_goal: tool('own', { content: 'reason', none: 'status blockerKind' }),
  report_findings: tool('own', {
    content: 'findings[].failureScenario findings[].shortSummary findings[].summary findings[].outcomeNote',
    none: 'findings[].baseline findings[].category findings[].confidence findings[].direction findings[].file findings[].id findings[].line findings[].outcome findings[].severity findings[].source level',
  }),
  ...alike(tool('own'), 'exit_plan_mode enter_plan_mode enter_worktree exit_worktree'),
};
