import { alike, type CommandAdapter, denyNested, harmless, readSnakeCase } from '../adapter.ts';

const replaceHyphens = (name: string): string => name.replaceAll(/[^\w*?]/g, '_');

/** Codex CLI, observed at 0.169.0. It lets a call run when an answer has no reason, or has keys that it does not know. */
export const codex: CommandAdapter = {
  agent: 'codex',
  events: ['PreToolUse'],
  readFields: readSnakeCase,
  tools: {
    ...alike('apply_patch', 'apply_patch'),
    // A patch in a here-document is applied by Codex itself.
    ...alike({ tool: 'execute_command', mayPatch: true }, 'Bash shell exec_command local_shell shell_command'),
    ...alike('execute_command', 'write_stdin exec'),
    ...alike('read_file', 'view_image read_file'),
    ...alike('list_files', 'list_dir'),
    ...alike({ tool: 'search_files', narrowedBy: 'include', globs: ['include'] }, 'grep_files'),
    ...alike({ tool: 'access_mcp_resource', server: 'server' }, 'list_mcp_resources read_mcp_resource'),
    ...alike({ tool: 'access_mcp_resource', server: 'server' }, 'list_mcp_resource_templates'),
    ...alike('browser_action', 'web_search'),
    ...alike('new_task', 'spawn_agent multi_agent_v1spawn_agent'),
    ...alike(harmless, 'wait_agent send_input resume_agent close_agent multi_agent_v1wait_agent'),
    ...alike(harmless, 'multi_agent_v1send_input multi_agent_v1resume_agent multi_agent_v1close_agent'),
    ...alike('ask_followup_question', 'request_user_input'),
    ...alike(harmless, 'update_plan tool_search get_goal create_goal update_goal'),
  },
  prefixOf: (server) => `mcp__${replaceHyphens(server)}__`,
  mcpPrefix: 'mcp__',
  renameTool: replaceHyphens,
  deny: denyNested,
};
