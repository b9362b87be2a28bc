import { sanitiseServerName } from './name-collisions.ts';

/** Longer than any name that a model may be offered, so that a pattern is held against a name in no time. */
const MAX_LENGTH = 128;

/** What opencode and Kilo put before the names of a server's tools, which they shorten as they do the server's. */
export function toolPrefix(server: string): string {
  return `${sanitiseServerName(server)}_`;
}

/**
 * The tools of a server that a pattern over such names may match, as patterns over the tools' own names: at least what the agents
 * match. Case does not count on Windows, so it does not in the server's name, and must not where these patterns are held against tools.
 */
export function mayMatch(pattern: string, prefix: string): readonly string[] {
  if (Math.max(pattern.length, prefix.length) > MAX_LENGTH || hasVariable(pattern)) return ['*'];
  const cleaned = normalised(pattern).replaceAll(/[^\w*?-]/g, '_');
  return placesAfter(prefix.toLowerCase(), cleaned.toLowerCase()).map((place) => overOwnNames(cleaned.slice(place)));
}

/** What it surely matches: at most what the agents match. A `?` is one UTF-16 unit to them and one character here, so it is not sure. */
export function surelyMatches(pattern: string, prefix: string): readonly string[] {
  const exact = normalised(pattern);
  const isSure = Math.max(pattern.length, prefix.length) <= MAX_LENGTH && /^[\w*-]*$/.test(exact);
  return isSure ? placesAfter(prefix, exact).map((place) => exact.slice(place)) : [];
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

/** Whether the agents put something else in its place before they read the file, so that what it names is not known here. */
export function hasVariable(name: string): boolean {
  return /\{(?:env|file):/.test(name);
}

/** Whether a pattern has `*` or `?`, so that comparing it takes long. */
export function hasWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** How far into a pattern the start of a name may lead: what follows each place is left to match. */
function placesAfter(start: string, pattern: string): readonly number[] {
  if (!hasWildcard(pattern)) return pattern.startsWith(start) ? [start.length] : [];
  let places: readonly number[] = [0];
  for (const unit of start) {
    const next = new Set<number>();
    for (const place of places) {
      // A star also matches nothing, and no two are side by side.
      const at = pattern[place] === '*' ? place + 1 : place;
      if (at > place) next.add(place);
      if (pattern[at] === unit || pattern[at] === '?') next.add(at + 1);
    }
    // Whatever an earlier place would still match, the last star does too.
    const star = Math.max(0, ...[...next].filter((place) => pattern[place] === '*'));
    places = [...next].filter((place) => place >= star);
    if (places.length === 0) return [];
  }
  return places;
}
