/** One tool as its server lists it. */
export interface InventoryTool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** One resource or resource template as its server lists it; `uri` may hold template variables. */
export interface InventoryResource {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** What one MCP server offers. */
export interface InventoryServer {
  readonly name: string;
  /** Absent: not known (the server was not asked), which is not the same as none. */
  readonly tools?: readonly InventoryTool[] | undefined;
  readonly resources?: readonly InventoryResource[] | undefined;
}

/** What the configured MCP servers offer. */
export type McpInventory = readonly InventoryServer[];
