import { createLineIndex } from '@modegate/json';
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { PermissionEdit } from '../permission-files.ts';
import { addItem, insertBehind, insertInto, removeElements } from './json-edits.ts';

/** @internal A change to a list item, or to a key with its value. */
export type JsonChange =
  | { readonly do: 'remove' }
  /** Replaces the element with another text. If the list already contains that text, the item is removed. */
  | { readonly do: 'write'; readonly text: string }
  /** Replaces the entry with another key and value. */
  | { readonly do: 'replace'; readonly key: string; readonly value: readonly string[] }
  /** Adds one more item to the list, after this one. */
  | { readonly do: 'add'; readonly text: string }
  /**
   * Moves the entry to a position after another entry of the same map; if the two are in different maps, the maps that
   * contain them are moved.
   */
  | { readonly do: 'move behind'; readonly line: number; readonly written: string }
  /** Moves the entry to the end of the map under a neighbouring key; an action there becomes the map's "*". */
  | { readonly do: 'move into'; readonly key: string };

/** @internal A change, and the location of the item or key that it affects. */
export interface PlacedChange {
  readonly change: JsonChange;
  readonly line: number;
  /** The item or key without its quotation marks. */
  readonly written: string;
  /** Key of the list that contains the item. Default: any list. */
  readonly list?: string | undefined;
}

/** @internal A JSON text, with its list items by text and its map entries by key. */
export interface JsonElements {
  readonly text: string;
  readonly elements: ReadonlyMap<unknown, readonly Node[]>;
  readonly lineOf: (node: Node) => number;
}

/** @internal Finds the elements of JSON text that may be changed; returns undefined if the text is not JSON. */
export function readJsonElements(source: string): JsonElements | undefined {
  // Readers skip a byte order mark; a space in its place preserves the offsets.
  const text = source.replace(/^\uFEFF/, ' ');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) return undefined;
  const { positionAt } = createLineIndex(text);
  return { text, elements: Map.groupBy(elementsOf(root), textOf), lineOf: ({ offset }) => positionAt(offset).line };
}

/**
 * @internal Returns edits that make all of these changes; returns undefined if any change is uncertain or would remove
 * a comment.
 */
export function changeJson(
  json: JsonElements,
  changes: readonly PlacedChange[],
): readonly PermissionEdit[] | undefined {
  const plan = new ChangePlan(json);
  return changes.every((change) => plan.add(change)) ? plan.edits() : undefined;
}

class ChangePlan {
  private readonly json: JsonElements;
  private readonly removed = new Set<Node>();
  private readonly renamed = new Map<Node, string>();
  private readonly behind = new Map<Node, Set<Node>>();
  private readonly into = new Map<Node, Set<Node>>();
  private readonly replaced = new Map<Node, string>();
  private readonly added = new Map<Node, string>();

  constructor(json: JsonElements) {
    this.json = json;
  }

  /** Records a change; returns false if the change cannot be made. */
  add({ change, ...place }: PlacedChange): boolean {
    const element = this.find(place, change.do === 'remove');
    if (element === undefined) return false;
    switch (change.do) {
      case 'remove':
        this.removed.add(element);
        return true;
      case 'write':
        return this.rename(element, change.text);
      case 'replace':
        this.replaced.set(
          element,
          `${JSON.stringify(change.key)}: [${change.value.map((one) => JSON.stringify(one)).join(', ')}]`,
        );
        return siblingsOf(element).every((one) => textOf(one) !== change.key);
      case 'add':
        this.added.set(element, change.text);
        return element.parent?.type === 'array';
      case 'move behind':
        return this.moveBehind(element, this.find(change, false));
      case 'move into':
        return this.moveInto(element, change.key);
    }
  }

  edits(): readonly PermissionEdit[] | undefined {
    const { text } = this.json;
    const edits = [
      removeElements(text, this.removed),
      ...[...this.behind].map(([target, own]) => insertBehind(text, target, inOrder(own))),
      ...[...this.into].map(([target, own]) => insertInto(text, target, inOrder(own))),
    ];
    if (edits.includes(undefined)) return undefined;
    const names = [...this.renamed].map(([node, name]) => replaceNode(nameOf(node), JSON.stringify(name)));
    const entries = [...this.replaced].map(([node, entry]) => replaceNode(node, entry));
    const items = [...this.added].map(([node, item]) => addItem(text, node, item));
    return [...edits.flatMap((some) => some ?? []), ...names, ...entries, ...items];
  }

  /** Returns the item or key at a location: the only one, or the last of several if any of them is suitable. */
  private find({ line, written, list }: Omit<PlacedChange, 'change'>, isAny: boolean): Node | undefined {
    const found = (this.json.elements.get(written) ?? []).filter(
      (node) => this.json.lineOf(node) === line && (list === undefined || textOf(node.parent?.parent) === list),
    );
    return found.length === 1 || isAny ? found.at(-1) : undefined;
  }

  private rename(element: Node, name: string): boolean {
    const isThere = siblingsOf(element).some(
      (one) => one !== element && (this.renamed.get(one) ?? textOf(one)) === name,
    );
    if (isThere && element.type === 'property') return false;
    if (isThere) this.removed.add(element);
    else this.renamed.set(element, name);
    return true;
  }

  private moveBehind(element: Node, other: Node | undefined): boolean {
    const own = lineage(element);
    for (const target of lineage(other)) {
      const moved = own.find((one) => one.parent === target.parent && one !== target);
      if (moved === undefined || target.type !== 'property') continue;
      if (moved.offset > target.offset) return false;
      this.removed.add(moved);
      addTo(this.behind, target, moved);
      return true;
    }
    return false;
  }

  private moveInto(element: Node, key: string): boolean {
    const target = siblingsOf(element).find((one) => textOf(one) === key);
    if (target === undefined) return false;
    this.removed.add(element);
    addTo(this.into, target, element);
    return true;
  }
}

/** Returns every list item and every map entry. */
function elementsOf(root: Node): readonly Node[] {
  const found: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = node.children ?? [];
    open.push(...children.toReversed());
    if (node.type !== 'property') found.push(...children);
  }
  return found;
}

/** Returns the node of an item, or the node of an entry's key. */
function nameOf(element: Node): Node {
  return (element.type === 'property' ? element.children?.[0] : undefined) ?? element;
}

function textOf(element: Node | undefined): unknown {
  return element && nameOf(element).value;
}

function siblingsOf({ parent }: Node): readonly Node[] {
  return parent?.children ?? [];
}

/** Returns a node and its ancestors, from the innermost to the outermost. */
function lineage(node: Node | undefined): readonly Node[] {
  return node === undefined ? [] : [node, ...lineage(node.parent)];
}

function replaceNode({ offset, length }: Node, text: string): PermissionEdit {
  return { start: offset, end: offset + length, text };
}

function addTo(map: Map<Node, Set<Node>>, key: Node, node: Node): void {
  map.set(key, (map.get(key) ?? new Set()).add(node));
}

function inOrder(nodes: Iterable<Node>): readonly Node[] {
  return [...nodes].toSorted((a, b) => a.offset - b.offset);
}
