import { equalValues, type JsonObject } from '@modegate/json';
import { type Edit, findNodeAtLocation, type Node } from 'jsonc-parser';
import { splitMark } from '../byte-order-mark.ts';
import { updatedValue, valueOfEntry, type WrittenEntry } from '../clients/entry-format.ts';
import { insertProperty, onLines, removeProperty, replaceValue, type StyledText } from '../json/json-edit.ts';
import { isBlankJson, jsonValueOf, parseJsonText, propertiesOf } from '../json/json-text.ts';
import { configInvalid, type EditableConfig, type EditedEntry, edited, openConfig } from './editable-config.ts';

/**
 * Adds a server after the others, or updates its fields and the given variables or headers and preserves everything
 * else. If the text is blank, returns the text of a new file.
 *
 * @throws {@link ServerConfigError} CONFIG_INVALID in the same cases as {@link openConfig}.
 */
export function withServer(original: string | undefined, target: EditedEntry, entry: WrittenEntry): string {
  const { body, mark } = splitMark(original ?? '');
  const config = isBlankJson(body) ? undefined : openConfig(body, target);
  if (config?.entry === undefined) return withNewServer(original, target, valueOfEntry(entry));
  const text = updated(body, target, entry);
  return mark + checked(config, target, { text, expected: updatedValue(jsonValueOf(config.entry), entry) });
}

/**
 * Adds a server after the others. If the text is blank, returns the text of a new file. The name must be unused.
 *
 * @throws {@link ServerConfigError} CONFIG_INVALID in the same cases as {@link openConfig}.
 */
export function withNewServer(original: string | undefined, target: EditedEntry, entry: unknown): string {
  const { body, mark } = splitMark(original ?? '');
  if (isBlankJson(body)) return mark + newFile(target, entry);
  const config = openConfig(body, target);
  return mark + checked(config, target, { text: edited(config, added(config, target.name, entry)), expected: entry });
}

/**
 * Removes a server. The map of servers stays, even if it is empty.
 *
 * @throws {@link ServerConfigError} CONFIG_INVALID in the same cases as {@link openConfig}.
 */
export function withoutServer(text: string, target: EditedEntry): string {
  const { body, mark } = splitMark(text);
  const config = openConfig(body, target);
  if (config.servers === undefined || config.entry === undefined) return text;
  const result = edited(config, removeProperty(body, config.servers, target.name));
  return mark + checked(config, target, { text: result, expected: undefined });
}

function newFile({ rootKey, name }: EditedEntry, entry: unknown): string {
  // Object.fromEntries defines own properties, so a server may be called "__proto__".
  const root = { [rootKey]: Object.fromEntries([[name, entry]]) };
  return `${onLines(root, '', { indent: '  ', eol: '\n' })}\n`;
}

function added(config: EditableConfig, key: string, value: unknown): readonly Edit[] {
  const { document, servers, rootKey } = config;
  return servers === undefined
    ? insertProperty(config, document.root, { key: rootKey, value: Object.fromEntries([[key, value]]) })
    : insertProperty(config, servers, { key, value });
}

type Change = (source: StyledText, entry: Node) => readonly Edit[];

function updated(body: string, target: EditedEntry, written: WrittenEntry): string {
  const { fields, map, foreign, typeIfAny } = written;
  const { type, ...others } = fields;
  const changes: Change[] = [
    replaceScalarEntry(fields),
    ...foreign.map(remove),
    type === undefined ? correctType(typeIfAny) : set(['type'], type),
    ...Object.entries(others).map(([key, value]) => set([key], value)),
    ...Object.entries(map.values).map(([key, value]) => set([map.key, key], value)),
  ];
  // Applies the changes one by one, each to the result of the previous one, so that edits never overlap.
  return changes.reduce((text, change) => {
    const config = openConfig(text, target);
    return config.entry === undefined ? text : edited(config, change(config, config.entry));
  }, body);
}

function replaceScalarEntry(value: unknown): Change {
  return (source, entry) => (entry.type === 'object' ? [] : replaceValue(source, entry, value));
}

function correctType(type: string): Change {
  return (source, entry) =>
    findNodeAtLocation(entry, ['type']) === undefined ? [] : set(['type'], type)(source, entry);
}

function remove(key: string): Change {
  return ({ text }, entry) => removeProperty(text, entry, key);
}

function set(path: readonly [string] | readonly [string, string], value: unknown): Change {
  return (source, entry) => {
    const [key, inner] = path;
    const node = propertiesOf(entry).findLast((property) => property.key === key)?.valueNode;
    if (inner !== undefined && node?.type === 'object') return set([inner], value)(source, node);
    const whole = inner === undefined ? value : Object.fromEntries([[inner, value]]);
    if (node === undefined) return insertProperty(source, entry, { key, value: whole });
    if (equalValues(jsonValueOf(node), whole)) return [];
    return replaceValue(source, node, whole);
  };
}

// Parses the edited text again, so that a faulty edit never reaches a file.
function checked(
  config: EditableConfig,
  { file, rootKey, name }: EditedEntry,
  { text, expected }: { readonly text: string; readonly expected: unknown },
): string {
  const result = parseJsonText(text);
  const root = jsonValueOf(config.document.root) as JsonObject;
  const { [name]: _, ...others } = (root[rootKey] ?? {}) as JsonObject;
  const wanted = { ...root, [rootKey]: expected === undefined ? others : { ...others, [name]: expected } };
  if (result.state === 'parsed' && equalValues(jsonValueOf(result.root), wanted)) return text;
  throw configInvalid(file, { line: 1, column: 1 }, 'its layout cannot be edited safely');
}
