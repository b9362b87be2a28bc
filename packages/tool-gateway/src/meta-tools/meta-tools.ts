import type { ToolDefinition } from '@modegate/mcp-protocol';
import { throwingWireErrors } from '../wire-errors.ts';
import { callToolTool } from './call-tool.ts';
import { describeToolTool } from './describe-tool.ts';
import { listAvailableToolsTool } from './list-available-tools.ts';
import type { MetaToolOptions } from './meta-tool-options.ts';

/** Names of the meta-tools: fixed, so that clients which keep their first list can reach every tool. */
export const META_TOOL_NAMES = ['list_available_tools', 'describe_tool', 'call_tool'] as const;

/** The meta-tools that are listed beside other tools of the gateway: two names that differ only in `-` and `_` are one to some clients. */
export function listedMetaTools(beside: readonly string[]): readonly string[] {
  return META_TOOL_NAMES.filter((name) => !beside.includes(name.replaceAll('_', '-')));
}

/** The fixed tools that reach every other one. */
export function createMetaTools(options: MetaToolOptions): readonly ToolDefinition[] {
  return [listAvailableToolsTool(options), describeToolTool(options), callToolTool(options)].map(throwingWireErrors);
}
