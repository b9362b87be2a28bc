import { parse, TomlError } from 'smol-toml';
import type { PermissionFile, PermissionFileProblem } from '../permission-files.ts';
import type { CodexConfigFile, CodexTable } from './codex-rules.ts';

/** Reads a TOML file; a fault in the file prevents Codex from starting wherever Codex reads that file. */
export function readCodexConfig(file: PermissionFile): CodexConfigFile {
  const text = file.text.replace(/^\uFEFF/, '');
  const common = { path: file.path, name: file.name, lines: findKeyLines(text) };
  try {
    return { ...common, table: parse(text, { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    const { line, column } = error instanceof TomlError ? error : { line: 1, column: 1 };
    const why = (error instanceof TomlError ? error.message : 'it is nested too deeply').split('\n')[0] ?? '';
    const message = `This file is not valid TOML: ${why.replace(/^Invalid TOML document: /, '')}. Codex does not start with it. Correct this line.`;
    return { ...common, table: {}, fault: startFault(common, message, { line, column }) };
  }
}

/** Describes a fault that prevents Codex from starting. */
export function startFault(
  { name }: Pick<CodexConfigFile, 'name'>,
  message: string,
  { line = 1, column = 1 }: Partial<Pick<PermissionFileProblem, 'line' | 'column'>> = {},
): PermissionFileProblem {
  return { code: 'CODEX_DOES_NOT_START', severity: 'error', message, file: name ?? 'the command line', line, column };
}

/** True for a TOML table. */
export function isTable(value: unknown): value is CodexTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Reads a word, which may be written as the only key of a table; returns undefined for anything else. */
export function wordOf(value: unknown): string | undefined {
  const [word] = isTable(value) ? Object.keys(value) : [value];
  return typeof word === 'string' ? word : undefined;
}

/** Returns the value at a key's path. */
export function valueAt(table: CodexTable, path: readonly string[]): unknown {
  let value: unknown = table;
  for (const key of path) value = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** Returns the line of a key, or of the nearest enclosing table. Line numbers start at 1. */
export function lineOfKey({ lines }: Pick<CodexConfigFile, 'lines'>, path: readonly string[]): number {
  for (let length = path.length; length > 0; length--) {
    const line = lines.get(JSON.stringify(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}

/** Finds the lines of keys and headers, except those inside strings and inline tables. */
function findKeyLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const add = (path: readonly string[], line: number) => {
    for (let length = 1; length <= path.length; length++) {
      const key = JSON.stringify(path.slice(0, length));
      if (!lines.has(key) || length === path.length) lines.set(key, line);
    }
  };
  let table: readonly string[] = [];
  let quote: string | undefined;
  for (const [index, row] of text.split('\n').entries()) {
    if (quote === undefined) {
      const header = /^\s*\[{1,2}([^\n]*?)\]{1,2}\s*(?:#.*)?$/.exec(row);
      const path = header === null ? undefined : readKeyPath(header[1] ?? '');
      const key = readKeyPath(row, '=');
      if (path !== undefined) table = path;
      if (path !== undefined || key !== undefined) add([...table, ...(key ?? [])], index + 1);
    }
    for (const [mark] of row.matchAll(/"""|'''/g))
      quote = quote === undefined ? mark : quote === mark ? undefined : quote;
  }
  return lines;
}

/** Reads a dotted key, up to `end` or the end of the text. */
function readKeyPath(text: string, end?: string): readonly string[] | undefined {
  const keys: string[] = [];
  const key = /\s*(?:([\w-]+)|"((?:[^"\\]|\\.)*)"|'([^']*)')\s*([.=]|$)/y;
  for (;;) {
    const found = key.exec(text);
    if (found === null) return undefined;
    keys.push(found[1] ?? found[3] ?? (found[2] ?? '').replaceAll(/\\(["\\])/g, '$1'));
    if (found[4] !== '.') return found[4] === (end ?? '') ? keys : undefined;
  }
}
