/**
 * Claims that a server makes about its tool (MCP 2025-11-25, `ToolAnnotations`); absent if the server makes no claims.
 */
export interface InventoryToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** One tool as listed by its server. */
export interface ToolInventory {
  readonly name: string;
  readonly description?: string;
  readonly hints?: InventoryToolHints;
  /** JSON Schema of the arguments. */
  readonly inputSchema?: unknown;
}

/** Known tools and resources of one server; if `tools` is absent, the server was not queried. */
export interface ServerInventory {
  readonly name: string;
  readonly tools?: readonly ToolInventory[];
}
