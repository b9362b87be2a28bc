import { jsonPointer } from '@modegate/json';
import {
  type Alias,
  type CST,
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
import { printable } from '../../show.ts';
import { maxWeight } from './read-limits.ts';
import {
  type DuplicateKey,
  listNode,
  mapNode,
  type ScalarStyle,
  scalarNode,
  type TextNode,
  type WrittenField,
} from './text-node.ts';

type SourceToken = CST.SourceToken;

interface YamlFailure {
  readonly detail: string;
  readonly offset: number;
}

/** Result of a conversion: the tree, or the reason why there is no tree. */
export type ConvertedYaml =
  | { readonly root: TextNode | undefined; readonly duplicates: readonly DuplicateKey[] }
  | { readonly failure: YamlFailure };

/** Converts the library's tree to text nodes: resolves aliases, converts keys to text, and records duplicate keys. */
export function convertYaml(contents: ParsedNode | null, text: string): ConvertedYaml {
  const state: Conversion = { text, anchors: new Map(), path: [], duplicates: [], failure: undefined };
  // An empty range distinguishes an absent document from `null`.
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
  if (isAlias(node)) return convertAlias(node, state);
  const converted = convertPlain(node, state);
  if (converted.weight > maxWeight)
    fail(state, `its aliases expand to more than ${maxWeight} elements`, converted.start);
  const anchor = (node as { readonly anchor?: string } | null)?.anchor;
  if (anchor !== undefined && anchor !== '') state.anchors.set(anchor, converted);
  return converted;
}

function convertPlain(node: unknown, state: Conversion): TextNode {
  const [start, end] = rangeOf(node) ?? [0, 0];
  if (isMap(node)) return convertMap(node, { start, end, state });
  if (isSeq(node)) return convertList(node, { start, end, state });
  if (!isScalar(node)) return scalarNode(null, { start, end, style: 'plain' });
  return scalarNode(plainValue(node), { start, end, style: scalarStyles[node.type ?? ''] ?? 'plain' });
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly state: Conversion;
}

const scalarStyles: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

// An alias becomes known only when its anchor's value is complete, so a value can never contain itself.
function convertAlias(alias: Alias, state: Conversion): TextNode {
  const [start, end] = rangeOf(alias) ?? [0, 0];
  const target = state.anchors.get(alias.source);
  if (target !== undefined) return { ...target, start, end, style: 'alias' };
  fail(
    state,
    `there is no anchor '&${printable(alias.source)}' before this alias; text that starts with '*' needs quotes: "*${printable(alias.source)}"`,
    start,
  );
  return scalarNode(null, { start, end, style: 'alias' });
}

function convertList(list: YAMLSeq, { start, end, state }: Place): TextNode {
  const items = list.items.map((item, index) => {
    state.path.push(index);
    const node = convert(item, state);
    state.path.pop();
    return node;
  });
  const token = list.srcToken;
  if (token?.type !== 'block-seq')
    return listNode(
      items,
      items.map((item) => item.start),
      { start, end, style: 'flow' },
    );
  const marks: number[] = [];
  for (const { start: tokens } of token.items)
    for (const { type, offset } of tokens) if (type === 'seq-item-ind') marks.push(offset);
  // In the library's tree, the end of a block includes the comments and line endings after it.
  return listNode(items, marks, { start, end: Math.max(start + 1, items.at(-1)?.end ?? 0), style: 'block' });
}

function convertMap(map: YAMLMap, { start, end, state }: Place): TextNode {
  const written = convertFields(map, state);
  if (map.srcToken?.type !== 'block-map') return mapNode(written, { start, end, style: 'flow' });
  const last = written.at(-1);
  return mapNode(written, { start, end: Math.max(last?.valueAt ?? start, last?.node.end ?? start), style: 'block' });
}

function convertFields(map: YAMLMap, state: Conversion): readonly WrittenField[] {
  const seen = new Set<string>();
  return map.items.map((pair) => {
    const key = keyText(pair, state);
    const [start, keyEnd] = rangeOf(pair.key) ?? [0, 0];
    if (seen.has(key)) state.duplicates.push({ key, offset: start, pointer: jsonPointer(...state.path, key) });
    seen.add(key);
    state.path.push(key);
    const node = convert(pair.value, state);
    state.path.pop();
    const { srcToken } = pair as { readonly srcToken?: { readonly sep?: readonly SourceToken[] } };
    const colon = srcToken?.sep?.findLast(({ type }) => type === 'map-value-ind');
    const valueAt = colon === undefined ? keyEnd : colon.offset + 1;
    // A missing value has no position of its own.
    const isNowhere = rangeOf(pair.value) === undefined;
    return { key, start, valueAt, node: isNowhere ? { ...node, start: valueAt, end: valueAt } : node };
  });
}

/**
 * Returns a key as text, in the same form as in the resulting objects: the value of a scalar, or the source of a
 * collection.
 */
function keyText(pair: Pair, state: Conversion): string {
  const converted = convert(pair.key, state);
  if (converted.kind !== 'scalar') return state.text.slice(converted.start, converted.end);
  return converted.value === null ? '' : String(converted.value);
}

function plainValue(node: Scalar): unknown {
  const { value } = node;
  const isPlain = value === null || plainTypes.has(typeof value);
  return isPlain ? value : (node.source ?? String(value));
}

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

function isBlank(node: ParsedNode): boolean {
  return node.range[0] === node.range[1] && node.tag === undefined && node.anchor === undefined;
}

function rangeOf(node: unknown): readonly [number, number, number] | undefined {
  return (node as ParsedNode | null | undefined)?.range ?? undefined;
}

function fail(state: Conversion, detail: string, offset: number): void {
  state.failure ??= { detail, offset };
}
