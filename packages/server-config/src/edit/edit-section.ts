import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import { splitMark } from '../byte-order-mark.ts';
import { updatedValue } from '../clients/entry-format.ts';
import type { SectionFormat } from '../formats/section-format.ts';
import { SectionSyntaxError } from '../formats/section-syntax-error.ts';
import type { ConfigEditor } from './config-editor.ts';
import { configInvalid, type EditedEntry } from './editable-config.ts';
import { commonStart } from './line-diff.ts';
import { secretKeys } from './mask-secrets.ts';

/**
 * Edits the lines of one entry in a format that has no dedicated editor. Checks each edit by parsing the result; if
 * anything else has changed, the file is left as it was. Comments in a changed entry are moved above the entry.
 */
export function sectionEditor(format: SectionFormat): ConfigEditor {
  const withNewServer = (original: string | undefined, target: EditedEntry, value: unknown): string =>
    edit(format, target, { original: original ?? '', value: value as JsonObject });
  return {
    isBlank: (text) => splitMark(text).body.trim() === '',
    entryIn: (text, target) => serversIn(format, text, target)[target.name],
    withServer: (original, target, entry) => {
      const old = original === undefined ? undefined : serversIn(format, original, target)[target.name];
      return withNewServer(original, target, updatedValue(old, entry));
    },
    withNewServer,
    withoutServer: (text, target) => edit(format, target, { original: text, value: undefined }),
    shown: (text, target) => shown(format, text, target),
  };
}

function edit(
  format: SectionFormat,
  target: EditedEntry,
  { original, value }: { readonly original: string; readonly value: JsonObject | undefined },
): string {
  const { rootKey, name, file } = target;
  const { mark, body } = splitMark(original);
  const root = read(format, original, target);
  const { [name]: old, ...others } = serversIn(format, original, target);
  if (equalValues(old, value)) return original;
  const lines = body.split('\n');
  const range = old === undefined ? undefined : format.find(lines.map(withoutReturn), target);
  const { left, comments } = range === undefined ? { left: lines, comments: [] } : without(lines, range);
  const kept = left.length === 1 && left[0] === '' ? [] : left;
  const add = (to: readonly string[], entry: JsonObject) => {
    const added = format.add(to.map(withoutReturn), target, entry);
    const at = format.find(added, target)?.start;
    return at === undefined ? added : [...added.slice(0, at), ...comments, ...added.slice(at)];
  };
  const fresh = value === undefined ? left : withOldEnds(add(kept, value), kept, /\r\n|\n/.exec(body)?.[0] === '\r\n');
  const text = mark + fresh.join('\n');
  const wanted = { ...root, [rootKey]: value === undefined ? others : { ...others, [name]: value } };
  if (isWanted(() => format.parse(splitMark(text).body), wanted, rootKey)) return text;
  throw configInvalid(file, { line: (range?.start ?? 0) + 1, column: 1 }, 'its layout cannot be edited safely');
}

function withoutReturn(line: string): string {
  return line.replace(/\r$/, '');
}

/** Removes all but one of the blank lines before the entry. */
function without(lines: readonly string[], { start, end }: { readonly start: number; readonly end: number }) {
  let from = start;
  while (from > 0 && (lines[from - 1] ?? '').trim() === '' && end < lines.length) from--;
  const comments = lines.slice(start, end).flatMap((line) => commentOf(withoutReturn(line)) ?? []);
  const blank = from > 0 ? lines.slice(from, start).slice(0, 1) : [];
  return { left: [...lines.slice(0, from), ...blank, ...lines.slice(end)], comments };
}

/** Returns the comment in a line, as a separate line. */
function commentOf(line: string): string | undefined {
  if (/^\s*#/.test(line)) return line;
  const [, comment] = /^(?:[^"'#\s]|"(?:[^"\\]|\\.)*"|'[^']*'|\s(?!#))*\s(#.*)$/.exec(line) ?? [];
  return comment === undefined ? undefined : `${/^\s*/.exec(line)?.[0] ?? ''}${comment}`;
}

/** Existing lines retain their line endings; new lines get the first line ending in the text. */
function withOldEnds(fresh: readonly string[], old: readonly string[], hasReturns: boolean): readonly string[] {
  const plain = old.map(withoutReturn);
  const start = commonStart(plain, fresh);
  const end = commonStart(plain.slice(start).toReversed(), fresh.slice(start).toReversed());
  return fresh.map((line, index) => {
    if (index === fresh.length - 1) return line;
    const at = index < start ? index : index - fresh.length + old.length;
    const isKept = (index < start || index >= fresh.length - end) && at < old.length - 1;
    return (isKept ? old[at] : undefined) ?? (hasReturns ? `${line}\r` : line);
  });
}

function isWanted(value: () => JsonObject, wanted: JsonObject, rootKey: string): boolean {
  try {
    const found = value();
    // A map may disappear together with its last entry.
    const isEmpty = equalValues(wanted[rootKey], {});
    return equalValues(isEmpty ? { ...found, [rootKey]: found[rootKey] ?? {} } : found, wanted);
  } catch {
    return false;
  }
}

function read(format: SectionFormat, text: string, { file }: EditedEntry): JsonObject {
  try {
    return format.parse(splitMark(text).body);
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
  const { body } = splitMark(text);
  const lines = body.split('\n').map(withoutReturn);
  const root = format.parse(body);
  const { [rootKey]: servers } = root;
  const entry = isJsonObject(servers) ? servers[name] : undefined;
  const { start, end } = (entry === undefined ? undefined : format.find(lines, { rootKey, name })) ?? {
    start: 0,
    end: 0,
  };
  const isSecret = secretLines(lines.slice(start, end), entry);
  const keys = keysIn(root);
  const isOpen = (line: string, index: number) => index >= start && index < end && !isSecret(line);
  return lines.map((line, index) => (isOpen(line, index) ? line : format.mask(line, keys))).join('\n');
}

/**
 * Returns a predicate that is true for lines of an entry that may contain a variable, a header or a note; the predicate
 * always returns true if any of these is not written literally.
 */
function secretLines(lines: readonly string[], entry: unknown): (line: string) => boolean {
  const secrets = secretKeys.flatMap((key) => textsIn(isJsonObject(entry) ? entry[key] : undefined));
  const areWritten = secrets.every((secret) => lines.some((line) => line.includes(secret)));
  return (line) => !areWritten || line.includes('#') || secrets.some((secret) => line.includes(secret));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return value === undefined || value === '' ? [] : [String(value)];
}

function keysIn(value: unknown): ReadonlySet<string> {
  const keys = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      if (!Array.isArray(part)) keys.add(key);
      collect(inner);
    }
  };
  collect(value);
  return keys;
}
