import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { jsonPointer } from '../json-pointer.ts';
import { printable } from '../show.ts';
import { maxWeight } from './read-limits.ts';
import { type DuplicateKey, listNode, mapNode, scalarNode, type TextNode } from './text-node.ts';

interface YamlFailure {
  readonly detail: string;
  readonly offset: number;
}

/** The outcome of a conversion: the tree, or why there is none. */
export type ConvertedYaml =
  | { readonly root: TextNode | undefined; readonly duplicates: readonly DuplicateKey[] }
  | { readonly failure: YamlFailure };

/** Turns the library's tree into text nodes: aliases resolved, keys made text, duplicate keys noted. */
export function convertYaml(contents: ParsedNode | null, text: string): ConvertedYaml {
  const state: Conversion = { text, anchors: new Map(), path: [], duplicates: [], failure: undefined };
  // An absent document is told from one that says `null` by its empty range.
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null && isBlank(contents));
  const root = isEmpty ? undefined : convert(contents, state);
  return state.failure === undefined ? { root, duplicates: state.duplicates } : { failure: state.failure };
}

interface Conversion {
  readonly text: string;
  readonly anchors: Map<string, TextNode>;
  readonly path: (string | number)[];
  readonly duplicates: DuplicateKey[];
  failure: YamlFailure | undefined;
}

function convert(node: unknown, state: Conversion): TextNode {
  const [start, end] = rangeOf(node) ?? [0, 0];
  if (isAlias(node)) return convertAlias(node.source, { start, end, state });
  const converted = convertPlain(node, { start, end, state });
  if (converted.weight > maxWeight) fail(state, `its aliases write out to more than ${maxWeight} elements`, start);
  const anchor = (node as { readonly anchor?: string } | null)?.anchor;
  if (anchor !== undefined && anchor !== '') state.anchors.set(anchor, converted);
  return converted;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly state: Conversion;
}

function convertPlain(node: unknown, { start, end, state }: Place): TextNode {
  if (isMap(node)) return mapNode(convertFields(node, state), start, end);
  if (isSeq(node)) return listNode(convertItems(node, state), start, end);
  return scalarNode(isScalar(node) ? plainValue(node) : null, start, end);
}

// An alias is only known after its anchor's value is complete, so a value can never hold itself.
function convertAlias(anchor: string, { start, end, state }: Place): TextNode {
  const target = state.anchors.get(anchor);
  if (target !== undefined) return { ...target, start, end };
  fail(state, `no anchor '&${printable(anchor)}' before this alias; text that starts with '*' needs quotes`, start);
  return scalarNode(null, start, end);
}

function convertItems(list: YAMLSeq, state: Conversion): readonly TextNode[] {
  return list.items.map((item, index) => {
    state.path.push(index);
    const node = convert(item, state);
    state.path.pop();
    return node;
  });
}

function convertFields(map: YAMLMap, state: Conversion): ReadonlyMap<string, TextNode> {
  const fields = new Map<string, TextNode>();
  for (const pair of map.items) {
    const key = keyText(pair, state);
    const offset = rangeOf(pair.key)?.[0] ?? 0;
    if (fields.has(key)) state.duplicates.push({ key, offset, pointer: jsonPointer(...state.path, key) });
    state.path.push(key);
    const node = convert(pair.value, state);
    state.path.pop();
    // A key without a value (`? key`) has no place of its own.
    fields.set(key, rangeOf(pair.value) === undefined ? { ...node, start: offset, end: offset } : node);
  }
  return fields;
}

/** Keys are text, as in the objects they become: scalars by their value, collections by how they are written. */
function keyText(pair: Pair, state: Conversion): string {
  const converted = convert(pair.key, state);
  if (converted.kind !== 'scalar') return state.text.slice(converted.start, converted.end);
  return converted.value === null ? '' : String(converted.value);
}

function plainValue(node: Scalar): unknown {
  const { value } = node;
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? value : (node.source ?? String(value));
}

function isBlank(node: ParsedNode): boolean {
  return node.range[0] === node.range[1] && node.tag === undefined && node.anchor === undefined;
}

function rangeOf(node: unknown): readonly [number, number, number] | undefined {
  return (node as ParsedNode | null | undefined)?.range ?? undefined;
}

function fail(state: Conversion, detail: string, offset: number): void {
  state.failure ??= { detail, offset };
}
