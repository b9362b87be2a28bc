/**
 * Compiles a server or tool name as it stands in a restriction: `*` is any run of characters, `?` exactly one, everything else
 * itself. The whole name must match and case counts.
 */
export function compileNamePattern(pattern: string): (name: string) => boolean {
  if (pattern === '*') return () => true;
  if (!/[*?]/.test(pattern)) return (name) => name === pattern;
  return (name) => matchesWildcards(pattern, name);
}

/** Greedy matching with one backtracking point: at most pattern length times name length steps. */
function matchesWildcards(pattern: string, name: string): boolean {
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
