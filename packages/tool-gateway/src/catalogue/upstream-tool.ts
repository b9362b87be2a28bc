import type { JsonObject } from '@modegate/json';

/** One tool of one upstream server, under the name by which a client sees it. */
export interface UpstreamTool {
  /** The server's name in the configuration, verbatim. With {@link tool} the identity of the tool. */
  readonly server: string;
  /** The name by which the server knows the tool, verbatim. */
  readonly tool: string;
  /** The name by which clients know the tool: `server__tool`, matching `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly exposedName: string;
  /** `server.tool`, verbatim, as toolsets write it. Two tools may share it (`a` + `b.c` and `a.b` + `c`). */
  readonly namespacedName: string;
  /** 64 hexadecimal digits that change with whatever the server says about the tool. */
  readonly refId: string;
  /** The definition as the server sent it; never mutated. */
  readonly definition: JsonObject;
}

/** The server and the name by which it knows the tool. */
export type ToolIdentity = Pick<UpstreamTool, 'server' | 'tool'>;

/** A key for a tool's identity. The name alone would not do: `a` + `b.c` and `a.b` + `c` have the same. */
export function identityOf({ server, namespacedName }: UpstreamTool): string {
  return `${server.length} ${namespacedName}`;
}

/** Tools by a key of each, in their order. */
export function groupTools(
  tools: readonly UpstreamTool[],
  keyOf: (tool: UpstreamTool) => string,
): ReadonlyMap<string, readonly UpstreamTool[]> {
  const groups = new Map<string, UpstreamTool[]>();
  for (const tool of tools) {
    const group = groups.get(keyOf(tool));
    if (group === undefined) groups.set(keyOf(tool), [tool]);
    else group.push(tool);
  }
  return groups;
}
