import { isJsonObject, type JsonObject } from '@modegate/json';
import { parse, stringify, TomlError } from 'smol-toml';
import type { LineRange, SectionFormat, SectionKey } from './section-format.ts';
import { SectionSyntaxError } from './section-syntax-error.ts';

/** TOML 1.0, as used by Codex: one table per server, `[mcp_servers.name]`. */
export const tomlFormat: SectionFormat = {
  title: 'TOML',
  parse: parseToml,
  find: findTable,
  add: (lines, { rootKey, name }, value) => {
    const before = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    const table = stringify({ [rootKey]: { [name]: value } })
      .trimEnd()
      .split('\n');
    return [...before, ...(before.length === 0 ? [] : ['']), ...table, ''];
  },
  mask: (line, keys) => {
    const isKnown = (text: string) => tomlPathOf(text)?.every((key) => keys.has(key)) === true;
    const [, header = '', table = '', remark = ''] = /^(\s*\[{1,2}([^[\]]+)\]{1,2})\s*(.*)$/.exec(line) ?? [];
    if (header !== '' && isKnown(table)) return remark === '' ? header : `${header} …`;
    const [, start = '', key = ''] = /^(\s*)(?=\S)((?:[\w.\t -]|"[^"\\]*"|'[^']*')+)=/.exec(line) ?? [];
    if (key !== '' && isKnown(key)) return `${start}${key.trimEnd()} = …`;
    return line.trim() === '' ? line : '…';
  },
};

function parseToml(text: string): JsonObject {
  try {
    // Dates and integers too large for a double do not occur in a server's entry; both are retained as text for
    // comparison only.
    const plain: unknown = JSON.parse(
      JSON.stringify(parse(text, { integersAsBigInt: 'asNeeded' }), (_, value) =>
        typeof value === 'bigint' ? `${value}n` : value,
      ),
    );
    return isJsonObject(plain) ? plain : {};
  } catch (error) {
    if (!(error instanceof TomlError)) throw new SectionSyntaxError('it is nested too deeply', { line: 1, column: 1 });
    throw new SectionSyntaxError((error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, ''), error);
  }
}

/**
 * Finds the lines from the table's header to the next header that is not below it; excludes comments directly above
 * that next header, because they belong to that header.
 */
function findTable(lines: readonly string[], key: SectionKey): LineRange | undefined {
  const isOwn = (line: string): boolean => {
    const path = headerPath(line);
    return path?.[0] === key.rootKey && path[1] === key.name;
  };
  const start = lines.findIndex(isOwn);
  if (start < 0) return undefined;
  const next = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line) && !isOwn(line));
  let end = next < 0 ? lines.length : next;
  while (end > start && /^\s*(#|$)/.test(lines[end - 1] ?? '')) end--;
  return { start, end };
}

/** Returns the keys in a table's header; undefined for any other line. */
function headerPath(line: string): readonly string[] | undefined {
  const [, header] = /^\s*\[([^[\]]*)\]\s*(?:#.*)?$/.exec(line) ?? [];
  return header === undefined ? undefined : tomlPathOf(header);
}

/** Returns the parts of a dotted key; undefined for any other text. */
export function tomlPathOf(key: string): readonly string[] | undefined {
  if (/^[\w-]+(?:\.[\w-]+)*$/.test(key.trim())) return key.trim().split('.');
  try {
    const path: string[] = [];
    let value: unknown = parse(`${key} = 0`);
    while (isJsonObject(value)) {
      const [part = ''] = Object.keys(value);
      path.push(part);
      value = value[part];
    }
    return path;
  } catch {
    return undefined;
  }
}
