import type { PermissionEdit } from '../permission-files.ts';
import type { PlacedChange } from './json-change.ts';

/**
 * @internal Returns edits that change keys in YAML or TOML, each with its value on one line; returns undefined if an
 * edit is uncertain. `mark` is the text after a key.
 */
export function changeLines(
  text: string,
  changes: readonly PlacedChange[],
  mark: ':' | '=',
): readonly PermissionEdit[] | undefined {
  const lines = listLines(text, mark);
  const found = [...new Map(changes.map((one) => [one.line, one])).values()].map((one) => changeLine(lines, one));
  return found.includes(undefined) ? undefined : found.flatMap((edits) => edits ?? []);
}

interface KeyLine {
  readonly start: number;
  /** Text of the line, including its line ending. */
  readonly text: string;
  readonly indent: string;
  /** Key as written, including its quotation marks; undefined for a line without a key. */
  readonly key: string | undefined;
  /** False if the value continues on the lines below. */
  readonly isWhole: boolean;
}

function listLines(text: string, mark: string): readonly KeyLine[] {
  let start = 0;
  const rows = text.split(/(?<=\n)/);
  return rows.map((row, index) => {
    const [, indent = '', key, rest = ''] = new RegExp(
      String.raw`^\uFEFF?(\s*)("[^"]*"|'[^']*'|[^\s"'#${mark}][^${mark}]*?)\s*${mark}(.*)`,
    ).exec(row) ?? [/^\s*/.exec(row)?.[0]];
    const next = rows[index + 1] ?? '';
    const isDeeper = next.trim() !== '' && (/^\s*/.exec(next)?.[0].length ?? 0) > indent.length;
    const isWhole = /^\s*[^\s|>&{["'#]|^\s*(["'])(?:(?!\1).)*\1\s*(?:#|$)/.test(rest) && !isDeeper;
    const line = { start, text: row, indent, key, isWhole };
    start += row.length;
    return line;
  });
}

function changeLine(
  lines: readonly KeyLine[],
  { change, line, written }: PlacedChange,
): readonly PermissionEdit[] | undefined {
  const own = lines[line - 1];
  if (own?.key === undefined || nameOf(own.key) !== written) return undefined;
  if (change.do === 'write') return rename(lines, own, change.text);
  if (!own.isWhole || !own.text.endsWith('\n')) return undefined;
  const removal = { start: own.start, end: own.start + own.text.length, text: '' };
  if (change.do === 'remove') return hasSibling(lines, line - 1) ? [removal] : undefined;
  if (change.do !== 'move behind') return undefined;
  const target = lines[change.line - 1];
  const isBelow = change.line > line && target?.key !== undefined && nameOf(target.key) === change.written;
  const between = lines.slice(line - 1, change.line);
  const isSameMap = between.every(({ indent, text }) => text.trim() === '' || indent.length >= own.indent.length);
  if (!isBelow || !isSameMap || target.indent !== own.indent || !target.isWhole || !target.text.endsWith('\n'))
    return undefined;
  const end = target.start + target.text.length;
  return [removal, { start: end, end, text: own.text }];
}

function rename(lines: readonly KeyLine[], own: KeyLine, name: string): readonly PermissionEdit[] | undefined {
  const { key = '', indent } = own;
  if (lines.some((one) => one.key !== undefined && one.indent === indent && nameOf(one.key) === name)) return undefined;
  const start = own.start + own.text.indexOf(key);
  const text = /^["']/.test(key) || !/^[\w-]+$/.test(name) ? JSON.stringify(name) : name;
  return [{ start, end: start + key.length, text }];
}

/** True if a line's map has another entry immediately before or after that line. */
function hasSibling(lines: readonly KeyLine[], index: number): boolean {
  const own = lines[index];
  return [lines[index - 1], lines[index + 1]].some((one) => one?.key !== undefined && one.indent === own?.indent);
}

function nameOf(key: string): string {
  return /^["']/.test(key) ? key.slice(1, -1) : key;
}
