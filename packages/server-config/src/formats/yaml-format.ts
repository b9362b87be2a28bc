import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Document, isScalar, LineCounter, parseDocument, stringify, visit, type YAMLMap } from 'yaml';
import type { LineRange, SectionFormat, SectionKey } from './section-format.ts';
import { SectionSyntaxError } from './section-syntax-error.ts';

/** YAML, as used by Goose: one block per server below `extensions`. */
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
    const root = (lines[at] ?? '').replace(/^([^:]*:)\s*\{\s*\}/, '$1');
    if (at >= 0) return [...lines.slice(0, at), root, ...block, ...lines.slice(at + 1)];
    const before = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    return [...before, `${key.rootKey}:`, ...block, ''];
  },
  mask: (line, keys) => {
    const [, start = '', key = '', rest = ''] =
      /^(\s*(?:- )*)("[^"\\]*"|'[^']*'|[^\s#"':-][^:#"']*):(\s.*)?$/.exec(line) ?? [];
    const isKnown = key !== '' && keys.has(key.replace(/^(["'])(.*)\1$/, '$2'));
    if (!isKnown) return line.trim() === '' ? line : '…';
    return `${start}${key}:${rest.trim() === '' ? '' : ' …'}`;
  },
};

/**
 * YAML 1.2, regardless of the version that the text declares. The library's own check for duplicate keys compares each
 * key with every other key.
 */
const rules = {
  schema: 'core',
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

function parseYaml(text: string): JsonObject {
  const lineCounter = new LineCounter();
  const failure = (detail: string, offset = 0) => {
    const { line, col } = lineCounter.linePos(offset);
    return new SectionSyntaxError(detail, { line: Math.max(1, line), column: Math.max(1, col) });
  };
  try {
    const document = parseDocument(text, { ...rules, lineCounter });
    const [error] = document.errors;
    if (error !== undefined) throw failure(error.message.split('\n')[0] ?? '', error.pos[0]);
    const doubtful = findDoubtfulKey(document);
    if (doubtful !== undefined) throw failure(doubtful.detail, doubtful.offset);
    const value: unknown = document.toJS() ?? {};
    if (isJsonObject(value)) return value;
    throw failure('its root is not a map');
  } catch (error) {
    if (error instanceof SectionSyntaxError) throw error;
    throw failure(error instanceof ReferenceError ? error.message : 'it is nested too deeply');
  }
}

/**
 * Finds a key that may hide a restriction: a key that is overridden by a later key of the same name, or a key that
 * merges another map.
 */
function findDoubtfulKey(document: Document): { readonly detail: string; readonly offset: number } | undefined {
  let found: { readonly detail: string; readonly offset: number } | undefined;
  visit(document, {
    Map: (_, map: YAMLMap) => {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : undefined;
        const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
        if (name === '<<') found = { detail: 'the merge key "<<" is not supported; write out its values', offset };
        else if (name === undefined) found = { detail: 'a key is not a plain string', offset };
        else if (seen.has(name))
          found = { detail: `the key ${JSON.stringify(name.slice(0, 60))} occurs twice`, offset };
        else seen.add(name);
        if (found !== undefined) return visit.BREAK;
      }
      return undefined;
    },
  });
  return found;
}

/** Finds the lines from the entry's key to the next line that is not below it. */
function findBlock(lines: readonly string[], { rootKey, name }: SectionKey): LineRange | undefined {
  const at = lines.findIndex((line) => isMapOf(line, rootKey));
  const indent = at < 0 ? undefined : indentBelow(lines, at);
  if (indent === undefined) return undefined;
  const length = lines.slice(at + 1).findIndex((line) => /^[^\s#]/.test(line));
  const below = length < 0 ? lines.length : at + 1 + length;
  const isKey = (line: string) =>
    [name, `'${name}'`, JSON.stringify(name)].some((key) => `${line} `.startsWith(`${indent}${key}: `));
  const start = lines.findIndex((line, index) => index > at && index < below && isKey(line));
  if (start < 0) return undefined;
  const next = lines.findIndex((line, index) => index > start && index < below && isAtMost(line, indent.length));
  let end = next < 0 ? below : next;
  while (end > start && /^\s*(#|$)/.test(lines[end - 1] ?? '')) end--;
  return { start, end };
}

/** True for a line that contains `extensions:`, followed by nothing or by an empty map. */
function isMapOf(line: string, rootKey: string): boolean {
  return line.startsWith(`${rootKey}:`) && /^\s*(?:\{\s*\})?\s*(?:#.*)?$/.test(line.slice(rootKey.length + 1));
}

/** Returns the indentation inside a map; undefined if the map is empty. */
function indentBelow(lines: readonly string[], at: number): string | undefined {
  const first = lines.slice(at + 1).find((line) => !/^\s*(#|$)/.test(line));
  const [indent = ''] = /^ */.exec(first ?? '') ?? [];
  return indent === '' ? undefined : indent;
}

function isAtMost(line: string, indent: number): boolean {
  return !/^\s*(#|$)/.test(line) && (/^ */.exec(line)?.[0].length ?? 0) <= indent;
}
