import type { UpstreamServer } from '@modegate/mcp-host/connections';
import type { InventoryServer, McpInventory } from '@modegate/mode-core/prompt';
import type { UpstreamTool } from '@modegate/tool-gateway/catalogue';

/** Returns the tools of a server. */
export type ToolsOf = (server: string) => readonly UpstreamTool[];

/**
 * Lists what servers are known to offer; for a server that is not connected or whose lists are still being read, lists
 * only its name.
 */
export function liveInventory(servers: readonly UpstreamServer[], toolsOf: ToolsOf): McpInventory {
  return servers.map((server): InventoryServer => {
    const { name, state, complete, resources } = server;
    if (state.status !== 'connected' || !complete.tools) return { name };
    return {
      name,
      tools: toolsOf(name).map(({ tool, definition }) => ({
        name: tool,
        description: firstLine(definition.description),
      })),
      ...(complete.resources ? { resources: resources.flatMap(describeResource) } : {}),
    };
  });
}

function describeResource({ uri, name, description }: UpstreamServer['resources'][number]) {
  if (typeof uri !== 'string') return [];
  return [{ uri, name: firstLine(name), description: firstLine(description) }];
}

// A prompt contains only the first line; describe_tool returns the remaining lines.
function firstLine(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const [line = ''] = text.trim().split('\n', 1);
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}
