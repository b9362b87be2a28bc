import type { JsonObject } from '@modegate/json';
import { defineForwardedTool, type ToolDefinition } from '@modegate/mcp-protocol';
import { callTool } from '../calls/call-tool.ts';
import type { ShownTool } from '../clients/shown-tool.ts';
import type { Gateway } from '../gateway.ts';
import { withWireErrors } from '../wire-errors.ts';

/** Options for {@link createToolLists}. */
export interface ListedTools {
  /** The tools of the gateway's own server. */
  readonly ownTools: readonly ToolDefinition[];
  /** The gateway's own tools; a connection lists only those that the gateway offers to it. */
  readonly gatewayTools: readonly ToolDefinition[];
  /** True if upstream tools are listed, false if only meta-tools give access to them. */
  readonly showsUpstreams: boolean;
}

/** Creates the lists of tools for each connection. */
export function createToolLists(gateway: Gateway, options: ListedTools) {
  const { ownTools, showsUpstreams } = options;
  const offerable = new Map(options.gatewayTools.map((tool) => [tool.name, tool]));
  const built = new Map<string, { readonly from: readonly unknown[]; readonly tools: readonly ToolDefinition[] }>();
  const defined = new WeakMap<ShownTool, ToolDefinition>();
  const define = (shown: ShownTool): ToolDefinition => {
    const known = defined.get(shown) ?? forwardedTool(gateway, shown);
    defined.set(shown, known);
    return known;
  };
  return {
    /**
     * Returns all tools listed for a connection; returns the same array while nothing changes, since the protocol server
     * compiles each array once.
     */
    of: (connectionId: string): readonly ToolDefinition[] => {
      const { tools, ownTools: names } = gateway.lists.of(connectionId);
      const before = built.get(connectionId);
      if (before !== undefined && before.from[0] === tools && before.from[1] === names) return before.tools;
      const upstream = showsUpstreams ? tools.map(define) : [];
      const list = [...ownTools, ...names.flatMap((name) => offerable.get(name) ?? []), ...upstream];
      built.set(connectionId, { from: [tools, names], tools: list });
      return list;
    },
    /** Finds one of the gateway's own tools, even if it is not listed. */
    findOwn: (name: string): ToolDefinition | undefined => offerable.get(name),
    /**
     * Returns the definition of an upstream tool; returns the same object while the tool is unchanged. Calls to the tool
     * are checked even if it is not listed.
     */
    define,
    forget: (connectionId: string): void => void built.delete(connectionId),
  };
}

function forwardedTool(gateway: Gateway, { tool, definition }: ShownTool): ToolDefinition {
  const { inputSchema, outputSchema } = definition;
  return defineForwardedTool({
    name: tool.exposedName,
    extra: definition,
    inputSchema: inputSchema as JsonObject,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonObject }),
    // The protocol server passes a server's result on without validation.
    call: (_args, request) => withWireErrors(() => callTool(gateway, { tool, request })) as never,
  });
}
