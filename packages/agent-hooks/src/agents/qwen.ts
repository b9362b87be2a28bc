import { alike, type CommandAdapter, denyNested, harmless, readSnakeCase, replaceOthers } from '../adapter.ts';
import { geminiTools } from './gemini.ts';

/** Qwen Code, observed at 0.24.4. A subagent is named by the beginning of its id: `writer-call_1_0`. */
export const qwen: CommandAdapter = {
  agent: 'qwen',
  events: ['PreToolUse'],
  readFields: (payload) => ({
    ...readSnakeCase(payload),
    caller: payload.agent_id === undefined ? payload.agent_type : payload.agent_id,
  }),
  tools: {
    ...geminiTools,
    ...alike('edit', 'notebook_edit'),
    ...alike('new_task', 'agent task'),
    ...alike('skill', 'skill'),
    ...alike(harmless, 'tool_search exit_plan_mode get_goal create_goal update_goal'),
  },
  prefixOf: (server) => `mcp__${replaceOthers(server)}__`,
  mcpPrefix: 'mcp__',
  renameTool: replaceOthers,
  callerHasSuffix: true,
  deny: denyNested,
};
