import type { ToolDefinition } from '@modegate/mcp-protocol';
import type { Gateway } from '@modegate/tool-gateway';
import type { ForwardedTools } from './forwarded-tools.ts';

/** The tools that each connection is listed. */
export interface ToolLists {
  /** All that a connection is listed; the same array while nothing in it changes, since the protocol compiles each array once. */
  listed(connectionId: string): readonly ToolDefinition[];
  forget(connectionId: string): void;
}

/** What lists are made of. */
export interface ToolListsOptions {
  readonly gateway: Gateway;
  /** The tools of the modes server itself. */
  readonly ownTools: readonly ToolDefinition[];
  /** The tools that the gateway may offer beside those of upstreams, by name. */
  readonly offerable: ReadonlyMap<string, ToolDefinition>;
  readonly forwarded: ForwardedTools;
  /** Whether the tools of upstreams are listed, or reached by meta-tools alone. */
  readonly showsUpstreams: boolean;
}

/** Keeps the list of each connection. */
export function createToolLists(options: ToolListsOptions): ToolLists {
  const { gateway, ownTools, offerable, forwarded, showsUpstreams } = options;
  const built = new Map<string, { readonly from: readonly unknown[]; readonly tools: readonly ToolDefinition[] }>();
  return {
    listed: (connectionId) => {
      const { tools, ownTools: names } = gateway.lists(connectionId);
      const before = built.get(connectionId);
      if (before !== undefined && before.from[0] === tools && before.from[1] === names) return before.tools;
      const upstream = showsUpstreams ? tools.map(forwarded.define) : [];
      const list = [...ownTools, ...names.flatMap((name) => offerable.get(name) ?? []), ...upstream];
      built.set(connectionId, { from: [tools, names], tools: list });
      return list;
    },
    forget: (connectionId) => {
      built.delete(connectionId);
    },
  };
}
