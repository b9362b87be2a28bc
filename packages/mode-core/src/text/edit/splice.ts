/** A range of text to replace; `end` is exclusive, and equals `start` for an insertion. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Fields to add after the last one that is kept. */
export interface Addition {
  readonly entries: Iterable<readonly [string, unknown]>;
  readonly keep: (key: string) => boolean;
}

/** An item to add after another one, by default after the last; after -1, it becomes the first item. */
export interface NewItem {
  readonly value: unknown;
  readonly after?: number;
}

/** Applies splices, which may be in any order and do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/** Returns the offset of the first character of the line at `offset`. */
export function lineStartAt(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset after the line at `offset`, including its line ending. */
export function nextLineAt(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** Returns the most frequent line ending in text, or `\n` for a single line. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const lines = text.split('\n');
  const withReturn = lines.filter((line) => line.endsWith('\r')).length;
  return withReturn * 2 > lines.length - 1 ? '\r\n' : '\n';
}
