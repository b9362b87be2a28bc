import type { CharacterRanges } from './character-ranges.ts';
import type { RegexNode } from './regex-node.ts';

/** Reason why a valid pattern is not supported, and the position of the cause. */
export interface RegexRefusal {
  readonly reason: 'backReference' | 'modifiers' | 'tooDeep' | 'syntax';
  readonly index: number;
}

/** Position in the source of a pattern, with the state collected up to that position. */
export interface Cursor {
  readonly source: string;
  readonly groupCount: number;
  readonly hasNames: boolean;
  at: number;
  depth: number;
  boundaries: number;
  refusal: RegexRefusal | undefined;
}

/** A tree that consumes nothing. */
export const EMPTY: RegexNode = { kind: 'sequence', items: [] };

/** Records the first refusal and moves the cursor to the end, which stops every loop in the parser. */
export function rejectPattern(cursor: Cursor, reason: RegexRefusal['reason'], index: number): RegexNode {
  cursor.refusal ??= { reason, index };
  cursor.at = cursor.source.length;
  return EMPTY;
}

/**
 * Matches `sticky` at the cursor and moves the cursor past the match. If there is no match, returns an empty match and
 * does not move the cursor.
 */
export function readMatch(cursor: Cursor, sticky: RegExp): readonly [string, ...(string | undefined)[]] {
  sticky.lastIndex = cursor.at;
  const [whole = '', ...groups] = sticky.exec(cursor.source) ?? [];
  cursor.at += whole.length;
  return [whole, ...groups];
}

/** Returns the last character that was read. */
export function codeUnitBefore(cursor: Cursor): CharacterRanges {
  return codeUnit(cursor.source.charCodeAt(cursor.at - 1) || 0);
}

/** Returns the range that consists of one code unit. */
export function codeUnit(code: number): CharacterRanges {
  return [code, code];
}
