import type { CharacterRanges } from './character-ranges.ts';

/**
 * Code units grouped into classes, such that no character set in the pattern distinguishes two members of the same
 * class.
 */
export interface CodeUnitClasses {
  /** Classes are numbered 0 to `count - 1`, in order of their code units. */
  readonly count: number;
  readonly classOf: (code: number) => number;
}

const ASCII_SIZE = 128;

/** Computes the classes for these sets. */
export function classifyCodeUnits(sets: readonly CharacterRanges[]): CodeUnitClasses {
  const bounds = new Set<number>();
  for (const ranges of sets) addClassStarts(bounds, ranges);
  const starts = Uint32Array.from(bounds).sort();
  const find = (code: number) => countUpTo(starts, code);
  const ascii = Uint16Array.from({ length: ASCII_SIZE }, (_, code) => find(code));
  return { count: starts.length + 1, classOf: (code) => ascii[code] ?? find(code) };
}

/**
 * Collects the code units at which a set starts or has just ended. The number of classes is one more than the number of
 * these code units.
 */
export function addClassStarts(starts: Set<number>, ranges: CharacterRanges): void {
  for (let at = 0; at < ranges.length; at += 2) {
    starts.add(ranges[at] ?? 0);
    starts.add((ranges[at + 1] ?? 0) + 1);
  }
}

/** Counts the values in a sorted array that are at most `code`. */
function countUpTo(sorted: Uint32Array, code: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  return low;
}
