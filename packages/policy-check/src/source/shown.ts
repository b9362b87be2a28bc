// Keeps messages readable, however long the names in a file are.
const maxShown = 80;

/**
 * Formats a name from a file for a message: in quotes, truncated, and without characters that a terminal would
 * interpret.
 */
export function shown(name: string): string {
  const clean = name.slice(0, maxShown + 1).replaceAll(/[\p{C}\u2028\u2029]/gu, '\uFFFD');
  return `'${clean.length > maxShown ? `${clean.slice(0, maxShown)}…` : clean}'`;
}

/** Formats a short list of names: `'a', 'b' and 3 more`. */
export function shownList(names: readonly string[], most = 5): string {
  const first = names.slice(0, most).map(shown);
  const rest = names.length - first.length;
  if (rest > 0) return `${first.join(', ')} and ${rest} more`;
  return first.length < 2 ? first.join('') : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`;
}
