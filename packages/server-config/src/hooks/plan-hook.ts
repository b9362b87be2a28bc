import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import { applyEdits, findNodeAtLocation, type JSONPath, modify } from 'jsonc-parser';
import { splitMark } from '../byte-order-mark.ts';
import { configInvalid, type EditableConfig, openConfig } from '../clients/editable-config.ts';
import { diffLines } from '../clients/line-diff.ts';
import { maskSecrets } from '../clients/mask-secrets.ts';
import { onLines, removeChild, removeProperty } from '../json/json-edit.ts';
import { isBlankJson, jsonValueOf, parseJsonText } from '../json/json-text.ts';

/** A hook in a file of an agent: an item of the list of one event, below `hooks`. */
export interface HookTarget {
  readonly file: string;
  readonly event: string;
  /** Whether an item of the list is the one that is meant. */
  readonly isOurs: (item: unknown) => boolean;
  /** The text of a file, or undefined when there is none. */
  readonly readFile: (file: string) => Promise<string | undefined>;
}

/** The planned change of the file: plain data, to be shown first and applied with `applyFileChange` of `@modegate/text-files`. */
export interface HookPlan {
  readonly file: string;
  readonly before: string | undefined;
  /** Undefined removes the file, which happens only to one that holds nothing but what the installation wrote. */
  readonly after: string | undefined;
  /** A unified diff for display, with everything masked that is not ours; `''` when nothing changes. */
  readonly diff: string;
}

/**
 * Plans adding a hook to a file: added at the end of its list, or brought up to date where it is. Comments and all else stay.
 *
 * @throws {@link ServerConfigError} CONFIG_INVALID when the file does not parse or has another shape; whatever `readFile` throws.
 */
export async function planHookInstall(
  target: HookTarget,
  { item, base = {} }: { readonly item: JsonObject; readonly base?: JsonObject },
): Promise<HookPlan> {
  const before = await target.readFile(target.file);
  const created = `${onLines({ ...base, hooks: { [target.event]: [item] } }, '', { indent: '  ', eol: '\n' })}\n`;
  if (before === undefined || isBlankJson(before)) return toPlan(target, before, created);
  const { mark, body } = splitMark(before);
  const places = findOurs(openConfig(body, toEntry(target)), target);
  const [first, ...others] = places;
  const kept = others.toReversed().reduce((text, index) => withoutItem(text, target, index), body);
  const at = [...pathOf(target), first ?? -1];
  const isCurrent = first !== undefined && equalValues(itemsOf(body, target)[first], item);
  return toPlan(target, before, mark + checked(target, body, isCurrent ? kept : edit(kept, at, item)));
}

/**
 * Plans removing a hook from its file. A file that holds nothing else is removed.
 *
 * @throws {@link ServerConfigError} as {@link planHookInstall} does.
 */
export async function planHookUninstall(target: HookTarget, base: JsonObject = {}): Promise<HookPlan> {
  const before = await target.readFile(target.file);
  if (before === undefined || isBlankJson(before)) return toPlan(target, before, before);
  const { mark, body } = splitMark(before);
  const config = openConfig(body, toEntry(target));
  const places = findOurs(config, target);
  if (places.length === 0) return toPlan(target, before, before);
  let text = places.toReversed().reduce((kept, index) => withoutItem(kept, target, index), body);
  if (itemsOf(text, target).length === 0) text = withoutKey(text, ['hooks'], target.event);
  if (equalValues(contentOf(text).hooks, {})) text = withoutKey(text, [], 'hooks');
  const isEmpty = equalValues(contentOf(text), base) && config.document.notPlainAt === undefined;
  return toPlan(target, before, isEmpty ? undefined : mark + checked(target, body, text));
}

/** The hooks that a file has; undefined where there is no such file. @throws {@link ServerConfigError} as {@link planHookInstall} does. */
export async function readHook(target: HookTarget): Promise<unknown> {
  const text = await target.readFile(target.file);
  if (text === undefined || isBlankJson(text)) return undefined;
  const { body } = splitMark(text);
  const [first] = findOurs(openConfig(body, toEntry(target)), target);
  return first === undefined ? undefined : itemsOf(body, target)[first];
}

function toEntry({ file, event }: HookTarget) {
  return { file, rootKey: 'hooks', name: event };
}

function pathOf({ event }: HookTarget): JSONPath {
  return ['hooks', event];
}

function findOurs({ entry, document }: EditableConfig, { file, event, isOurs }: HookTarget): readonly number[] {
  if (entry === undefined) return [];
  if (entry.type !== 'array')
    throw configInvalid(file, document.positionAt(entry.offset), `"${event}" is ${entry.type}, not a list`);
  return (entry.children ?? []).flatMap((child, index) => (isOurs(jsonValueOf(child)) ? [index] : []));
}

function withoutItem(text: string, target: HookTarget, index: number): string {
  const list = nodeAt(text, pathOf(target));
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

function edit(text: string, path: JSONPath, value: unknown): string {
  const indent = /(?:^|[\r\n])([ \t]+)"/.exec(text)?.[1] ?? '  ';
  return applyEdits(
    text,
    modify(text, path, value, {
      isArrayInsertion: path.at(-1) === -1,
      formattingOptions: {
        insertSpaces: !indent.includes('\t'),
        tabSize: indent.includes('\t') ? 1 : indent.length,
        eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
      },
    }),
  );
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

/** An edit that changed anything but our own items must not be written. */
function checked(target: HookTarget, before: string, after: string): string {
  const others = (text: string) => {
    const { hooks, ...rest } = contentOf(text);
    const { [target.event]: _, ...events } = isJsonObject(hooks) ? hooks : {};
    return [rest, events, itemsOf(text, target).filter((item) => !target.isOurs(item))];
  };
  if (parseJsonText(after).state === 'parsed' && equalValues(others(before), others(after))) return after;
  throw configInvalid(target.file, { line: 1, column: 1 }, 'it could not be edited safely');
}

function toPlan({ file, event, isOurs }: HookTarget, before: string | undefined, after: string | undefined): HookPlan {
  const shown = (text: string | undefined) => {
    if (text === undefined) return undefined;
    const document = parseJsonText(text);
    if (document.state === 'broken') return { text, shown: text };
    const { body } = splitMark(text);
    const config = openConfig(body, { file, rootKey: 'hooks', name: event });
    const ours = config.entry?.children?.find((child) => isOurs(jsonValueOf(child)));
    return { text, shown: maskSecrets(document.text, ours) };
  };
  return { file, before, after, diff: before === after ? '' : diffLines(file, shown(before), shown(after)) };
}
