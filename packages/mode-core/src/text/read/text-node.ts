/** Range of a value in the text: offsets in UTF-16 units, `end` exclusive. */
interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** The value as plain data; the value of an alias is the same object as the value of its anchor. */
  readonly value: unknown;
  /** Size of the value with all aliases expanded; limits how much a small input can grow. */
  readonly weight: number;
}

/** Notation of a scalar. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'alias';

/** Notation of a collection: with brackets, by indentation, or as an alias for another collection. */
export type CollectionStyle = 'flow' | 'block' | 'alias';

/** A number, a string, true, false or null. */
export interface TextScalar extends TextSpan {
  readonly kind: 'scalar';
  readonly style: ScalarStyle;
}

/** A list and its items, with their ranges in the text. */
export interface TextList extends TextSpan {
  readonly kind: 'list';
  readonly style: CollectionStyle;
  readonly items: readonly TextNode[];
  /** Start of each item: its dash in block style; otherwise, its value. */
  readonly marks: readonly number[];
}

/** A mapping; if a key occurs twice, the last occurrence takes precedence. */
export interface TextMap extends TextSpan {
  readonly kind: 'map';
  readonly style: CollectionStyle;
  readonly fields: ReadonlyMap<string, TextNode>;
  /** Every field as written, including fields that a later field overrides. */
  readonly written: readonly WrittenField[];
}

/** A parsed value with its range in the text, the same for YAML and JSON. */
export type TextNode = TextScalar | TextList | TextMap;

/** A key that occurs twice in its mapping. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
  /** JSON pointer of the value that takes effect. */
  readonly pointer: string;
}

/** A field of a mapping as written. */
export interface WrittenField {
  readonly key: string;
  /** Offset of the key. */
  readonly start: number;
  /** Offset after the colon. */
  readonly valueAt: number;
  readonly node: TextNode;
}

/** Range and notation of a node. */
export interface NodePlace<Style> {
  readonly start: number;
  readonly end: number;
  readonly style: Style;
}

/** Creates a scalar node. Long text weighs more: one unit per 32 characters. */
export function scalarNode(value: unknown, { start, end, style }: NodePlace<ScalarStyle>): TextScalar {
  return { kind: 'scalar', value, start, end, style, weight: 1 + (typeof value === 'string' ? value.length >> 5 : 0) };
}

/** Creates a list node. */
export function listNode(
  items: readonly TextNode[],
  marks: readonly number[],
  { start, end, style }: NodePlace<CollectionStyle>,
): TextList {
  const value = items.map((item) => item.value);
  return { kind: 'list', items, marks, start, end, style, value, weight: weigh(items) };
}

/** Creates a mapping node from its fields as written. */
export function mapNode(written: readonly WrittenField[], { start, end, style }: NodePlace<CollectionStyle>): TextMap {
  const fields = new Map<string, TextNode>();
  for (const { key, node } of written) fields.set(key, node);
  const value: Record<string, unknown> = {};
  for (const [key, node] of fields) setOwn(value, key, node.value);
  return { kind: 'map', fields, written, start, end, style, value, weight: weigh(fields.values()) };
}

/** Finds the node to which the segments of a JSON pointer lead, or its nearest existing parent. */
export function nearestNode(root: TextNode, segments: readonly string[]): TextNode {
  let node = root;
  for (const segment of segments) {
    const next = childOf(node, segment);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

function childOf(node: TextNode, segment: string): TextNode | undefined {
  if (node.kind === 'map') return node.fields.get(segment);
  if (node.kind === 'list') return /^(?:0|[1-9]\d*)$/.test(segment) ? node.items[Number(segment)] : undefined;
  return undefined;
}

function weigh(nodes: Iterable<TextNode>): number {
  let weight = 1;
  for (const node of nodes) weight += node.weight;
  return weight;
}

/** Sets an own property under any name. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  // Assigning to `__proto__` would change the prototype instead of adding a key.
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
