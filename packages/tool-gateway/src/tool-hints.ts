import type { ToolAnnotations } from '@modegate/mcp-protocol';

/** The hints of a tool of the gateway that only shows something. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The hints of a tool of the gateway that changes what is offered or stored, and loses nothing by it. */
export const CHANGES: ToolAnnotations = { ...READS, readOnlyHint: false };
