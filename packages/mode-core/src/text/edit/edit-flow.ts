import type { ReadText } from '../read/read-result.ts';
import type { TextList, TextMap, TextNode } from '../read/text-node.ts';
import { type Addition, lineStartAt, type NewItem, nextLineAt, type Splice } from './splice.ts';

/** Layout of text with brackets (JSON, or YAML in flow style). */
export interface FlowLayout {
  readonly text: string;
  readonly eol: '\n' | '\r\n';
  /** One level of indentation; absent if everything is on one line. */
  readonly unit: string | undefined;
  /** Sticky expression that matches white space and comments. */
  readonly trivia: RegExp;
}

/**
 * Detects the layout of text: uses the indentation of the first indented line, or two spaces if there are no modes yet.
 */
export function flowLayoutOf({ text, format, root }: ReadText, eol: '\n' | '\r\n'): FlowLayout {
  const first = /\n([ \t]+)[^\s]/.exec(text)?.[1];
  const trivia = format === 'json' ? /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y : /(?:\s+|(?<=\s)#[^\n]*)*/y;
  // Anything longer than ten characters is not one level of indentation, and JSON.stringify would truncate it.
  const unit = first === undefined ? undefined : first.slice(0, 10);
  const modes = root?.kind === 'map' ? root.fields.get('customModes') : undefined;
  const isOneLine = !text.includes('\n') && modes?.kind === 'list' && modes.items.length > 0;
  return { text, eol, unit: unit ?? (isOneLine ? undefined : '  '), trivia };
}

/** Replaces the value of a field; writes the new value on one line if the old value was on one line. */
export function setFlowField(layout: FlowLayout, old: TextNode, value: unknown): readonly Splice[] {
  const { text } = layout;
  const wasInline = old.kind !== 'scalar' && !text.slice(old.start, old.end).includes('\n');
  const rendered = wasInline ? inlineJson(value) : renderJson(layout, value, indentAt(text, old.start));
  return [{ start: old.start, end: old.end, text: rendered }];
}

/** Adds fields after the last remaining field. */
export function addFlowFields(layout: FlowLayout, map: TextMap, { entries, keep }: Addition): readonly Splice[] {
  const last = map.written.findLast((field) => keep(field.key));
  const outer = indentAt(layout.text, map.start);
  const fresh = layout.unit === undefined ? undefined : outer + layout.unit;
  const indent = last === undefined ? fresh : ownIndentAt(layout.text, last.start);
  const parts = Array.from(entries, ([key, value]) => {
    const rendered = indent === undefined ? inlineJson(value) : renderJson(layout, value, indent);
    return `${JSON.stringify(key)}: ${rendered}`;
  });
  if (last !== undefined) return insertAfter(layout, { end: last.node.end, indent, parts });
  const inner = layout.text.slice(map.start + 1, map.end - 1);
  const wrapped = wrapParts(layout, parts, outer);
  return inner.trim() === ''
    ? [{ start: map.start, end: map.end, text: `{${wrapped}}` }]
    : [{ start: map.end - 1, end: map.end - 1, text: wrapped }];
}

/** Adds an item after another item (by default, after the last); after -1, the item becomes the first item. */
export function insertFlowItem(
  layout: FlowLayout,
  list: TextList,
  { value, after = list.items.length - 1 }: NewItem,
): readonly Splice[] {
  const last = list.items[Math.max(after, 0)];
  if (last === undefined) {
    const indent = indentAt(layout.text, list.start);
    const rendered = layout.unit === undefined ? inlineJson(value) : renderJson(layout, value, indent + layout.unit);
    const wrapped = wrapParts(layout, [rendered], indent);
    const isBlank = layout.text.slice(list.start + 1, list.end - 1).trim() === '';
    const start = isBlank ? list.start + 1 : list.end - 1;
    return [{ start, end: list.end - 1, text: wrapped }];
  }
  const indent = ownIndentAt(layout.text, last.start);
  const canBePlain = isPlain(last) && typeof value === 'string' && plainWord.test(value);
  const rendered = canBePlain ? value : indent === undefined ? inlineJson(value) : renderJson(layout, value, indent);
  if (after < 0) {
    const gap = indent === undefined ? ' ' : `${layout.eol}${indent}`;
    return [{ start: last.start, end: last.start, text: `${rendered},${gap}` }];
  }
  return insertAfter(layout, { end: last.end, indent, parts: [rendered] });
}

/** True for unquoted text, which YAML allows. */
function isPlain(node: TextNode): boolean {
  return node.kind === 'scalar' && node.style === 'plain' && typeof node.value === 'string';
}

// Words that every version of YAML interprets as text.
const plainWord = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][\w-]*$/i;

/** An item in a flow collection, or a field with its key. */
export interface FlowElement {
  readonly start: number;
  readonly end: number;
}

/** Removes elements with their commas, and lines that become empty. */
export function removeFlowElements(
  layout: FlowLayout,
  elements: readonly FlowElement[],
  isRemoved: (index: number) => boolean,
): readonly Splice[] {
  const splices: Splice[] = [];
  let lastKeptComma: number | undefined;
  let danglingComma: number | undefined;
  for (const [index, element] of elements.entries()) {
    const comma = commaAfter(layout, element.end);
    if (!isRemoved(index)) {
      lastKeptComma = comma;
      continue;
    }
    if (comma === undefined) danglingComma = lastKeptComma;
    splices.push(
      comma === undefined
        ? widenBefore(layout.text, element.start, element.end)
        : widenAfter(layout.text, element.start, comma + 1),
    );
  }
  if (danglingComma !== undefined) splices.push({ start: danglingComma, end: danglingComma + 1, text: '' });
  return splices;
}

/** Renders a value on one line, with a space after each comma and colon. */
export function inlineJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inlineJson(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Renders a value over several lines; lines after the first start with `indent`. */
export function renderJson({ unit, eol }: FlowLayout, value: unknown, indent: string): string {
  if (unit === undefined) return inlineJson(value);
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `${eol}${indent}`);
}

function wrapParts({ unit, eol }: FlowLayout, parts: readonly string[], indent: string): string {
  if (unit === undefined) return parts.join(', ');
  return `${parts.map((part) => `${eol}${indent}${unit}${part}`).join(',')}${eol}${indent}`;
}

interface Insertion {
  readonly end: number;
  readonly indent: string | undefined;
  readonly parts: readonly string[];
}

function insertAfter(layout: FlowLayout, { end, indent, parts }: Insertion): readonly Splice[] {
  const gap = indent === undefined ? ' ' : `${layout.eol}${indent}`;
  const comma = commaAfter(layout, end);
  const after = comma === undefined ? end : comma + 1;
  // A comment after the last element stays on its line.
  const comment = /^[ \t]*(?:\/\/[^\n\r]*|\/\*[^\n]*?\*\/|#[^\n\r]*)/.exec(
    layout.text.slice(after, nextLineAt(layout.text, after)),
  );
  const at = after + (indent === undefined ? 0 : (comment?.[0].length ?? 0));
  const text = parts.map((part) => `${gap}${part}`).join(',');
  if (comma !== undefined) return [{ start: at, end: at, text: `${text},` }];
  return at === end
    ? [{ start: end, end, text: `,${text}` }]
    : [
        { start: end, end, text: ',' },
        { start: at, end: at, text },
      ];
}

function commaAfter({ text, trivia }: FlowLayout, offset: number): number | undefined {
  trivia.lastIndex = offset;
  const at = offset + (trivia.exec(text)?.[0].length ?? 0);
  return text[at] === ',' ? at : undefined;
}

function widenAfter(text: string, start: number, end: number): Splice {
  const after = /^[ \t]*/.exec(text.slice(end, nextLineAt(text, end)))?.[0].length ?? 0;
  return wholeLines(text, start, end) ?? { start, end: end + after, text: '' };
}

function widenBefore(text: string, start: number, end: number): Splice {
  const before = /[ \t]*$/.exec(text.slice(lineStartAt(text, start), start))?.[0].length ?? 0;
  return wholeLines(text, start, end) ?? { start: start - before, end, text: '' };
}

/**
 * Returns a splice that removes the whole lines from `start` to `end`; undefined if these lines contain anything
 * outside that range, or start on the first line.
 */
function wholeLines(text: string, start: number, end: number): Splice | undefined {
  const lineStart = lineStartAt(text, start);
  const nextLine = nextLineAt(text, end);
  const standsAlone = text.slice(lineStart, start).trim() === '' && text.slice(end, nextLine).trim() === '';
  return standsAlone && lineStart > 0 ? { start: lineStart, end: nextLine, text: '' } : undefined;
}

/** Returns the leading white space of the line at `offset`. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartAt(text, offset), offset))?.[0] ?? '';
}

/**
 * Returns the same result as `indentAt`, but undefined if other text precedes `offset` on the line or the line is the
 * first line.
 */
function ownIndentAt(text: string, offset: number): string | undefined {
  const lineStart = lineStartAt(text, offset);
  const before = text.slice(lineStart, offset);
  return lineStart > 0 && before.trim() === '' ? before : undefined;
}
