import { type RegexItem, type RegexOption, readRegexShape } from './regex-shape.ts';

/** Start and end of a path; anything may be between them. */
export interface PathEnds {
  readonly start: string;
  readonly end: string;
}

/**
 * False if a pattern that `compilePattern` accepts certainly matches no path with these ends. True proves nothing:
 * lookarounds and word boundaries are assumed to match.
 */
export function mayMatchBetween(pattern: string, ends: PathEnds): boolean {
  const length = ends.start.length + ends.end.length + 2;
  const all = new Set(Array.from({ length }, (_, at) => at));
  return reach(readRegexShape(pattern), all, { ...ends, source: pattern }).size > 0;
}

interface Path extends PathEnds {
  readonly source: string;
}

// A position is before a character in the start, in the unknown text (which may contain anything), or before a
// character in the end.
type Positions = ReadonlySet<number>;

function unknownOf({ start }: Path): number {
  return start.length;
}

/**
 * Returns the positions at which a match of one of the alternatives may end if it starts at one of the positions in
 * `from`.
 */
function reach(options: readonly RegexOption[], from: Positions, path: Path): Positions {
  return new Set(
    options.flatMap(({ items }) => [
      ...items.reduce<Positions>((starts, item) => repeat(item, leaveUnknown(starts, path), path), from),
    ]),
  );
}

/** The unknown text may end at any position. */
function leaveUnknown(positions: Positions, path: Path): Positions {
  return positions.has(unknownOf(path)) ? new Set([...positions, unknownOf(path) + 1]) : positions;
}

function repeat(item: RegexItem, from: Positions, path: Path): Positions {
  // Additional rounds add nothing.
  const most = path.start.length + path.end.length + 2;
  const ends = new Set(item.min === 0 ? from : []);
  let current = from;
  for (let round = 1; round <= Math.min(item.max, most) && current.size > 0; round++) {
    current = leaveUnknown(reachOnce(item, current, path), path);
    if (round >= Math.min(item.min, most)) for (const at of current) ends.add(at);
  }
  return ends;
}

function reachOnce(item: RegexItem, from: Positions, path: Path): Positions {
  const unknown = unknownOf(path);
  const last = unknown + 1 + path.end.length;
  switch (item.kind) {
    case 'group':
      return reach(item.options ?? [], from, path);
    case 'look':
    case 'boundary':
      return from;
    case 'start':
      return new Set([...from].filter((at) => at === 0 || (unknown === 0 && at === 1)));
    case 'end':
      return new Set([...from].filter((at) => at === last));
    default: {
      const matches = compileCharacter(item, path.source);
      const text = `${path.start}\0${path.end}`;
      return new Set([...from].flatMap((at) => (at === unknown ? [at] : matches(text[at] ?? '') ? [at + 1] : [])));
    }
  }
}

function compileCharacter(item: RegexItem, source: string): (character: string) => boolean {
  if (item.kind === 'literal') return (character) => character === item.character;
  if (item.kind === 'dot') return (character) => character !== '' && !/[\n\r\u2028\u2029]/.test(character);
  // Handles an octal escape, which nobody uses in a path.
  if (/^\\\d/.test(source.slice(item.start))) return () => true;
  // A class or a set matches one character, regardless of its content, so this match cannot take long.
  const written = /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x..|u....|[\s\S]))/.exec(source.slice(item.start, item.end))?.[0];
  const test = new RegExp(`^${written ?? '[^]'}$`);
  return (character) => test.test(character);
}
