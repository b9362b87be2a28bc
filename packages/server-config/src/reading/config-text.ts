import { createLineIndex, isJsonObject, type JsonObject } from '@modegate/json';
import type { ConfigFileKind } from '../entries/server-entry.ts';
import { type ConfigFormatName, sectionFormats } from '../formats/config-format.ts';
import { SectionSyntaxError } from '../formats/section-syntax-error.ts';
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

/** Reads a text in the format of its kind. Never throws. */
export function parseConfigText(text: string, kind: ConfigFileKind): ParsedJsonText | BrokenJsonText {
  const format = formats[kind];
  return format === undefined || isBlankJson(text) ? parseJsonText(text) : parseSections(text, format);
}

/** The values of TOML or YAML as JSON, whose keys are looked up in the text for their positions. */
function parseSections(text: string, format: Exclude<ConfigFormatName, 'json'>): ParsedJsonText | BrokenJsonText {
  if (text.length > MAX_CONFIG_BYTES)
    return { state: 'broken', code: 'FILE_TOO_LARGE', errors: [{ line: 1, column: 1, detail: 'too large' }] };
  const { title, parse } = sectionFormats[format];
  try {
    const json = parseJsonText(JSON.stringify(withoutBuiltIns(parse(text.replace(/^\uFEFF/, '')))));
    return json.state === 'broken' ? json : placed(json, text);
  } catch (error) {
    const isSyntax = error instanceof SectionSyntaxError;
    const { line, column } = isSyntax ? error : { line: 1, column: 1 };
    const detail = isSyntax ? error.message : 'it nests too deeply';
    return { state: 'broken', format: title, code: 'SYNTAX_ERROR', errors: [{ line, column, detail }] };
  }
}

/** What comes with Goose has no command; it is not an MCP server of another program's. */
function withoutBuiltIns(root: JsonObject): JsonObject {
  const { extensions } = root;
  if (!isJsonObject(extensions)) return root;
  const isServer = (entry: unknown) => !isJsonObject(entry) || !builtIn.has(entry.type);
  return { ...root, extensions: Object.fromEntries(Object.entries(extensions).filter(([, entry]) => isServer(entry))) };
}

const builtIn = new Set<unknown>(['builtin', 'platform', 'frontend', 'inline_python']);

function placed(json: ParsedJsonText, text: string): ParsedJsonText {
  const { positionAt } = createLineIndex(text);
  const place = (offset: number) => {
    const [, key = ''] = /^"((?:[^"\\]|\\.)*)"/.exec(json.text.slice(offset, offset + 300)) ?? [];
    const at = key === '' ? -1 : text.indexOf(key);
    return positionAt(Math.max(0, at));
  };
  return {
    ...json,
    positionAt: place,
    locate: (pointer) => {
      const found = json.locate(pointer);
      return found === undefined ? undefined : place(found.column - 1);
    },
  };
}
