import { buildMcpToolName, sanitizeMcpName } from '../mcp/wire-names.ts';

export { buildMcpToolName, sanitizeMcpName };

/** First part of a native MCP tool name. */
export const MCP_TOOL_PREFIX = 'mcp';

/** Separator between the parts of a native MCP tool name. */
export const MCP_TOOL_SEPARATOR = '--';

/**
 * Parts of a native MCP tool name. The parts are sanitised and may be truncated, so use them for display and lookup,
 * never as an identity.
 */
export interface McpToolNameParts {
  readonly serverName: string;
  readonly toolName: string;
}

/** True if a name has the form of a native MCP call, with either separator. */
export function isMcpTool(toolName: string): boolean {
  return normalizeForComparison(toolName).startsWith(`${MCP_TOOL_PREFIX}__`);
}

/**
 * Restores to the form `mcp--server--tool` a name whose separators were changed by a model; returns any other name
 * unchanged.
 */
export function normalizeMcpToolName(toolName: string): string {
  if (!isMcpTool(toolName)) return toolName;
  const [prefix = '', server = '', ...tool] = toolName.split(/__|--/);
  if (tool.length === 0 || prefix.toLowerCase() !== MCP_TOOL_PREFIX) return toolName;
  return [MCP_TOOL_PREFIX, server, ...tool].join(MCP_TOOL_SEPARATOR);
}

/**
 * Splits a native MCP tool name; returns null if a part is missing. The tool name is everything after the first
 * separator that follows the server name.
 */
export function parseMcpToolName(mcpToolName: string): McpToolNameParts | null {
  const opening = MCP_TOOL_PREFIX + MCP_TOOL_SEPARATOR;
  const name = normalizeMcpToolName(mcpToolName);
  if (!name.startsWith(opening)) return null;
  const [serverName = '', ...rest] = name.slice(opening.length).split(MCP_TOOL_SEPARATOR);
  const toolName = rest.join(MCP_TOOL_SEPARATOR);
  return serverName === '' || toolName === '' ? null : { serverName, toolName };
}

/** True if two names differ only in their use of `-` and `_`. */
export function toolNamesMatch(one: string, other: string): boolean {
  return normalizeForComparison(one) === normalizeForComparison(other);
}

/** Replaces `-` with `_`, because models mix them up. Names that become equal may still be different tools. */
export function normalizeForComparison(name: string): string {
  return name.replaceAll('-', '_');
}
