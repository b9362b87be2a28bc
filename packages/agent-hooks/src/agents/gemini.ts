import { isJsonObject } from '@modegate/json';
import { type Adapter, alike, type CommandAdapter, harmless, readSnakeCase } from '../adapter.ts';

/** The tools that Gemini CLI and Qwen Code, which came from it, have in common. */
export const geminiTools: Adapter['tools'] = {
  ...alike('read_file', 'read_file'),
  ...alike({ tool: 'search_files', globs: ['include', 'paths'] }, 'read_many_files'),
  ...alike('write_to_file', 'write_file'),
  ...alike('edit', 'replace edit'),
  ...alike('list_files', 'list_directory'),
  ...alike({ tool: 'search_files', narrowedBy: 'pattern', globs: ['pattern'] }, 'glob'),
  ...alike({ tool: 'search_files', narrowedBy: 'include', globs: ['include'] }, 'grep_search search_file_content'),
  ...alike('execute_command', 'run_shell_command'),
  ...alike('browser_action', 'web_fetch google_web_search web_search'),
  ...alike({ tool: 'access_mcp_resource', server: 'server' }, 'list_mcp_resources read_mcp_resource'),
  ...alike('ask_followup_question', 'ask_user ask_user_question'),
  ...alike('update_todo_list', 'write_todos todo_write'),
};

/** Gemini CLI, observed at 0.61.0. Nothing in its payloads names the subagent. */
export const gemini: CommandAdapter = {
  agent: 'gemini',
  events: ['BeforeTool'],
  readFields: (payload) => ({
    ...readSnakeCase(payload),
    caller: undefined,
    ...(isJsonObject(payload.mcp_context)
      ? { mcp: { server: payload.mcp_context.server_name, tool: payload.mcp_context.tool_name } }
      : {}),
  }),
  tools: {
    ...geminiTools,
    ...alike('execute_command', 'list_background_processes read_background_output'),
    ...alike('new_task', 'invoke_agent'),
    ...alike('skill', 'activate_skill'),
    ...alike(harmless, 'enter_plan_mode exit_plan_mode complete_task get_internal_docs'),
  },
  prefixOf: (server) => `mcp_${rename(server)}_`,
  mcpPrefix: 'mcp_',
  renameTool: rename,
  deny: (reason) => ({ decision: 'deny', reason }),
};

function rename(name: string): string {
  return name.replaceAll(/[^\w.*?-]/g, '_');
}
