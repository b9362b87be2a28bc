/** Position in text; both numbers start at 1, and columns are measured in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Converts offsets in text to positions, and back. */
export interface LineIndex {
  readonly positionAt: (offset: number) => TextPosition;
  /**
   * Returns the offset of a position. A position past the end of its line yields the end of that line; a position past
   * the last line yields the end of the text.
   */
  readonly offsetAt: (position: TextPosition) => number;
  /** Returns the offset after the last character of the line at `offset`, before its line ending. */
  readonly lineEndAt: (offset: number) => number;
}

/**
 * Indexes the lines of the text from `origin`, the start of line 1 (default 0; 1 after a byte order mark). CR LF, LF
 * and CR each end a line. Does no work until first used.
 */
export function createLineIndex(text: string, origin = 0): LineIndex {
  let known: readonly number[] | undefined;
  const starts = () => {
    known ??= lineStarts(text, origin);
    return known;
  };
  const lineEndAt = (offset: number) => {
    const end = text.slice(offset).search(/[\r\n]/);
    return end === -1 ? text.length : offset + end;
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
  for (let at = origin; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_FEED || (unit === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) starts.push(at + 1);
  }
  return starts;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

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
