import { NOT_LINE_TERMINATORS } from './character-ranges.ts';
import { parseClass, parseEscape } from './parse-characters.ts';
import { type Cursor, codeUnitBefore, EMPTY, type RegexRefusal, readMatch, rejectPattern } from './regex-cursor.ts';
import type { RegexNode } from './regex-node.ts';

/** Maximum nesting of groups; the tree is traversed recursively. */
export const maxGroupDepth = 200;

/** A regular expression as a tree. */
export interface ParsedRegex {
  readonly root: RegexNode;
  /**
   * Number of `\b` and `\B` that a native engine may compile: those in the pattern, multiplied by four for each
   * repetition that encloses them.
   */
  readonly boundaries: number;
}

// V8 expands the body of a repetition up to three times, and once more as a loop.
const maxCopies = 4;

/**
 * Parses the source of a regular expression without flags, including Annex B of ECMA-262. The source must be valid for
 * `new RegExp`; validity is not checked, but no source makes this function throw.
 */
export function parseRegex(source: string): ParsedRegex | { readonly refusal: RegexRefusal } {
  const cursor: Cursor = { source, ...surveyGroups(source), at: 0, depth: 0, boundaries: 0, refusal: undefined };
  const root = parseChoice(cursor);
  if (cursor.at < source.length) rejectPattern(cursor, 'syntax', cursor.at);
  return cursor.refusal === undefined ? { root, boundaries: cursor.boundaries } : { refusal: cursor.refusal };
}

/** Counts capturing groups first, because the meaning of `\1` and `\k` depends on the whole pattern. */
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
  // Repeating something that consumes nothing has no effect.
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

/** Reads `{2}`, `{2,}` or `{2,5}`; any other brace is literal (Annex B, ExtendedAtom). */
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
  if (++cursor.depth > maxGroupDepth) return rejectPattern(cursor, 'tooDeep', start);
  const [opening] = readMatch(cursor, /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y);
  if (opening === '(' && cursor.source[cursor.at] === '?') return rejectPattern(cursor, 'modifiers', start);
  const body = parseChoice(cursor);
  if (cursor.source[cursor.at] !== ')') return rejectPattern(cursor, 'syntax', start);
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
  if (isBackReference(cursor)) return rejectPattern(cursor, 'backReference', start);
  return { kind: 'characters', ranges: parseEscape(cursor, false) };
}

/**
 * True for a back reference. `\3` is a reference only if there are three groups, and `\k` only if a group has a name
 * (Annex B).
 */
function isBackReference(cursor: Cursor): boolean {
  if (cursor.source[cursor.at + 1] === 'k') return cursor.hasNames;
  const digits = /\\([1-9]\d*)/y;
  digits.lastIndex = cursor.at;
  const number = Number(digits.exec(cursor.source)?.[1] ?? Number.NaN);
  return number <= cursor.groupCount;
}
