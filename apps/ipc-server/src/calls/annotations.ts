import type { ToolAnnotations } from '@modegate/mcp-protocol';

/** Annotations for a tool that changes nothing. */
export const reads: ToolAnnotations = annotations({ readOnly: true, idempotent: true });

type Hints = Readonly<Partial<Record<'readOnly' | 'destructive' | 'idempotent' | 'openWorld', boolean>>>;

/** Creates the four annotations of a tool; omitted hints are false. */
export function annotations(hints: Hints): ToolAnnotations {
  const { readOnly = false, destructive = false, idempotent = false, openWorld = false } = hints;
  return { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: openWorld };
}
