import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import { bobWords, isBobFile } from '../../modes/bob-groups.ts';
import { modeConfigSchema } from '../../modes/mode-schema.ts';
import type { LoadedMode } from '../../modes/parsed-modes.ts';
import { parseModes } from '../../parse/parse-modes.ts';
import { setOwn } from '../read/text-node.ts';
import { type EditableMode, withoutUndefined } from './writable-mode.ts';

/** A change to a modes file. */
export type ModesEdit =
  | { readonly kind: 'save'; readonly mode: EditableMode }
  | { readonly kind: 'delete'; readonly slug: string };

/** Effect of an edit on the list of modes in the file. */
export type EditPlan =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'append'; readonly mode: JsonObject }
  | { readonly kind: 'remove'; readonly indexes: ReadonlySet<number> }
  | ({ readonly kind: 'change'; readonly index: number } & ModeChange);

/** Change to one mode. */
export interface ModeChange {
  /** The whole mode after the change. */
  readonly mode: JsonObject;
  readonly set: ReadonlyMap<string, unknown>;
  readonly removed: readonly string[];
}

/**
 * Plans an edit to a parsed modes file whose `customModes` is a list, null or absent. `file` determines which client's
 * group names the plan uses.
 */
export function planEdit(document: unknown, edit: ModesEdit, file?: string): EditPlan {
  const list = listOf(document);
  const slug = edit.kind === 'save' ? edit.mode.slug : edit.slug;
  const indexes = list.flatMap((mode, index) => (isJsonObject(mode) && mode.slug === slug ? [index] : []));
  const [index] = indexes;
  if (edit.kind === 'delete')
    return index === undefined ? { kind: 'nothing' } : { kind: 'remove', indexes: new Set(indexes) };
  if (index === undefined) return { kind: 'append', mode: withClientGroups(file, withoutUndefined(edit.mode)) };
  const change = changeMode(list[index] as JsonObject, edit.mode, file);
  return change.set.size + change.removed.length === 0 ? { kind: 'nothing' } : { kind: 'change', index, ...change };
}

/** Returns the document that must result from applying a plan. */
export function applyPlan(document: unknown, plan: EditPlan): unknown {
  const list = listOf(document);
  const root = isJsonObject(document) ? document : {};
  switch (plan.kind) {
    case 'nothing':
      return document;
    case 'append':
      return { ...root, customModes: [...list, plan.mode] };
    case 'remove':
      return { ...root, customModes: list.filter((_, index) => !plan.indexes.has(index)) };
    case 'change':
      return { ...root, customModes: list.with(plan.index, plan.mode) };
  }
}

function listOf(document: unknown): readonly unknown[] {
  const list = isJsonObject(document) ? document.customModes : undefined;
  return Array.isArray(list) ? list : [];
}

function changeMode(old: JsonObject, wanted: EditableMode, file: string | undefined): ModeChange {
  const origin = { source: 'project', ...(file === undefined ? {} : { file }) } as const;
  const loaded = parseModes({ customModes: [old] }, origin).modes[0];
  const changed = Object.entries(wanted).filter(
    ([key, value]) => value !== undefined && !equalValues(value, old[key]) && !isLoadedGroups(key, value, loaded),
  );
  const set = new Map(Object.entries(withClientGroups(file, Object.fromEntries(changed))));
  const removed = Object.keys(old).filter((key) => isDropped(key, wanted, loaded));
  const mode: Record<string, unknown> = {};
  for (const [key, value] of [...Object.entries(old), ...set]) if (!removed.includes(key)) setOwn(mode, key, value);
  return { mode, set, removed };
}

/** Returns a mode whose groups have the names used by the file's client. */
function withClientGroups(file: string | undefined, mode: JsonObject): JsonObject {
  if (!isBobFile(file) || !Array.isArray(mode.groups)) return mode;
  const nameOf = (name: unknown): unknown => Object.entries(bobWords).find(([, ours]) => ours === name)?.[0] ?? name;
  const groups = mode.groups.map((entry: unknown) =>
    Array.isArray(entry) ? [nameOf(entry[0]), ...(entry.slice(1) as unknown[])] : nameOf(entry),
  );
  return { ...mode, groups };
}

/**
 * True if the groups are as loaded. The loader omits unknown groups; saving a mode as it was loaded must not remove
 * them.
 */
function isLoadedGroups(key: string, value: unknown, loaded: LoadedMode | undefined): boolean {
  return key === 'groups' && loaded !== undefined && equalValues(value, loaded.config.groups);
}

const droppable: ReadonlySet<string> = new Set(
  Object.keys(modeConfigSchema.shape).filter((key) => key !== 'source' && key !== 'rulesFiles'),
);

function isDropped(key: string, wanted: EditableMode, loaded: LoadedMode | undefined): boolean {
  if (Object.hasOwn(wanted, key)) return wanted[key] === undefined;
  // Restrictions that the loader could not read are missing from the loaded mode. Dropping these restrictions would
  // remove the limits that they set.
  return droppable.has(key) && loaded !== undefined && Object.hasOwn(loaded.config, key);
}
