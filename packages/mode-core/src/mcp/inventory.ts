/** A tool as listed by its server. */
export interface InventoryTool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** A resource or resource template as listed by its server; `uri` may contain template variables. */
export interface InventoryResource {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Tools and resources of one MCP server. */
export interface InventoryServer {
  readonly name: string;
  /**
   * Tools of the server. Absent if unknown (because the server was not queried), which is not the same as an empty
   * list.
   */
  readonly tools?: readonly InventoryTool[] | undefined;
  readonly resources?: readonly InventoryResource[] | undefined;
}

/** Tools and resources of the configured MCP servers. */
export type McpInventory = readonly InventoryServer[];
