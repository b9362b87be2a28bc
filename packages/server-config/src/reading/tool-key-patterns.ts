import { sanitiseServerName } from './name-collisions.ts';

/** Longer than any tool name that models accept; ensures that matching is fast. */
const MAX_LENGTH = 128;

/**
 * Returns the prefix that opencode and Kilo put before a server's tool names; both shorten the tool names in the same
 * way as server names.
 */
export function toolPrefix(server: string): string {
  return `${sanitiseServerName(server)}_`;
}

/**
 * Converts a pattern for prefixed names into patterns for the server's own tool names that match at least what the
 * agents match. The agents ignore case on Windows, so case is ignored in the server's name, and must be ignored when
 * these patterns are matched.
 */
export function mayMatch(pattern: string, prefix: string): readonly string[] {
  if (Math.max(pattern.length, prefix.length) > MAX_LENGTH || hasVariable(pattern)) return ['*'];
  const cleaned = normalised(pattern).replaceAll(/[^\w*?-]/g, '_');
  return offsetsAfter(prefix.toLowerCase(), cleaned.toLowerCase()).map((offset) => overOwnNames(cleaned.slice(offset)));
}

/**
 * Converts a pattern in the same way as {@link mayMatch}, but into patterns that match at most what the agents match.
 * For the agents, a `?` matches one UTF-16 unit; here, it matches one character, so its matches are uncertain.
 */
export function surelyMatches(pattern: string, prefix: string): readonly string[] {
  const exact = normalised(pattern);
  const isSure = Math.max(pattern.length, prefix.length) <= MAX_LENGTH && /^[\w*-]*$/.test(exact);
  return isSure ? offsetsAfter(prefix, exact).map((offset) => exact.slice(offset)) : [];
}

/**
 * Returns a normalised pattern: a blank before a final `*` is optional; any other blank never matches, because these
 * names contain no blanks.
 */
function normalised(pattern: string): string {
  return pattern.replace(/ \*$/, '').replaceAll(/\*+/g, '*');
}

/**
 * Converts a pattern so that it matches tools' own names: a `_` in a prefixed name can represent any character in a
 * tool's own name; a character of two UTF-16 units becomes two underscores.
 */
function overOwnNames(pattern: string): string {
  return pattern.replaceAll(/[_?*]+/g, (run) => {
    if (!/[_?]/.test(run)) return '*';
    return run.length === 1 ? '?' : '?*';
  });
}

/**
 * True if a name contains a variable; the agents substitute the variable before reading the file, so the name is
 * unknown here.
 */
export function hasVariable(name: string): boolean {
  return /\{(?:env|file):/.test(name);
}

/** True if a pattern contains `*` or `?`, which makes comparisons with the pattern slow. */
export function hasKeyWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/**
 * Returns the offsets in a pattern up to which the start of a name can match; the rest of the pattern after each offset
 * must still match.
 */
function offsetsAfter(start: string, pattern: string): readonly number[] {
  if (!hasKeyWildcard(pattern)) return pattern.startsWith(start) ? [start.length] : [];
  let offsets: readonly number[] = [0];
  for (const unit of start) {
    const next = new Set<number>();
    for (const offset of offsets) {
      // An asterisk also matches the empty string; two asterisks never follow each other.
      const at = pattern[offset] === '*' ? offset + 1 : offset;
      if (at > offset) next.add(offset);
      if (pattern[at] === unit || pattern[at] === '?') next.add(at + 1);
    }
    // The last asterisk matches everything that an earlier offset could match.
    const star = Math.max(0, ...[...next].filter((offset) => pattern[offset] === '*'));
    offsets = [...next].filter((offset) => offset >= star);
    if (offsets.length === 0) return [];
  }
  return offsets;
}
