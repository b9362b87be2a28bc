import leven from 'leven';

/**
 * Returns the edit distance between two names: the number of added, missing or changed letters, and of swapped pairs,
 * which are the most common slip.
 *
 * @param most - Distances above this value are not distinguished, to save time. Default: every distance is exact.
 */
export function editDistance(one: string, other: string, most?: number): number {
  // The library counts a swap as two edits, so two and three edits must be distinguished.
  const edits = leven(one, other, most === undefined ? {} : { maxDistance: Math.max(most + 1, 3) });
  return edits === 2 && sortLetters(one) === sortLetters(other) ? 1 : edits;
}

function sortLetters(name: string): string {
  return name.split('').toSorted().join('');
}
