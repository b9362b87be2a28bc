import { type FileFault, type FileValue, type FileValueEntry, nameValue, type Place } from './file-value.ts';

/** @internal Effect of a rule. */
export type Action = 'allow' | 'ask' | 'deny';

/**
 * @internal Action from a file, with its position; `null` removes an entry in Kilo, and `unknown` contains a
 * substitution.
 */
export interface PermissionLeaf {
  readonly action: Action | 'unknown' | null;
  readonly file: string;
  readonly line: number;
  /** True if the key or the pattern contains a substitution. */
  readonly uncertain: boolean;
}

/** @internal A permission: one action, or actions by pattern. */
export type PermissionEntry =
  | { readonly leaf: PermissionLeaf }
  | { readonly patterns: ReadonlyMap<string, PermissionLeaf> };

/** @internal Permissions in the order in which their keys first appeared. */
export type PermissionMap = ReadonlyMap<string, PermissionEntry>;

/** @internal Position of a value, the values that the agent accepts, and the list that collects faults. */
export interface PermissionSource {
  readonly file: string;
  /** True if the agent is Kilo. */
  readonly acceptsNull: boolean;
  readonly faults: FileFault[];
}

/** Keys that accept only an action. */
const actionOnly: ReadonlySet<string> = new Set(['question', 'webfetch', 'websearch', 'doom_loop', 'todowrite']);

/** @internal Reads `permission`: an action, or a map. */
export function readPermission(value: FileValue, source: PermissionSource): PermissionMap {
  if (value.kind === 'scalar') {
    const leaf = readLeaf(value, { place: value.place, unsettled: false }, source);
    return leaf === undefined ? new Map() : new Map([['*', { leaf }]]);
  }
  if (value.kind === 'list') {
    source.faults.push({ place: value.place, what: '"permission" is a list; expected an action or a map' });
    return new Map();
  }
  const map = new Map<string, PermissionEntry>();
  for (const [key, entry] of value.entries) {
    const read = readEntry(key, entry, source);
    if (read !== undefined) map.set(key, read);
  }
  return map;
}

function readEntry(key: string, entry: FileValueEntry, source: PermissionSource): PermissionEntry | undefined {
  const { value } = entry;
  if (value.kind !== 'map') {
    const leaf = readLeaf(value, entry, source);
    return leaf && { leaf };
  }
  if (actionOnly.has(key))
    source.faults.push({ place: entry.place, what: `"${key}" is a map; expected allow, ask or deny` });
  const patterns = new Map<string, PermissionLeaf>();
  for (const [pattern, item] of value.entries) {
    const unsettled = item.unsettled || entry.unsettled;
    const leaf = readLeaf(item.value, { place: item.place, unsettled }, source);
    if (leaf !== undefined) patterns.set(pattern, leaf);
  }
  return { patterns };
}

function readLeaf(
  value: FileValue,
  { place, unsettled }: { readonly place: Place; readonly unsettled: boolean },
  { file, acceptsNull, faults }: PermissionSource,
): PermissionLeaf | undefined {
  const at = { file, line: place.line, uncertain: unsettled };
  if (value.kind === 'scalar') {
    if (value.unsettled) return { ...at, action: 'unknown' };
    if (isAction(value.value) || (value.value === null && acceptsNull)) return { ...at, action: value.value };
  }
  faults.push({ place: value.place, what: `${nameValue(value)} is not an action; expected allow, ask or deny` });
  return undefined;
}

function isAction(value: unknown): value is Action {
  return value === 'allow' || value === 'ask' || value === 'deny';
}

/**
 * @internal Merges permissions key by key. A key remains at the position of its first appearance, and the later value
 * takes precedence.
 */
export function mergePermissions(under: PermissionMap, over: PermissionMap): PermissionMap {
  const merged = new Map(under);
  for (const [key, entry] of over) {
    const before = merged.get(key);
    const both = before !== undefined && 'patterns' in before && 'patterns' in entry;
    merged.set(key, both ? { patterns: new Map([...before.patterns, ...entry.patterns]) } : entry);
  }
  return merged;
}

/** @internal Reads the old form `tools`, where true allows and false denies; three names stand for `edit`. */
export function readTools(value: FileValue | undefined, source: PermissionSource): PermissionMap {
  const map = new Map<string, PermissionEntry>();
  if (value === undefined) return map;
  if (value.kind !== 'map') {
    source.faults.push({ place: value.place, what: `"tools" is ${nameValue(value)}; expected a map` });
    return map;
  }
  for (const [tool, { place, value: enabled, unsettled }] of value.entries) {
    const at = { file: source.file, line: place.line, uncertain: unsettled };
    const key = tool === 'write' || tool === 'patch' ? 'edit' : tool;
    if (enabled.kind === 'scalar' && typeof enabled.value === 'boolean')
      map.set(key, { leaf: { ...at, action: enabled.value ? 'allow' : 'deny' } });
    else if (enabled.kind === 'scalar' && enabled.unsettled) map.set(key, { leaf: { ...at, action: 'unknown' } });
    else
      source.faults.push({
        place: enabled.place,
        what: `the tool "${tool}" has ${nameValue(enabled)}; expected true or false`,
      });
  }
  return map;
}
