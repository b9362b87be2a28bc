import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** Front matter of a Markdown file. */
export interface FrontMatter {
  readonly values: JsonObject;
  /** Returns the line of a key in the file; for a missing key, the line of the front matter. */
  readonly lineOf: (key: string) => number;
  /** Position of the first fault, if the front matter was read line by line because it is not valid YAML. */
  readonly fault: { readonly line: number; readonly column: number; readonly description: string } | undefined;
}

/** Reads the front matter of a Markdown file; returns undefined if the file has none. */
export function readFrontMatter(source: string): FrontMatter | undefined {
  const text = source.replace(/^\uFEFF/, '');
  const start = /^---[\t ]*\r?\n/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const end = text.slice(start - 1).search(/\n---[\t ]*(\r?\n|$)/);
  if (end === -1) return undefined;
  const body = text.slice(start, start + end);
  const lines = new LineCounter();
  const fault = { line: 2, column: 1, description: 'it is not valid YAML' };
  try {
    const document = parseDocument(body, { lineCounter: lines, logLevel: 'silent' });
    const [error] = document.errors;
    if (error === undefined) return readDocument(document, lines);
    const { line, col: column } = lines.linePos(error.pos[0]);
    return readLines(body, { ...fault, line: line + 1, column });
  } catch {
    return readLines(body, fault);
  }
}

function readDocument(document: Document.Parsed, lines: LineCounter): FrontMatter {
  const { contents } = document;
  const values: unknown = document.toJS({ maxAliasCount: 100 });
  const lineOf = (key: string) => {
    const pair = isMap(contents)
      ? contents.items.find((item) => isScalar(item.key) && item.key.value === key)
      : undefined;
    const offset = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    return offset === undefined ? 1 : lines.linePos(offset).line + 1;
  };
  return { values: isJsonObject(values) ? values : {}, lineOf, fault: undefined };
}

/**
 * Reads, as plain text, `key: value` lines whose values are not valid YAML, such as a description that contains a
 * colon.
 */
function readLines(body: string, fault: FrontMatter['fault']): FrontMatter {
  const values: Record<string, unknown> = {};
  const places = new Map<string, number>();
  const lines = body.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const [, key, value] = /^([A-Za-z][\w-]*):(?:[\t ]+(.*))?$/.exec(line) ?? [];
    if (key === undefined || places.has(key)) continue;
    places.set(key, index + 2);
    const items = value?.trim() ? [] : itemsAfter(lines, index);
    values[key] = items.length > 0 ? items : plainValue(value ?? '');
  }
  return { values, lineOf: (key) => places.get(key) ?? 1, fault };
}

function itemsAfter(lines: readonly string[], index: number): readonly string[] {
  const items: string[] = [];
  for (const line of lines.slice(index + 1)) {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? [];
    if (item === undefined) break;
    items.push(String(plainValue(item)));
  }
  return items;
}

function plainValue(value: string): unknown {
  const trimmed = value.trim();
  const quoted = /^(["'])(.*)\1$/.exec(trimmed)?.[2];
  if (quoted !== undefined) return quoted;
  if (trimmed.startsWith('[') && trimmed.endsWith(']'))
    return trimmed
      .slice(1, -1)
      .split(',')
      .map((item) => String(plainValue(item)));
  return trimmed;
}
