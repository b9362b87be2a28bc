import leven from 'leven';

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
    const distance = leven(folded, fold(candidate), { maxDistance: bestDistance });
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
