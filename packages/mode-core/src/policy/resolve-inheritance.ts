import { nearestName } from '@modegate/nearest-name';
import type { RestrictionsKey } from '../modes/mode.ts';
import type { LoadedMode, ParsedModes } from '../modes/parsed-modes.ts';
import { maxAncestors } from '../parse/parse-extends.ts';
import { printable } from '../show.ts';
import {
  type Ancestor,
  createNodes,
  findParent,
  type InheritanceFailure,
  type InheritanceNode,
  type NodeTable,
} from './inheritance-nodes.ts';

/** The lineage from which a mode inherits. */
export interface Lineage {
  readonly self: Ancestor;
  /** Ancestors, nearest first: each parent in list order, followed by its own ancestors, without duplicates. */
  readonly ancestors: readonly Ancestor[];
  readonly failure?: InheritanceFailure | undefined;
  /**
   * Slug of a mode in the lineage that has no list of allowed servers, either its own or inherited; undefined if every
   * mode has such a list.
   */
  readonly withoutList: string | undefined;
}

/** Lineages of a mode, one for each kind of restriction. */
export interface Lineages {
  readonly mcp: Lineage;
  readonly commands: Lineage;
}

/** Returns the lineage of a mode in a layer. */
export type FindLineage = (layer: ParsedModes, loaded: LoadedMode) => Lineage;

/**
 * Resolves `extends` for one kind of restriction, for all modes in all layers (strongest first), in time linear in the
 * number of modes.
 */
export function resolveInheritance(layers: readonly ParsedModes[], key: RestrictionsKey): FindLineage {
  const isUsed = layers.some(({ modes }) => modes.some(({ config }) => config[key]?.extends !== undefined));
  if (!isUsed)
    return (layer, loaded) => ({
      self: { layer, loaded },
      ancestors: [],
      withoutList: nameWithoutList(loaded, [], []),
    });
  const table = createNodes(layers, key);
  const nodes = table.flatMap(({ bySlug }) => [...bySlug.values()]);
  const suggest = createSuggestions(table);
  for (const node of nodes) linkParents(node, table, suggest);
  const unsettled = settleInOrder(nodes, key);
  failCycles(unsettled, key);
  return (layer, loaded) => {
    const node = table.find((entry) => entry.layer === layer)?.bySlug.get(loaded.config.slug);
    return {
      self: node ?? { layer, loaded },
      ancestors: node?.ancestors ?? [],
      failure: node?.failure,
      withoutList: node?.withoutList,
    };
  };
}

function linkParents(node: InheritanceNode, table: NodeTable, suggest: Suggest): void {
  for (const { slug, pointer } of node.wanted) {
    const parent = findParent(node, slug, table);
    if (typeof parent === 'object') {
      node.parents.push(parent);
      parent.children.push(node);
      continue;
    }
    node.failure ??= { ...explainMissing(node, slug, { why: parent, hint: suggest(slug, node.layerIndex) }), pointer };
  }
}

function explainMissing(
  node: InheritanceNode,
  slug: string,
  { why, hint }: { readonly why: 'unknown' | 'unreadable' | 'itself'; readonly hint: string },
): Omit<InheritanceFailure, 'pointer'> {
  const start = `Mode '${node.loaded.config.slug}' extends`;
  if (why === 'itself') {
    const message = `${start} itself, but no weaker layer contains a mode with this slug. Specify another mode, or remove the entry.`;
    return { code: 'EXTENDS_CYCLE', message };
  }
  const reason =
    why === 'unknown'
      ? `which neither its own layer nor a weaker one defines.${hint}`
      : 'and a modes file that may define it could not be read.';
  return { code: 'EXTENDS_UNKNOWN', message: `${start} '${printable(slug)}', ${reason}` };
}

/** Resolves every node after its parents; returns the nodes whose parents could not be resolved. */
function settleInOrder(nodes: readonly InheritanceNode[], key: RestrictionsKey): readonly InheritanceNode[] {
  const waiting = new Map(nodes.map((node) => [node, node.failure === undefined ? node.parents.length : 0]));
  const ready = nodes.filter((node) => waiting.get(node) === 0);
  const settled = new Set(ready);
  // The loop adds nodes to the list over which it iterates.
  for (const node of ready) {
    settle(node, key);
    for (const child of node.children) {
      const left = (waiting.get(child) ?? 0) - 1;
      waiting.set(child, left);
      if (left !== 0 || settled.has(child)) continue;
      settled.add(child);
      ready.push(child);
    }
  }
  return nodes.filter((node) => !settled.has(node));
}

function settle(node: InheritanceNode, key: RestrictionsKey): void {
  const { parents } = node;
  node.failure ??= findBrokenParent(node, key);
  if (node.failure !== undefined) return;
  const ancestors = new Set(parents.flatMap((parent) => [parent, ...(parent.ancestors ?? [])]));
  if (ancestors.size > maxAncestors) {
    const message = `Mode '${node.loaded.config.slug}' extends ${ancestors.size} modes, including those that its parents extend; at most ${maxAncestors} are allowed.`;
    node.failure = { code: 'EXTENDS_INVALID', message, pointer: node.wanted[0]?.pointer ?? node.loaded.pointer };
    return;
  }
  node.ancestors = [...ancestors];
  node.withoutList = nameWithoutList(node.loaded, node.ancestors, parents);
}

function findBrokenParent(node: InheritanceNode, key: RestrictionsKey): InheritanceFailure | undefined {
  const broken = node.parents.find(
    ({ failure, loaded }) => failure !== undefined || (loaded.invalid ?? loaded[invalidKeys[key]]) !== undefined,
  );
  return broken && refuseBroken(node, broken);
}

const invalidKeys = { mcpRestrictions: 'restrictionsInvalid', commandRestrictions: 'commandsInvalid' } as const;

function refuseBroken(node: InheritanceNode, parent: InheritanceNode): InheritanceFailure {
  const { layer, loaded } = parent;
  const line = layer.locate?.(loaded.pointer)?.line;
  const place = layer.file === undefined ? layer.source : `${layer.file}${line === undefined ? '' : `:${line}`}`;
  // The problem is reported for the parent itself. Repeating the problem here and in this mode's children would make
  // the message grow endlessly.
  const message = `Mode '${node.loaded.config.slug}' extends '${loaded.config.slug}' (${place}), which has an error. Correct that mode first.`;
  return { code: 'EXTENDS_BROKEN', message, pointer: pointerTo(node, parent) };
}

/**
 * Returns the slug of a mode without a list of allowed servers. A server that is off by default is available to a mode
 * only if each mode that it extends also allows that server, in its own list or in that of a parent.
 */
function nameWithoutList(
  loaded: LoadedMode,
  ancestors: readonly Ancestor[],
  parents: readonly InheritanceNode[],
): string | undefined {
  const hasList = ({ config }: LoadedMode) =>
    config.mcpRestrictions?.allowedServers !== undefined || config.allowedMcpServers !== undefined;
  if (!hasList(loaded) && !ancestors.some((ancestor) => hasList(ancestor.loaded))) return loaded.config.slug;
  return parents.find(({ withoutList }) => withoutList !== undefined)?.withoutList;
}

/**
 * Reports cycles. Every remaining node has a cycle above it. Nodes that can be removed from below only lead into a
 * cycle; the other nodes form the cycle.
 */
function failCycles(left: readonly InheritanceNode[], key: RestrictionsKey): void {
  const among = new Set(left);
  const waiting = new Map(left.map((node) => [node, node.children.filter((child) => among.has(child)).length]));
  const below = left.filter((node) => waiting.get(node) === 0);
  for (const node of below) {
    among.delete(node);
    for (const parent of node.parents) {
      const count = (waiting.get(parent) ?? 0) - 1;
      waiting.set(parent, count);
      if (count === 0) below.push(parent);
    }
  }
  for (const node of among) node.failure = refuseCycle(node, among);
  // Works downwards from the cycle, so that each node reports a parent that has failed.
  for (const node of below.toReversed()) node.failure ??= findBrokenParent(node, key);
}

// A cycle of a thousand modes should not produce a sentence that contains a thousand names.
const maxNamed = 6;

function refuseCycle(node: InheritanceNode, onCycle: ReadonlySet<InheritanceNode>): InheritanceFailure {
  const next = (from: InheritanceNode) => from.parents.find((parent) => onCycle.has(parent));
  const first = next(node) ?? node;
  const names = [node.loaded.config.slug];
  for (let at = first; at !== node && names.length < maxNamed; at = next(at) ?? node) names.push(at.loaded.config.slug);
  const way = names.map((slug) => `'${slug}'`).join(' extends ');
  const end = names.length < maxNamed ? ` extends '${names[0] ?? ''}'` : ' extends …';
  const message = `Mode '${node.loaded.config.slug}' extends itself: ${way}${end}. Remove one of these entries to break the loop.`;
  return { code: 'EXTENDS_CYCLE', message, pointer: pointerTo(node, first) };
}

function pointerTo(node: InheritanceNode, parent: InheritanceNode): string {
  return node.wanted.find(({ slug }) => slug === parent.loaded.config.slug)?.pointer ?? node.loaded.pointer;
}

type Suggest = (slug: string, layerIndex: number) => string;

// Comparing with every slug is slow; beyond this number of failures, suggestions do not help.
const maxSuggestions = 50;
const maxCompared = 1000;

function createSuggestions(table: NodeTable): Suggest {
  let left = maxSuggestions;
  return (slug, layerIndex) => {
    if (left-- <= 0) return '';
    const known = table.slice(layerIndex).flatMap(({ bySlug }) => [...bySlug.keys()]);
    const nearest = nearestName(slug, known.slice(0, maxCompared));
    return nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
  };
}
