import { createScanner, type Edit, type Node } from 'jsonc-parser';

/** Layout of a file's text. */
export interface JsonStyle {
  readonly eol: string;
  /** One level of indentation. */
  readonly indent: string;
  /** True if the whole text is on one line. */
  readonly oneLine: boolean;
}

/** Text with its layout. */
export interface StyledText {
  readonly text: string;
  readonly style: JsonStyle;
}

/** A key with its new value. */
export interface NewProperty {
  readonly key: string;
  readonly value: unknown;
}

/** Detects the layout of text from its first line break and first indented key. Default: LF and two spaces. */
export function detectJsonStyle(text: string): JsonStyle {
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    indent: /(?:^|[\r\n])([ \t]+)"/.exec(text)?.[1] ?? '  ',
    oneLine: !/[\r\n]/.test(text.trim()) && text.trim() !== '{}',
  };
}

/**
 * Creates edits that add a property to the end of an object, after its comments. Preserves a trailing comma.
 *
 * The exact inverse of {@link removeProperty}, unless the object is empty and not written as `{}`.
 */
export function insertProperty(source: StyledText, object: Node, { key, value }: NewProperty): readonly Edit[] {
  const name = JSON.stringify(key);
  return insertChild(source, object, {
    compact: `${name}:${JSON.stringify(value)}`,
    onLines: (indent) => `${name}: ${onLines(value, indent, source.style)}`,
  });
}

/** Creates edits that add an item to the end of a list, in the same way as {@link insertProperty} does for objects. */
export function insertItem(source: StyledText, list: Node, value: unknown): readonly Edit[] {
  const write = (indent: string) => onLines(value, indent, source.style);
  return insertChild(source, list, { compact: JSON.stringify(value), onLines: write });
}

/** Creates an edit that replaces the value of a node; the new value is on one line if the old value was. */
export function replaceValue({ text, style }: StyledText, node: Node, value: unknown): readonly Edit[] {
  const single = !/[\r\n]/.test(text.slice(node.offset, endOf(node)));
  const content = single ? onOneLine(value) : onLines(value, lineIndentAt(text, node.offset), style);
  return [{ offset: node.offset, length: node.length, content }];
}

/** Creates edits that remove a property and its comma; surrounding comments are preserved. */
export function removeProperty(text: string, object: Node, key: string): readonly Edit[] {
  const index = (object.children ?? []).findLastIndex((property) => property.children?.[0]?.value === key);
  return removeChild(text, object, index);
}

/**
 * Creates edits that remove a property from an object, or an item from a list, by its index; returns an empty list if
 * there is no such child.
 */
export function removeChild(text: string, parent: Node, index: number): readonly Edit[] {
  const children = parent.children ?? [];
  const child = children[index];
  if (child === undefined) return [];
  const next = children[index + 1];
  const ownComma = commaAfter(text, endOf(child), next?.offset ?? endOf(parent));
  if (children.length === 1 && withoutContent(text, parent, { child, ownComma })) {
    return [{ offset: parent.offset + 1, length: parent.length - 2, content: '' }];
  }
  const previous = children[index - 1];
  const comma = ownComma ?? (previous === undefined ? undefined : commaAfter(text, endOf(previous), child.offset));
  const from = previous === undefined ? parent.offset + 1 : endOf(previous);
  const offset = startOfRemoval(text, child, { from, lastRemoved: ownComma ?? endOf(child) - 1 });
  const edits = [{ offset, length: endOf(child) - offset, content: '' }];
  if (comma !== undefined) edits.push({ offset: comma, length: 1, content: '' });
  return edits;
}

/** Renders a value on several lines; the first line continues an existing line. */
export function onLines(
  value: unknown,
  lineIndent: string,
  { indent, eol }: Pick<JsonStyle, 'indent' | 'eol'>,
): string {
  return JSON.stringify(value, undefined, indent).replaceAll('\n', `${eol}${lineIndent}`);
}

/** Text to add to an object or a list. */
interface NewChild {
  readonly compact: string;
  /** Renders the child on separate lines, with the indentation of the first line. */
  readonly onLines: (lineIndent: string) => string;
}

function insertChild(source: StyledText, parent: Node, added: NewChild): readonly Edit[] {
  const last = parent.children?.at(-1);
  return last === undefined ? insertFirst(source, parent, added) : insertAfter(source, { parent, last }, added);
}

function insertFirst(
  { text, style }: StyledText,
  parent: Node,
  { compact, onLines: write }: NewChild,
): readonly Edit[] {
  const close = endOf(parent) - 1;
  const inner = text.slice(parent.offset + 1, close);
  const contentEnd = parent.offset + 1 + inner.trimEnd().length;
  if (style.oneLine) return [{ offset: contentEnd, length: close - contentEnd, content: compact }];
  const lineIndent = lineIndentAt(text, parent.offset);
  const childIndent = lineIndent + style.indent;
  const content = `${style.eol}${childIndent}${write(childIndent)}${style.eol}${lineIndent}`;
  return [{ offset: contentEnd, length: close - contentEnd, content }];
}

function insertAfter(
  source: StyledText,
  { parent, last }: { readonly parent: Node; readonly last: Node },
  added: NewChild,
): readonly Edit[] {
  const { text } = source;
  const close = endOf(parent) - 1;
  const tail = text.slice(endOf(last), close);
  const contentEnd = endOf(last) + tail.trimEnd().length;
  const trailingComma = commaAfter(text, endOf(last), close) === undefined ? '' : ',';
  const child = /[\r\n]/.test(text.slice(parent.offset, close))
    ? childOnLines(source, parent, added)
    : `${text[parent.offset + 1] === ' ' ? ' ' : ''}${added.compact}`;
  const addition = { offset: contentEnd, length: 0, content: child + trailingComma };
  if (trailingComma !== '') return [addition];
  if (contentEnd === endOf(last)) return [{ ...addition, content: `,${child}` }];
  return [{ offset: endOf(last), length: 0, content: ',' }, addition];
}

function childOnLines({ text, style }: StyledText, parent: Node, { onLines: write }: NewChild): string {
  const first = parent.children?.[0]?.offset ?? parent.offset;
  const lineIndent = lineIndentAt(text, first);
  const startsItsLine = /^[ \t]*$/.test(text.slice(lineStartAt(text, first), first));
  const childIndent = startsItsLine ? lineIndent : lineIndentAt(text, parent.offset) + style.indent;
  return `${style.eol}${childIndent}${write(childIndent)}`;
}

function onOneLine(value: unknown): string {
  return Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value);
}

function withoutContent(
  text: string,
  parent: Node,
  { child, ownComma }: { readonly child: Node; readonly ownComma: number | undefined },
): boolean {
  const before = text.slice(parent.offset + 1, child.offset);
  const after = text.slice((ownComma ?? endOf(child) - 1) + 1, endOf(parent) - 1);
  const between = ownComma === undefined ? '' : text.slice(endOf(child), ownComma);
  return (before + between + after).trim() === '';
}

// Also removes the blanks and the line break before the child, unless the following text would then become part of a
// comment.
function startOfRemoval(text: string, child: Node, { from, lastRemoved }: RemovedRange): number {
  const before = text.slice(from, child.offset);
  const followedByLineEnd = /^[ \t]*[\r\n]/.test(text.slice(lastRemoved + 1));
  return endsWithLineComment(before) && !followedByLineEnd ? child.offset : from + before.trimEnd().length;
}

interface RemovedRange {
  /** End of the text before the property. */
  readonly from: number;
  readonly lastRemoved: number;
}

function endsWithLineComment(text: string): boolean {
  const scanner = createScanner(text, false);
  let last = 0;
  // In jsonc-parser's token enum, blanks and line breaks are 14 and 15, line comments 12, and the end 17.
  for (let token: number = scanner.scan(); token !== 17; token = scanner.scan()) {
    if (token !== 14 && token !== 15) last = token;
  }
  return last === 12;
}

function commaAfter(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text.slice(from, to), true);
  // 5 is the comma in jsonc-parser's token enum, which is ambient and const.
  return (scanner.scan() as number) === 5 ? from + scanner.getTokenOffset() : undefined;
}

function lineStartAt(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

function lineIndentAt(text: string, offset: number): string {
  const start = lineStartAt(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function endOf(node: Node): number {
  return node.offset + node.length;
}
