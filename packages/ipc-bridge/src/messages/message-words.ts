import { words } from '../words.ts';
/** Kinds of questions in a `message`, across all three dialects and the Roo versions they derive from. */
export const askNames = words(`
  followup command command_output completion_result tool api_req_failed resume_task resume_completed_task
  mistake_limit_reached use_mcp_server auto_approval_max_req_reached browser_action_launch finishTask`);

/** Kinds of statements in a `message`, across all three dialects and the Roo versions they derive from. */
export const sayNames = words(`
  error api_req_started api_req_finished api_req_retried api_req_retry_delayed api_req_rate_limit_wait api_req_deleted
  text task image reasoning completion_result user_feedback user_feedback_diff command command_output
  shell_integration_warning browser_action browser_action_result mcp_server_request_started mcp_server_response new_task
  new_task_started subtask_result checkpoint_saved rooignore_error diff_error condense_context condense_context_error
  sliding_window_truncation codebase_search_result user_edit_todos too_many_tools_warning
  mode_switch_compatibility_warning tool`);

/** Group of a question: determines which event shows that the agent is waiting, and which event ends the wait. */
export type AskGroup = 'interactive' | 'resumable' | 'idle' | 'nonBlocking';

const idle = new Set(
  words('completion_result api_req_failed resume_completed_task mistake_limit_reached auto_approval_max_req_reached'),
);

/**
 * Returns the group of a question. An unknown question is treated as `interactive`, because a person has to look at it.
 */
export function askGroup(ask: string): AskGroup {
  if (ask === 'resume_task') return 'resumable';
  if (ask === 'command_output') return 'nonBlocking';
  return idle.has(ask) ? 'idle' : 'interactive';
}
