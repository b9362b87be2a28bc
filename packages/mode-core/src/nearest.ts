import leven from 'leven';

// Names longer than this are never a typing slip, and the comparison is quadratic.
const maxCompared = 64;

/** The known name most like `name`, or undefined when none is near enough to suggest (about one edit in three characters). */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = fold(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = countSlips(wanted, fold(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean 'x'?`, or nothing: ready to append to a sentence. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
}

/** Edits between two names; a swap of two letters, the commonest slip, counts as one. */
function countSlips(a: string, b: string): number {
  const edits = leven(a, b);
  return edits === 2 && sortLetters(a) === sortLetters(b) ? 1 : edits;
}

function sortLetters(name: string): string {
  return name.split('').toSorted().join('');
}

function fold(name: string): string {
  return name
    .slice(0, maxCompared)
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');
}
