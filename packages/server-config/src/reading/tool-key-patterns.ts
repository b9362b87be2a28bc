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
  return offsetsAfter(prefix.toLowerCase(), cleaned.toLowerCase()).map((offset) => overOwnNames(cleaned.slice(offset)));
}

/** What it surely matches: at most what the agents match. A `?` is one UTF-16 unit to them and one character here, so it is not sure. */
export function surelyMatches(pattern: string, prefix: string): readonly string[] {
  const exact = normalised(pattern);
  const isSure = Math.max(pattern.length, prefix.length) <= MAX_LENGTH && /^[\w*-]*$/.test(exact);
  return isSure ? offsetsAfter(prefix, exact).map((offset) => exact.slice(offset)) : [];
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

/** Whether the agents put something else in its offset before they read the file, so that what it names is not known here. */
export function hasVariable(name: string): boolean {
  return /\{(?:env|file):/.test(name);
}

/** Whether a pattern has `*` or `?`, so that comparing it takes long. */
export function hasWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** How far into a pattern the start of a name may lead: what follows each offset is left to match. */
function offsetsAfter(start: string, pattern: string): readonly number[] {
  if (!hasWildcard(pattern)) return pattern.startsWith(start) ? [start.length] : [];
  let offsets: readonly number[] = [0];
  for (const unit of start) {
    const next = new Set<number>();
    for (const offset of offsets) {
      // A star also matches nothing, and no two are side by side.
      const at = pattern[offset] === '*' ? offset + 1 : offset;
      if (at > offset) next.add(offset);
      if (pattern[at] === unit || pattern[at] === '?') next.add(at + 1);
    }
    // Whatever an earlier offset would still match, the last star does too.
    const star = Math.max(0, ...[...next].filter((offset) => pattern[offset] === '*'));
    offsets = [...next].filter((offset) => offset >= star);
    if (offsets.length === 0) return [];
  }
  return offsets;
}
