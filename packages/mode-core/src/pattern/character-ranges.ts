/**
 * A set of UTF-16 code units as a flat list `[low, high, low, high, …]`: bounds inclusive, sorted, disjoint and never
 * adjacent, so equal sets have equal lists.
 */
export type CharacterRanges = readonly number[];

const LAST_CODE_UNIT = 0xffff;

/** Converts bounds in any order to the canonical form of {@link CharacterRanges}. */
export function normaliseRanges(bounds: readonly number[]): CharacterRanges {
  if (bounds.length <= 2) return bounds;
  const pairs: [number, number][] = [];
  for (let at = 0; at < bounds.length; at += 2) pairs.push([bounds[at] ?? 0, bounds[at + 1] ?? 0]);
  pairs.sort((left, right) => left[0] - right[0]);
  const merged: number[] = [];
  for (const [low, high] of pairs) {
    const last = merged.length - 1;
    const lastHigh = merged[last] ?? -2;
    if (low > lastHigh + 1) merged.push(low, high);
    else if (high > lastHigh) merged[last] = high;
  }
  return merged;
}

/** Returns all code units outside `ranges`. */
export function invertRanges(ranges: CharacterRanges): CharacterRanges {
  const inverted: number[] = [];
  let low = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    const start = ranges[at] ?? 0;
    if (start > low) inverted.push(low, start - 1);
    low = (ranges[at + 1] ?? 0) + 1;
  }
  if (low <= LAST_CODE_UNIT) inverted.push(low, LAST_CODE_UNIT);
  return inverted;
}

/** True if the two sets share a code unit. */
export function rangesOverlap(left: CharacterRanges, right: CharacterRanges): boolean {
  let a = 0;
  let b = 0;
  while (a < left.length && b < right.length) {
    if ((left[a + 1] ?? 0) < (right[b] ?? 0)) a += 2;
    else if ((right[b + 1] ?? 0) < (left[a] ?? 0)) b += 2;
    else return true;
  }
  return false;
}

/** Characters matched by `\d` (ECMA-262, CharacterClassEscape). */
export const DIGITS: CharacterRanges = [0x30, 0x39];

/** Characters matched by `\w` without the flags `i` and `u` (ECMA-262, WordCharacters). */
export const WORD_CHARACTERS: CharacterRanges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];

/** Characters matched by `\s`: WhiteSpace and LineTerminator in ECMA-262. */
export const WHITE_SPACE: CharacterRanges = [
  9, 13, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000,
  0x3000, 0xfeff, 0xfeff,
];

/** Characters matched by `\D`. */
export const NOT_DIGITS: CharacterRanges = invertRanges(DIGITS);

/** Characters matched by `\W`. */
export const NOT_WORD_CHARACTERS: CharacterRanges = invertRanges(WORD_CHARACTERS);

/** Characters matched by `\S`. */
export const NOT_WHITE_SPACE: CharacterRanges = invertRanges(WHITE_SPACE);

/** Characters matched by `.` without the flag `s`: everything except LineTerminator in ECMA-262. */
export const NOT_LINE_TERMINATORS: CharacterRanges = invertRanges([10, 10, 13, 13, 0x2028, 0x2029]);
