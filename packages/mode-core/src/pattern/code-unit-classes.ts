import type { CharacterRanges } from './character-ranges.ts';

/** Code units sorted into classes, such that no set of a pattern tells two members of a class apart. */
export interface CodeUnitClasses {
  readonly count: number;
  readonly classOf: (code: number) => number;
  /** One bit for each set and class: bit `class & 31` of word `set * wordsPerSet + (class >> 5)`. */
  readonly members: Uint32Array;
  readonly wordsPerSet: number;
}

const ASCII_SIZE = 128;

/** Finds the classes of these sets and which set holds which. */
export function classifyCodeUnits(sets: readonly CharacterRanges[]): CodeUnitClasses {
  const starts = classStarts(sets);
  const wordsPerSet = (starts.length >> 5) + 1;
  const members = new Uint32Array(sets.length * wordsPerSet);
  sets.forEach((ranges, set) => {
    for (let at = 0; at < ranges.length; at += 2) {
      const last = findClass(starts, ranges[at + 1] ?? 0);
      for (let found = findClass(starts, ranges[at] ?? 0); found <= last; found++) {
        const word = set * wordsPerSet + (found >> 5);
        members[word] = (members[word] ?? 0) | (1 << (found & 31));
      }
    }
  });
  const ascii = Uint16Array.from({ length: ASCII_SIZE }, (_, code) => findClass(starts, code));
  const classOf = (code: number) => ascii[code] ?? findClass(starts, code);
  return { count: starts.length, classOf, members, wordsPerSet };
}

/** The code units at which some set begins or has just ended, in order, with 0. */
function classStarts(sets: readonly CharacterRanges[]): Uint32Array {
  const starts = new Set([0]);
  for (const ranges of sets) {
    for (let at = 0; at < ranges.length; at += 2) {
      starts.add(ranges[at] ?? 0);
      starts.add((ranges[at + 1] ?? 0) + 1);
    }
  }
  return Uint32Array.from(starts).sort();
}

function findClass(starts: Uint32Array, code: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= code) low = middle;
    else high = middle;
  }
  return low;
}
