/** Kinds of questions in a `message`, across all three dialects and the Roo versions they derive from. */
export const askNames = [
  'followup',
  'command',
  'command_output',
  'completion_result',
  'tool',
  'api_req_failed',
  'resume_task',
  'resume_completed_task',
  'mistake_limit_reached',
  'use_mcp_server',
  'auto_approval_max_req_reached',
  'browser_action_launch',
  'finishTask',
] as const;

/** Kinds of statements in a `message`, across all three dialects and the Roo versions they derive from. */
export const sayNames = [
  'error',
  'api_req_started',
  'api_req_finished',
  'api_req_retried',
  'api_req_retry_delayed',
  'api_req_rate_limit_wait',
  'api_req_deleted',
  'text',
  'task',
  'image',
  'reasoning',
  'completion_result',
  'user_feedback',
  'user_feedback_diff',
  'command',
  'command_output',
  'shell_integration_warning',
  'browser_action',
  'browser_action_result',
  'mcp_server_request_started',
  'mcp_server_response',
  'new_task',
  'new_task_started',
  'subtask_result',
  'checkpoint_saved',
  'rooignore_error',
  'diff_error',
  'condense_context',
  'condense_context_error',
  'sliding_window_truncation',
  'codebase_search_result',
  'user_edit_todos',
  'too_many_tools_warning',
  'mode_switch_compatibility_warning',
  'tool',
] as const;

/** Group of a question: determines which event shows that the agent is waiting, and which event ends the wait. */
export type AskGroup = 'interactive' | 'resumable' | 'idle' | 'nonBlocking';

const groups: ReadonlyMap<string, AskGroup> = new Map<string, AskGroup>([
  ['followup', 'interactive'],
  ['command', 'interactive'],
  ['tool', 'interactive'],
  ['use_mcp_server', 'interactive'],
  ['browser_action_launch', 'interactive'],
  ['resume_task', 'resumable'],
  ['completion_result', 'idle'],
  ['api_req_failed', 'idle'],
  ['resume_completed_task', 'idle'],
  ['mistake_limit_reached', 'idle'],
  ['auto_approval_max_req_reached', 'idle'],
  ['command_output', 'nonBlocking'],
]);

/** Returns the group of a question. An unknown question counts as `interactive`, because a person has to look at it. */
export function askGroup(ask: string): AskGroup {
  return groups.get(ask) ?? 'interactive';
}
