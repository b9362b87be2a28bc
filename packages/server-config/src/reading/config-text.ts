import { createLineIndex, isJsonObject, type JsonObject, jsonPointer } from '@modegate/json';
import { findNodeAtOffset, getNodePath } from 'jsonc-parser';
import type { ConfigFileKind } from '../entries/server-entry.ts';
import { type ConfigFormatName, sectionFormats } from '../formats/config-format.ts';
import { SectionSyntaxError } from '../formats/section-syntax-error.ts';
import { tomlPositions } from '../formats/toml-positions.ts';
import {
  type BrokenJsonText,
  isBlankJson,
  MAX_CONFIG_BYTES,
  type ParsedJsonText,
  parseJsonText,
} from '../json/json-text.ts';

const formats: Readonly<Partial<Record<ConfigFileKind, Exclude<ConfigFormatName, 'json'>>>> = {
  codex: 'toml',
  goose: 'yaml',
};

/** Parses a file's text in the format for the file's kind. Never throws. */
export function parseConfigText(text: string, kind: ConfigFileKind): ParsedJsonText | BrokenJsonText {
  const format = formats[kind];
  return format === undefined || isBlankJson(text) ? parseJsonText(text) : parseSections(text, format);
}

/** Parses TOML or YAML into JSON values, with positions in the original text. */
function parseSections(text: string, format: Exclude<ConfigFormatName, 'json'>): ParsedJsonText | BrokenJsonText {
  if (text.length > MAX_CONFIG_BYTES)
    return { state: 'broken', code: 'FILE_TOO_LARGE', errors: [{ line: 1, column: 1, detail: 'too large' }] };
  const { title, parse } = sectionFormats[format];
  try {
    const plain = text.replace(/^\uFEFF/, '');
    const json = parseJsonText(JSON.stringify(withoutBuiltIns(parse(plain))));
    if (json.state === 'broken') return json;
    const offsetOf = format === 'toml' ? offsetByKeys(json, tomlPositions(plain)) : offsetByText(json, plain);
    return withPositions(json, plain, offsetOf);
  } catch (error) {
    const isSyntax = error instanceof SectionSyntaxError;
    const { line, column } = isSyntax ? error : { line: 1, column: 1 };
    const detail = isSyntax ? error.message : 'it is nested too deeply';
    return { state: 'broken', format: title, code: 'SYNTAX_ERROR', errors: [{ line, column, detail }] };
  }
}

/** A built-in extension of Goose has no command and is not an MCP server for other programs. */
function withoutBuiltIns(root: JsonObject): JsonObject {
  const { extensions } = root;
  if (!isJsonObject(extensions)) return root;
  const isServer = (entry: unknown) => !isJsonObject(entry) || !builtIn.has(entry.type);
  return { ...root, extensions: Object.fromEntries(Object.entries(extensions).filter(([, entry]) => isServer(entry))) };
}

const builtIn = new Set<unknown>(['builtin', 'platform', 'frontend', 'inline_python']);

/**
 * Replaces positions in the JSON with those in the original text. @param offsetOf - Converts an offset in the JSON to
 * an offset in the text.
 */
function withPositions(json: ParsedJsonText, text: string, offsetOf: (offset: number) => number): ParsedJsonText {
  const { positionAt } = createLineIndex(text);
  const place = (offset: number) => positionAt(offsetOf(offset));
  return {
    ...json,
    positionAt: place,
    locate: (pointer) => {
      const found = json.locate(pointer);
      return found === undefined ? undefined : place(found.column - 1);
    },
  };
}

/** Finds the offset of the nearest key at or around a value. */
function offsetByKeys({ root }: ParsedJsonText, offsets: ReadonlyMap<string, number>) {
  return (offset: number): number => {
    const node = findNodeAtOffset(root, offset);
    const path = node === undefined ? [] : getNodePath(node).map(String);
    for (let length = path.length; length > 0; length--) {
      const at = offsets.get(jsonPointer(...path.slice(0, length)));
      if (at !== undefined) return at;
    }
    return 0;
  };
}

/** Finds the offset of the first occurrence of the same key or text. */
function offsetByText(json: ParsedJsonText, text: string) {
  return (offset: number): number => {
    const [, key = ''] = /^"((?:[^"\\]|\\.)*)"/.exec(json.text.slice(offset, offset + 300)) ?? [];
    return key === '' ? 0 : Math.max(0, text.indexOf(key));
  };
}
