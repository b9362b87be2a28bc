import { claudeCodeTools } from '@modegate/agent-tools';
import { isJsonObject } from '@modegate/json';
import { askNested, type CommandAdapter, denyNested, readSnakeCase, replaceOthers } from '../adapter.ts';

/**
 * Claude Code, observed in 2.1.330: file paths are absolute and normalised before the hook sees them, except that a
 * path refused by the tool itself arrives as the model wrote it.
 */
export const claudeCode: CommandAdapter = {
  agent: 'claude-code',
  events: ['PreToolUse'],
  readFields: (payload) => ({
    ...readSnakeCase(payload),
    ...(isJsonObject(payload.mcp_server) ? { mcp: { server: payload.mcp_server.name } } : {}),
  }),
  tools: claudeCodeTools,
  plans: /^\.claude\/plans\/[^/]+\.md$/,
  prefixOf: (server) => `mcp__${replaceOthers(server)}__`,
  mcpPrefix: 'mcp__',
  renameTool: replaceOthers,
  deny: denyNested,
  // Asks in every permission mode; refuses if no user is present.
  ask: askNested,
};
