import type { FixEdit } from './finding.ts';
import type { SourceText } from './source-text.ts';

/** An edit that removes a field with a value on one line; undefined where that cannot be done without touching anything else. */
export function removeField(source: SourceText, pointer: string): FixEdit | undefined {
  const key = source.keySpanOf(pointer);
  const value = source.spanOf(pointer);
  if (key === undefined || value === undefined) return undefined;
  return removeElement(source, { start: key.start, end: value.end }, /^[ \t]*$/);
}

/** An edit that removes a list item that stands on one line; undefined where that cannot be done without touching anything else. */
export function removeItem(source: SourceText, pointer: string): FixEdit | undefined {
  const value = source.spanOf(pointer);
  return value === undefined ? undefined : removeElement(source, value, /^[ \t]*-[ \t]+$/);
}

function removeElement(
  { file, text }: SourceText,
  { start, end }: { readonly start: number; readonly end: number },
  blockStart: RegExp,
): FixEdit | undefined {
  if (text.slice(start, end).includes('\n')) return undefined;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline === -1 ? text.length : newline;
  const before = text.slice(lineStart, start);
  const after = text.slice(end, lineEnd);
  if (blockStart.test(before) && /^[ \t]*(?:#.*)?\r?$/.test(after) && isBlockLine(text, lineStart))
    return { file, start: lineStart, end: newline === -1 ? lineEnd : newline + 1, text: '' };
  return removeFlowElement(file, text, { start, end });
}

/** In brackets a line may look the same; there the line before ends in a bracket or a comma. */
function isBlockLine(text: string, lineStart: number): boolean {
  return !/[[{,]$/.test(text.slice(Math.max(0, lineStart - 200), lineStart).trimEnd());
}

/** Takes the comma after the element with it, or the one before the last element. */
function removeFlowElement(
  file: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): FixEdit | undefined {
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

function backOver(text: string, from: number): number {
  let at = from;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at--;
  return at;
}
