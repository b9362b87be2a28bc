/** Where a value is in a text: offsets in UTF-16 units, `end` excluded. */
interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** The value as plain data; an alias has the very value of its anchor. */
  readonly value: unknown;
  /** How much the value holds when every alias is written out; bounds what a small text can grow to. */
  readonly weight: number;
}

/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'alias';

/** How a collection is written: with brackets, by indentation, or as an alias of another one. */
export type CollectionStyle = 'flow' | 'block' | 'alias';

/** A number, text, true, false or null. */
export interface TextScalar extends TextSpan {
  readonly kind: 'scalar';
  readonly style: ScalarStyle;
}

/** A list and its items. */
export interface TextList extends TextSpan {
  readonly kind: 'list';
  readonly style: CollectionStyle;
  readonly items: readonly TextNode[];
  /** Where each item begins: its dash in block style, else its value. */
  readonly marks: readonly number[];
}

/** A mapping; of a key that is written twice the last one counts. */
export interface TextMap extends TextSpan {
  readonly kind: 'map';
  readonly style: CollectionStyle;
  readonly fields: ReadonlyMap<string, TextNode>;
  /** Every field as it is written, also those that a later one overrules. */
  readonly written: readonly WrittenField[];
}

/** A parsed value with its place in the text, the same for YAML and JSON. */
export type TextNode = TextScalar | TextList | TextMap;

/** A key that is in its mapping a second time. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
  /** JSON pointer of the value that counts. */
  readonly pointer: string;
}

/** One field of a mapping as it is written. */
export interface WrittenField {
  readonly key: string;
  /** Offset of the key. */
  readonly start: number;
  /** Offset after the colon. */
  readonly valueAt: number;
  readonly node: TextNode;
}

/** Where a node is and how it is written. */
export interface NodePlace<Style> {
  readonly start: number;
  readonly end: number;
  readonly style: Style;
}

/** A scalar node; long text weighs more, one unit per 32 characters. */
export function scalarNode(value: unknown, { start, end, style }: NodePlace<ScalarStyle>): TextScalar {
  return { kind: 'scalar', value, start, end, style, weight: 1 + (typeof value === 'string' ? value.length >> 5 : 0) };
}

/** A list node over its items. */
export function listNode(
  items: readonly TextNode[],
  marks: readonly number[],
  { start, end, style }: NodePlace<CollectionStyle>,
): TextList {
  const value = items.map((item) => item.value);
  return { kind: 'list', items, marks, start, end, style, value, weight: weigh(items) };
}

/** A mapping node over its fields as they are written. */
export function mapNode(written: readonly WrittenField[], { start, end, style }: NodePlace<CollectionStyle>): TextMap {
  const fields = new Map<string, TextNode>();
  for (const { key, node } of written) fields.set(key, node);
  const value: Record<string, unknown> = {};
  for (const [key, node] of fields) setOwn(value, key, node.value);
  return { kind: 'map', fields, written, start, end, style, value, weight: weigh(fields.values()) };
}

/** The node a JSON pointer's segments name, or the nearest parent that exists. */
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

/** Sets an own property, whatever its name. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  // Assigning to `__proto__` would change the prototype instead of adding a key.
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
