import { isJsonObject } from '@modegate/json';
import {
  type Adapter,
  alike,
  type CommandAdapter,
  denyNested,
  harmless,
  readSnakeCase,
  replaceOthers,
} from '../adapter.ts';

/** Every tool of Claude Code 2.1; Copilot CLI uses these names too where it reads Claude's files. */
export const claudeTools: Adapter['tools'] = {
  ...alike('read_file', 'Read NotebookRead'),
  ...alike('write_to_file', 'Write'),
  ...alike('edit', 'Edit MultiEdit NotebookEdit'),
  ...alike({ tool: 'search_files', narrowedBy: 'pattern', globs: ['pattern'] }, 'Glob'),
  ...alike({ tool: 'search_files', narrowedBy: 'glob', globs: ['glob'] }, 'Grep'),
  ...alike('list_files', 'LS'),
  ...alike('codebase_search', 'LSP'),
  // A workflow is a script, and a monitor runs a command.
  ...alike('execute_command', 'Bash PowerShell BashOutput KillBash KillShell Monitor Workflow'),
  ...alike('browser_action', 'WebFetch WebSearch'),
  ...alike({ tool: 'access_mcp_resource', server: 'server' }, 'ListMcpResourcesTool ReadMcpResourceTool'),
  ...alike('new_task', 'Agent Task'),
  ...alike('ask_followup_question', 'AskUserQuestion'),
  ...alike('update_todo_list', 'TodoWrite TaskCreate TaskGet TaskList TaskUpdate'),
  ...alike('skill', 'Skill'),
  ...alike('run_slash_command', 'SlashCommand'),
  ...alike(harmless, 'EnterPlanMode ExitPlanMode ListAgents ReportFindings ScheduleWakeup TaskOutput TaskStop'),
  ...alike(harmless, 'ToolSearch'),
};

/** Claude Code, observed at 2.1.330. */
export const claudeCode: CommandAdapter = {
  agent: 'claude-code',
  events: ['PreToolUse'],
  readFields: (payload) => ({
    ...readSnakeCase(payload),
    ...(isJsonObject(payload.mcp_server) ? { mcp: { server: payload.mcp_server.name } } : {}),
  }),
  tools: claudeTools,
  prefixOf: (server) => `mcp__${replaceOthers(server)}__`,
  mcpPrefix: 'mcp__',
  renameTool: replaceOthers,
  deny: denyNested,
};
