import { editDistance } from './edit-distance.ts';

/** Longer texts are not names that people mistype, and comparing takes the square of their length. */
const MAX_LENGTH = 64;

/** Enough for the names of one program. A list from elsewhere may be longer, and must not take time without end. */
const MAX_CANDIDATES = 1_000;

/**
 * The name that a misspelt one most likely meant: the first of those with the fewest slips, at most one in three characters and always one.
 * Case and separators (`-`, `_`, blanks) do not count. Undefined when none is near, or the name is empty or longer than 64 characters; of very many
 * known names the first 1,000 are compared.
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

/** The sentence ` Did you mean 'x'?` with its leading space, or nothing when no name is near: ready to append to a sentence. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '-');
}
