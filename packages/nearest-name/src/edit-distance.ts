import leven from 'leven';

/**
 * How many typing slips lead from one name to another: a letter more, less or other, or a swapped pair, which is the commonest of all.
 *
 * @param most - What is more than this need not be told apart, which saves time. Default: every number is exact.
 */
export function editDistance(one: string, other: string, most?: number): number {
  // A swap is two edits, so three have to be told from two.
  const edits = leven(one, other, most === undefined ? {} : { maxDistance: Math.max(most + 1, 3) });
  return edits === 2 && sortLetters(one) === sortLetters(other) ? 1 : edits;
}

function sortLetters(name: string): string {
  return name.split('').toSorted().join('');
}
