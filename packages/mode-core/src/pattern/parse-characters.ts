import {
  type CharacterRanges,
  DIGITS,
  invertRanges,
  NOT_DIGITS,
  NOT_WHITE_SPACE,
  NOT_WORD_CHARACTERS,
  normaliseRanges,
  WHITE_SPACE,
  WORD_CHARACTERS,
} from './character-ranges.ts';
import { type Cursor, codeUnit, codeUnitBefore, readMatch, rejectPattern } from './regex-cursor.ts';
import type { RegexNode } from './regex-node.ts';

/** Parses a character class in brackets. */
export function parseClass(cursor: Cursor): RegexNode {
  const { source } = cursor;
  const start = cursor.at++;
  const inverted = source[cursor.at] === '^';
  if (inverted) cursor.at++;
  const bounds: number[] = [];
  while (source[cursor.at] !== ']') {
    if (cursor.at >= source.length) return rejectPattern(cursor, 'syntax', start);
    pushClassRange(cursor, bounds);
  }
  cursor.at++;
  const ranges = normaliseRanges(bounds);
  return { kind: 'characters', ranges: inverted ? invertRanges(ranges) : ranges };
}

function pushClassRange(cursor: Cursor, bounds: number[]): void {
  const { source } = cursor;
  const from = parseClassAtom(cursor);
  if (source[cursor.at] !== '-' || source[cursor.at + 1] === ']' || cursor.at + 1 >= source.length) {
    bounds.push(...from);
    return;
  }
  cursor.at++;
  const to = parseClassAtom(cursor);
  // If one end of the range is a set, the hyphen is literal (Annex B, CharacterRangeOrUnion). A set has more than one
  // code unit.
  if (from[0] === from[1] && from.length === 2 && to[0] === to[1] && to.length === 2) {
    bounds.push(from[0] ?? 0, to[0] ?? 0);
  } else bounds.push(...from, 0x2d, 0x2d, ...to);
}

function parseClassAtom(cursor: Cursor): CharacterRanges {
  if (cursor.source[cursor.at] === '\\') return parseEscape(cursor, true);
  cursor.at++;
  return codeUnitBefore(cursor);
}

const ESCAPED_SETS: ReadonlyMap<string, CharacterRanges> = new Map([
  ['d', DIGITS],
  ['D', NOT_DIGITS],
  ['s', WHITE_SPACE],
  ['S', NOT_WHITE_SPACE],
  ['w', WORD_CHARACTERS],
  ['W', NOT_WORD_CHARACTERS],
]);

const CONTROL_ESCAPES = 'tnvfr';

/** Parses an escape. A character without a special meaning matches itself (Annex B, IdentityEscape). */
export function parseEscape(cursor: Cursor, inClass: boolean): CharacterRanges {
  cursor.at++;
  const character = cursor.source[cursor.at] ?? '\\';
  const set = ESCAPED_SETS.get(character);
  if (set !== undefined) {
    cursor.at++;
    return set;
  }
  if (character === 'c') return parseControlLetter(cursor, inClass);
  const [octal] = readMatch(cursor, /[0-3][0-7]{0,2}|[4-7][0-7]?/y);
  if (octal !== '') return codeUnit(Number.parseInt(octal, 8));
  const [hex] = readMatch(cursor, /x[\da-fA-F]{2}|u[\da-fA-F]{4}/y);
  if (hex !== '') return codeUnit(Number.parseInt(hex.slice(1), 16));
  cursor.at++;
  const control = CONTROL_ESCAPES.indexOf(character);
  if (control >= 0) return codeUnit(9 + control);
  return inClass && character === 'b' ? codeUnit(8) : codeUnitBefore(cursor);
}

/** `\cA` is a control character. Without a letter, the backslash is literal and the `c` is read again. */
function parseControlLetter(cursor: Cursor, inClass: boolean): CharacterRanges {
  const next = cursor.source[cursor.at + 1] ?? '';
  if (!(inClass ? /[a-zA-Z\d_]/ : /[a-zA-Z]/).test(next)) return codeUnit(0x5c);
  cursor.at += 2;
  return codeUnit(next.charCodeAt(0) % 32);
}
