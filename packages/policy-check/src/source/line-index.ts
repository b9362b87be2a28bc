import type { TextPosition } from '@modegate/mode-core';

/** Lines of a text by offset and the other way round. */
export interface LineIndex {
  readonly positionAt: (offset: number) => TextPosition;
  /** The offset of a position, cut to its line. */
  readonly offsetAt: (position: TextPosition) => number;
  /** Offset after the last character of the line that holds `offset`, without its ending. */
  readonly lineEndAt: (offset: number) => number;
}

/** Indexes the lines of a text from `origin` on, where line 1 begins; the work is done on first use. */
export function createLineIndex(text: string, origin = 0): LineIndex {
  let known: readonly number[] | undefined;
  const starts = () => {
    known ??= lineStarts(text, origin);
    return known;
  };
  const lineEndAt = (offset: number) => {
    const newline = text.indexOf('\n', offset);
    const end = newline === -1 ? text.length : newline;
    return end > offset && text[end - 1] === '\r' ? end - 1 : end;
  };
  return {
    positionAt(offset) {
      const line = lastAtOrBefore(starts(), offset);
      return { line: line + 1, column: offset - (starts()[line] ?? origin) + 1 };
    },
    offsetAt({ line, column }) {
      const start = starts()[line - 1] ?? text.length;
      return Math.min(start + column - 1, lineEndAt(start));
    },
    lineEndAt,
  };
}

function lineStarts(text: string, origin: number): readonly number[] {
  const starts = [origin];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
