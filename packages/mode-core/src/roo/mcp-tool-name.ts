import { buildMcpToolName, sanitizeMcpName } from '../mcp/wire-names.ts';

export { buildMcpToolName, sanitizeMcpName };

/** First part of a native MCP tool name. */
export const MCP_TOOL_PREFIX = 'mcp';

/** The separator between the parts of a native MCP tool name. */
export const MCP_TOOL_SEPARATOR = '--';

/** The parts of a native MCP tool name. They are sanitised and may be cut, so they are for display and look-up, never an identity. */
export interface McpToolNameParts {
  readonly serverName: string;
  readonly toolName: string;
}

/** Whether a name has the form of a native MCP call, in either spelling of the separator. */
export function isMcpTool(toolName: string): boolean {
  return normalizeForComparison(toolName).startsWith(`${MCP_TOOL_PREFIX}__`);
}

/** The `mcp--server--tool` spelling of a name whose separators a model has changed; any other name as it is. */
export function normalizeMcpToolName(toolName: string): string {
  if (!isMcpTool(toolName)) return toolName;
  const [prefix = '', server = '', ...tool] = toolName.split(/__|--/);
  if (tool.length === 0 || prefix.toLowerCase() !== MCP_TOOL_PREFIX) return toolName;
  return [MCP_TOOL_PREFIX, server, ...tool].join(MCP_TOOL_SEPARATOR);
}

/** The parts of a native MCP tool name, or null when it has not both. What follows the first separator after the server is the tool. */
export function parseMcpToolName(mcpToolName: string): McpToolNameParts | null {
  const opening = MCP_TOOL_PREFIX + MCP_TOOL_SEPARATOR;
  const name = normalizeMcpToolName(mcpToolName);
  if (!name.startsWith(opening)) return null;
  const [serverName = '', ...rest] = name.slice(opening.length).split(MCP_TOOL_SEPARATOR);
  const toolName = rest.join(MCP_TOOL_SEPARATOR);
  return serverName === '' || toolName === '' ? null : { serverName, toolName };
}

/** Whether two names differ in nothing but `-` and `_`. */
export function toolNamesMatch(one: string, other: string): boolean {
  return normalizeForComparison(one) === normalizeForComparison(other);
}

/** A name with `-` read as `_`: models change one into the other. Two names that become equal are not the same tool for that. */
export function normalizeForComparison(name: string): string {
  return name.replaceAll('-', '_');
}
