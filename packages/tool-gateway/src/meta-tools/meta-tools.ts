import type { ToolDefinition } from '@modegate/mcp-protocol';
import { throwingWireErrors } from '../wire-errors.ts';
import { callToolTool } from './call-tool.ts';
import { describeToolTool } from './describe-tool.ts';
import { listAvailableToolsMetaTool } from './list-available-tools.ts';
import type { MetaToolOptions } from './meta-tool-options.ts';

/** Names of the meta-tools. They never change, so that clients that never refresh their list can reach every tool. */
export const META_TOOL_NAMES = ['list_available_tools', 'describe_tool', 'call_tool'] as const;

/**
 * Returns the meta-tools to list alongside the gateway's other tools. Some clients treat names that differ only in `-`
 * and `_` as equal.
 */
export function listedMetaTools(beside: readonly string[]): readonly string[] {
  return META_TOOL_NAMES.filter((name) => !beside.includes(name.replaceAll('_', '-')));
}

/** Creates the fixed tools that give access to all other tools. */
export function createMetaTools(options: MetaToolOptions): readonly ToolDefinition[] {
  return [listAvailableToolsMetaTool(options), describeToolTool(options), callToolTool(options)].map(
    throwingWireErrors,
  );
}
