import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { FileFault, FileValue, FileValueEntry, Place } from './file-value.ts';

const substitution = /\{(?:env|file):[^{}]+\}/;

/**
 * @internal Reads JSON with comments and trailing commas in the same way as opencode and Kilo; returns undefined for an
 * empty file.
 */
export function readFileJsonc(source: string): FileValue | FileFault | undefined {
  // Both agents remove a byte order mark; a space in its place preserves the columns.
  const text = source.replace(/^\uFEFF/, ' ');
  if (source === '' || source === '\uFEFF') return undefined;
  const toPlace = placeFinder(text);
  try {
    const errors: ParseError[] = [];
    let root = parseTree(text, errors, { allowTrailingComma: true });
    // An unquoted value such as {env:PORT} becomes JSON only after substitution.
    if (errors.length > 0 && substitution.test(text)) {
      errors.length = 0;
      const filled = text.replaceAll(new RegExp(substitution, 'g'), (token) => '1'.repeat(token.length));
      root = parseTree(filled, errors, { allowTrailingComma: true });
    }
    const [error] = errors;
    if (error !== undefined || root === undefined)
      return {
        place: toPlace(error?.offset ?? 0),
        what: `the file is not JSON: ${error === undefined ? 'ValueExpected' : printParseErrorCode(error.error)}`,
      };
    return convert(root, { text, toPlace });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { place: { line: 1, column: 1 }, what: 'the file is nested too deeply' };
  }
}

interface Source {
  readonly text: string;
  readonly toPlace: (offset: number) => Place;
}

function convert(node: Node, source: Source): FileValue {
  const place = source.toPlace(node.offset);
  const children = node.children ?? [];
  if (node.type === 'array') return { kind: 'list', place, items: children.map((child) => convert(child, source)) };
  if (node.type !== 'object') return { kind: 'scalar', place, value: node.value, unsettled: isUnsettled(node, source) };
  const entries = new Map<string, FileValueEntry>();
  for (const { children: [key, value] = [] } of children)
    if (key !== undefined && value !== undefined)
      entries.set(String(key.value), {
        place: source.toPlace(key.offset),
        value: convert(value, source),
        unsettled: isUnsettled(key, source),
      });
  return { kind: 'map', place, entries };
}

function isUnsettled({ offset, length }: Node, { text }: Source): boolean {
  return substitution.test(text.slice(offset, offset + length));
}

/** @internal Returns a function that maps offsets to lines and columns. */
export function placeFinder(text: string): (offset: number) => Place {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
