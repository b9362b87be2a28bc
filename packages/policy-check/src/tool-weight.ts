import { decide, listTools } from '@modegate/mode-core';
import type { KnownServer, KnownTool } from './matrix/known-server.ts';
import type { Workspace } from './workspace/workspace.ts';

/** How many tools a mode shows to the model, and how many tokens those of MCP servers take. */
export interface ToolWeight {
  readonly tools: number;
  /** Estimated as four characters each; the agent's own tools are not counted. */
  readonly tokens: number;
}

/** What the tools of one mode weigh, as far as the inventory knows them. */
export function weighTools(
  { policy, inventory = [] }: Pick<Workspace, 'policy' | 'inventory'>,
  mode: string,
): ToolWeight {
  const allowed = inventory.flatMap((server) => allowedTools(server));
  const tokens = allowed.reduce((sum, tool) => sum + weighTool(tool), 0);
  return { tools: listTools(policy, mode).length + allowed.length, tokens };

  function allowedTools({ name, tools = [] }: KnownServer): readonly KnownTool[] {
    return tools.filter(
      (tool) => decide(policy, { mode, tool: 'use_mcp_tool', mcp: { server: name, tool: tool.name } }).allowed,
    );
  }
}

const weights = new WeakMap<KnownTool, number>();

function weighTool(tool: KnownTool): number {
  const known = weights.get(tool);
  if (known !== undefined) return known;
  const { name, description = '', inputSchema } = tool;
  const length = name.length + description.length + (JSON.stringify(inputSchema) ?? '').length;
  const tokens = Math.ceil(length / 4);
  weights.set(tool, tokens);
  return tokens;
}
