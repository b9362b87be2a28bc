import { createLineIndex } from '@modegate/json';
import type { Position, Range } from 'vscode-languageserver/node';

/**
 * Converts between offsets in a text, which include a byte order mark as they do in fixes, and positions as editors
 * count them: from 0, with columns in UTF-16 code units and without a byte order mark.
 */
export function createTextPositions(text: string) {
  const lines = createLineIndex(text, /^\uFEFF*/.exec(text)?.[0].length ?? 0);
  return {
    positionAt(offset: number): Position {
      const { line, column } = lines.positionAt(offset);
      return { line: line - 1, character: Math.max(0, column - 1) };
    },
    offsetAt: ({ line, character }: Position) => lines.offsetAt({ line: line + 1, column: character + 1 }),
  };
}

type CountedRange = Readonly<Record<'line' | 'column' | 'endLine' | 'endColumn', number>>;

/** Converts a range with positions counted from 1, as in findings, to the positions that editors use. */
export function toRange(place: CountedRange): Range {
  return {
    start: { line: place.line - 1, character: place.column - 1 },
    end: { line: place.endLine - 1, character: place.endColumn - 1 },
  };
}

/** True if a position is within a range or at its end, since a cursor may be there. */
export function rangeContains({ start, end }: Range, position: Position): boolean {
  return !isBefore(position, start) && !isBefore(end, position);
}

/** True if two ranges have a position in common. */
export function overlaps(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
