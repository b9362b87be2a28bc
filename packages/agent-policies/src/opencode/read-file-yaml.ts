import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { FileFault, FileValue, FileValueEntry, Place } from './file-value.ts';

/** Maximum number of values in a file; an alias is counted every time it is used. */
const largest = 20_000;

/** @internal Reads YAML and records positions; returns undefined for empty text. */
export function readFileYaml(text: string): FileValue | FileFault | undefined {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, merge: true, logLevel: 'silent' });
    const [error] = document.errors;
    if (error !== undefined)
      return { place: placeOf(error.pos[0], lines), what: `the YAML cannot be parsed: ${firstLine(error.message)}` };
    const { contents } = document;
    return contents === null ? undefined : convert(contents as Node, { document, lines, count: 0 });
  } catch (error) {
    const what = error instanceof Error ? firstLine(error.message) : 'it cannot be read';
    return { place: { line: 1, column: 1 }, what: `the YAML cannot be parsed: ${what}` };
  }
}

interface Source {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  count: number;
}

function convert(node: Node | null | undefined, source: Source): FileValue {
  const { document, lines } = source;
  source.count += 1;
  if (source.count > largest) throw new RangeError('it contains too many values');
  const place = placeOf(node?.range?.[0] ?? 0, lines);
  if (isAlias(node)) return convert(node.resolve(document), source);
  if (isSeq<Node>(node)) return { kind: 'list', place, items: node.items.map((item) => convert(item, source)) };
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.map(({ key, value }): [string, FileValueEntry] => [
      isScalar(key) ? String(key.value) : String(key),
      { place: placeOf(key.range?.[0] ?? 0, lines), value: convert(value, source), unsettled: false },
    ]);
    return { kind: 'map', place, entries: new Map(entries) };
  }
  const value = isScalar(node) ? node.value : null;
  return { kind: 'scalar', place, value: isPlain(value) ? value : String(value), unsettled: false };
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function placeOf(offset: number, lines: LineCounter): Place {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/[.:]$/, '') ?? '';
}
