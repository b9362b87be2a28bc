import { qwenTools } from '@modegate/agent-tools';
import { type CommandAdapter, denyNested, readSnakeCase, replaceOthers } from '../adapter.ts';

/** Qwen Code, observed at 0.24.4. A subagent is named by the beginning of its id: `writer-call_1_0`. */
export const qwen: CommandAdapter = {
  agent: 'qwen',
  events: ['PreToolUse'],
  readFields: (payload) => ({
    ...readSnakeCase(payload),
    caller: payload.agent_id === undefined ? payload.agent_type : payload.agent_id,
  }),
  tools: qwenTools,
  spellings: (path) => [path.trim().replaceAll(escaped, '$1')].filter((one) => one !== path && one !== ''),
  prefixOf: (server) => `mcp__${replaceOthers(server)}__`,
  mcpPrefix: 'mcp__',
  renameTool: replaceOthers,
  callerHasSuffix: true,
  deny: denyNested,
};

/** A backslash before what a shell takes for special, which its tools drop. */
const escaped = /\\([ \t()[\]{};|*?$`'"#&<>!~,])/g;
