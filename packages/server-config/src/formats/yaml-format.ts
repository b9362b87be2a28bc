import { isJsonObject, type JsonObject } from '@modegate/json';
import { parseDocument, stringify } from 'yaml';
import type { LineRange, SectionFormat, SectionKey } from './section-format.ts';
import { SectionSyntaxError } from './section-syntax-error.ts';

/** YAML, as Goose keeps its settings: one block for each server below `extensions`. */
export const yamlFormat: SectionFormat = {
  title: 'YAML',
  parse: parseYaml,
  find: findBlock,
  add: (lines, key, value) => {
    const at = lines.findIndex((line) => isMapOf(line, key.rootKey));
    const indent = (at < 0 ? undefined : indentBelow(lines, at)) ?? '  ';
    const block = stringify({ [key.name]: value }, { indent: indent.length, lineWidth: 0 })
      .trimEnd()
      .split('\n')
      .map((line) => indent + line);
    if (at >= 0) return [...lines.slice(0, at), `${key.rootKey}:`, ...block, ...lines.slice(at + 1)];
    const before = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    return [...before, `${key.rootKey}:`, ...block, ''];
  },
  mask: (line) =>
    line.replace(/^(\s*(?:- )?[\w.-]+:)\s+\S.*$|^(?!\s*(?:- )?[\w.-]+:\s*$|\s*$).*$/, (_, key) =>
      key === undefined ? '…' : `${key} …`,
    ),
};

function parseYaml(text: string): JsonObject {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const [place] = error.linePos ?? [];
    throw new SectionSyntaxError((error.message.split('\n')[0] ?? '').replace(/ at line .*$/, ''), {
      line: place?.line ?? 1,
      column: place?.col ?? 1,
    });
  }
  try {
    const value: unknown = document.toJS();
    return isJsonObject(value) ? value : {};
  } catch (error) {
    throw new SectionSyntaxError(error instanceof Error ? error.message : 'it cannot be read', { line: 1, column: 1 });
  }
}

/** From the key of the entry to the next line that is not below it. */
function findBlock(lines: readonly string[], { rootKey, name }: SectionKey): LineRange | undefined {
  const at = lines.findIndex((line) => isMapOf(line, rootKey));
  const indent = at < 0 ? undefined : indentBelow(lines, at);
  if (indent === undefined) return undefined;
  const length = lines.slice(at + 1).findIndex((line) => /^[^\s#]/.test(line));
  const below = length < 0 ? lines.length : at + 1 + length;
  const isKey = (line: string) =>
    [name, `'${name}'`, JSON.stringify(name)].some((key) => line.startsWith(`${indent}${key}:`));
  const start = lines.findIndex((line, index) => index > at && index < below && isKey(line));
  if (start < 0) return undefined;
  const next = lines.findIndex((line, index) => index > start && index < below && isAtMost(line, indent.length));
  let end = next < 0 ? below : next;
  while (end > start && /^\s*(#|$)/.test(lines[end - 1] ?? '')) end--;
  return { start, end };
}

/** `extensions:`, with nothing or an empty map behind it. */
function isMapOf(line: string, rootKey: string): boolean {
  return line.startsWith(`${rootKey}:`) && /^\s*(?:\{\s*\})?\s*(?:#.*)?$/.test(line.slice(rootKey.length + 1));
}

/** The indentation of what is in a map; undefined where it is empty. */
function indentBelow(lines: readonly string[], at: number): string | undefined {
  const first = lines.slice(at + 1).find((line) => !/^\s*(#|$)/.test(line));
  const [indent = ''] = /^ */.exec(first ?? '') ?? [];
  return indent === '' ? undefined : indent;
}

function isAtMost(line: string, indent: number): boolean {
  return !/^\s*(#|$)/.test(line) && (/^ */.exec(line)?.[0].length ?? 0) <= indent;
}
