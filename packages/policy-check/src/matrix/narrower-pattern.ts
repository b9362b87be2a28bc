/**
 * Whether a file pattern surely matches no path that another one does not: it is that pattern with anchors put in at the ends of its
 * alternatives, or with dots escaped that stood for any character. False where that cannot be told.
 */
export function isNarrowerPattern(narrower: string, wider: string): boolean {
  // Inside a negative look-around less is more.
  if ([narrower, wider].some((pattern) => pattern.includes('(?!') || pattern.includes('(?<!'))) return false;
  const [given, found] = [splitPattern(wider), splitPattern(narrower)];
  let at = 0;
  for (const [index, part] of found.entries()) {
    if (part === given[at] || (part === '\\.' && given[at] === '.')) at++;
    else if (!isAnchor(part, { before: found[index - 1], after: found[index + 1] })) return false;
  }
  return at === given.length;
}

interface Neighbours {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Elsewhere an anchor could part an escape or a quantifier. */
function isAnchor(part: string, { before, after }: Neighbours): boolean {
  if (part === '^') return before === undefined || ['(', '|', ':'].includes(before);
  return part === '$' && (after === undefined || [')', '|'].includes(after));
}

/** Characters of a pattern, with escapes and classes as one piece each. */
function splitPattern(pattern: string): readonly string[] {
  return pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu) ?? [];
}
