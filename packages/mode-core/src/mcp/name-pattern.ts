/**
 * Compiles a server or tool name as a restriction has it: `*` is any run of characters, `?` exactly one (a code point), everything
 * else itself. The whole name must match and case counts.
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

/** @internal Whether a name in a restriction is a pattern, and not the exact name of one server or tool. */
export function hasWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** Nearly every pattern: one `*` in text without a code point of two units, so that none has to be counted. */
function isPlainStar(pattern: string): boolean {
  return /^[^*?\ud800-\udfff]*\*[^*?\ud800-\udfff]*$/.test(pattern);
}

/** Greedy matching with one backtracking point: at most pattern length times name length steps. */
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
