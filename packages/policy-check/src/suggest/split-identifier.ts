/** Text as searchable words: letters and digits in lower case, with one space between words and at both ends. */
export type IdentifierWords = string & { readonly spread: true };

/** Prepares the text once, so that many names can be looked up in it. */
export function splitIdentifier(text: string): IdentifierWords {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return ` ${words.join(' ')} ` as IdentifierWords;
}

/**
 * True if the text mentions a name; matches the whole name, ignoring case and differences between `-`, `_` and spaces.
 */
export function mentions(words: IdentifierWords, name: string): boolean {
  const wanted = splitIdentifier(name);
  // A single letter, or a name without letters, is not meaningful.
  return wanted.length > 3 && words.includes(wanted);
}
