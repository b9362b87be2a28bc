import type { CharacterRanges } from './character-ranges.ts';
import type { RegexNode } from './regex-node.ts';

/** Why a pattern that the engine accepts has no tree here, and where. */
export interface RegexRefusal {
  readonly reason: 'backReference' | 'modifiers' | 'tooDeep' | 'syntax';
  readonly index: number;
}

/** A place in the source of a pattern, with what was found on the way to it. */
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

/** Remembers the first refusal and moves to the end, which unwinds every loop of the parser. */
export function rejectPattern(cursor: Cursor, reason: RegexRefusal['reason'], index: number): RegexNode {
  cursor.refusal ??= { reason, index };
  cursor.at = cursor.source.length;
  return EMPTY;
}

/** Matches `sticky` at the cursor and moves behind it; without a match the whole is empty and nothing moves. */
export function readMatch(cursor: Cursor, sticky: RegExp): readonly [string, ...(string | undefined)[]] {
  sticky.lastIndex = cursor.at;
  const [whole = '', ...groups] = sticky.exec(cursor.source) ?? [];
  cursor.at += whole.length;
  return [whole, ...groups];
}

/** The character that was read last. */
export function codeUnitBefore(cursor: Cursor): CharacterRanges {
  return codeUnit(cursor.source.charCodeAt(cursor.at - 1) || 0);
}

/** A range of one code unit. */
export function codeUnit(code: number): CharacterRanges {
  return [code, code];
}
