import { type AgentTools, alike, tool } from '../agent-tool.ts';

/**
 * Prefixes tool names with their group in the same way as hooks: the model sees a Codex tool as
 * `multi_agent_v1.spawn_agent`; a hook sees it as `multi_agent_v1spawn_agent`.
 */
function grouped(group: string, tools: AgentTools): AgentTools {
  return Object.fromEntries(Object.entries(tools).map(([name, one]) => [`${group}${name}`, one]));
}

const spawn = tool('subagent', {
  // An image or a file for the subagent.
  file: 'items[].path',
  content: 'message task_name items[].text items[].name',
  url: 'items[].image_url items[].audio_url',
  none: 'agent_type model reasoning_effort fork_context fork_turns items[].type',
});

const agents: AgentTools = {
  spawn_agent: spawn,
  send_input: tool('own', {
    file: 'items[].path',
    content: 'message items[].text items[].name',
    url: 'items[].image_url items[].audio_url',
    none: 'target interrupt items[].type',
  }),
  wait_agent: tool('own', { none: 'targets[] timeout_ms' }),
  resume_agent: tool('own', { none: 'id' }),
  close_agent: tool('own', { none: 'target' }),
  followup_task: tool('own', { content: 'message', none: 'target' }),
  interrupt_agent: tool('own', { none: 'target' }),
  list_agents: tool('own', { none: 'path_prefix' }),
  send_message: tool('own', { content: 'message', none: 'target' }),
};

const shell = tool('command', {
  command: 'command cmd',
  // Codex itself applies a patch contained in a here-document.
  patch: 'command cmd',
  workdir: 'workdir',
  shell: 'shell',
  none: 'justification login max_output_tokens prefix_rule[] sandbox_permissions tty yield_time_ms',
});

/**
 * Codex CLI 0.169.0. Hooks see `exec_command` as `Bash` with `command` as its only parameter and the session's folder
 * as its `workdir`; they see a patch as `{ command }`.
 */
export const codexTools: AgentTools = {
  apply_patch: tool('patch', { patch: 'command input', content: '' }),
  ...alike(shell, 'Bash shell exec_command local_shell shell_command'),
  write_stdin: tool('running-command', { content: 'chars', none: 'session_id max_output_tokens yield_time_ms' }),
  // In code mode, a hook runs for each tool that the code calls, but not for these tools.
  exec: tool('command', { code: '' }),
  wait: tool('own', { none: 'cell_id max_tokens terminate yield_time_ms' }),
  ...alike(tool('read', { file: 'path' }), 'view_image read_file'),
  list_dir: tool('list', { folder: 'dir_path path' }),
  grep_files: tool('search', { glob: 'include', folder: 'path', content: 'pattern', none: 'limit' }),
  ...alike(
    tool('resource', { server: 'server', url: 'uri', none: 'cursor' }),
    'list_mcp_resources list_mcp_resource_templates read_mcp_resource',
  ),
  web_search: tool('web'),
  ...agents,
  ...grouped('multi_agent_v1', agents),
  ...grouped('collaboration', agents),
  request_user_input: tool('question', {
    content: 'questions[].question questions[].header questions[].options[].label questions[].options[].description',
    none: 'questions[].id',
  }),
  request_user_input_async: tool('question', { content: 'questions[].title questions[].options[]' }),
  tool_search: tool('own', { content: 'query', none: 'limit' }),
  update_plan: tool('own'),
  get_goal: tool('own'),
  create_goal: tool('own', { content: 'objective', none: 'token_budget' }),
  update_goal: tool('own', { none: 'status' }),
  ...alike(tool('own', { none: 'duration_ms' }), 'clocksleep clock__sleep clock__curr_time clockcurr_time'),
};
