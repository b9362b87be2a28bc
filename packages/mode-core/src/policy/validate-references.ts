import { jsonPointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type { McpInventory } from '../mcp/inventory.ts';
import { compileNamePattern } from '../mcp/name-pattern.ts';
import type { McpRestrictions, McpToolReference, ModeConfig } from '../modes/mode.ts';
import { createModeProblem, type ModeProblem } from '../modes/mode-problem.ts';
import { printable } from '../show.ts';
import type { Policy } from './policy.ts';
import type { PolicyMode } from './policy-mode.ts';

/**
 * Reports every server and tool in a mode's restrictions that is missing from the inventory, with the nearest name. A
 * wildcard is reported if it matches nothing. Skips tools of servers whose tools are unknown.
 */
export function validateReferences(policy: Policy, inventory: McpInventory): readonly ModeProblem[] {
  return policy.modes.flatMap((mode) => validateMode(policy, mode, inventory));
}

function validateMode(policy: Policy, mode: PolicyMode, inventory: McpInventory): readonly ModeProblem[] {
  const pointer = policy.compiled.modes.get(mode.config.slug)?.pointer ?? '';
  const report: ReportReference = (code, at, message) =>
    createModeProblem(mode, code, { message, pointer: `${pointer}${at}`, mode: mode.config.slug });
  return [
    ...serverLists(mode.config).flatMap(([at, servers]) =>
      servers.flatMap((server, index) =>
        validateServer(server, inventory, (message) => report('RESTRICTION_SERVER_UNKNOWN', `${at}/${index}`, message)),
      ),
    ),
    ...toolLists(mode.config.mcpRestrictions).flatMap(([at, tools]) =>
      tools.flatMap((tool, index) =>
        validateTool(tool, inventory, (code, message) => report(code, `${at}/${index}`, message)),
      ),
    ),
  ];
}

type ReportReference = (
  code: 'RESTRICTION_SERVER_UNKNOWN' | 'RESTRICTION_TOOL_UNKNOWN',
  at: string,
  message: string,
) => ModeProblem;

function serverLists(config: ModeConfig): readonly (readonly [string, readonly string[]])[] {
  return [
    [jsonPointer('mcpRestrictions', 'allowedServers'), config.mcpRestrictions?.allowedServers ?? []],
    [jsonPointer('mcpRestrictions', 'askServers'), config.mcpRestrictions?.askServers ?? []],
    [jsonPointer('mcpRestrictions', 'disallowedServers'), config.mcpRestrictions?.disallowedServers ?? []],
    [jsonPointer('allowedMcpServers'), config.allowedMcpServers ?? []],
  ];
}

function toolLists(
  restrictions: McpRestrictions | undefined,
): readonly (readonly [string, readonly McpToolReference[]])[] {
  const lists = ['allowedTools', 'askTools', 'disallowedTools'] as const;
  return lists.map((list) => [jsonPointer('mcpRestrictions', list), restrictions?.[list] ?? []]);
}

function validateServer(
  pattern: string,
  inventory: McpInventory,
  report: (message: string) => ModeProblem,
): readonly ModeProblem[] {
  const names = inventory.map((server) => server.name);
  if (pattern === '*' || names.some(compileNamePattern(pattern))) return [];
  return [report(`No configured MCP server is called '${printable(pattern)}'.${didYouMean(pattern, names)}`)];
}

function validateTool(
  tool: McpToolReference,
  inventory: McpInventory,
  report: (code: 'RESTRICTION_SERVER_UNKNOWN' | 'RESTRICTION_TOOL_UNKNOWN', message: string) => ModeProblem,
): readonly ModeProblem[] {
  const servers = inventory.filter((server) => compileNamePattern(tool.serverName)(server.name));
  if (servers.length === 0) {
    return validateServer(tool.serverName, inventory, (message) => report('RESTRICTION_SERVER_UNKNOWN', message));
  }
  if (tool.toolName === '*' || servers.some((server) => server.tools === undefined)) return [];
  const names = servers.flatMap((server) => (server.tools ?? []).map((listed) => listed.name));
  if (names.some(compileNamePattern(tool.toolName))) return [];
  const message = `MCP server '${printable(tool.serverName)}' has no tool '${printable(tool.toolName)}'.${didYouMean(tool.toolName, names)}`;
  return [report('RESTRICTION_TOOL_UNKNOWN', message)];
}
