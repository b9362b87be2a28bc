import { nearestName } from '@modegate/nearest-name';
import type { UpstreamTool } from './upstream-tool.ts';

/** One tool as a toolset or a client names it; at least one of the two is given. */
export interface ToolReference {
  readonly namespacedName?: string | undefined;
  readonly refId?: string | undefined;
}

/** The tool that a {@link ToolReference} means, or why it means none. */
export type ReferenceMatch =
  /** All that was given means this tool. */
  | { readonly kind: 'found'; readonly tool: UpstreamTool }
  /** Nothing that was given means a tool. */
  | { readonly kind: 'unknown' }
  /** The name and the refId mean different tools, or the name alone means several. */
  | { readonly kind: 'conflict'; readonly tools: readonly UpstreamTool[] }
  /** The name means this tool, but its definition is no longer that of the refId. */
  | { readonly kind: 'changed'; readonly tool: UpstreamTool }
  /** The refId means this tool, but the name means none. */
  | { readonly kind: 'renamed'; readonly tool: UpstreamTool };

/** How tools are looked up. */
export interface ReferenceLookup {
  /** All tools of a namespaced name; mostly one or none. */
  named(namespacedName: string): readonly UpstreamTool[];
  /** The tool of a refId. */
  identified(refId: string): UpstreamTool | undefined;
}

/** Decides which tool a reference means. It never settles for a tool that only a part of the reference means. */
export function matchReference({ namespacedName, refId }: ToolReference, lookup: ReferenceLookup): ReferenceMatch {
  const named = namespacedName === undefined ? [] : lookup.named(namespacedName);
  const identified = refId === undefined ? undefined : lookup.identified(refId);
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
}

/** The name that a misspelt one most likely means; only names of a like length are compared, so that a long list stays cheap. */
export function nearestToolName(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(0, 128);
  return nearestName(
    given,
    known.filter((each) => Math.abs(each.length - given.length) <= 8),
  );
}
