import type { Node } from 'jsonc-parser';
import { jsonValueOf, propertyOf } from '../json/json-text.ts';
import { FOREIGN_LIMIT_KEYS, findForeignLimit, type LimitKey } from './foreign-limits.ts';

/** A value that limits a server, with its place. */
export interface Limit<Value> {
  readonly value: Value;
  readonly node: Node;
  /** Keys from the entry to the value. */
  readonly path: readonly string[];
}

/** What an entry says about its limits under every spelling that counts; where two say different things, the stricter. */
export interface EntryLimits {
  readonly disabled: Limit<boolean> | undefined;
  readonly defaultEnabled: Limit<boolean> | undefined;
  readonly disabledTools: readonly Limit<string>[];
  /** The names that every list of open tools has; `undefined` when the entry has no such list. */
  readonly enabledTools: Limit<readonly string[]> | undefined;
  /** The keys of two lists of open tools of which one has wildcards, so that their common part is not certain. */
  readonly unclear: readonly [string, string] | undefined;
}

/** Reads the limits of an entry as far as they can be read; what has the wrong shape is left to the schema. */
export function readLimits(entry: Node): EntryLimits {
  const enabled = listsOf(entry, 'enabledTools').filter(({ value }) => !value.includes('*'));
  const [first, second] = enabled;
  const unclear = second !== undefined && enabled.some(({ value }) => value.some((name) => /[*?]/.test(name)));
  return {
    disabled: strictest(entry, 'disabled', true),
    defaultEnabled: strictest(entry, 'defaultEnabled', false),
    disabledTools: listsOf(entry, 'disabledTools').flatMap(itemsOf),
    enabledTools: first ? { ...first, value: inAll(enabled) } : listsOf(entry, 'enabledTools')[0],
    unclear: unclear && first && second ? [first.path[0] ?? '', second.path[0] ?? ''] : undefined,
  };
}

interface Written {
  readonly key: string;
  readonly node: Node;
  readonly isOpposite: boolean;
}

/** Every value that an entry gives to a setting: its own first, then those of other clients in the order of the table. */
function writtenUnder(entry: Node, setting: LimitKey): readonly Written[] {
  const foreign = FOREIGN_LIMIT_KEYS.filter(({ means }) => means === setting);
  return [{ key: setting, isOpposite: false }, ...foreign].flatMap(({ key, isOpposite }) => {
    const node = propertyOf(entry, key)?.valueNode;
    const isOpen = findForeignLimit(key)?.isOpenWhenEmpty === true && node?.type === 'array' && !node.children?.length;
    return node === undefined || isOpen ? [] : [{ key, node, isOpposite }];
  });
}

function strictest(entry: Node, setting: LimitKey, strict: boolean): Limit<boolean> | undefined {
  const said = writtenUnder(entry, setting).flatMap(({ key, node, isOpposite }) => {
    const value = jsonValueOf(node);
    return typeof value === 'boolean' ? [{ value: value !== isOpposite, node, path: [key] }] : [];
  });
  return said.find(({ value }) => value === strict) ?? said[0];
}

function listsOf(entry: Node, setting: LimitKey): readonly Limit<readonly string[]>[] {
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

function inAll(lists: readonly Limit<readonly string[]>[]): readonly string[] {
  const [first, ...others] = lists.map(({ value }) => new Set(value));
  return [...(first ?? [])].filter((name) => others.every((other) => other.has(name)));
}
