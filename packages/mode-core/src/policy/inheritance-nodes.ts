import type { RuleReference } from '../decision.ts';
import type { LoadedMode, ParsedModes } from '../modes/parsed-modes.ts';
import type { McpRuleSet } from './mcp-rules.ts';

/** A mode whose restrictions hold in another one too. */
export interface Ancestor {
  readonly layer: ParsedModes;
  readonly loaded: LoadedMode;
  /** Its compiled rules, from the first use on: all that extend it share them. */
  rules?: McpRuleSet;
  /** Its place, from the first use on. */
  place?: RuleReference;
}

/** Why a mode cannot inherit what it asks for. */
export interface InheritanceFailure {
  readonly code: 'EXTENDS_INVALID' | 'EXTENDS_UNKNOWN' | 'EXTENDS_CYCLE' | 'EXTENDS_BROKEN';
  readonly message: string;
  /** JSON pointer of the entry in the mode's file. */
  readonly pointer: string;
}

/** One mode of one layer, as it is being resolved. */
export interface InheritanceNode extends Ancestor {
  readonly layerIndex: number;
  /** The parents it asks for in the order written, each once, with the pointer of the entry. */
  readonly wanted: readonly { readonly slug: string; readonly pointer: string }[];
  readonly parents: InheritanceNode[];
  readonly children: InheritanceNode[];
  /** Present once all parents are settled, unless the node fails. */
  ancestors?: readonly Ancestor[];
  withoutList?: string | undefined;
  failure?: InheritanceFailure | undefined;
}

/** The nodes of each layer by slug, the strongest layer first. */
export type NodeTable = readonly {
  readonly layer: ParsedModes;
  readonly bySlug: ReadonlyMap<string, InheritanceNode>;
}[];

/** A node for every mode of every layer, hidden ones included: they can be parents. */
export function createNodes(layers: readonly ParsedModes[]): NodeTable {
  return layers.map((layer, layerIndex) => ({
    layer,
    bySlug: new Map(
      // From the last to the first, so that of two with one slug the first counts, as it does where layers are merged.
      layer.modes
        .toReversed()
        .map((loaded) => [
          loaded.config.slug,
          { layer, layerIndex, loaded, wanted: listWanted(loaded), parents: [], children: [] },
        ]),
    ),
  }));
}

/**
 * The mode that a slug names for a node: of its own layer or of a weaker one, so that no stronger layer can put another mode in its
 * place. Under its own slug a mode finds the one that it hides.
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

function listWanted({ config, pointer }: LoadedMode): InheritanceNode['wanted'] {
  const given = config.mcpRestrictions?.extends;
  const at = `${pointer}/mcpRestrictions/extends`;
  if (given === undefined) return [];
  if (typeof given === 'string') return [{ slug: given, pointer: at }];
  return [...new Set(given)].map((slug) => ({ slug, pointer: `${at}/${given.indexOf(slug)}` }));
}

/** The reference of the rule at a pointer in the file of a mode. */
export function ruleAt(
  pointer: string,
  { layer, loaded }: { readonly layer: ParsedModes; readonly loaded: LoadedMode },
): RuleReference {
  const line = layer.locate?.(pointer)?.line;
  // There are several for each mode, and to spread what may be missing would take longer than all the rest.
  const rule: { -readonly [Key in keyof RuleReference]: RuleReference[Key] } = {
    layer: layer.source,
    pointer,
    mode: loaded.config.slug,
  };
  if (layer.file !== undefined) rule.file = layer.file;
  if (line !== undefined) rule.line = line;
  return Object.freeze(rule);
}
