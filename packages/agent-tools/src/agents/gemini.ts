import { type AgentTools, alike, tool } from '../agent-tool.ts';

/**
 * Gemini CLI 0.61.0. If the file passed to `replace` is missing, the tool looks for a file whose path ends with the
 * relative path.
 */
export const geminiTools: AgentTools = {
  read_file: tool('read', { file: 'file_path', none: 'start_line end_line' }),
  read_many_files: tool('search', {
    'files-glob': 'include paths',
    none: 'exclude recursive useDefaultExcludes file_filtering_options.respect_git_ignore file_filtering_options.respect_gemini_ignore',
  }),
  write_file: tool('write', { file: 'file_path', content: 'content' }),
  ...alike(
    tool(
      'edit',
      { file: 'file_path', content: 'old_string new_string instruction', none: 'allow_multiple' },
      { replacesMissing: 'relative' },
    ),
    'replace edit',
  ),
  list_directory: tool('list', {
    folder: 'dir_path',
    none: 'ignore[] file_filtering_options.respect_git_ignore file_filtering_options.respect_gemini_ignore',
  }),
  glob: tool('search', {
    glob: 'pattern',
    folder: 'dir_path',
    none: 'case_sensitive respect_git_ignore respect_gemini_ignore',
  }),
  ...alike(
    tool(
      'search',
      {
        glob: 'include_pattern',
        folder: 'dir_path',
        content: 'pattern',
        none: 'exclude_pattern names_only max_matches_per_file total_max_matches case_sensitive fixed_strings context after before no_ignore',
      },
      // If ripgrep is missing, and if git and grep reject the pattern, the tool reads the files itself and follows
      // symbolic links.
      { followsLinks: true },
    ),
    'grep_search search_file_content',
  ),
  run_shell_command: tool('command', {
    command: 'command',
    workdir: 'dir_path',
    none: 'description is_background delay_ms',
  }),
  list_background_processes: tool('running-command', { none: 'wait_for_previous' }),
  read_background_output: tool('running-command', { none: 'pid lines delay_ms wait_for_previous' }),
  web_fetch: tool('web', { url: 'prompt' }),
  google_web_search: tool('web', { content: 'query' }),
  list_mcp_resources: tool('resource', { server: 'serverName', none: 'wait_for_previous' }),
  read_mcp_resource: tool('resource', { url: 'uri', none: 'wait_for_previous' }),
  invoke_agent: tool('subagent', { content: 'prompt', none: 'agent_name wait_for_previous' }),
  activate_skill: tool('skill', { none: 'name' }),
  ask_user: tool('question', {
    content:
      'questions[].question questions[].header questions[].placeholder questions[].options[].label questions[].options[].description',
    none: 'questions[].type questions[].multiSelect',
  }),
  write_todos: tool('own', { content: 'todos[].description', none: 'todos[].status' }),
  update_topic: tool('own', { content: 'title summary strategic_intent', none: 'wait_for_previous' }),
  enter_plan_mode: tool('own', { content: 'reason' }),
  // Name of a plan in the agent's plans folder.
  exit_plan_mode: tool('own', { none: 'plan_filename' }),
  ...alike(tool('own'), 'complete_task get_internal_docs'),
};
