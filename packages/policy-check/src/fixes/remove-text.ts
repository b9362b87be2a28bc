import type { FixEdit } from '../source/finding.ts';
import type { TextSpan } from '../source/location.ts';
import { backOver, type SourceText } from '../source/source-text.ts';

/**
 * Returns an edit that removes a field whose value is on one line; undefined if the edit would affect anything else. A
 * mapping that loses its last field remains as an empty mapping; otherwise, its value would become null.
 */
export function removeField(source: SourceText, pointer: string): FixEdit | undefined {
  const key = source.keySpanOf(pointer);
  const value = source.spanOf(pointer);
  if (key === undefined || value === undefined) return undefined;
  const span = { start: key.start, end: value.end };
  return removeElement(source, span, { blockStart: /^[ \t]*$/, pointer, empty: '{}' });
}

/**
 * Returns an edit that removes a list item on one line; undefined if the edit would affect anything else. A list that
 * loses its last item remains as an empty list.
 */
export function removeItem(source: SourceText, pointer: string): FixEdit | undefined {
  const value = source.spanOf(pointer);
  if (value === undefined) return undefined;
  return removeElement(source, value, { blockStart: /^[ \t]*-[ \t]+$/, pointer, empty: '[]' });
}

interface Removal {
  /** Matches the text before an element on its own line. */
  readonly blockStart: RegExp;
  readonly pointer: string;
  /** Text of a collection without elements. */
  readonly empty: '{}' | '[]';
}

function removeElement(
  source: SourceText,
  { start, end }: TextSpan,
  { blockStart, pointer, empty }: Removal,
): FixEdit | undefined {
  const { file, text } = source;
  if (text.slice(start, end).includes('\n')) return undefined;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline === -1 ? text.length : newline;
  const before = text.slice(lineStart, start);
  const after = text.slice(end, lineEnd);
  const isBlock = blockStart.test(before) && /^[ \t]*(?:#.*)?\r?$/.test(after) && isBlockLine(text, lineStart);
  if (!isBlock) return removeFlowElement(file, text, { start, end });
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  if (isLastOf(source.valueAt(parent))) return emptyBlock(source, { parent, start, end, empty });
  return { file, start: lineStart, end: newline === -1 ? lineEnd : newline + 1, text: '' };
}

function isLastOf(collection: unknown): boolean {
  return typeof collection === 'object' && collection !== null && Object.keys(collection).length === 1;
}

interface EmptiedBlock {
  readonly parent: string;
  readonly start: number;
  readonly end: number;
  readonly empty: string;
}

/** Writes an empty collection after the key, in place of the collection's only element. */
function emptyBlock(source: SourceText, { parent, start, end, empty }: EmptiedBlock): FixEdit | undefined {
  const key = source.keySpanOf(parent);
  const colon = key === undefined ? -1 : source.text.indexOf(':', key.end);
  const isBetweenBlank = /^:[\s-]*$/.test(source.text.slice(colon, start));
  if (colon === -1 || !isBetweenBlank) return undefined;
  return { file: source.file, start: colon + 1, end, text: ` ${empty}` };
}

/**
 * True for a line in a block. A line inside brackets may look the same, but it follows a line that ends in a bracket or
 * a comma.
 */
function isBlockLine(text: string, lineStart: number): boolean {
  return !/[[{,]$/.test(text.slice(Math.max(0, lineStart - 200), lineStart).trimEnd());
}

/** Removes an element together with the comma after it or, for the last element, the comma before it. */
function removeFlowElement(file: string, text: string, { start, end }: TextSpan): FixEdit | undefined {
  const previous = backOver(text, start);
  const comma = /^[ \t\r\n]*,[ \t]*(?:\r?\n[ \t]*)?/.exec(text.slice(end, end + 500));
  const opens = /[[{]/.test(text[previous - 1] ?? '');
  if (comma !== null && (opens || text[previous - 1] === ','))
    return { file, start, end: end + comma[0].length, text: '' };
  const closes = /^\s*[\]}]/.test(text.slice(end, end + 500));
  if (!closes) return undefined;
  if (text[previous - 1] === ',') return { file, start: previous - 1, end, text: '' };
  return opens ? { file, start, end, text: '' } : undefined;
}
