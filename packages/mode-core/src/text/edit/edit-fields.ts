import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import type { TextList, TextMap, TextNode, WrittenField } from '../read/text-node.ts';
import {
  addBlockFields,
  insertBlockItem,
  removeBlockFields,
  removeBlockItems,
  replaceBlockItem,
  setBlockField,
} from './edit-block.ts';
import { addFlowFields, type FlowLayout, insertFlowItem, removeFlowElements, setFlowField } from './edit-flow.ts';
import type { ModeChange } from './plan-edit.ts';
import type { BlockLayout } from './render-yaml.ts';
import type { Addition, NewItem, Splice } from './splice.ts';

/** @internal Layout of the text around an edit. */
export interface EditContext {
  readonly flow: FlowLayout;
  readonly block: BlockLayout;
  readonly root: TextNode | undefined;
}

type FieldChange = Pick<ModeChange, 'set' | 'removed'>;

/**
 * @internal Changes a mapping at the deepest possible level, so that each comment stays with its entry. Replaces whole
 * values that cannot be changed from inside. As with every proposal, the caller parses the result again to check it.
 */
export function changeDeeply(context: EditContext, map: TextMap, change: FieldChange): readonly Splice[] {
  const inner = [...change.set].flatMap(([key, value]) => {
    const field = map.written.findLast((written) => written.key === key);
    const splices = field === undefined ? undefined : changeValue(context, field.node, value);
    return splices === undefined ? [] : [{ key, splices }];
  });
  const whole = new Map([...change.set].filter(([key]) => !inner.some((done) => done.key === key)));
  return [...inner.flatMap(({ splices }) => splices), ...changeFields(context, map, { ...change, set: whole })];
}

/** @internal Sets, adds and removes fields in a mapping; each value is replaced as a whole. */
export function changeFields(context: EditContext, mode: TextMap, { set, removed }: FieldChange): readonly Splice[] {
  const isRemoved = (key: string) => removed.includes(key);
  const added = [...set].filter(([key]) => !mode.fields.has(key));
  const changed = [...set].filter(([key]) => mode.fields.has(key));
  const addition = { entries: added, keep: (key: string) => !isRemoved(key) };
  return [
    ...changed.flatMap((entry) => setField(context, mode, entry)),
    ...(added.length === 0 ? [] : addFields(context, mode, addition)),
    ...removeFields(context, mode, isRemoved),
  ];
}

/** @internal Replaces the value of a field as a whole, or adds the field. */
export function setField(context: EditContext, map: TextMap, entry: readonly [string, unknown]): readonly Splice[] {
  const field = map.written.findLast(({ key }) => key === entry[0]);
  if (field === undefined) return addFields(context, map, { entries: [entry], keep: () => true });
  if (map.style === 'block') return [setBlockField(context.block, field, entry[1])];
  return setFlowField(context.flow, field.node, entry[1]);
}

function addFields(context: EditContext, map: TextMap, addition: Addition): readonly Splice[] {
  return map.style === 'block'
    ? addBlockFields(context.block, map, addition)
    : addFlowFields(context.flow, map, addition);
}

function removeFields(context: EditContext, map: TextMap, isRemoved: (key: string) => boolean): readonly Splice[] {
  if (map.style === 'block') return removeBlockFields(context.block, map, isRemoved);
  const elements = map.written.map(({ start, node }) => ({ start, end: node.end }));
  return removeFlowElements(context.flow, elements, (index) => isRemoved(map.written[index]?.key ?? ''));
}

/**
 * Returns splices that change the contents of a collection; undefined if the collection must be replaced as a whole.
 */
function changeValue(context: EditContext, node: TextNode, value: unknown): readonly Splice[] | undefined {
  if (node.kind === 'scalar' || node.style === 'alias') return undefined;
  if (equalValues(node.value, value)) return [];
  if (node.kind === 'map') return isJsonObject(value) ? changeMap(context, node, value) : undefined;
  return Array.isArray(value) ? changeList(context, node, value) : undefined;
}

function changeMap(context: EditContext, map: TextMap, wanted: JsonObject): readonly Splice[] | undefined {
  const isKept = ({ key }: WrittenField) => Object.hasOwn(wanted, key);
  // If no field remains, there is no position at which to add the new fields.
  if (!map.written.some(isKept)) return undefined;
  const removed = map.written.filter((field) => !isKept(field)).map(({ key }) => key);
  const old = map.value as JsonObject;
  const set = Object.entries(wanted).filter(
    ([key, value]) => !Object.hasOwn(old, key) || !equalValues(old[key], value),
  );
  return changeDeeply(context, map, { set: new Map(set), removed });
}

/** Changes items in place, or removes some items and adds other items after those that remain. */
function changeList(context: EditContext, list: TextList, wanted: readonly unknown[]): readonly Splice[] | undefined {
  const { kept, added } = compareItems(list, wanted);
  const inPlace = added.length > 0 || kept.size === 0 ? changeItems(context, list, wanted) : undefined;
  if (inPlace !== undefined || kept.size === 0) return inPlace;
  return [
    ...removeFromList(context, list, (index) => !kept.has(index)),
    ...added.flatMap((item) => insertIntoList(context, list, item)),
  ];
}

/** @internal Adds an item to a list of either style. */
export function insertIntoList({ block, flow }: EditContext, list: TextList, item: NewItem): readonly Splice[] {
  return list.style === 'block' ? insertBlockItem(block, list, item) : insertFlowItem(flow, list, item);
}

/** @internal Removes items from a list of either style. */
export function removeFromList(
  { block, flow }: EditContext,
  list: TextList,
  isRemoved: (index: number) => boolean,
): readonly Splice[] {
  return list.style === 'block'
    ? removeBlockItems(block, list, isRemoved)
    : removeFlowElements(flow, list.items, isRemoved);
}

/**
 * Returns the indexes of the items that remain, in order, and the items added after each of them; items added at the
 * start are listed under -1.
 */
function compareItems({ items }: TextList, wanted: readonly unknown[]) {
  const kept = new Set<number>();
  const added: NewItem[] = [];
  let last = -1;
  for (const value of wanted) {
    const index = items.findIndex((item, at) => at > last && equalValues(item.value, value));
    if (index === -1) added.push({ value, after: last });
    else kept.add(index);
    last = index === -1 ? last : index;
  }
  return { kept, added };
}

/** Changes items only if each item still has the same subject; otherwise, the comment on an item would be wrong. */
function changeItems(context: EditContext, list: TextList, wanted: readonly unknown[]): readonly Splice[] | undefined {
  const changed = list.items.flatMap((item, index) =>
    equalValues(item.value, wanted[index]) ? [] : [{ item, index }],
  );
  // The second part of a group entry refers to the first.
  const isPair = list.items[0]?.kind === 'scalar';
  const isSame = ({ item, index }: (typeof changed)[number]) =>
    (isPair && item.kind === 'map' && isJsonObject(wanted[index])) ||
    equalValues(nameOf(item.value), nameOf(wanted[index]));
  if (list.items.length !== wanted.length || !changed.every(isSame)) return undefined;
  const splices = changed.map(({ item, index }) => changeItem(context, list, { item, value: wanted[index] }));
  return splices.every((found) => found !== undefined) ? splices.flat() : undefined;
}

function changeItem(
  context: EditContext,
  list: TextList,
  { item, value }: { readonly item: TextNode; readonly value: unknown },
): readonly Splice[] | undefined {
  const inner = changeValue(context, item, value);
  return inner === undefined && list.style === 'block' ? [replaceBlockItem(context.block, item, value)] : inner;
}

/** Returns the group name of an entry in either form; any other value identifies itself. */
function nameOf(entry: unknown): unknown {
  return Array.isArray(entry) ? entry[0] : entry;
}
