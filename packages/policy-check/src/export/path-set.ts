import { type RegexItem, type RegexOption, readRegexShape } from '../regex/regex-shape.ts';

/** Part of a path: literal text, a single character, or any number of characters; `flat` parts exclude `/`. */
export type PathPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' | 'flat' | 'one' | 'flat-one' };

/** Complete paths that have the same form. */
export type PathShape = readonly PathPiece[];

/**
 * Paths that a file restriction allows, insofar as literal text and wildcards can express them; never more paths than
 * the restriction allows.
 */
export interface PathSet {
  readonly allow: readonly PathShape[];
  /** Shapes that no shape in `allow` includes. */
  readonly except: readonly PathShape[];
  /** True if the set covers everything that the pattern allows. */
  readonly isExact: boolean;
}

/**
 * Reads a pattern that `compilePattern` accepts. Parts that cannot be expressed are omitted, so the set is never wider
 * than the pattern.
 */
export function readPathSet(pattern: string): PathSet {
  const options = readRegexShape(pattern);
  const parts = options.map((option) => readOption(option, pattern));
  const allow = parts.flatMap((part) => part.allow).slice(0, maxShapes);
  const except = parts.flatMap((part) => part.except);
  const isWhole = allow.length === parts.flatMap((part) => part.allow).length;
  return {
    allow,
    except,
    // Anything that one alternative excludes is also removed from the other alternatives.
    isExact: isWhole && parts.every(({ isExact }) => isExact) && (except.length === 0 || options.length === 1),
  };
}

/** More shapes than a person writes, but few enough that the file stays readable. */
const maxShapes = 64;

const nothing: PathSet = { allow: [], except: [], isExact: false };

/** Reads one alternative, including the part that `^(?!…)` at its start excludes. */
function readOption(option: RegexOption, source: string): PathSet {
  const looks = option.items.findIndex(({ kind }, index) => kind !== 'look' && index > 0);
  const end = looks === -1 ? option.items.length : looks;
  const [first] = option.items;
  if (first?.kind !== 'start' || end < 2) return { ...readShapes([option], source), except: [] };
  const excluded: PathShape[] = [];
  for (const look of option.items.slice(1, end)) {
    if (look.isNegative !== true || !source.startsWith('(?!', look.start)) return nothing;
    const shapes = readShapes(
      (look.options ?? []).map((body) => ({ ...body, items: [first, ...body.items] })),
      source,
    );
    if (!shapes.isExact) return nothing;
    excluded.push(...shapes.allow);
  }
  const rest = readShapes([{ ...option, items: [first, ...option.items.slice(end)] }], source);
  return { ...rest, except: excluded };
}

function readShapes(options: readonly RegexOption[], source: string): Omit<PathSet, 'except'> {
  const { sequences, isExact } = expandOptions(options, source);
  const shapes = sequences.map(toShape);
  const allow = shapes.filter((shape) => shape !== undefined);
  return { allow: allow.filter(isOfSomePath), isExact: isExact && allow.length === shapes.length };
}

/** True if at least one path can have this shape. A path to be checked is never empty and never ends in `/`. */
function isOfSomePath(shape: PathShape): boolean {
  const last = shape.at(-1);
  return last !== undefined && !(last.kind === 'text' && last.text.endsWith('/'));
}

type Token = PathPiece | { readonly kind: 'start' | 'end' };

/** Adds the text that an open end matches; returns undefined if there is an anchor in the middle of the pattern. */
function toShape(tokens: readonly Token[]): PathShape | undefined {
  const isAnchored = tokens[0]?.kind === 'start';
  const isEnded = tokens.at(-1)?.kind === 'end';
  const inner = tokens.slice(isAnchored ? 1 : 0, isEnded ? -1 : undefined);
  if (inner.some(({ kind }) => kind === 'start' || kind === 'end')) return undefined;
  const any = { kind: 'any' } as const;
  return joinPieces([...(isAnchored ? [] : [any]), ...(inner as readonly PathPiece[]), ...(isEnded ? [] : [any])]);
}

/**
 * Joins pieces of literal text, and moves the single characters in a run of wildcards before the repeating wildcards.
 */
function joinPieces(pieces: readonly PathPiece[]): PathShape {
  const joined: PathPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === 'text') {
      if (last?.kind === 'text') joined.splice(-1, 1, { kind: 'text', text: last.text + piece.text });
      else if (piece.text !== '') joined.push(piece);
    } else if (last?.kind === 'any' && (piece.kind === 'any' || piece.kind === 'flat')) continue;
    else if (last?.kind === 'flat' && piece.kind === 'any') joined.splice(-1, 1, piece);
    else if (last?.kind === 'flat' && piece.kind === 'flat') continue;
    else if (last?.kind === 'any' && piece.kind === 'one') joined.splice(-1, 0, piece);
    else joined.push(piece);
  }
  return joined;
}

interface Expansion {
  readonly sequences: readonly (readonly Token[])[];
  /** True if nothing was omitted. */
  readonly isExact: boolean;
}

function expandOptions(options: readonly RegexOption[], source: string): Expansion {
  return unite(options.map(({ items }) => expandItems(items, source)));
}

function unite(parts: readonly Expansion[]): Expansion {
  const sequences = parts.flatMap((part) => part.sequences);
  return {
    sequences: sequences.slice(0, maxShapes),
    isExact: sequences.length <= maxShapes && parts.every(({ isExact }) => isExact),
  };
}

function expandItems(items: readonly RegexItem[], source: string): Expansion {
  let sequences: readonly (readonly Token[])[] = [[]];
  let isExact = true;
  for (const item of items) {
    const next = expandItem(item, source);
    isExact &&= next.isExact;
    const all = sequences.flatMap((before) => next.sequences.map((after) => [...before, ...after]));
    isExact &&= all.length <= maxShapes;
    sequences = all.slice(0, maxShapes);
  }
  return { sequences, isExact };
}

const unsaid: Expansion = { sequences: [], isExact: false };

/**
 * Writes out the repetitions of one item; returns no sequence if the item cannot be expressed with literal text and
 * wildcards.
 */
function expandItem(item: RegexItem, source: string): Expansion {
  const wildcard = readWildcard(item, source);
  if (wildcard !== undefined) return expandWildcard(item, wildcard);
  const once = expandOnce(item, source);
  if (item.max > maxRepeats) return unsaid;
  const counts = Array.from({ length: item.max - item.min + 1 }, (_, index) => item.min + index);
  return unite(counts.map((count) => repeat(once, count)));
}

const maxRepeats = 4;

function repeat({ sequences, isExact }: Expansion, count: number): Expansion {
  let all: readonly (readonly Token[])[] = [[]];
  for (let round = 0; round < count; round++)
    all = all.flatMap((before) => sequences.map((after) => [...before, ...after])).slice(0, maxShapes + 1);
  return { sequences: all, isExact: isExact || count === 0 };
}

function expandOnce(item: RegexItem, source: string): Expansion {
  const say = (...sequences: readonly (readonly Token[])[]): Expansion => ({ sequences, isExact: true });
  switch (item.kind) {
    case 'literal':
      return say([{ kind: 'text', text: item.character ?? '' }]);
    case 'start':
    case 'end':
      return say([{ kind: item.kind }]);
    case 'class': {
      // Matches only characters that are written out: no ranges, escapes or negation.
      const written = /^\[([\w./]+)\]/.exec(source.slice(item.start, item.end))?.[1];
      return written === undefined ? unsaid : say(...Array.from(written, (text) => [{ kind: 'text', text } as const]));
    }
    case 'group':
      return expandOptions(item.options ?? [], source);
    default:
      return unsaid;
  }
}

/** Reads the wildcards `.` and `[^/]`; paths to be checked contain neither line breaks nor `\`. */
function readWildcard(item: RegexItem, source: string): 'any' | 'flat' | undefined {
  if (item.kind === 'dot') return 'any';
  if (item.kind !== 'class') return undefined;
  return /^\[\^(?:\\?\/|\\?\/\\\\|\\\\\\?\/)\]/.test(source.slice(item.start, item.end)) ? 'flat' : undefined;
}

function expandWildcard({ min, max }: RegexItem, kind: 'any' | 'flat'): Expansion {
  const one: PathPiece = { kind: kind === 'any' ? 'one' : 'flat-one' };
  const least = Array.from({ length: Math.min(min, maxRepeats) }, () => one);
  if (max === Number.POSITIVE_INFINITY) return { sequences: [[...least, { kind }]], isExact: min <= maxRepeats };
  if (max > maxRepeats) return unsaid;
  const sequences = Array.from({ length: max - min + 1 }, (_, index) => Array.from({ length: min + index }, () => one));
  return { sequences, isExact: true };
}
