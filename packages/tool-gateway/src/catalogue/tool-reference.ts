import { nearestName } from '@modegate/nearest-name';
import type { UpstreamTool } from './upstream-tool.ts';

/** A reference from a toolset or a client to a tool; at least one member is set. */
export interface ToolReference {
  readonly namespacedName?: string | undefined;
  readonly refId?: string | undefined;
}

/** The result of looking up a {@link ToolReference}. */
export type ReferenceMatch =
  /** All of the given members refer to this tool. */
  | { readonly kind: 'found'; readonly tool: UpstreamTool }
  /** None of the given members refers to a tool. */
  | { readonly kind: 'unknown' }
  /** The name and the refId refer to different tools, or the name alone refers to several tools. */
  | { readonly kind: 'conflict'; readonly tools: readonly UpstreamTool[] }
  /** The name refers to this tool, but its definition has changed since the refId was created. */
  | { readonly kind: 'changed'; readonly tool: UpstreamTool }
  /** The refId refers to this tool, but the name does not refer to any tool. */
  | { readonly kind: 'renamed'; readonly tool: UpstreamTool };

/** Returns a function that finds the tool to which a reference refers. A partial match is never treated as found. */
export function createReferenceLookup(tools: readonly UpstreamTool[]): (reference: ToolReference) => ReferenceMatch {
  const byName = Map.groupBy(tools, (tool) => tool.namespacedName);
  const byRefId = new Map(tools.map((tool) => [tool.refId, tool]));
  return ({ namespacedName, refId }) => {
    const named = (namespacedName === undefined ? undefined : byName.get(namespacedName)) ?? [];
    const identified = refId === undefined ? undefined : byRefId.get(refId);
    const [first] = named;
    if (identified !== undefined) {
      if (namespacedName === undefined || named.includes(identified)) return { kind: 'found', tool: identified };
      return first === undefined
        ? { kind: 'renamed', tool: identified }
        : { kind: 'conflict', tools: [...named, identified] };
    }
    if (first === undefined) return { kind: 'unknown' };
    if (named.length > 1) return { kind: 'conflict', tools: named };
    return refId === undefined ? { kind: 'found', tool: first } : { kind: 'changed', tool: first };
  };
}

/**
 * Returns the tool name closest to a misspelt one. Compares only names of a similar length, so that long lists are
 * processed quickly.
 */
export function nearestToolName(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(0, 128);
  return nearestName(
    given,
    known.filter((each) => Math.abs(each.length - given.length) <= 8),
  );
}
