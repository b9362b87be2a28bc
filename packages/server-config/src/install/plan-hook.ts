import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import { applyEdits, findNodeAtLocation, type JSONPath } from 'jsonc-parser';
import { splitMark } from '../byte-order-mark.ts';
import { configInvalid, type EditableConfig, edited, openConfig } from '../edit/editable-config.ts';
import { diffLines } from '../edit/line-diff.ts';
import { maskSecrets } from '../edit/mask-secrets.ts';
import { insertItem, insertProperty, onLines, removeChild, removeProperty, replaceValue } from '../json/json-edit.ts';
import { isBlankJson, jsonValueOf, parseJsonText } from '../json/json-text.ts';
import { unlessRefused } from '../server-config-error.ts';
import { backupFileName, readBackups } from './install-plan.ts';

/** A hook in an agent's file: an item in the list of one event, below `hooks`. */
export interface HookTarget {
  readonly file: string;
  readonly event: string;
  /** True if an item in the list is this hook. */
  readonly isOurs: (item: unknown) => boolean;
  /** Reads a file; returns undefined if the file does not exist. */
  readonly readFile: (file: string) => Promise<string | undefined>;
}

/** Content to write for a hook: its item, and any additional content for a new file. */
export interface HookText {
  readonly item: JsonObject;
  readonly base?: JsonObject;
}

/**
 * Planned change to the file, as plain data: show it first, then apply it with `applyFileChange` from
 * `@modegate/project/node`.
 */
export interface HookPlan {
  readonly file: string;
  readonly before: string | undefined;
  /** Undefined removes the file, which happens only if it contains nothing but the installation. */
  readonly after: string | undefined;
  /** Unified diff for display, with everything masked except the hook; `''` if nothing changes. */
  readonly diff: string;
  /** True if the old text contains anything that is neither in a backup nor written by an installation. */
  readonly needsBackup: boolean;
  /** Backup to delete after the change; undefined if there is none. */
  readonly spentBackup: string | undefined;
}

/**
 * Plans the addition of a hook to a file: at the end of its list, or as an update in place. Comments and all other
 * content are preserved.
 *
 * @throws {@link ServerConfigError} CONFIG_INVALID if the file cannot be parsed or has an unexpected structure; any
 * error that `readFile` throws.
 */
export async function planHookInstall(target: HookTarget, hook: HookText): Promise<HookPlan> {
  const before = await target.readFile(target.file);
  const origin = await findOrigin(target, before, hook.base);
  const after = install(target, origin === undefined ? before : origin.text, hook);
  return toPlan(target, { before, after, needsBackup: origin === undefined });
}

/**
 * Plans the removal of a hook from its file. A file that has not changed since the installation is restored byte for
 * byte; a file without any other content is removed.
 *
 * @throws {@link ServerConfigError} in the same cases as {@link planHookInstall}.
 */
export async function planHookUninstall(target: HookTarget, base?: JsonObject): Promise<HookPlan> {
  const before = await target.readFile(target.file);
  const origin = await findOrigin(target, before, base);
  if (origin === undefined)
    return toPlan(target, { before, after: uninstall(target, before, base), needsBackup: true });
  return toPlan(target, { before, after: origin.text, needsBackup: false, spentBackup: origin.backup });
}

/**
 * Reads this hook from its file; returns undefined if there is no such file. @throws {@link ServerConfigError} in the
 * same cases as {@link planHookInstall}.
 */
export async function readHook(target: HookTarget): Promise<unknown> {
  const text = await target.readFile(target.file);
  return text === undefined ? undefined : oursIn(target, text);
}

/**
 * Finds the file as it was before the hook was added, if the installation alone produced the current file; the text is
 * undefined if there was no file.
 */
async function findOrigin(target: HookTarget, text: string | undefined, base: JsonObject | undefined) {
  const item = text === undefined ? undefined : oursIn(target, text);
  if (!isJsonObject(item)) return undefined;
  const hook = { item, ...(base === undefined ? {} : { base }) };
  const backups = await readBackups(target.file, target.readFile);
  const index = backups.findLastIndex((backup) => makes(target, backup, hook) === text);
  const kept = backups[index];
  if (kept !== undefined) return { text: kept, backup: backupFileName(target.file, index + 1) };
  return install(target, undefined, hook) === text ? { text: undefined } : undefined;
}

/** Returns the result of installing the hook into a backup that does not contain it; undefined if that fails. */
function makes(target: HookTarget, backup: string, hook: HookText): string | undefined {
  return unlessRefused(() => (oursIn(target, backup) === undefined ? install(target, backup, hook) : undefined));
}

function install(target: HookTarget, before: string | undefined, { item, base = {} }: HookText): string {
  if (before === undefined || isBlankJson(before))
    return `${onLines({ ...base, hooks: { [target.event]: [item] } }, '', { indent: '  ', eol: '\n' })}\n`;
  const { mark, body } = splitMark(before);
  const [first, ...others] = findOurs(openConfig(body, toEntry(target)), target);
  const kept = others.toReversed().reduce((text, index) => withoutItem(text, target, index), body);
  const isCurrent = first !== undefined && equalValues(itemsOf(body, target)[first], item);
  return mark + checked(target, body, isCurrent ? kept : put(kept, target, { item, index: first }));
}

function uninstall(target: HookTarget, before: string | undefined, base: JsonObject = {}): string | undefined {
  if (before === undefined || isBlankJson(before)) return before;
  const { mark, body } = splitMark(before);
  const config = openConfig(body, toEntry(target));
  const places = findOurs(config, target);
  if (places.length === 0) return before;
  let text = places.toReversed().reduce((kept, index) => withoutItem(kept, target, index), body);
  if (itemsOf(text, target).length === 0) text = withoutKey(text, ['hooks'], target.event);
  if (equalValues(contentOf(text).hooks, {})) text = withoutKey(text, [], 'hooks');
  const isEmpty = equalValues(contentOf(text), base) && config.document.notPlainAt === undefined;
  return isEmpty ? undefined : mark + checked(target, body, text);
}

/** Returns the first item in a file's text that matches the hook. */
function oursIn(target: HookTarget, text: string): unknown {
  if (isBlankJson(text)) return undefined;
  const { body } = splitMark(text);
  const [first] = findOurs(openConfig(body, toEntry(target)), target);
  return first === undefined ? undefined : itemsOf(body, target)[first];
}

function toEntry({ file, event }: HookTarget) {
  return { file, rootKey: 'hooks', name: event };
}

function findOurs({ entry, document }: EditableConfig, { file, event, isOurs }: HookTarget): readonly number[] {
  if (entry === undefined) return [];
  if (entry.type !== 'array')
    throw configInvalid(file, document.positionAt(entry.offset), `"${event}" is ${entry.type}, not a list`);
  return (entry.children ?? []).flatMap((child, index) => (isOurs(jsonValueOf(child)) ? [index] : []));
}

function withoutItem(text: string, target: HookTarget, index: number): string {
  const list = nodeAt(text, ['hooks', target.event]);
  return list === undefined ? text : applyEdits(text, [...removeChild(text, list, index)]);
}

function withoutKey(text: string, path: JSONPath, key: string): string {
  const object = nodeAt(text, path);
  return object === undefined ? text : applyEdits(text, [...removeProperty(text, object, key)]);
}

function nodeAt(text: string, path: JSONPath) {
  const document = parseJsonText(text);
  return document.state === 'parsed' ? findNodeAtLocation(document.root, path) : undefined;
}

/** Puts the item at an index or at the end, and adds any missing structure around it. */
function put(
  text: string,
  target: HookTarget,
  { item, index }: { readonly item: JsonObject; readonly index: number | undefined },
): string {
  const config = openConfig(text, toEntry(target));
  const { document, servers: hooks, entry: list } = config;
  const old = index === undefined ? undefined : list?.children?.[index];
  const { event } = target;
  if (old !== undefined) return edited(config, replaceValue(config, old, item));
  if (list !== undefined) return edited(config, insertItem(config, list, item));
  if (hooks !== undefined) return edited(config, insertProperty(config, hooks, { key: event, value: [item] }));
  return edited(config, insertProperty(config, document.root, { key: 'hooks', value: { [event]: [item] } }));
}

function contentOf(text: string): JsonObject {
  const document = parseJsonText(text);
  const value = document.state === 'parsed' ? jsonValueOf(document.root) : undefined;
  return isJsonObject(value) ? value : {};
}

function itemsOf(text: string, { event }: HookTarget): readonly unknown[] {
  const { hooks } = contentOf(text);
  const items = isJsonObject(hooks) ? hooks[event] : undefined;
  return Array.isArray(items) ? items : [];
}

/** An edit that changes anything other than this hook must not be written. */
function checked(target: HookTarget, before: string, after: string): string {
  const others = (text: string) => {
    const { hooks, ...rest } = contentOf(text);
    const { [target.event]: _, ...events } = isJsonObject(hooks) ? hooks : {};
    return [rest, events, itemsOf(text, target).filter((item) => !target.isOurs(item))];
  };
  if (parseJsonText(after).state === 'parsed' && equalValues(others(before), others(after))) return after;
  throw configInvalid(target.file, { line: 1, column: 1 }, 'it could not be edited safely');
}

type Change = Pick<HookPlan, 'before' | 'after' | 'needsBackup'> & Partial<Pick<HookPlan, 'spentBackup'>>;

function toPlan({ file, event, isOurs }: HookTarget, { before, after, needsBackup, spentBackup }: Change): HookPlan {
  const shown = (text: string | undefined) => {
    if (text === undefined) return undefined;
    const document = parseJsonText(text);
    if (document.state === 'broken') return { text, shown: text };
    const { body } = splitMark(text);
    const config = openConfig(body, { file, rootKey: 'hooks', name: event });
    const ours = config.entry?.children?.find((child) => isOurs(jsonValueOf(child)));
    return { text, shown: maskSecrets(document.text, ours) };
  };
  const diff = before === after ? '' : diffLines(file, shown(before), shown(after));
  return { file, before, after, diff, needsBackup, spentBackup };
}
