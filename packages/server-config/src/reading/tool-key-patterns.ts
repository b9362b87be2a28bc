import { sanitiseServerName } from './name-collisions.ts';

/** Longer than any tool name that models accept; keeps matching fast. */
const MAX_LENGTH = 128;

/**
 * Prefix that opencode and Kilo put before a server's tool names; they shorten the names in the same way as server
 * names.
 */
export function toolPrefix(server: string): string {
  return `${sanitiseServerName(server)}_`;
}

/**
 * Converts a pattern over prefixed names to patterns over the server's own tool names that match at least what the
 * agents match. Case is ignored on Windows, so it is ignored in the server's name, and must be ignored when these
 * patterns are matched.
 */
export function mayMatch(pattern: string, prefix: string): readonly string[] {
  if (Math.max(pattern.length, prefix.length) > MAX_LENGTH || hasVariable(pattern)) return ['*'];
  const cleaned = normalised(pattern).replaceAll(/[^\w*?-]/g, '_');
  return offsetsAfter(prefix.toLowerCase(), cleaned.toLowerCase()).map((offset) => overOwnNames(cleaned.slice(offset)));
}

/**
 * Converts a pattern as {@link mayMatch} does, but to patterns that match at most what the agents match. To the agents,
 * a `?` is one UTF-16 unit; here, it is one character, so its matches are uncertain.
 */
export function surelyMatches(pattern: string, prefix: string): readonly string[] {
  const exact = normalised(pattern);
  const isSure = Math.max(pattern.length, prefix.length) <= MAX_LENGTH && /^[\w*-]*$/.test(exact);
  return isSure ? offsetsAfter(prefix, exact).map((offset) => exact.slice(offset)) : [];
}

/** A blank before a final `*` is optional; any other blank never matches, because these names have no blanks. */
function normalised(pattern: string): string {
  return pattern.replace(/ \*$/, '').replaceAll(/\*+/g, '*');
}

/**
 * A `_` in a prefixed name can come from any character in a tool's own name; a character of two UTF-16 units became two
 * underscores.
 */
function overOwnNames(pattern: string): string {
  return pattern.replaceAll(/[_?*]+/g, (run) => {
    if (!/[_?]/.test(run)) return '*';
    return run.length === 1 ? '?' : '?*';
  });
}

/**
 * True if a name contains a variable, which the agents substitute before reading the file, so that the name is unknown
 * here.
 */
export function hasVariable(name: string): boolean {
  return /\{(?:env|file):/.test(name);
}

/** True if a pattern contains `*` or `?`, which makes comparing it slow. */
export function hasKeyWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/**
 * Offsets in a pattern up to which the start of a name can match; the rest of the pattern after each offset still has
 * to match.
 */
function offsetsAfter(start: string, pattern: string): readonly number[] {
  if (!hasKeyWildcard(pattern)) return pattern.startsWith(start) ? [start.length] : [];
  let offsets: readonly number[] = [0];
  for (const unit of start) {
    const next = new Set<number>();
    for (const offset of offsets) {
      // A star also matches the empty string; there are never two stars in a row.
      const at = pattern[offset] === '*' ? offset + 1 : offset;
      if (at > offset) next.add(offset);
      if (pattern[at] === unit || pattern[at] === '?') next.add(at + 1);
    }
    // The last star matches everything that an earlier offset could match.
    const star = Math.max(0, ...[...next].filter((offset) => pattern[offset] === '*'));
    offsets = [...next].filter((offset) => offset >= star);
    if (offsets.length === 0) return [];
  }
  return offsets;
}
