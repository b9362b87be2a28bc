import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import type { SectionFormat } from '../formats/section-format.ts';
import { SectionSyntaxError } from '../formats/section-syntax-error.ts';
import type { ConfigEditor } from './config-editor.ts';
import { configInvalid, type EditedEntry } from './editable-config.ts';
import { updatedValue, type WrittenEntry } from './entry-words.ts';

/**
 * Edits the lines of one entry in a format that has no editor of its own. An edit is checked by reading the result: everything else must be
 * as it was, or the file is left alone. Comments inside an entry that changes stay above it.
 */
export function sectionEditor(format: SectionFormat): ConfigEditor {
  const withNewServer = (original: string | undefined, target: EditedEntry, value: unknown): string =>
    edit(format, target, { original: original ?? '', value: value as JsonObject });
  return {
    isBlank: (text) => text.replace('\uFEFF', '').trim() === '',
    entryIn: (text, target) => serversIn(format, text, target)[target.name],
    withServer: (original, target, entry) =>
      withNewServer(original, target, valueFor(format, original, { target, entry })),
    withNewServer,
    withoutServer: (text, target) => edit(format, target, { original: text, value: undefined }),
    shown: (text, target) => shown(format, text, target),
  };
}

function valueFor(
  format: SectionFormat,
  original: string | undefined,
  { target, entry }: { readonly target: EditedEntry; readonly entry: WrittenEntry },
): JsonObject {
  const old = original === undefined ? undefined : serversIn(format, original, target)[target.name];
  return updatedValue(old, entry);
}

function edit(
  format: SectionFormat,
  target: EditedEntry,
  { original, value }: { readonly original: string; readonly value: JsonObject | undefined },
): string {
  const { rootKey, name, file } = target;
  const mark = original.startsWith('\uFEFF') ? '\uFEFF' : '';
  const eol = /\r\n|\n/.exec(original)?.[0] ?? '\n';
  const root = read(format, original, target);
  const { [name]: old, ...others } = serversIn(format, original, target);
  if (equalValues(old, value)) return original;
  const lines = original.slice(mark.length).split(/\r\n|\n/);
  const range = old === undefined ? undefined : format.find(lines, target);
  const { left, comments } = range === undefined ? { left: lines, comments: [] } : without(lines, range);
  const kept = left.length === 1 && left[0] === '' ? [] : left;
  const fresh =
    value === undefined ? left : withComments(format.add(kept, target, value), { format, target, comments });
  const text = mark + fresh.join(eol);
  const wanted = { ...root, [rootKey]: value === undefined ? others : { ...others, [name]: value } };
  if (isWanted({ format, rootKey }, text, wanted)) return text;
  throw configInvalid(file, { line: (range?.start ?? 0) + 1, column: 1 }, 'its layout cannot be edited safely');
}

/** The blank lines before the entry go with it. */
function without(lines: readonly string[], { start, end }: { readonly start: number; readonly end: number }) {
  let from = start;
  while (from > 0 && (lines[from - 1] ?? '').trim() === '' && end < lines.length) from--;
  const comments = lines.slice(start, end).filter((line) => /^\s*#/.test(line));
  return { left: [...lines.slice(0, from), ...(from < start && from > 0 ? [''] : []), ...lines.slice(end)], comments };
}

function withComments(
  lines: readonly string[],
  {
    format,
    target,
    comments,
  }: { readonly format: SectionFormat; readonly target: EditedEntry; readonly comments: readonly string[] },
): readonly string[] {
  const at = comments.length === 0 ? undefined : format.find(lines, target)?.start;
  return at === undefined ? lines : [...lines.slice(0, at), ...comments, ...lines.slice(at)];
}

function isWanted(
  { format, rootKey }: { readonly format: SectionFormat; readonly rootKey: string },
  text: string,
  wanted: JsonObject,
): boolean {
  try {
    // A map without entries may be gone with its last one.
    const isEmpty = equalValues(wanted[rootKey], {});
    const complete = (value: JsonObject) => (isEmpty ? { ...value, [rootKey]: value[rootKey] ?? {} } : value);
    return equalValues(complete(format.parse(text.replace('\uFEFF', ''))), wanted);
  } catch {
    return false;
  }
}

function read(format: SectionFormat, text: string, { file }: EditedEntry): JsonObject {
  try {
    return format.parse(text.replace('\uFEFF', ''));
  } catch (error) {
    if (!(error instanceof SectionSyntaxError)) throw error;
    throw configInvalid(file, error, `it is not valid ${format.title} (${error.message})`);
  }
}

function serversIn(format: SectionFormat, text: string, target: EditedEntry): JsonObject {
  const servers = read(format, text, target)[target.rootKey] ?? {};
  if (isJsonObject(servers)) return servers;
  throw configInvalid(target.file, { line: 1, column: 1 }, `"${target.rootKey}" is not a map of names`);
}

function shown(format: SectionFormat, text: string, { rootKey, name }: Omit<EditedEntry, 'file'>): string {
  const lines = text.replace('\uFEFF', '').split('\n');
  const plain = lines.map((line) => line.replace(/\r$/, ''));
  const { start, end } = format.find(plain, { rootKey, name }) ?? { start: 0, end: 0 };
  return lines.map((line, index) => (index >= start && index < end ? line : format.mask(line))).join('\n');
}
