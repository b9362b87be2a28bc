import { cursorTools } from '@modegate/agent-tools';
import type { JsonObject } from '@modegate/json';
import { type CommandAdapter, type PayloadFields, readSnakeCase, replaceOthers } from '../adapter.ts';

/**
 * Cursor, based on its documentation from autumn 2026; Cursor itself was never run. In an MCP call, Cursor specifies
 * the tool but not the server, so the tool must be allowed for all servers.
 */
export const cursor: CommandAdapter = {
  agent: 'cursor',
  events: ['preToolUse'],
  readFields,
  tools: cursorTools,
  prefixOf: () => 'MCP:',
  mcpPrefix: 'MCP:',
  renameTool: replaceOthers,
  // The actual limit is unknown, but no agent has a shorter limit than this.
  cutAt: 60,
  deny: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
  // If `failClosed` is set, the editor treats an empty answer as a failure; an answer without a permission does not
  // override a refusal.
  noObjection: {},
};

function readFields(payload: JsonObject): PayloadFields {
  const { cwd, workspace_roots: roots, conversation_id: session } = payload;
  const only = Array.isArray(roots) && roots.length === 1 ? roots[0] : undefined;
  return { ...readSnakeCase(payload), cwd: cwd ?? only, session, caller: undefined };
}
