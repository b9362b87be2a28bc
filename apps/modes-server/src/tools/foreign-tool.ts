import { findAgentTool } from '@modegate/agent-hooks';
import type { Decision } from '@modegate/mode-core';
import { findTool } from '@modegate/mode-core/tools';

/** Returns a hint on the argument for each kind of tool. */
const argumentHint = (tool: string): string => {
  if (tool === 'execute_command') return ', with the command in tool_params';
  const kind = findTool(tool)?.paths?.kind;
  if (kind === 'folder') return ', with the folder as path in tool_params';
  if (kind === 'patch') return ', with the patch as patch in tool_params';
  return kind === undefined ? '' : ', with the file as file_path';
};

/**
 * Extends the refusal of an unknown tool with the name to use instead, if the tool belongs to another agent. Returns
 * any other decision unchanged.
 */
export function nameForeignTool(decision: Decision, asked: string): Decision {
  if (decision.allowed || decision.code !== 'TOOL_UNKNOWN') return decision;
  const found = findAgentTool(asked);
  if (found.length === 0) return decision;
  const ways = found.map(
    ({ tool, agents }) => `as a tool of ${agents.join(', ')}, ask about '${tool}'${argumentHint(tool)}`,
  );
  return { ...decision, reason: `Unknown tool '${asked}'. If you mean it ${ways.join('; ')}.` };
}
