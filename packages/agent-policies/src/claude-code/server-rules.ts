import type { ClaudeRule } from './claude-rules.ts';
import { matchesWildcard } from './wildcard.ts';

/** True if a rule specifies an MCP tool, the tool's server, or a pattern that matches the tool. */
export function matchesServerTool(rule: ClaudeRule, tool: string): boolean {
  if (rule.specifier !== undefined || !tool.startsWith('mcp__')) return false;
  if (rule.tool.includes('*')) return matchesWildcard(rule.tool, tool);
  const isServer = rule.tool.startsWith('mcp__') && rule.tool.split('__').length === 2;
  return rule.tool === tool || (isServer && tool.startsWith(`${rule.tool}__`));
}

/**
 * True if a rule has no specifier, and therefore either removes a tool from those offered to the model or asks about
 * every call to the tool.
 */
export function namesWholeTool(rule: ClaudeRule, tool: string): boolean {
  if (rule.specifier !== undefined) return false;
  if (tool.startsWith('mcp__')) return matchesServerTool(rule, tool);
  return rule.tool === tool || (rule.tool.includes('*') && matchesWildcard(rule.tool, tool));
}
