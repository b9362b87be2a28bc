import type { CharacterRanges } from './character-ranges.ts';
import type { RegexNode } from './regex-node.ts';

/** Reason why a valid pattern is not supported, and the position of the cause. */
export interface RegexRefusal {
  readonly reason: 'backReference' | 'modifiers' | 'tooDeep' | 'syntax';
  readonly index: number;
}

/** Position in the source of a pattern, with the state collected up to it. */
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

/** Records the first refusal and moves to the end, which stops every loop of the parser. */
export function rejectPattern(cursor: Cursor, reason: RegexRefusal['reason'], index: number): RegexNode {
  cursor.refusal ??= { reason, index };
  cursor.at = cursor.source.length;
  return EMPTY;
}

/** Matches `sticky` at the cursor and moves past it. Without a match, returns an empty match and does not move. */
export function readMatch(cursor: Cursor, sticky: RegExp): readonly [string, ...(string | undefined)[]] {
  sticky.lastIndex = cursor.at;
  const [whole = '', ...groups] = sticky.exec(cursor.source) ?? [];
  cursor.at += whole.length;
  return [whole, ...groups];
}

/** The last character read. */
export function codeUnitBefore(cursor: Cursor): CharacterRanges {
  return codeUnit(cursor.source.charCodeAt(cursor.at - 1) || 0);
}

/** Range of one code unit. */
export function codeUnit(code: number): CharacterRanges {
  return [code, code];
}
