import {
  type CharacterRanges,
  DIGITS,
  invertRanges,
  NOT_DIGITS,
  NOT_LINE_TERMINATORS,
  NOT_WHITE_SPACE,
  NOT_WORD_CHARACTERS,
  normaliseRanges,
  WHITE_SPACE,
  WORD_CHARACTERS,
} from './character-ranges.ts';

/** A position test that consumes nothing: `^`, `$`, `\b` and `\B`. */
export type PositionTest = 'start' | 'end' | 'boundary' | 'notBoundary';

/** A lookahead or lookbehind; its object identity names it. */
export interface LookNode {
  readonly kind: 'look';
  readonly behind: boolean;
  readonly negative: boolean;
  readonly body: RegexNode;
}

/** What a boolean test needs of a pattern: groups are gone, and greedy and lazy are the same. */
export type RegexNode =
  | LookNode
  | { readonly kind: 'characters'; readonly ranges: CharacterRanges }
  | { readonly kind: 'position'; readonly test: PositionTest }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly body: RegexNode; readonly min: number; readonly max: number };

/** Why a pattern that the engine accepts has no tree here, and where. */
export interface RegexRefusal {
  readonly reason: 'backReference' | 'modifiers' | 'tooDeep' | 'syntax';
  readonly index: number;
}

/** Deepest nesting of groups that is read; the tree is walked by recursion. */
export const maxGroupDepth = 200;

interface Cursor {
  readonly source: string;
  readonly groupCount: number;
  readonly hasNames: boolean;
  at: number;
  depth: number;
  boundaries: number;
  refusal: RegexRefusal | undefined;
}

const EMPTY: RegexNode = { kind: 'sequence', items: [] };

/** A regular expression as a tree. */
export interface ParsedRegex {
  readonly root: RegexNode;
  /** How many `\b` and `\B` a native engine may compile: those that are written, four times as many for each repetition around them. */
  readonly boundaries: number;
}

// V8 writes the body of a repetition out up to three times, and once more as a loop.
const maxCopies = 4;

/**
 * Reads the source of a regular expression without flags, Annex B of ECMA-262 included. The source must be one that
 * `new RegExp` accepts: validity is not judged here, though no source makes it throw.
 */
export function parseRegex(source: string): ParsedRegex | { readonly refusal: RegexRefusal } {
  const cursor: Cursor = { source, ...surveyGroups(source), at: 0, depth: 0, boundaries: 0, refusal: undefined };
  const root = parseChoice(cursor);
  if (cursor.at < source.length) refuse(cursor, 'syntax', cursor.at);
  return cursor.refusal === undefined ? { root, boundaries: cursor.boundaries } : { refusal: cursor.refusal };
}

/** Counts capturing groups first: whether `\1` or `\k` refers to one depends on the whole pattern. */
function surveyGroups(source: string): { groupCount: number; hasNames: boolean } {
  let groupCount = 0;
  let hasNames = false;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') {
      const named = /^\?<[^=!]/.test(source.slice(at + 1, at + 4));
      hasNames ||= named;
      if (named || source[at + 1] !== '?') groupCount++;
    }
  }
  return { groupCount, hasNames };
}

/** Remembers the first refusal and moves to the end, which unwinds every loop of the parser. */
function refuse(cursor: Cursor, reason: RegexRefusal['reason'], index: number): RegexNode {
  cursor.refusal ??= { reason, index };
  cursor.at = cursor.source.length;
  return EMPTY;
}

function parseChoice(cursor: Cursor): RegexNode {
  const first = parseSequence(cursor);
  if (cursor.source[cursor.at] !== '|') return first;
  const options = [first];
  while (cursor.source[cursor.at] === '|') {
    cursor.at++;
    options.push(parseSequence(cursor));
  }
  return { kind: 'choice', options };
}

function parseSequence(cursor: Cursor): RegexNode {
  const items: RegexNode[] = [];
  while (cursor.at < cursor.source.length) {
    const character = cursor.source[cursor.at];
    if (character === '|' || character === ')') break;
    const item = parseQuantified(cursor);
    if (item.kind === 'sequence') items.push(...item.items);
    else items.push(item);
  }
  if (items.length > 1) return { kind: 'sequence', items };
  return items[0] ?? EMPTY;
}

function parseQuantified(cursor: Cursor): RegexNode {
  const before = cursor.boundaries;
  const body = parseAtom(cursor);
  const [min, max] = parseQuantifier(cursor);
  if (min === 1 && max === 1) return body;
  cursor.boundaries = before + (cursor.boundaries - before) * maxCopies;
  if (max === 0) return EMPTY;
  // Repeating something that consumes nothing adds nothing: it holds here or it does not.
  if (body === EMPTY || body.kind === 'look' || body.kind === 'position') return min === 0 ? EMPTY : body;
  return { kind: 'repeat', body, min, max };
}

function parseQuantifier(cursor: Cursor): readonly [number, number] {
  const bounds = readQuantifier(cursor);
  if (bounds === undefined) return [1, 1];
  if (cursor.source[cursor.at] === '?') cursor.at++;
  return bounds;
}

function readQuantifier(cursor: Cursor): readonly [number, number] | undefined {
  const character = cursor.source[cursor.at];
  if (character !== '*' && character !== '+' && character !== '?') return readCountedQuantifier(cursor);
  cursor.at++;
  return [character === '+' ? 1 : 0, character === '?' ? 1 : Number.POSITIVE_INFINITY];
}

/** `{2}`, `{2,}` or `{2,5}`; any other brace is a literal (Annex B, ExtendedAtom). */
function readCountedQuantifier(cursor: Cursor): readonly [number, number] | undefined {
  if (cursor.source[cursor.at] !== '{') return undefined;
  const [whole, min = '', comma, max] = readMatch(cursor, /\{(\d+)(?:(,)(\d*))?\}/y);
  if (whole === '') return undefined;
  if (comma === undefined) return [Number(min), Number(min)];
  return [Number(min), max === undefined || max === '' ? Number.POSITIVE_INFINITY : Number(max)];
}

function parseAtom(cursor: Cursor): RegexNode {
  const character = cursor.source[cursor.at];
  if (character === '(') return parseGroup(cursor);
  if (character === '[') return parseClass(cursor);
  if (character === '\\') return parseEscapedAtom(cursor);
  cursor.at++;
  if (character === '^') return { kind: 'position', test: 'start' };
  if (character === '$') return { kind: 'position', test: 'end' };
  if (character === '.') return { kind: 'characters', ranges: NOT_LINE_TERMINATORS };
  return { kind: 'characters', ranges: codeUnitBefore(cursor) };
}

function parseGroup(cursor: Cursor): RegexNode {
  const start = cursor.at;
  if (++cursor.depth > maxGroupDepth) return refuse(cursor, 'tooDeep', start);
  const [opening] = readMatch(cursor, /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y);
  if (opening === '(' && cursor.source[cursor.at] === '?') return refuse(cursor, 'modifiers', start);
  const body = parseChoice(cursor);
  if (cursor.source[cursor.at] !== ')') return refuse(cursor, 'syntax', start);
  cursor.at++;
  cursor.depth--;
  const sign = opening.at(-1);
  if (sign !== '=' && sign !== '!') return body;
  return { kind: 'look', behind: opening[2] === '<', negative: sign === '!', body };
}

function parseEscapedAtom(cursor: Cursor): RegexNode {
  const start = cursor.at;
  const character = cursor.source[start + 1];
  if (character === 'b' || character === 'B') {
    cursor.at += 2;
    cursor.boundaries++;
    return { kind: 'position', test: character === 'b' ? 'boundary' : 'notBoundary' };
  }
  if (isBackReference(cursor)) return refuse(cursor, 'backReference', start);
  return { kind: 'characters', ranges: parseEscape(cursor, false) };
}

/** `\3` refers only when there are three groups, and `\k` only when a group has a name (Annex B). */
function isBackReference(cursor: Cursor): boolean {
  if (cursor.source[cursor.at + 1] === 'k') return cursor.hasNames;
  const digits = /\\([1-9]\d*)/y;
  digits.lastIndex = cursor.at;
  const number = Number(digits.exec(cursor.source)?.[1] ?? Number.NaN);
  return number <= cursor.groupCount;
}

function parseClass(cursor: Cursor): RegexNode {
  const { source } = cursor;
  const start = cursor.at++;
  const inverted = source[cursor.at] === '^';
  if (inverted) cursor.at++;
  const bounds: number[] = [];
  while (source[cursor.at] !== ']') {
    if (cursor.at >= source.length) return refuse(cursor, 'syntax', start);
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
  // An end that is a set makes the hyphen a literal (Annex B, CharacterRangeOrUnion); a set has more than one code unit.
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

/** Reads from a backslash; what has no meaning of its own stands for itself (Annex B, IdentityEscape). */
function parseEscape(cursor: Cursor, inClass: boolean): CharacterRanges {
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

/** `\cA` is a control character; without a letter the backslash is a literal, and the `c` is read again. */
function parseControlLetter(cursor: Cursor, inClass: boolean): CharacterRanges {
  const next = cursor.source[cursor.at + 1] ?? '';
  if (!(inClass ? /[a-zA-Z\d_]/ : /[a-zA-Z]/).test(next)) return codeUnit(0x5c);
  cursor.at += 2;
  return codeUnit(next.charCodeAt(0) % 32);
}

/** Matches `sticky` at the cursor and moves behind it; without a match the whole is empty and nothing moves. */
function readMatch(cursor: Cursor, sticky: RegExp): readonly [string, ...(string | undefined)[]] {
  sticky.lastIndex = cursor.at;
  const [whole = '', ...groups] = sticky.exec(cursor.source) ?? [];
  cursor.at += whole.length;
  return [whole, ...groups];
}

function codeUnitBefore(cursor: Cursor): CharacterRanges {
  return codeUnit(cursor.source.charCodeAt(cursor.at - 1) || 0);
}

function codeUnit(code: number): CharacterRanges {
  return [code, code];
}
