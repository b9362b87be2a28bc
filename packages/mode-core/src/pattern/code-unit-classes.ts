import type { CharacterRanges } from './character-ranges.ts';

/** Code units sorted into classes, such that no set of a pattern tells two members of a class apart. */
export interface CodeUnitClasses {
  /** The classes are 0 to `count - 1`; `count` itself stands for no character and is in no set. */
  readonly count: number;
  readonly classOf: (code: number) => number;
  /** The numbers of the sets that hold a class. */
  readonly setsWith: (unitClass: number) => readonly number[];
}

const ASCII_SIZE = 128;

/** Finds the classes of these sets and which set holds which. */
export function classifyCodeUnits(sets: readonly CharacterRanges[]): CodeUnitClasses {
  const starts = classStarts(sets);
  const words = (sets.length >> 5) + 1;
  const members = new Int32Array(words * (starts.length + 1));
  sets.forEach((ranges, set) => {
    for (let at = 0; at < ranges.length; at += 2) {
      const last = findClass(starts, ranges[at + 1] ?? 0);
      for (let unitClass = findClass(starts, ranges[at] ?? 0); unitClass <= last; unitClass++) {
        const word = unitClass * words + (set >> 5);
        members[word] = (members[word] ?? 0) | (1 << (set & 31));
      }
    }
  });
  const ascii = Uint16Array.from({ length: ASCII_SIZE }, (_, code) => findClass(starts, code));
  return {
    count: starts.length,
    classOf: (code) => ascii[code] ?? findClass(starts, code),
    setsWith: (unitClass) => bitsOf(members.subarray(unitClass * words, (unitClass + 1) * words)),
  };
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

function bitsOf(words: Int32Array): number[] {
  const bits: number[] = [];
  words.forEach((word, index) => {
    for (let left = word; left !== 0; left &= left - 1) bits.push(index * 32 + 31 - Math.clz32(left & -left));
  });
  return bits;
}
