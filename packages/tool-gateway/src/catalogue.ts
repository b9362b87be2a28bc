import type { JsonObject } from './json-object.ts';

/** One tool of one upstream server, under the name by which a client sees it. */
export interface CatalogueTool {
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

/** What a toolset or a client writes to mean one tool; at least one of the two is given. */
export interface ToolReference {
  readonly namespacedName?: string | undefined;
  readonly refId?: string | undefined;
}

/** What a {@link ToolReference} leads to. */
export type ReferenceMatch =
  /** All that was given means this tool. */
  | { readonly kind: 'found'; readonly tool: CatalogueTool }
  /** Nothing that was given means a tool. */
  | { readonly kind: 'unknown' }
  /** The name and the refId mean different tools, or the name alone means several. */
  | { readonly kind: 'conflict'; readonly tools: readonly CatalogueTool[] }
  /** The name means this tool, but its definition is no longer that of the refId. */
  | { readonly kind: 'changed'; readonly tool: CatalogueTool }
  /** The refId means this tool, but the name means none. */
  | { readonly kind: 'renamed'; readonly tool: CatalogueTool };

/** A definition that is left out of the catalogue, and why. */
export interface CatalogueProblem {
  readonly server: string;
  /** The name of the tool where it has one, cut to 100 characters. */
  readonly tool: string | undefined;
  /** A sentence that says what is wrong with the definition. */
  readonly message: string;
}

/** All tools of all connected servers at one time; a value that never changes. */
export interface Catalogue {
  /** Sorted by exposed name. */
  readonly tools: readonly CatalogueTool[];
  /** The names of all servers, sorted, those without tools included. */
  readonly servers: readonly string[];
  /** Definitions that were left out; the first 100 of them. */
  readonly problems: readonly CatalogueProblem[];
  /** How many definitions were left out. */
  readonly problemCount: number;
  /** The tool with an exposed name. */
  findExposed(name: string): CatalogueTool | undefined;
  /** The tool with an identity. */
  findTool(server: string, tool: string): CatalogueTool | undefined;
  /** The tool that a name, a refId, or both together mean. */
  findReference(reference: ToolReference): ReferenceMatch;
}

/** The tools of one server as `tools/list` gave them. */
export interface ServerTools {
  readonly name: string;
  readonly tools: readonly JsonObject[];
}
