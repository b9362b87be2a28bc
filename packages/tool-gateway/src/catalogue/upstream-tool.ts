import type { JsonObject } from '@modegate/json';

/** A tool of an upstream server under its exposed name. */
export interface UpstreamTool {
  /** The server's name in the configuration, verbatim. Identifies the tool together with {@link tool}. */
  readonly server: string;
  /** The tool's name on the server, verbatim. */
  readonly tool: string;
  /** The tool's name for clients: `server__tool`, matching `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly exposedName: string;
  /** `server.tool`, verbatim, as used in toolsets. Two tools may share a name (`a` + `b.c` and `a.b` + `c`). */
  readonly namespacedName: string;
  /** 64 hexadecimal digits, which change whenever the server changes the tool's description. */
  readonly refId: string;
  /** The server's definition; never mutated. */
  readonly definition: JsonObject;
}

/** The server, and the tool's name on that server. */
export type ToolIdentity = Pick<UpstreamTool, 'server' | 'tool'>;

/**
 * Returns a key for a tool's identity. The namespaced name is ambiguous: `a` + `b.c` and `a.b` + `c` yield the same
 * name.
 */
export function identityOf({ server, namespacedName }: UpstreamTool): string {
  return `${server.length} ${namespacedName}`;
}
