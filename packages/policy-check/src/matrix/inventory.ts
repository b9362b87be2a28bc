/** What a server says its tool does (MCP 2025-11-25, `ToolAnnotations`); absent where it says nothing. */
export interface InventoryToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** One tool as its server lists it. */
export interface InventoryTool {
  readonly name: string;
  readonly description?: string;
  readonly hints?: InventoryToolHints;
  /** JSON Schema of the arguments. */
  readonly inputSchema?: unknown;
}

/** What one server is known to offer; no `tools` means that it was not asked. */
export interface InventoryServer {
  readonly name: string;
  readonly tools?: readonly InventoryTool[];
}
