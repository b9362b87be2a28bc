import type { JsonObject } from '@modegate/json';
import { defineForwardedTool, type ToolDefinition } from '@modegate/mcp-protocol';
import { callTool } from '../calls/call-tool.ts';
import type { ShownTool } from '../clients/shown-tool.ts';
import type { Gateway } from '../gateway.ts';
import { withWireErrors } from '../wire-errors.ts';

/** The tools that each connection is listed. */
export interface ToolLists {
  /** All that a connection is listed; the same array while nothing in it changes, since the protocol compiles each array once. */
  of(connectionId: string): readonly ToolDefinition[];
  /** A tool of the gateway itself, whether it is listed or not. */
  findOwn(name: string): ToolDefinition | undefined;
  /** The definition of a server's tool, one for each as long as it stays the same; its call is judged, whether it is listed or not. */
  define(shown: ShownTool): ToolDefinition;
  forget(connectionId: string): void;
}

/** The tools that lists are made of, beside those of servers. */
export interface ListedTools {
  /** The tools of the server in front. */
  readonly ownTools: readonly ToolDefinition[];
  /** The gateway's own tools; each connection is listed those that the gateway offers it. */
  readonly gatewayTools: readonly ToolDefinition[];
  /** Whether the tools of servers are listed, or reached by meta-tools alone. */
  readonly showsUpstreams: boolean;
}

/** Keeps the list of each connection. */
export function createToolLists(gateway: Gateway, options: ListedTools): ToolLists {
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
    of: (connectionId) => {
      const { tools, ownTools: names } = gateway.lists.of(connectionId);
      const before = built.get(connectionId);
      if (before !== undefined && before.from[0] === tools && before.from[1] === names) return before.tools;
      const upstream = showsUpstreams ? tools.map(define) : [];
      const list = [...ownTools, ...names.flatMap((name) => offerable.get(name) ?? []), ...upstream];
      built.set(connectionId, { from: [tools, names], tools: list });
      return list;
    },
    findOwn: (name) => offerable.get(name),
    define,
    forget: (connectionId) => {
      built.delete(connectionId);
    },
  };
}

function forwardedTool(gateway: Gateway, { tool, definition }: ShownTool): ToolDefinition {
  const { inputSchema, outputSchema } = definition;
  return defineForwardedTool({
    name: tool.exposedName,
    extra: definition,
    inputSchema: inputSchema as JsonObject,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonObject }),
    // What a server answers is its own affair; the protocol hands it on without looking.
    call: (_args, request) => withWireErrors(() => callTool(gateway, { tool, request })) as never,
  });
}
