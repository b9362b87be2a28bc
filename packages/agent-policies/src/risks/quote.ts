/** Longest text that a message shows. */
const maxShown = 80;

/** @internal A rule or a command in a message: in quotation marks, on one line, not too long. */
export function quote(text: string): string {
  const line = text.slice(0, maxShown + 1).replaceAll(/\s+/g, ' ');
  return `'${line.length > maxShown ? `${line.slice(0, maxShown)}…` : line}'`;
}

/** @internal A few texts of many: `'a', 'b' and 9 more`. */
export function quoteList(texts: readonly string[]): string {
  const shown = texts.slice(0, texts.length === 3 ? 3 : 2).map(quote);
  const rest = texts.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
