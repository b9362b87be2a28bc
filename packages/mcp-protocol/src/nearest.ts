const MAX_CANDIDATES = 1_000;
const MAX_LENGTH = 64;

/** Finds the candidate that a misspelt word most likely meant (edit distance, case and `-`/`_` ignored), or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const folded = fold(word);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(folded.length / 3)) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MAX_CANDIDATES) break;
    if (Math.abs(candidate.length - word.length) > bestDistance || candidate.length > MAX_LENGTH * 2) continue;
    const distance = editDistance(folded, fold(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Writes the sentence " Did you mean 'x'?" with its leading space, or nothing when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const match = nearest(word, candidates);
  return match === undefined ? '' : ` Did you mean '${match}'?`;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_.\s]/g, '');
}

// Optimal string alignment: a swap of two neighbours counts as one edit, the commonest slip of a typist.
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = at(previous, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      let distance = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, substitution);
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        distance = Math.min(distance, at(beforePrevious, column - 2) + 1);
      }
      current.push(distance);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
