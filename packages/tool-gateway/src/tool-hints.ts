import type { ToolAnnotations } from '@modegate/mcp-protocol';

/** Annotations of a read-only gateway tool. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Annotations of a gateway tool that changes lists or files without deleting anything. */
export const CHANGES: ToolAnnotations = { ...READS, readOnlyHint: false };
