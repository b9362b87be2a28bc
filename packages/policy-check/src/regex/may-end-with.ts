import { type RegexItem, type RegexOption, readRegexShape } from './regex-shape.ts';

/**
 * False if a pattern that `compilePattern` accepts certainly matches no path with this ending. True proves nothing:
 * lookarounds and word boundaries count as met.
 */
export function mayEndWith(pattern: string, ending: string): boolean {
  const all = new Set(Array.from({ length: ending.length + 2 }, (_, at) => at));
  return reach(readRegexShape(pattern), all, { ending, source: pattern }).size > 0;
}

interface Path {
  readonly ending: string;
  readonly source: string;
}

// Position 0 is in the unknown text before the ending, where anything may be; position n is before its nth character.
type Positions = ReadonlySet<number>;

/** Positions where a match of one of the alternatives may end if it starts at one of `from`. */
function reach(options: readonly RegexOption[], from: Positions, path: Path): Positions {
  return new Set(
    options.flatMap(({ items }) => [
      ...items.reduce<Positions>((starts, item) => repeat(item, withStart(starts), path), from),
    ]),
  );
}

/** The unknown text may be over at any time. */
function withStart(positions: Positions): Positions {
  return positions.has(0) ? new Set([...positions, 1]) : positions;
}

function repeat(item: RegexItem, from: Positions, path: Path): Positions {
  const ends = new Set(item.min === 0 ? from : []);
  let current = from;
  for (let round = 1; round <= item.max && current.size > 0; round++) {
    const next = withStart(reachOnce(item, current, path));
    const isNew = [...next].some((at) => !ends.has(at));
    // More rounds than the text is long add nothing.
    if (round >= item.min || round > path.ending.length + 2) for (const at of next) ends.add(at);
    if (round > path.ending.length + 2 || (round >= item.min && !isNew)) break;
    current = next;
  }
  return ends;
}

function reachOnce(item: RegexItem, from: Positions, path: Path): Positions {
  const { ending } = path;
  switch (item.kind) {
    case 'group':
      return reach(item.options ?? [], from, path);
    case 'look':
    case 'boundary':
      return from;
    case 'start':
      return new Set([...from].filter((at) => at <= 1));
    case 'end':
      return new Set([...from].filter((at) => at === ending.length + 1));
    default: {
      const matches = compileCharacter(item, path.source);
      return new Set([...from].flatMap((at) => (at === 0 ? [0] : matches(ending[at - 1] ?? '') ? [at + 1] : [])));
    }
  }
}

function compileCharacter(item: RegexItem, source: string): (character: string) => boolean {
  if (item.kind === 'literal') return (character) => character === item.character;
  if (item.kind === 'dot') return (character) => character !== '' && !/[\n\r\u2028\u2029]/.test(character);
  // An octal escape, which nobody writes in a path.
  if (/^\\\d/.test(source.slice(item.start))) return () => true;
  // A class or a set matches one character, whatever it contains, so this cannot take long.
  const written = /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x..|u....|[\s\S]))/.exec(source.slice(item.start, item.end))?.[0];
  const test = new RegExp(`^${written ?? '[^]'}$`);
  return (character) => test.test(character);
}
