import type { Node } from 'jsonc-parser';
import { jsonValueOf, propertyOf } from '../json/json-text.ts';
import { FOREIGN_LIMIT_KEYS, findForeignLimit, type LimitSetting } from './foreign-limits.ts';

/** A restricting value with its node. */
export interface Limit<Value> {
  readonly value: Value;
  readonly node: Node;
  /** Keys from the entry to the value. */
  readonly path: readonly string[];
}

/**
 * Restrictions in an entry under every supported spelling; if two spellings disagree, the stricter restriction applies.
 */
export interface EntryLimits {
  readonly disabled: Limit<boolean> | undefined;
  readonly defaultEnabled: Limit<boolean> | undefined;
  readonly disabledTools: readonly Limit<string>[];
  /** Names that are in every list of allowed tools; `undefined` if there is no such list. */
  readonly enabledTools: Limit<readonly string[]> | undefined;
  /**
   * Keys of two lists of allowed tools whose intersection is uncertain, because at least one of the lists contains
   * wildcards.
   */
  readonly unclear: readonly [string, string] | undefined;
}

/** Reads those of an entry's restrictions that have the right type; the schema reports the others. */
export function readLimits(entry: Node): EntryLimits {
  const enabled = listsOf(entry, 'enabledTools').filter(({ value }) => !value.includes('*'));
  const [first, second] = enabled;
  const unclear = second !== undefined && enabled.some(({ value }) => value.some((name) => /[*?]/.test(name)));
  return {
    disabled: strictest(entry, 'disabled', true),
    defaultEnabled: strictest(entry, 'defaultEnabled', false),
    disabledTools: listsOf(entry, 'disabledTools').flatMap(itemsOf),
    enabledTools: first
      ? { ...first, value: inAll(enabled.map(({ value }) => value)) }
      : listsOf(entry, 'enabledTools')[0],
    unclear: unclear && first && second ? [first.path[0] ?? '', second.path[0] ?? ''] : undefined,
  };
}

interface Written {
  readonly key: string;
  readonly node: Node;
  readonly isOpposite: boolean;
}

/**
 * Returns every value of a setting: first under its own name, then under the names that other clients use, in table
 * order.
 */
function writtenUnder(entry: Node, setting: LimitSetting): readonly Written[] {
  const foreign = FOREIGN_LIMIT_KEYS.filter(({ means }) => means === setting);
  return [{ key: setting, isOpposite: false }, ...foreign].flatMap(({ key, isOpposite }) => {
    const node = propertyOf(entry, key)?.valueNode;
    const isOpen = findForeignLimit(key)?.isOpenWhenEmpty === true && node?.type === 'array' && !node.children?.length;
    return node === undefined || isOpen ? [] : [{ key, node, isOpposite }];
  });
}

function strictest(entry: Node, setting: LimitSetting, strict: boolean): Limit<boolean> | undefined {
  const said = writtenUnder(entry, setting).flatMap(({ key, node, isOpposite }) => {
    const value = jsonValueOf(node);
    return typeof value === 'boolean' ? [{ value: value !== isOpposite, node, path: [key] }] : [];
  });
  return said.find(({ value }) => value === strict) ?? said[0];
}

function listsOf(entry: Node, setting: LimitSetting): readonly Limit<readonly string[]>[] {
  return writtenUnder(entry, setting).flatMap(({ key, node }) => {
    if (node.type !== 'array') return [];
    const limit = { value: [], node, path: [key] };
    return [{ ...limit, value: itemsOf(limit).map(({ value }) => value) }];
  });
}

function itemsOf({ node, path }: Limit<readonly string[]>): readonly Limit<string>[] {
  return (node.children ?? []).flatMap((item, index) =>
    item.type === 'string' ? [{ value: String(item.value), node: item, path: [...path, String(index)] }] : [],
  );
}

/** Returns the names that are in every list, as written. */
export function inAll(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists.map((names) => new Set(names));
  return [...first].filter((name) => others.every((other) => other.has(name)));
}
