import { sanitiseServerName } from './name-collisions.ts';

/** Longer than any name that a model may be offered, so that a pattern is held against a name in no time. */
const MAX_LENGTH = 256;

/** What opencode and Kilo put before the names of a server's tools, which they shorten as they do the server's. */
export function toolPrefix(server: string): string {
  return `${sanitiseServerName(server)}_`;
}

/**
 * The tools of a server that a pattern over such names may match, as patterns over the tools' own names: at least what the agents
 * match. Case does not count in the server's name, because it does not on Windows.
 */
export function mayMatch(pattern: string, prefix: string): readonly string[] {
  if (pattern.length > MAX_LENGTH || prefix.length > MAX_LENGTH) return ['*'];
  const cleaned = normalised(pattern).replaceAll(/[^\w*?-]/g, '_');
  return restsOf(cleaned, prefix, (unit) => unit.toLowerCase()).map(overOwnNames);
}

/** What it surely matches: at most what the agents match. A `?` is one UTF-16 unit to them and one character here, so it is not sure. */
export function surelyMatches(pattern: string, prefix: string): readonly string[] {
  const exact = normalised(pattern);
  const isSure = Math.max(pattern.length, prefix.length) <= MAX_LENGTH && /^[\w*-]*$/.test(exact);
  return isSure ? restsOf(exact, prefix, (unit) => unit) : [];
}

/** A blank with `*` at the end may be absent from a name, and always is, because these names have no blanks. */
function normalised(pattern: string): string {
  return pattern.replace(/ \*$/, '').replaceAll(/\*+/g, '*');
}

/** Where these names have `_`, a tool's own may have any character; one of two UTF-16 units has become two of them. */
function overOwnNames(pattern: string): string {
  return pattern.replaceAll(/[_?*]+/g, (run) => {
    if (!/[_?]/.test(run)) return '*';
    return run.length === 1 ? '?' : '?*';
  });
}

/** What is left of a pattern that has matched a text, in each way in which it can. */
function restsOf(pattern: string, text: string, fold: (unit: string) => string): readonly string[] {
  let places: readonly number[] = [0];
  for (const unit of text) {
    const next = new Set<number>();
    for (const place of places) {
      // A star also matches nothing, and no two are side by side.
      const at = pattern[place] === '*' ? place + 1 : place;
      if (at > place) next.add(place);
      if (pattern[at] === '?' || (pattern[at] !== '*' && fold(pattern[at] ?? '') === fold(unit))) next.add(at + 1);
    }
    // Whatever an earlier place would still match, the last star does too.
    const star = Math.max(0, ...[...next].filter((place) => pattern[place] === '*'));
    places = [...next].filter((place) => place >= star);
    if (places.length === 0) return [];
  }
  return places.map((place) => pattern.slice(place));
}
