import { type AgentTools, alike, tool } from '../agent-tool.ts';

const team = 'taskId agentId runId outcomeId status reason';

/**
 * Cline CLI 3.0.65. If a file to be read is missing, Cline uses a file whose name differs only in spaces, quotes or the
 * form of its letters.
 */
export const clineTools: AgentTools = {
  read_files: tool(
    'read',
    { file: 'files[].path file_paths[]', none: 'files[].start_line files[].end_line' },
    { replacesMissing: 'always' },
  ),
  editor: tool('edit', { file: 'path', content: 'old_text new_text', none: 'insert_line' }),
  apply_patch: tool('patch', { patch: 'input' }),
  search_codebase: tool('index', { content: 'queries[]' }),
  run_commands: tool('command', { command: 'commands[]' }),
  fetch_web_content: tool('web', { url: 'requests[].url', content: 'requests[].prompt' }),
  web_search: tool('web'),
  spawn_agent: tool('subagent', { content: 'systemPrompt task' }),
  team_spawn_teammate: tool('subagent', { content: 'rolePrompt', none: 'agentId' }),
  team_run_task: tool('subagent', { content: 'task', none: 'agentId taskId runMode continueConversation' }),
  ask_question: tool('question', { content: 'question options[]' }),
  skills: tool('skill', { content: 'skill args' }),
  submit_and_exit: tool('finish'),
  team_task: tool('own', {
    content: 'title description summary reason',
    none: 'action assignee dependsOn[] status taskId',
  }),
  ...alike(tool('own', { content: 'body subject', none: 'taskId toAgentId' }), 'team_send_message team_broadcast'),
  team_mission_log: tool('own', { content: 'summary evidence[] nextAction', none: 'kind taskId' }),
  team_create_outcome: tool('own', { content: 'title requiredSections[]' }),
  team_attach_outcome_fragment: tool('own', { content: 'content section', none: 'outcomeId sourceRunId' }),
  team_review_outcome_fragment: tool('own', { none: 'approved fragmentId' }),
  team_list_runs: tool('own', { none: 'agentId includeCompleted status' }),
  team_read_mailbox: tool('own', { none: 'unreadOnly' }),
  ...alike(
    tool('own', { none: team }),
    'team_shutdown_teammate team_status team_cancel_run team_await_runs team_cleanup team_finalize_outcome team_list_outcomes',
  ),
};
