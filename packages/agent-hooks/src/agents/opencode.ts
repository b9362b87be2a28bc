import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Adapter, alike, harmless, type PayloadFields, replaceOthers } from '../adapter.ts';

const tools: Adapter['tools'] = {
  ...alike('read_file', 'read'),
  ...alike('write_to_file', 'write'),
  ...alike('edit', 'edit multiedit'),
  ...alike('apply_patch', 'apply_patch patch'),
  ...alike({ tool: 'search_files', narrowedBy: 'pattern', globs: ['pattern'] }, 'glob'),
  ...alike({ tool: 'search_files', narrowedBy: 'include', globs: ['include'] }, 'grep'),
  ...alike('list_files', 'list'),
  ...alike('codebase_search', 'lsp'),
  ...alike('execute_command', 'bash'),
  ...alike('browser_action', 'webfetch websearch codesearch'),
  ...alike('new_task', 'task'),
  ...alike('skill', 'skill'),
  ...alike('ask_followup_question', 'question'),
  // `invalid` stands for a call of a tool that is not offered, and does nothing.
  ...alike(harmless, 'todowrite todoread plan_enter plan_exit invalid'),
};

/** opencode, observed at 1.18.33, where our plugin is asked before a tool runs. */
export const opencode: Adapter = {
  agent: 'opencode',
  events: ['tool.execute.before'],
  readFields,
  tools,
  prefixOf: (server) => `${replaceOthers(server)}_`,
  mcpPrefix: undefined,
  renameTool: replaceOthers,
};

/** Kilo, observed at 7.7.7: opencode with tools of its own. */
export const kilo: Adapter = {
  ...opencode,
  agent: 'kilo',
  tools: {
    ...tools,
    ...alike('execute_command', 'background_process interactive_terminal'),
    ...alike('codebase_search', 'codebase_search semantic_search'),
    ...alike('switch_mode', 'mode_switch'),
    ...alike(harmless, 'board_read board_post cancel_wakeup notify_user'),
  },
};

/** What the agent hands to `tool.execute.before`, and beside it the folder of the session and who works in it. */
function readFields({ event, input, output, directory, agent }: JsonObject): PayloadFields {
  const call = isJsonObject(input) ? input : {};
  return {
    event,
    tool: call.tool,
    input: isJsonObject(output) ? output.args : undefined,
    cwd: directory,
    session: call.sessionID,
    caller: agent,
  };
}
