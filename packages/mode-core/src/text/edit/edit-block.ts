import type { TextList, TextMap, TextNode, WrittenField } from '../read/text-node.ts';
import { type BlockLayout, indentLines, renderField, renderYaml } from './render-yaml.ts';
import { type Addition, lineStartAt, type NewItem, nextLineAt, type Splice } from './splice.ts';

/** Detects indentation and list style from the existing modes. */
export function blockLayoutOf(text: string, root: TextNode | undefined, eol: '\n' | '\r\n'): BlockLayout {
  const lists = root?.kind === 'map' ? [...listFields(root)] : [];
  const depths = lists.map((field) => columnOf(text, firstMark(field)) - columnOf(text, field.start));
  const step = depths.find((depth) => depth > 0) ?? 2;
  return { text, eol, step: Math.min(step, 8), indentsLists: depths.length === 0 || depths.some((depth) => depth > 0) };
}

/** Yields the block lists in the file; lists inside modes precede the list of modes. */
function* listFields(root: TextMap): Generator<WrittenField> {
  const modes = root.fields.get('customModes');
  for (const mode of modes?.kind === 'list' ? modes.items : [])
    if (mode.kind === 'map' && mode.style === 'block') yield* mode.written.filter(isBlockList);
  yield* root.written.filter(isBlockList);
}

function isBlockList({ node }: WrittenField): boolean {
  return node.kind === 'list' && node.style === 'block';
}

function firstMark({ node }: WrittenField): number {
  return node.kind === 'list' ? (node.marks[0] ?? node.start) : node.start;
}

/** Replaces the value of a field, preserving its style. A comment on the line of the key is preserved. */
export function setBlockField(layout: BlockLayout, field: WrittenField, value: unknown): Splice {
  const { text, eol } = layout;
  const { node, valueAt } = field;
  const [firstLine = '', ...more] = renderField(layout, ['k', value], hintOf(node));
  const first = firstLine.slice('k:'.length);
  const head = text.slice(valueAt, node.start);
  const endsLine = node.end > node.start && text[node.end - 1] === '\n';
  if (more.length === 0 && node.end > node.start && !endsLine && !head.includes('\n'))
    return { start: node.start, end: node.end, text: first.trimStart() };
  const rest = more.map((line) => (line === '' ? eol : eol + indentOf(text, field.start) + line)).join('');
  if (first === '' && head.includes('\n')) {
    const lineEnd = valueAt + head.lastIndexOf('\n');
    // A comment after the last line of the old value belongs to a part of the value.
    const end = endsLine ? node.end : node.end + commentAt(text, node.end).length;
    return { start: text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd, end, text: rest + (endsLine ? eol : '') };
  }
  const comment = endsLine || rest === '' ? '' : commentAt(text, node.end);
  const ending = endsLine ? eol : '';
  return { start: valueAt, end: node.end + comment.length, text: first + comment + rest + ending };
}

function hintOf(node: TextNode): { readonly scalar?: 'plain'; readonly isFlow?: boolean } | object {
  if (node.kind === 'scalar') return { scalar: node.style };
  const isEmpty = node.kind === 'list' ? node.items.length === 0 : node.written.length === 0;
  return { isFlow: node.style === 'flow' && !isEmpty };
}

/** Adds fields after the last remaining field. */
export function addBlockFields(layout: BlockLayout, map: TextMap, { entries, keep }: Addition): readonly Splice[] {
  const last = map.written.findLast((field) => keep(field.key));
  if (last === undefined) return [];
  const indent = indentOf(layout.text, map.start);
  const lines = Array.from(entries, (entry) => renderField(layout, entry)).flat();
  return [insertLines(layout, endOf(last), indentLines(layout, lines, { indent, first: true }))];
}

/**
 * Removes fields together with their lines. If the first field of an item is removed, the next field moves up to the
 * dash.
 */
export function removeBlockFields(
  layout: BlockLayout,
  map: TextMap,
  isRemoved: (key: string) => boolean,
): readonly Splice[] {
  const { text } = layout;
  return map.written.flatMap((field, index): readonly Splice[] => {
    if (!isRemoved(field.key)) return [];
    const next = map.written[index + 1];
    const lineStart = lineStartAt(text, field.start);
    if (text.slice(lineStart, field.start).trim() !== '')
      return next === undefined ? [] : [{ start: field.start, end: next.start, text: '' }];
    return [{ start: lineStart, end: endOfLines(text, endOf(field)), text: '' }];
  });
}

/**
 * Adds an item after another item (by default, after the last), with an empty line between them if empty lines separate
 * the other items. After -1, the item becomes the first item, above any comment on the previous first item.
 */
export function insertBlockItem(
  layout: BlockLayout,
  list: TextList,
  { value, after = list.items.length - 1 }: NewItem,
): readonly Splice[] {
  const isFirst = after < 0;
  const last = list.items[isFirst ? 0 : after];
  const mark = list.marks[isFirst ? 0 : after];
  if (last === undefined || mark === undefined) return [];
  const { text, eol } = layout;
  const indent = indentOf(text, mark);
  const gap = text.slice(mark + 1, last.start);
  const dash = `-${/^ +$/.test(gap) ? gap : ' '}`;
  const lines = renderYaml(layout, value);
  const item = indent + dash + indentLines(layout, lines, { indent: indent + ' '.repeat(dash.length), first: false });
  if (isFirst) {
    const at = startOfComments(text, lineStartAt(text, mark));
    return [{ start: at, end: at, text: item + eol }];
  }
  const isSpaced = /\n[ \t]*\r?\n[ \t]*$/.test(text.slice(list.items[after - 1]?.end ?? mark, mark));
  return [insertLines(layout, last.end, (isSpaced ? eol : '') + item)];
}

/** Returns the start of the comment lines above a line. */
function startOfComments(text: string, lineStart: number): number {
  let start = lineStart;
  while (start > 0 && /^[ \t]*#/.test(text.slice(lineStartAt(text, start - 1), start)))
    start = lineStartAt(text, start - 1);
  return start;
}

/**
 * Removes items together with their lines and the empty lines after them (for the last item, the empty lines before
 * it). Comments between items are preserved.
 */
export function removeBlockItems(
  { text }: BlockLayout,
  list: TextList,
  isRemoved: (index: number) => boolean,
): readonly Splice[] {
  return list.items.flatMap((item, index): readonly Splice[] => {
    const mark = list.marks[index];
    if (!isRemoved(index) || mark === undefined) return [];
    const start = lineStartAt(text, mark);
    const end = endOfLines(text, item.end);
    if (index < list.items.length - 1) return [{ start, end: skipBlankLines(text, end), text: '' }];
    const before = isRemoved(index - 1) ? start : (list.items[index - 1]?.end ?? start);
    return [{ start: Math.max(before, startOfGap(text, start, end)), end, text: '' }];
  });
}

/**
 * Returns the start of the empty lines before `lineStart`. Excludes the line break before them if the text ends with
 * one.
 */
function startOfGap(text: string, lineStart: number, end: number): number {
  const content = text.slice(0, lineStart).trimEnd().length;
  return end === text.length && !text.endsWith('\n') ? content : Math.min(lineStart, nextLineAt(text, content));
}

/** Rewrites a whole item in place. */
export function replaceBlockItem(layout: BlockLayout, item: TextNode, value: unknown): Splice {
  const { text, eol } = layout;
  const lines = renderYaml(layout, value);
  const rendered = indentLines(layout, lines, { indent: ' '.repeat(columnOf(text, item.start)), first: false });
  return { start: item.start, end: item.end, text: rendered + (text[item.end - 1] === '\n' ? eol : '') };
}

function insertLines({ text, eol }: BlockLayout, after: number, lines: string): Splice {
  if (text[after - 1] === '\n') return { start: after, end: after, text: lines + eol };
  const newline = text.indexOf('\n', after);
  const lineEnd = newline === -1 ? text.length : newline;
  const at = text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
  return { start: at, end: at, text: eol + lines };
}

function endOf(field: WrittenField): number {
  return Math.max(field.valueAt, field.node.end);
}

function endOfLines(text: string, end: number): number {
  return text[end - 1] === '\n' ? end : nextLineAt(text, end);
}

function skipBlankLines(text: string, lineStart: number): number {
  let at = lineStart;
  for (let next = nextLineAt(text, at); at < next && text.slice(at, next).trim() === ''; next = nextLineAt(text, at))
    at = next;
  return at;
}

/** Returns a comment that follows on the same line, with the space before it. */
function commentAt(text: string, offset: number): string {
  return /^[ \t]+#[^\r\n]*/.exec(text.slice(offset, nextLineAt(text, offset)))?.[0] ?? '';
}

function indentOf(text: string, offset: number): string {
  return ' '.repeat(columnOf(text, offset));
}

function columnOf(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}
