import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Adapter, alike, harmless, type PayloadFields, replaceOthers } from '../adapter.ts';

/** Cline CLI, observed at 3.0.65, where our plugin is asked before a tool runs: a refusal by a hook file would end the run. */
export const cline: Adapter = {
  agent: 'cline',
  events: ['beforeTool'],
  readFields,
  tools: {
    ...alike('read_file', 'read_files'),
    ...alike('edit', 'editor'),
    ...alike('apply_patch', 'apply_patch'),
    ...alike('search_files', 'search_codebase'),
    ...alike('execute_command', 'run_commands'),
    ...alike('browser_action', 'fetch_web_content web_search'),
    ...alike('new_task', 'spawn_agent team_spawn_teammate team_run_task'),
    ...alike('ask_followup_question', 'ask_question'),
    ...alike('skill', 'skills'),
    ...alike('attempt_completion', 'submit_and_exit'),
    ...alike(harmless, 'team_shutdown_teammate team_status team_task team_cancel_run team_list_runs team_await_runs'),
    ...alike(harmless, 'team_send_message team_broadcast team_read_mailbox team_mission_log team_cleanup'),
    ...alike(harmless, 'team_create_outcome team_attach_outcome_fragment team_review_outcome_fragment'),
    ...alike(harmless, 'team_finalize_outcome team_list_outcomes'),
  },
  prefixOf: (server) => `${replaceOthers(server)}__`,
  mcpPrefix: undefined,
  renameTool: replaceOthers,
};

function readFields({ event, toolCall, input, snapshot, directory }: JsonObject): PayloadFields {
  const call = isJsonObject(toolCall) ? toolCall : {};
  const tool = call.toolName ?? call.name;
  return {
    event,
    tool,
    input: nameValue(tool, input),
    cwd: directory,
    session: isJsonObject(snapshot) ? snapshot.conversationId : undefined,
    // Subagents have ids and no names.
    caller: undefined,
  };
}

/** Several tools take a text or a list where others take an object. */
function nameValue(tool: unknown, input: unknown): unknown {
  if (typeof input !== 'string' && !Array.isArray(input)) return spreadFiles(input);
  if (tool === 'read_files') return { files: typeof input === 'string' ? [input] : input };
  return { input };
}

/** `files` may be one file instead of a list. */
function spreadFiles(input: unknown): unknown {
  if (!isJsonObject(input) || input.files === undefined || Array.isArray(input.files)) return input;
  return { ...input, files: [input.files] };
}
