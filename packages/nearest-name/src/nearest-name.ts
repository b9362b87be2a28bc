import { editDistance } from './edit-distance.ts';

/** Longer strings are not mistyped names, and comparison takes quadratic time. */
const MAX_LENGTH = 64;

/** Enough for the names of one program. Bounds the time for longer lists from elsewhere. */
const MAX_CANDIDATES = 1_000;

/**
 * Finds the name that a misspelt name most likely means: the first name with the smallest distance, allowing one
 * slip per three characters and always at least one. Ignores case and separators (`-`, `_`, blanks). Returns undefined
 * if no name is similar, or if the misspelt name is empty or longer than 64 characters; compares at most the first
 * 1,000 names.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.trim() === '' || name.length > MAX_LENGTH) return undefined;
  const wanted = fold(name);
  let nearest: { readonly name: string | undefined; readonly slips: number } = {
    name: undefined,
    slips: Math.max(1, Math.floor(wanted.length / 3)) + 1,
  };
  let compared = 0;
  for (const candidate of known) {
    if (++compared > MAX_CANDIDATES) break;
    if (candidate.length > 2 * MAX_LENGTH) continue;
    const slips = editDistance(wanted, fold(candidate), nearest.slips);
    if (slips < nearest.slips) nearest = { name: candidate, slips };
  }
  return nearest.name;
}

/** Returns the sentence ` Did you mean 'x'?` with a leading space, or `''` if there is no similar name. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '-');
}
