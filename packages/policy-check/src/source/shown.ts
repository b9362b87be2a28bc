// A message stays readable whatever a file calls its things.
const maxShown = 80;

/** A name from a file as it may be in a message: in quotes, cut, and without characters that a terminal would act on. */
export function shown(name: string): string {
  const clean = name.slice(0, maxShown + 1).replaceAll(/[\p{C}\u2028\u2029]/gu, '\uFFFD');
  return `'${clean.length > maxShown ? `${clean.slice(0, maxShown)}…` : clean}'`;
}

/** A few names of a list: `'a', 'b' and 3 more`. */
export function shownList(names: readonly string[], most = 5): string {
  const first = names.slice(0, most).map(shown);
  const rest = names.length - first.length;
  if (rest > 0) return `${first.join(', ')} and ${rest} more`;
  return first.length < 2 ? first.join('') : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`;
}
