/**
 * Compiles the name of a server or tool in a restriction: `*` matches any characters, and `?` matches exactly one (a
 * code point). The whole name must match, case-sensitively.
 */
export function compileNamePattern(pattern: string): (name: string) => boolean {
  if (pattern === '*') return () => true;
  if (!hasWildcard(pattern)) return (name) => name === pattern;
  if (isPlainStar(pattern)) {
    const at = pattern.indexOf('*');
    const start = pattern.slice(0, at);
    const end = pattern.slice(at + 1);
    return (name) => name.length >= pattern.length - 1 && name.startsWith(start) && name.endsWith(end);
  }
  const wanted = Array.from(pattern);
  return (name) => matchesWildcards(wanted, Array.from(name));
}

/** @internal True if a name in a restriction contains wildcards. */
export function hasWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/**
 * True for nearly every pattern: the pattern contains one `*` and no surrogate pair, so code points need not be
 * counted.
 */
function isPlainStar(pattern: string): boolean {
  return /^[^*?\ud800-\udfff]*\*[^*?\ud800-\udfff]*$/.test(pattern);
}

/**
 * Uses greedy matching with one backtracking point, so that the number of steps is at most the pattern length times the
 * name length.
 */
function matchesWildcards(pattern: readonly string[], name: readonly string[]): boolean {
  let patternIndex = 0;
  let nameIndex = 0;
  let starIndex = -1;
  let resumeIndex = 0;
  while (nameIndex < name.length) {
    const wanted = pattern[patternIndex];
    if (wanted === '*') {
      starIndex = patternIndex++;
      resumeIndex = nameIndex;
    } else if (wanted === '?' || wanted === name[nameIndex]) {
      patternIndex++;
      nameIndex++;
    } else if (starIndex >= 0) {
      patternIndex = starIndex + 1;
      nameIndex = ++resumeIndex;
    } else {
      return false;
    }
  }
  while (pattern[patternIndex] === '*') patternIndex++;
  return patternIndex === pattern.length;
}
