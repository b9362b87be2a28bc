import leven from 'leven';

/** Longer names are never compared: no key that people type by hand is this long. */
const MAX_COMPARED_LENGTH = 48;

/** The candidate that a misspelt name most likely meant: the closest within a third of its own length, or `undefined`. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const near = candidates
    .map((candidate) => ({ candidate, distance: countSlips(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)));
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.candidate;
}

/** Edits between two names; a swap of two letters, the commonest slip, counts as one. */
export function countSlips(one: string, other: string): number {
  const edits = leven(one, other);
  return edits === 2 && sortLetters(one) === sortLetters(other) ? 1 : edits;
}

function sortLetters(name: string): string {
  return name.split('').toSorted().join('');
}
