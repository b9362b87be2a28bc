import type { CommandRuleSet } from '../commands/command-rules.ts';
import type { RuleReference } from '../decision.ts';
import type { RestrictionsKey } from '../modes/mode.ts';
import type { LoadedMode, ParsedModes } from '../modes/parsed-modes.ts';
import type { McpRuleSet } from './mcp-rules.ts';

/** A mode whose restrictions also apply in another mode. */
export interface Ancestor {
  readonly layer: ParsedModes;
  readonly loaded: LoadedMode;
  /** Compiled rules, created on first use and shared by all modes that extend this mode. */
  rules?: McpRuleSet;
  commandRules?: CommandRuleSet;
  /** Reference to the mode, created on first use. */
  place?: RuleReference;
}

/** Reason why a mode cannot inherit as declared. */
export interface InheritanceFailure {
  readonly code: 'EXTENDS_INVALID' | 'EXTENDS_UNKNOWN' | 'EXTENDS_CYCLE' | 'EXTENDS_BROKEN';
  readonly message: string;
  /** JSON pointer of the entry in the mode's file. */
  readonly pointer: string;
}

/** A mode in a layer, while the mode's inheritance is being resolved. */
export interface InheritanceNode extends Ancestor {
  readonly layerIndex: number;
  /** Declared parents in file order, without duplicates, each with the pointer to its entry. */
  readonly wanted: readonly { readonly slug: string; readonly pointer: string }[];
  readonly parents: InheritanceNode[];
  readonly children: InheritanceNode[];
  /** Set once all parents are resolved, unless the node fails. */
  ancestors?: readonly Ancestor[];
  withoutList?: string | undefined;
  failure?: InheritanceFailure | undefined;
}

/** Nodes of each layer by slug, strongest layer first. */
export type NodeTable = readonly {
  readonly layer: ParsedModes;
  readonly bySlug: ReadonlyMap<string, InheritanceNode>;
}[];

/**
 * Creates a node for every mode in every layer. Includes hidden modes, because the `extends` key of restrictions can
 * refer to them as parents.
 */
export function createNodes(layers: readonly ParsedModes[], key: RestrictionsKey): NodeTable {
  return layers.map((layer, layerIndex) => ({
    layer,
    bySlug: new Map(
      // Processed in reverse order, so that if two modes have the same slug, the first one takes precedence, as it does
      // when layers are merged.
      layer.modes
        .toReversed()
        .map((loaded) => [
          loaded.config.slug,
          { layer, layerIndex, loaded, wanted: listWanted(loaded, key), parents: [], children: [] },
        ]),
    ),
  }));
}

/**
 * Finds the mode that a slug denotes for a node: a mode in the node's own layer or a weaker layer, so that a stronger
 * layer cannot substitute another mode. Under its own slug, a mode finds the mode that it hides.
 */
export function findParent(
  node: InheritanceNode,
  slug: string,
  table: NodeTable,
): InheritanceNode | 'unknown' | 'unreadable' | 'itself' {
  const isOwn = slug === node.loaded.config.slug;
  for (const { layer, bySlug } of table.slice(isOwn ? node.layerIndex + 1 : node.layerIndex)) {
    const found = bySlug.get(slug);
    if (found !== undefined) return found;
    if (layer.unreadable !== undefined) return 'unreadable';
  }
  return isOwn ? 'itself' : 'unknown';
}

function listWanted({ config, pointer }: LoadedMode, key: RestrictionsKey): InheritanceNode['wanted'] {
  const given = config[key]?.extends;
  const at = `${pointer}/${key}/extends`;
  if (given === undefined) return [];
  if (typeof given === 'string') return [{ slug: given, pointer: at }];
  return [...new Set(given)].map((slug) => ({ slug, pointer: `${at}/${given.indexOf(slug)}` }));
}

/** Creates a reference to the rule at a pointer in a mode's file. */
export function ruleAt(
  pointer: string,
  { layer, loaded }: { readonly layer: ParsedModes; readonly loaded: LoadedMode },
): RuleReference {
  const line = layer.locate?.(pointer)?.line;
  // Each mode has several references; conditional spreads would take longer than everything else here.
  const rule: { -readonly [Key in keyof RuleReference]: RuleReference[Key] } = {
    layer: layer.source,
    pointer,
    mode: loaded.config.slug,
  };
  if (layer.file !== undefined) rule.file = layer.file;
  if (line !== undefined) rule.line = line;
  return Object.freeze(rule);
}
